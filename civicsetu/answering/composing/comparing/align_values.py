"""Lay the same value of each state side by side: a fee beside the same fee, or why a state has none.

Statements of several states that resemble the question are not always on one matter: of a state that has nothing
on it the nearest statement is about something else. Where the leading statement says a parameter's value, every
other state says its value of that parameter, in a statement or else in a sentence made of the value, or what is
held of it. Of states without any statement, the values that the provisions found carry are compared.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.coverage_text import (
    describe_lacking_and_seen,
    describe_print,
    find_official_place,
)
from civicsetu.answering.composing.values.fixed_values import EntrySaid, FixedValues, ValueSaid, list_said
from civicsetu.answering.composing.values.value_sentences import CellValue, describe_values
from civicsetu.answering.thresholds import COMPARING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.parameters import Parameter, ParameterEntry, ParameterLookup, covers
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import DocumentPath, StatementKind
from civicsetu.query.read_question import Query

Key = tuple[str, tuple[tuple[str, str], ...]]
"""A parameter and one cell of its axes."""
_PROJECT = "project"


@dataclass(frozen=True, slots=True)
class ValueOfState:
    """Content of a state's cell: statements or values, with the print date of a fee, or why there are none.

    `carriers` are the provisions whose own words have to say the value.
    """

    said: tuple[StatementHeld | EntrySaid, ...] = ()
    note: str = ""
    limit: str = ""
    carriers: tuple[DocumentPath, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether the state says something here, if only in its law's own words, or why it says nothing is known."""
        return bool(self.said or self.limit or self.carriers)


@dataclass(frozen=True, slots=True)
class Aligner:
    """Finder of the value of a state that belongs beside another state's.

    `names` are those of the states by code, `project` the kinds of project asked about: what a scale says of
    others is left out.
    """

    index: StatementIndex
    values: FixedValues
    names: Mapping[str, str]
    as_on: datetime.date | None
    law: LawIndex
    project: tuple[str, ...] = ()

    @property
    def _day(self) -> datetime.date:
        return self.as_on or datetime.date.today()

    def jurisdiction_of(self, held: StatementHeld) -> str:
        """Return whose law a statement is of."""
        return self.law.laws[held.unit.document].jurisdiction

    def crosses_to_the_act(self, held: StatementHeld, state: str) -> bool:
        """Return whether a statement of the Act is laid beside a state, or one of a state beside the Act."""
        own = self.jurisdiction_of(held)
        return own != state and CENTRAL in (own, state)

    def values_of(self, held: StatementHeld) -> tuple[ValueSaid, ...]:
        """Return the entries a statement says."""
        return self.values.links.says.get(held.statement.id, ())

    def is_left_to_rules(self, held: StatementHeld) -> bool:
        """Return whether the states say each by itself what this statement of the Act leaves to them."""
        return bool(self.index.catalogue.filled_by(held.statement.id))

    def leaving(self, held: StatementHeld) -> list[str]:
        """Return the Act's statements that leave to the states' rules the values which this statement says."""
        said = {one.parameter.parameter for one in self.values_of(held)}
        leaves = self.values.links.leaves.items()
        return [name for name, left in leaves if said & {one.parameter for one in left}]

    def repeats(self, first: StatementHeld, second: StatementHeld) -> bool:
        """Return whether two statements say one value."""
        return bool(self._keys(first) & self._keys(second))

    def find_beside(
        self, lead: StatementHeld, state: str, chosen: StatementHeld | None
    ) -> ValueOfState | None:
        """Return what the state says on the values of the leading statement; None where that is not known."""
        of_kind = self._of_project(lead)
        if of_kind and (own := self.say_values(of_kind, state)).said:
            return own
        said = self.values_of(lead)
        if not said:
            return None
        best = self._nearest(lead, state, chosen)
        if best is not None and self.values.holds(best, self.as_on):
            saying = [best, *self._for_the_rest(lead, best, state)]
            saying.sort(key=lambda one: self.index.place[one.statement.id])
            whole = {each.statement.id: each for one in saying for each in self.index.with_required(one)}
            return self.with_note(tuple(whole.values()))
        return self.say_values(self._keys(lead), state)

    def keys_filling(self, held: StatementHeld) -> set[Key]:
        """Return the cells of parameters by which any state fills this statement of the Act."""
        names = (one.id for one in self.index.catalogue.filled_by(held.statement.id))
        fillers = [one for name in names if (one := self.index.get(name)) is not None]
        return {key for one in fillers for key in self._keys(one)}

    def say_values(self, keys: Collection[Key], state: str) -> ValueOfState:
        """Return what a state fixes of these cells of parameters, or which provisions have to say it in their own words."""
        said: list[EntrySaid] = []
        values: list[ValueSaid] = []
        lacking: list[tuple[Parameter, ParameterLookup]] = []
        carriers: list[DocumentPath] = []
        for name in sorted({name for name, _ in keys}):
            parameter = self.values.usable.parameters.by_id[name]
            found = self.values.look_up_all(parameter, state, self._day)
            asked = [
                (cell, one)
                for cell, one in zip(parameter.cells, found, strict=True)
                if (name, tuple(cell.items())) in keys
            ]
            held = [CellValue(cell, one.entry) for cell, one in asked if one.entry is not None]
            told = describe_values(parameter, held, self.names.get(state, state), self.law)
            if told is not None:
                said.append(told)
                values.extend(ValueSaid(parameter, state, one.entry) for one in held)
            elif not held:
                lacking.append((parameter, asked[0][1]))
            else:
                carriers.extend(place for one in held for place in one.entry.carriers)
        if said:
            return ValueOfState(tuple(said), describe_print(values, self.as_on, brief=True))
        if carriers:
            return ValueOfState(carriers=tuple(dict.fromkeys(carriers)))
        place = find_official_place(lacking)
        where = f" Look at {place}." if place else ""
        return ValueOfState(limit=describe_lacking_and_seen(lacking, self.names.get(state, state), self._day) + where)

    def keys_found(self, found: Mapping[str, Sequence[Evidence]]) -> dict[str, set[Key]]:
        """Return the cells of parameters that the first provisions found of each state carry, by parameter.

        Only parameters that are carried in each of these states, those of the best provisions first; beside the
        first only others of its rule, for what is found behind it is often on something else.
        """
        ranks: dict[str, list[int]] = {}
        rules: dict[str, set[tuple[str, str]]] = {}
        keys: dict[str, set[Key]] = {}
        for state, items in found.items():
            seen: dict[str, int] = {}
            for rank, item in enumerate(items[: COMPARING.provisions_read]):
                unit = DocumentPath(item.document, parse_path(item.provision))
                for parameter, entry in self._carried(state, unit):
                    seen.setdefault(parameter.parameter, rank)
                    rules.setdefault(parameter.parameter, set()).add((item.document, unit.path.number))
                    keys.setdefault(parameter.parameter, set()).update(_keys_of(parameter, entry))
            for name, rank in seen.items():
                ranks.setdefault(name, []).append(rank)
        shared = {name: sum(own) for name, own in ranks.items() if len(own) == len(found)}
        ordered = sorted(shared, key=lambda one: shared[one])
        return {name: keys[name] for name in ordered if rules[name] & rules[ordered[0]]}

    def label_of(self, parameter: str) -> str:
        """Return a parameter's name in plain words."""
        return self.values.usable.parameters.by_id[parameter].label

    def _carried(self, state: str, unit: DocumentPath) -> list[tuple[Parameter, ParameterEntry]]:
        """The parameters that have an entry of a state with this provision."""
        return [
            (parameter, entry)
            for parameter in self.values.usable.parameters
            if state in parameter.values
            for entry in parameter.values[state].entries
            if any(unit.contains(place) or place.contains(unit) for place in entry.carriers)
        ]

    def with_note(self, said: tuple[StatementHeld, ...]) -> ValueOfState:
        """Return statements with the print date of their fee or rate."""
        values = [one for _, one in list_said(said, self.values.links)]
        return ValueOfState(said, describe_print(values, self.as_on, brief=True))

    def _nearest(self, lead: StatementHeld, state: str, chosen: StatementHeld | None) -> StatementHeld | None:
        """The state's statement that says most of the lead's values, of the same bearer first."""
        wanted, parameters = self._keys(lead), {one.parameter.parameter for one in self.values_of(lead)}

        def fit(held: StatementHeld) -> tuple[int, int, bool, bool, int]:
            own = self._keys(held)
            return (
                len(wanted & own),
                len(parameters & {one for one, _ in own}),
                held.statement.bearer is lead.statement.bearer,
                held is chosen,
                -len(own - wanted),
            )

        best = max(self._saying(state), key=fit, default=None)
        return best if best is not None and fit(best)[1] else None

    def _of_project(self, lead: StatementHeld) -> set[Key]:
        """The cells of the kinds of project asked about, where the leading statement tells of a scale by kind."""
        if not self.project or lead.statement.kind not in (StatementKind.AMOUNT, StatementKind.LIMIT):
            return set()
        return {
            (parameter.parameter, tuple(cell.items()))
            for parameter in self.values.usable.parameters
            if _PROJECT in parameter.axes and _carries(parameter, lead)
            for cell in parameter.cells
            if cell[_PROJECT] in self.project
        }

    def _saying(self, state: str) -> list[StatementHeld]:
        """The statements that say a value of a state."""
        return [
            held
            for name, said in self.values.links.says.items()
            if any(one.jurisdiction == state for one in said) and (held := self.index.get(name)) is not None
        ]

    def _for_the_rest(self, lead: StatementHeld, best: StatementHeld, state: str) -> list[StatementHeld]:
        """The statements that say those of the lead's values which the best one leaves out, each once.

        What one state says in one statement, another may say in two: ten years at first, five when renewed.
        """
        parameters = {one.parameter.parameter for one in self.values_of(best)}
        left = {key for key in self._keys(lead) - self._keys(best) if key[0] in parameters}
        found: list[StatementHeld] = []
        for held in self._saying(state):
            if left & self._keys(held) and self.values.holds(held, self.as_on):
                found.append(held)
                left -= self._keys(held)
        return found

    def _keys(self, held: StatementHeld) -> set[Key]:
        return {key for one in self.values_of(held) for key in _keys_of(one.parameter, one.entry)}


def _keys_of(parameter: Parameter, entry: ParameterEntry) -> set[Key]:
    return {
        (parameter.parameter, tuple(cell.items())) for cell in parameter.cells if covers(entry.when, cell)
    }


def _carries(parameter: Parameter, held: StatementHeld) -> bool:
    """Whether a statement's provisions carry an entry of a parameter, of any state."""
    return any(
        place.contains(own) or own.contains(place)
        for holding in parameter.values.values()
        for entry in holding.entries
        for place in entry.carriers
        for own in held.statement.provisions
    )


def align_with(
    query: Query,
    index: StatementIndex,
    values: FixedValues,
    names: Mapping[str, str],
    law: LawIndex,
) -> Aligner:
    """Return the aligner for a question: for the day and the kind of project it asks about."""
    kind = query.asking_whole.project_kind
    return Aligner(index, values, names, query.as_on, law, kind.kinds if kind else ())
