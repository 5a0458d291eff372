"""What the asker's state says in place of a statement of the Act: a form with its fee, or why there is none.

A statement of the state says it best. Where there is none, the parameters may have form and fee all the same: a
sentence is made of them. Before which forum a form belongs is told by the parameters, too.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.composing.limits import look_up_left
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.coverage_text import (
    describe_lacking_and_seen,
    describe_print,
    find_official_place,
    is_seen,
)
from civicsetu.answering.composing.values.fixed_values import (
    EntrySaid,
    FixedValues,
    ValueSaid,
    list_said,
    locate_entry,
)
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.parameters import Parameter, ParameterEntry, covers
from civicsetu.query.read_question import Query

_AXIS = "forum"
_FORUMS = {"authority": "the RERA authority", "adjudicating_officer": "the adjudicating officer"}
_SECOND_FORUM = "adjudicating_officer"
_NO_STATE = "The form and fee of {thing} differ from state to state: name your state to see them."
_NOT_HELD = "The form and fee of {thing} in {state} are not held here."
_BEFORE_YOU_PAY = "Look at the authority's website{place} before you pay."


@dataclass(frozen=True, slots=True)
class StepChosen:
    """A step: a statement with what it may not be shown without, a sentence made of values, or what is not held.

    `print_date` says which print its fee stands in; the last of several steps of that print says it for all.
    """

    text: str
    statements: tuple[StatementHeld | EntrySaid, ...] = ()
    print_date: str = ""


def step_of(held: StatementHeld, index: StatementIndex) -> StepChosen:
    """Return a statement as a step, with what it requires."""
    whole = index.with_required(held)
    return StepChosen(" ".join(one.statement.says for one in whole), whole)


@dataclass(frozen=True, slots=True)
class StateForms:
    """Composer of the forms and the like that the Act leaves to the states asked about; `names` in the query's order.

    `things` say of each statement of the Act that leaves a form to the states what it is the form of.
    """

    query: Query
    names: Sequence[str]
    index: StatementIndex
    values: FixedValues | None
    law: LawIndex | None
    things: Mapping[str, str]

    def steps(self, left: str, before: str) -> list[StepChosen]:
        """Return what the states say in place of the statement `left`, before a forum if one is named."""
        found = self._statements(left, before)
        if found:
            return [self._printed(step_of(one, self.index), self._values(one)) for one in found]
        if left not in self.things:
            return []
        if not self.names:
            return [StepChosen(_NO_STATE.format(thing=self.things[left]))]
        made = self._made(left, before)
        lacking = "" if made else self._lacking(left, self.names[0], before)
        return [made] if made else [StepChosen(lacking)] if lacking else []

    def _statements(self, left: str, before: str) -> list[StatementHeld]:
        """The first statement of each state's law, at most two, that fills it and holds before this forum and today."""
        found: dict[str, StatementHeld] = {}
        for one in self.index.catalogue.filled_by(left):
            held = self.index.get(one.id)
            if one.law not in self.query.documents or held is None or not self._is_before(held, before):
                continue
            if self.values is None or self.values.holds(held, self.query.as_on):
                found.setdefault(one.law, held)
        return list(found.values())[:2]

    def _is_before(self, held: StatementHeld, before: str) -> bool:
        said = self._values(held)
        return not (before and said) or any(covers(one.entry.when, {_AXIS: before}) for one in said)

    def _values(self, held: StatementHeld) -> list[ValueSaid]:
        return [one for _, one in list_said([held], self.values.links)] if self.values else []

    def _printed(self, step: StepChosen, said: Sequence[ValueSaid]) -> StepChosen:
        """The step, with the print its fee stands in."""
        return replace(step, print_date=describe_print(said, self.query.as_on))

    def _made(self, left: str, before: str) -> StepChosen | None:
        """A sentence made of the form and the fee, where the parameters have both and the law held carries them."""
        if self.values is None or self.law is None:
            return None
        state, day = self.query.jurisdictions[1], self.query.as_on or datetime.date.today()
        said = [
            ValueSaid(parameter, state, entry)
            for parameter in self.values.links.leaves.get(left, ())
            if (entry := self._entry(parameter, state, before, day)) is not None
        ]
        forms = [one.entry.form.name for one in said if one.entry.form is not None]
        fees = [one.entry.value for one in said if one.entry.value is not None and one.parameter.unit == "INR"]
        places = [locate_entry(one.entry, self.law) for one in said]
        if len(forms) != 1 or len(fees) != 1 or not all(places):
            return None
        passages = {passage.unit.unit_id: passage for found in places if found for passage in found}
        whom = f" to {_FORUMS[before]}" if before else ""
        text = (
            f"In {self.names[0]} {self.things[left]}{whom} is made in Form {forms[0]} "
            f"with a fee of {fees[0]:,.0f} rupees."
        )
        return self._printed(StepChosen(text, (EntrySaid(text, tuple(passages.values())),)), said)

    def _entry(
        self, parameter: Parameter, state: str, before: str, day: datetime.date
    ) -> ParameterEntry | None:
        """What can be cited of a parameter for this forum; None where more has to be told with it."""
        found = self.values.look_up_all(parameter, state, day) if self.values is not None else []
        entries = [
            lookup.entry
            for cell, lookup in zip(parameter.cells, found, strict=True)
            if cell.get(_AXIS, before) == before
        ]
        entry = entries[0] if len(entries) == 1 else None
        return None if entry is None or entry.requires or entry.per else entry

    def _lacking(self, left: str, state: str, before: str) -> str:
        """Why it cannot be said, and where to look; nothing for the second forum where nothing is known of it."""
        held, day = self.index.get(left), self.query.as_on or datetime.date.today()
        forum = {_AXIS: before} if before else {}
        lacking = (
            look_up_left(held, self.query.jurisdictions[1], self.values, day, forum)
            if held is not None and self.values is not None
            else []
        )
        if before == _SECOND_FORUM and not is_seen(lacking, day):
            return ""
        not_held = _NOT_HELD.format(state=state, thing=self.things[left])
        unsaid = {} if before == _SECOND_FORUM else forum
        told = describe_lacking_and_seen(lacking, state, day, unsaid, with_check=False) if lacking else not_held
        place = find_official_place(lacking)
        return f"{told} {_BEFORE_YOU_PAY.format(place=f' ({place})' if place else '')}"
