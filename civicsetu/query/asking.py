"""The texts of a post, each read once: what it asks and in what way, what it tells of the asker and their case.

`Query` hands these on, so that nobody else reads the words again. Each reading is made when it is first wanted, for
most questions need few of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from civicsetu.corpus.registry import Registry
from civicsetu.law.references import Reference, find_references
from civicsetu.query.asked_kind import (
    AskedKind,
    ConsequenceAsked,
    asked_kind,
    asks_consequence,
    find_consequence_asked,
)
from civicsetu.query.asker.party_model import read_likely_party
from civicsetu.query.asker.steps_model import wants_steps
from civicsetu.query.asking_sentences import asks, names_only_procedure, points_to_a_thing, words_of_substance
from civicsetu.query.complaints_asked import (
    asks_of_consumer_forum_anew,
    asks_whom_to_complain_to,
    speaks_of_compensation,
)
from civicsetu.query.details_asked import (
    asks_for_detail,
    asks_for_rule,
    asks_for_section,
    asks_for_states_own,
    asks_rate_of_interest,
)
from civicsetu.query.jurisdiction_detection import states_named
from civicsetu.query.project_size import LandArea, ProjectKind, read_land_area, read_project_kind
from civicsetu.query.question_frame import QuestionFrame, denies, find_denial, read_question_frame
from civicsetu.query.read_case_facts import CaseFact, read_case_facts
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.thresholds import READING
from civicsetu.query.wrongs_told import tells_of_wrong
from civicsetu.query.yes_or_no import PolarQuestion, read_polar_question, speaks_of_duty, speaks_of_permission

__all__ = [
    "AskedKind", "Asking", "CaseFact", "ConsequenceAsked", "LandArea", "PolarQuestion", "ProjectKind", "QuestionFrame", "Readings",
]  # fmt: skip


@dataclass(frozen=True)
class Asking:
    """One text that a person wrote, and what is read of it; each reading is kept with it."""

    text: str
    _polar: dict[str, PolarQuestion | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    # -- what is asked --------------------------------------------------------------------------------------

    @cached_property
    def kind(self) -> AskedKind:
        """The kind of thing asked: a sum, a time, a person, a way out."""
        return asked_kind(self.text)

    def kind_among(self, states: int) -> AskedKind:
        """Return the kind of thing asked of so many states; whoever names two compares them."""
        return asked_kind(self.text, states=states) if states > 1 else self.kind

    @cached_property
    def asks(self) -> bool:
        """Whether it asks anything."""
        return asks(self.text)

    @cached_property
    def only_asking(self) -> Asking:
        """The sentences of it that ask something; the whole where none does by itself."""
        sentences = split_sentences(self.text, at_semicolons=False)
        asking = " ".join(one for one in sentences if asks(one)) or self.text
        return self if asking == self.text else Asking(asking)

    @cached_property
    def asks_consequence(self) -> bool:
        """Whether it asks what follows for somebody, whatever else it asks."""
        return asks_consequence(self.text)

    @cached_property
    def consequence(self) -> ConsequenceAsked | None:
        """The last clause that asks what follows for somebody, with the text before it."""
        return find_consequence_asked(self.text)

    @property
    def polar(self) -> PolarQuestion | None:
        """What it asks yes or no of by itself; None where it asks something else, or several things."""
        return self.polar_in(self.text)

    def polar_in(self, story: str) -> PolarQuestion | None:
        """Return what it asks yes or no of, where it goes on from a story that has the text itself, too."""
        if story not in self._polar:
            self._polar[story] = read_polar_question(self.text, story)
        return self._polar[story]

    @cached_property
    def frame(self) -> QuestionFrame:
        """How it asks, apart from what it is about."""
        return read_question_frame(self.text, polar=self.polar is not None)

    @cached_property
    def asks_detail(self) -> bool:
        """Whether a rule, form, fee, rate or period is asked for, which an Act leaves to the state's rules."""
        return asks_for_detail(self.text)

    @cached_property
    def asks_rule(self) -> bool:
        """Whether a rule itself is asked for or named."""
        return asks_for_rule(self.text)

    @cached_property
    def asks_section(self) -> bool:
        """Whether the words of a section are asked for, not what is done under it."""
        return asks_for_section(self.text)

    @cached_property
    def asks_states_own(self) -> bool:
        """Whether a rule, form or fee is asked for, or what the state itself says."""
        return asks_for_states_own(self.text)

    @cached_property
    def asks_rate_of_interest(self) -> bool:
        """Whether interest is asked for, and nothing besides."""
        return asks_rate_of_interest(self.text)

    @cached_property
    def asks_whom(self) -> bool:
        """Whether it asks to which office a complaint goes."""
        return asks_whom_to_complain_to(self.text)

    @cached_property
    def names_only_procedure(self) -> bool:
        """Whether it names a complaint or an appeal and nothing of what it is about."""
        return names_only_procedure(self.text)

    @cached_property
    def wants_steps(self) -> bool:
        """Whether it likely asks what to do, or how to go about something."""
        return wants_steps(self.text)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """The provisions it names, also by a number alone."""
        return tuple(find_references(self.text, bare=True))

    # -- how much it says -----------------------------------------------------------------------------------

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words that carry meaning by themselves, in lower case."""
        return frozenset(words_of_substance(self.text))

    @property
    def substance(self) -> int:
        """How many different words of it carry meaning by themselves."""
        return len(self.words)

    @property
    def says_little(self) -> bool:
        """Whether it says so little that it is understood only with what was asked before it: "by when?"."""
        return self.substance < READING.leaning_half_substance

    @cached_property
    def points_to_a_thing(self) -> bool:
        """Whether it refers to a thing or a matter in what was said before."""
        return points_to_a_thing(self.text)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences; a semicolon ends one, too."""
        return tuple(split_sentences(self.text))

    @cached_property
    def denies(self) -> bool:
        """Whether it denies something in so many words."""
        return find_denial(self.text)

    @cached_property
    def denies_by_count(self) -> bool:
        """Whether its denials in so many words are odd in number, so that they do not undo each other."""
        return denies(self.text)

    @cached_property
    def speaks_of_duty(self) -> bool:
        """Whether it has words of what one must."""
        return speaks_of_duty(self.text)

    @cached_property
    def speaks_of_permission(self) -> bool:
        """Whether it has words of what one may."""
        return speaks_of_permission(self.text)

    # -- what it tells --------------------------------------------------------------------------------------

    @cached_property
    def case_facts(self) -> tuple[CaseFact, ...]:
        """The facts that it states of its writer, each with the place of its words, at most one of each id."""
        return read_case_facts(self.text)

    def find_fact(self, name: str) -> str | None:
        """Return the value of a fact that it states of its writer; None where it does not."""
        return next((fact.value for fact in self.case_facts if fact.id == name), None)

    @cached_property
    def likely_party(self) -> str | None:
        """The party who likely wrote it, by the point of view; None where that is not known."""
        return read_likely_party(self.text)

    @cached_property
    def tells_wrong(self) -> bool:
        """Whether it tells, in words that ask nothing, of a wrong done to whoever writes it."""
        return tells_of_wrong(self.text)

    @cached_property
    def of_compensation(self) -> bool:
        """Whether it speaks of compensation, or of the officer who decides it."""
        return speaks_of_compensation(self.text)

    @cached_property
    def of_consumer_forum_anew(self) -> bool:
        """Whether it speaks of a consumer forum, but neither of a case already there nor of an association."""
        return asks_of_consumer_forum_anew(self.text)

    @cached_property
    def land_area(self) -> LandArea | None:
        """The area of land it names; None where it names none, several, or one that is not sure."""
        return read_land_area(self.text)

    @cached_property
    def project_kind(self) -> ProjectKind | None:
        """The kind of project it names."""
        return read_project_kind(self.text)

    def find_states(self, registry: Registry) -> tuple[str, ...]:
        """Return the codes of the states it names."""
        return states_named(self.text, registry)


@dataclass(frozen=True, slots=True)
class Readings:
    """The texts of one post, each read once: its parts, and what is made of them, share what was read."""

    _of: dict[str, Asking] = field(default_factory=dict)

    def of(self, text: str) -> Asking:
        """Return the reading of a text."""
        return self._of.setdefault(text, Asking(text))
