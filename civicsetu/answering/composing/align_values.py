"""Lay the same value of each state side by side: a fee beside the same fee, or why a state has none.

Statements of several states that resemble the question are not always on one matter: of a state that has nothing
on it the nearest statement is about something else. Where the leading statement says a parameter's value, every
other state says its value of that parameter, or what is held of it.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from civicsetu.answering.composing.coverage_text import describe_lacking, describe_print, find_official_place
from civicsetu.answering.composing.fixed_values import FixedValues, ValueSaid, list_said
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.law.parameters import covers

Key = tuple[str, tuple[tuple[str, str], ...]]
"""A parameter and one cell of its axes."""


@dataclass(frozen=True, slots=True)
class ValueOfState:
    """Content of a state's cell: statements, with the print date of a fee, or why there are none."""

    said: tuple[StatementHeld, ...] = ()
    note: str = ""
    limit: str = ""


@dataclass(frozen=True, slots=True)
class Aligner:
    """Finds the value of a state that belongs beside another's; `names` are those of the states by code."""

    index: StatementIndex
    values: FixedValues
    names: Mapping[str, str]
    as_on: datetime.date | None

    def values_of(self, held: StatementHeld) -> tuple[ValueSaid, ...]:
        """Return the entries a statement says."""
        return self.values.links.says.get(held.statement.id, ())

    def is_left_to_rules(self, held: StatementHeld) -> bool:
        """Return whether the states say each by itself what this statement of the Act leaves to them."""
        return bool(self.index.catalogue.filled_by(held.statement.id))

    def repeats(self, first: StatementHeld, second: StatementHeld) -> bool:
        """Return whether two statements say one value."""
        return bool(self._keys(first) & self._keys(second))

    def find_beside(
        self, lead: StatementHeld, state: str, chosen: StatementHeld | None
    ) -> ValueOfState | None:
        """Return what the state says on the values of the leading statement; None where that is not known."""
        said = self.values_of(lead)
        if not said:
            return None
        best = self._nearest(lead, state, chosen)
        if best is not None and self.values.holds(best, self.as_on):
            return self.with_note(self.index.with_required(best))
        day = self.as_on or datetime.date.today()
        parameters = {one.parameter.parameter: one.parameter for one in said}.values()
        found = [(one, self.values.find_lacking(one, state, day)) for one in parameters]
        lacking = [(parameter, lookup) for parameter, lookup in found if lookup is not None]
        if len(lacking) < len(found):
            return None
        place = find_official_place(lacking)
        where = f" Look at {place}." if place else ""
        return ValueOfState(limit=describe_lacking(lacking, self.names.get(state, state), day) + where)

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

        options = [
            held
            for name, said in self.values.links.says.items()
            if any(one.jurisdiction == state for one in said) and (held := self.index.get(name)) is not None
        ]
        best = max(options, key=fit, default=None)
        return best if best is not None and fit(best)[1] else None

    def _keys(self, held: StatementHeld) -> set[Key]:
        return {
            (one.parameter.parameter, tuple(cell.items()))
            for one in self.values_of(held)
            for cell in one.parameter.cells
            if covers(one.entry.when, cell)
        }
