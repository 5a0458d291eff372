"""What the states asked of have set on the matters found: a value with its print, or in words why none can be told."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from civicsetu.answering.composing.statement_index import PassageHeld, StatementHeld, StatementIndex
from civicsetu.answering.composing.values.coverage_text import (
    describe_lacking,
    describe_print,
    find_official_place,
)
from civicsetu.answering.composing.values.fixed_values import FixedValues, ValueSaid
from civicsetu.answering.composing.values.value_sentences import CellValue, describe_values
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameters import Parameter
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.statements import DocumentPath, parse_document_path


@dataclass(frozen=True, slots=True)
class ValueWritten:
    """A sentence on one parameter of a state; without passages it says that nothing can be stated."""

    text: str
    jurisdiction: str
    passages: tuple[PassageHeld, ...] = ()


@dataclass(frozen=True, slots=True)
class StateValues:
    """Values held of the states' own rules: `names` by state code, and the day asked for, None for today."""

    values: FixedValues
    law: LawIndex
    statements: StatementIndex
    names: Mapping[str, str]
    as_on: datetime.date | None

    def find_parameters(self, units: Sequence[Unit], said: Collection[StatementHeld]) -> list[Parameter]:
        """Return the parameters of the matters found, in the order of the provisions that leave or fix them.

        A parameter belongs to a matter where a statement of it leaves the value to the states' rules, or where one
        of these provisions carries or refers to it; then come those that another part of the same section or rule
        does, since the form, the fee and the time of one matter stand beside each other. What the Act fixes is left
        out unless a state of the question has a value of its own.
        """
        left = [one for held in said for one in self.values.links.leaves.get(held.statement.id, ())]
        places = [DocumentPath(unit.document, parse_path(unit.path)) for unit in units]
        whole = [DocumentPath(one.document, ProvisionPath(one.path.number)) for one in places]
        found = {one.parameter: one for one in (*left, *self._met_by(places), *self._met_by(whole))}
        return [one for one in found.values() if self._is_of_states(one)][:WRITING.state_parameters]

    def _met_by(self, places: Sequence[DocumentPath]) -> list[Parameter]:
        """The parameters that one of the provisions carries or refers to, in the order of these."""
        met = [(min(at), one) for one in self.values.usable.parameters if (at := _places_met(one, places, self.names))]
        return [one for _, one in sorted(met, key=lambda found: found[0])]

    def _is_of_states(self, parameter: Parameter) -> bool:
        own = (parameter.values.get(state) for state in self.names)
        return parameter.set_by == "rules" or any(one is not None and one.entries for one in own)

    def find_carriers(self, parameter: Parameter, state: str) -> list[Unit]:
        """Return the provisions of a state that carry a parameter's values on the day, as far as they are held."""
        day = self.as_on or datetime.date.today()
        entries = (one.entry for one in self.values.look_up_all(parameter, state, day) if one.entry is not None)
        own = [place for entry in entries for place in entry.carriers]
        return list({unit.unit_id: unit for one in own for unit in self.law.units_at(one.document, one.path)}.values())

    def find_statements(self, parameter: Parameter, state: str) -> list[StatementHeld]:
        """Return the statements of a state's law that say a parameter; they say it best."""
        found = (
            self.statements.get(name)
            for name, said in self.values.links.says.items()
            if any(one.parameter is parameter and one.jurisdiction == state for one in said)
        )
        return [one for one in found if one is not None and self.values.holds(one, self.as_on)]

    def write(self, parameter: Parameter, state: str) -> Iterator[ValueWritten]:
        """Say the value of a parameter in a state, or why there is none; nothing where it has no words."""
        day = self.as_on or datetime.date.today()
        cells = [
            CellValue(cell, found.entry)
            for cell, found in zip(
                parameter.cells, self.values.look_up_all(parameter, state, day), strict=True
            )
            if found.entry is not None
        ]
        if not cells:
            yield from self._lacking(parameter, state, day)
            return
        said = describe_values(parameter, cells, self.names[state], self.law)
        if said is None:
            return
        told = [ValueSaid(parameter, state, one.entry) for one in cells]
        text = f"{said.text} {describe_print(told, self.as_on)}".rstrip()
        yield ValueWritten(text, state, said.passages)

    def _lacking(self, parameter: Parameter, state: str, day: datetime.date) -> Iterator[ValueWritten]:
        lookup = self.values.find_lacking(parameter, state, day)
        if lookup is not None:
            place = find_official_place([(parameter, lookup)])
            text = describe_lacking([(parameter, lookup)], self.names[state], day)
            yield ValueWritten(f"{text} Look at {place}." if place else text, state)


def _places_met(parameter: Parameter, places: Sequence[DocumentPath], states: Collection[str]) -> list[int]:
    """Which of the provisions, by position, carry the parameter in a state asked of or refer to it."""
    central = parameter.values.get(CENTRAL)
    named = [parse_document_path(one) for one in central.provisions if _is_path(one)] if central else []
    for state in states:
        if (holding := parameter.values.get(state)) is not None:
            named.extend(place for entry in holding.entries for place in entry.carriers)
    return [
        at
        for at, place in enumerate(places)
        if any(place.contains(one) or one.contains(place) for one in named)
    ]


def _is_path(name: str) -> bool:
    """Whether it names one provision; a coverage may name a range of them ("…:1-43")."""
    try:
        parse_document_path(name)
    except ValueError:
        return False
    return True
