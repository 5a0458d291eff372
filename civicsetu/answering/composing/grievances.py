"""Which grievance a question tells of, and the steps that belong to it: a table that ships as data.

A grievance is recognised from the statements found, by the provisions they rest on, and from what is known of the
asker; the words of the question are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from civicsetu.corpus.statements.catalogue import StatementCatalogue
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.statements import Actor, Statement
from civicsetu.yaml_data import parse_model

_STRICT = ConfigDict(frozen=True, extra="forbid")
_FILE = "grievances.yaml"
Facts = Mapping[str, str]


class Conditions(BaseModel):
    """Case facts that must be known of the asker (`when`) and that must not (`unless`): values by fact."""

    model_config = _STRICT
    when: dict[str, tuple[str, ...]] = {}
    unless: dict[str, tuple[str, ...]] = {}

    def hold(self, facts: Facts) -> bool:
        """Return whether they are met by the facts known; one that is not known is none of the values."""
        met = all(facts.get(name) in values for name, values in self.when.items())
        return met and not any(facts.get(name) in values for name, values in self.unless.items())


class StepWanted(Conditions):
    """A step: a statement by its id, or what the asker's state says in its place, before one of two forums.

    `or_itself`: where the state says nothing that is held, the statement of the Act. `says` is advice in our own words.
    """

    step: str = ""
    filled: str = ""
    says: str = ""
    before: str = ""
    or_itself: bool = False
    unless_said: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _from_id(cls, written: object) -> object:
        return {"step": written} if isinstance(written, str) else written

    @model_validator(mode="after")
    def _names_one(self) -> StepWanted:
        if sum(map(bool, (self.step, self.filled, self.says))) != 1 or (not self.filled and (self.before or self.or_itself)):
            raise ValueError("a step names one statement or is advice, and only what a state fills has a forum")
        return self


class Grievance(Conditions):
    """A wrong somebody may complain of, how it is known, and the steps that belong to it.

    `names` are actors of whom the question must speak; `or_when` facts by which it is known where no statement tells.
    """

    id: str
    askers: tuple[Actor, ...] = (Actor.ALLOTTEE, Actor.ASSOCIATION)
    names: tuple[Actor, ...] = ()
    led_by: tuple[str, ...] = ()
    or_when: dict[str, tuple[str, ...]] = {}
    steps: tuple[StepWanted, ...] = Field(min_length=1)

    @field_validator("led_by")
    @classmethod
    def _are_provisions(cls, paths: tuple[str, ...]) -> tuple[str, ...]:
        for path in paths:
            parse_path(path)
        return paths

    @model_validator(mode="after")
    def _is_known_by_something(self) -> Grievance:
        if not self.led_by and not self.when:
            raise ValueError("it is known by no provision and by no fact")
        return self

    def may_be_of(self, asker: Complainant) -> bool:
        """Return whether such an asker may have it; who does not tell who they are is most likely a buyer."""
        of_them = (asker.party or Actor.ALLOTTEE) in self.askers and asker.named.issuperset(self.names)
        return of_them and self.hold(asker.facts)

    def rests_on(self, place: ProvisionPath) -> bool:
        """Return whether one of its provisions is this one or has it inside."""
        return any(_parsed(path).contains(place) for path in self.led_by)


@lru_cache(maxsize=256)
def _parsed(path: str) -> ProvisionPath:
    return parse_path(path)


@dataclass(frozen=True, slots=True)
class Complainant:
    """The person who complains: their party if stated, the other facts known, and the actors they mention."""

    party: Actor | None
    facts: Facts
    named: frozenset[Actor] = frozenset()


class Grievances(BaseModel):
    """The table: grievances in the order in which they are tried, over the provisions of one law."""

    model_config = _STRICT
    law: str
    forms: dict[str, str]
    grievances: tuple[Grievance, ...]
    otherwise: tuple[StepWanted, ...]

    def find_by_facts(self, asker: Complainant) -> Grievance | None:
        """Return the first grievance that the facts alone tell."""
        return next((one for one in self._of(asker) if not one.led_by), None)

    def find_by_statements(
        self, statements: Iterable[Statement], catalogue: StatementCatalogue, asker: Complainant
    ) -> Grievance | None:
        """Return the grievance of the first of these statements that has one."""
        options = [one for one in self._of(asker) if one.led_by]
        places = (place for one in statements for place in self._places(one, catalogue))
        return next((one for place in places for one in options if one.rests_on(place)), None)

    def find_otherwise(self, asker: Complainant) -> Grievance | None:
        """Return the first grievance that facts tell where no statement does."""
        return next(
            (
                one
                for one in self._of(asker)
                if one.or_when and Conditions(when=one.or_when).hold(asker.facts)
            ),
            None,
        )

    def _of(self, asker: Complainant) -> Iterator[Grievance]:
        return (one for one in self.grievances if one.may_be_of(asker))

    def _places(self, statement: Statement, catalogue: StatementCatalogue) -> Sequence[ProvisionPath]:
        """The law's provisions a statement rests on, or that it fills for a state."""
        filled = (catalogue.by_id[name] for name in statement.fills if name in catalogue.by_id)
        return [
            place.path
            for one in (statement, *filled)
            for place in one.provisions
            if place.document == self.law
        ]


@lru_cache(maxsize=1)
def get_grievances() -> Grievances:
    """Return the table that ships, read on first use.

    Raises:
        CorpusError: the file is malformed; file, line and field are named.
    """
    text = files("civicsetu.answering.composing").joinpath(_FILE).read_text("utf-8")
    return parse_model(Grievances, text, _FILE)
