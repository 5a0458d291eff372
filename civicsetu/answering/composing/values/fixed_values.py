"""The parameters that stand behind statements: which figure a statement says, and which it leaves to the states.

A statement says an entry where one provision carries both and every figure of the entry stands in the statement
or in what it requires, or where it fills a statement of the Act that leaves the entry's parameter to rules. An Act's statement leaves a parameter to the states' rules where the parameter says so
of its provision, and a state's statement that fills it says the parameter's value.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from civicsetu.answering.composing.statement_index import PassageHeld, StatementHeld
from civicsetu.claims.parameter_check import check_entry
from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.corpus.statements.catalogue import StatementCatalogue
from civicsetu.law.documents import CENTRAL, EditionKind
from civicsetu.law.parameters import STATE_RULES, Coverage, Parameter, ParameterEntry, ParameterLookup
from civicsetu.law.paths import provision_id
from civicsetu.law.statements import DocumentPath, Statement, parse_document_path
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words

_COMPARED = ("value", "share", "scale", "formula", "period", "form")


@dataclass(frozen=True, slots=True)
class ValueSaid:
    """An entry of a parameter, and the jurisdiction whose it is."""

    parameter: Parameter
    jurisdiction: str
    entry: ParameterEntry


@dataclass(frozen=True, slots=True)
class EntrySaid:
    """A sentence made of an entry, with the provisions that carry it as they are held."""

    text: str
    passages: tuple[PassageHeld, ...]

    @property
    def unit(self) -> Unit:
        """The first provision that carries it."""
        return self.passages[0].unit


@dataclass(frozen=True, slots=True)
class StatementLinks:
    """Links by statement: the entries it states, and the parameters it leaves to the states' rules.

    `cells` say of which cell of a parameter a statement leaves the value (by both ids): the form of an extension.
    """

    says: Mapping[str, tuple[ValueSaid, ...]] = field(default_factory=dict)
    leaves: Mapping[str, tuple[Parameter, ...]] = field(default_factory=dict)
    cells: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FixedValues:
    """Values that the laws held fix; each is looked up together with its coverage."""

    usable: UsableLaw
    links: StatementLinks
    held: Collection[str]

    def look_up_all(
        self, parameter: Parameter, jurisdiction: str, as_on: datetime.date
    ) -> list[ParameterLookup]:
        """Return what is held of a jurisdiction for each cell of a parameter; an entry only where it can be cited."""
        found = (self.usable.look_up(parameter.parameter, jurisdiction, cell, as_on) for cell in parameter.cells)
        return [one if self._is_citable(one.entry) else one._replace(entry=None) for one in found]

    def find_lacking(
        self, parameter: Parameter, jurisdiction: str, as_on: datetime.date
    ) -> ParameterLookup | None:
        """Return why nothing of a parameter can be said for a jurisdiction; None where something can."""
        found = self.look_up_all(parameter, jurisdiction, as_on)
        return None if any(one.entry is not None for one in found) else found[0]

    def holds(self, held: StatementHeld, as_on: datetime.date | None) -> bool:
        """Return whether the values a statement says held on a day; one that says none, or no day, is not in the way."""
        said = self.links.says.get(held.statement.id, ())
        return as_on is None or not said or any(one.entry.holds_on(as_on) for one in said)

    def _is_citable(self, entry: ParameterEntry | None) -> bool:
        return entry is not None and is_citable(entry, self.held)


def is_citable(entry: ParameterEntry, held: Collection[str]) -> bool:
    """Return whether every provision that carries an entry is of a document that is held; one without provisions is not."""
    return bool(entry.carriers) and all(one.document in held for one in entry.carriers)


def link_statements(statements: StatementCatalogue, parameters: ParameterCatalogue) -> StatementLinks:
    """Return which entry each statement says, and which parameters it leaves to the states' rules."""
    says: dict[str, list[ValueSaid]] = defaultdict(list)
    for parameter in parameters:
        for jurisdiction, holding in parameter.values.items():
            for entry in holding.entries:
                for statement in _carried_with(entry, statements):
                    if _says(statement, entry, statements) and _names(statement, parameter, entry):
                        says[statement.id].append(ValueSaid(parameter, jurisdiction, entry))
    leaves = {one.id: tuple(_left_by(one, statements, parameters, says)) for one in statements}
    for statement in statements:
        left = [parameter for filled in statement.fills for parameter in leaves.get(filled, ())]
        if left and statement.id not in says:
            says[statement.id].extend(_told_in_part(statement, left))
    cells = {
        (name, parameter.parameter): cell
        for name, left in leaves.items()
        for parameter in left
        if (cell := _cell_left(name, parameter, statements, says))
    }
    return StatementLinks(
        {name: tuple(values) for name, values in says.items() if values},
        {name: left for name, left in leaves.items() if left},
        cells,
    )


def _carried_with(entry: ParameterEntry, statements: StatementCatalogue) -> list[Statement]:
    found = (one for place in entry.carriers for one in statements.carried_by(place.document, place.path))
    return list({one.id: one for one in found}.values())


def _says(statement: Statement, entry: ParameterEntry, statements: StatementCatalogue) -> bool:
    """Whether the statement, with what it requires, has every figure of the entry.

    An entry without figures is not compared, except a manner: a state's statement of its provision that fills one of the Act says it.
    """
    if entry.shape == "manner":
        return bool(statement.fills)
    without_figure = (entry.share is not None and entry.share.part is not None) or (
        entry.period is not None and entry.period.length is None
    )
    if entry.shape not in _COMPARED or without_figure:
        return False
    whole = " ".join(one.says for one in (statement, *statements.required_with(statement)))
    return not check_entry(entry, whole)


def _names(statement: Statement, parameter: Parameter, entry: ParameterEntry) -> bool:
    """Whether it speaks of the parameter; asked only of a multiple, which is no figure that can be compared."""
    if entry.share is None or entry.share.times is None:
        return True
    noun = stem(split_words(parameter.label)[0])
    return noun in stems_of(statement.says)


def _told_in_part(statement: Statement, left: Iterable[Parameter]) -> Iterator[ValueSaid]:
    """Entries of what a statement fills that its provisions carry, where it tells of several in one sum or range."""
    for parameter in left:
        for jurisdiction, holding in parameter.values.items():
            for entry in holding.entries:
                if set(entry.carriers) & set(statement.provisions) and entry.shape in _COMPARED:
                    yield ValueSaid(parameter, jurisdiction, entry)


def _left_by(
    statement: Statement,
    statements: StatementCatalogue,
    parameters: ParameterCatalogue,
    says: Mapping[str, list[ValueSaid]],
) -> Iterator[Parameter]:
    filled_with = {
        value.parameter.parameter for one in statements.filled_by(statement.id) for value in says.get(one.id, ())
    }
    for parameter in parameters:
        if parameter.parameter in filled_with and _refers_to_rules(parameter, statement.provisions):
            yield parameter


def _cell_left(
    statement: str, parameter: Parameter, statements: StatementCatalogue, says: Mapping[str, list[ValueSaid]]
) -> dict[str, str]:
    """Return of each axis the one value that every state's statement in place of this one speaks of."""
    told = [
        value.entry.when
        for one in statements.filled_by(statement)
        for value in says.get(one.id, ())
        if value.parameter.parameter == parameter.parameter
    ]
    found = {axis: {value for when in told for value in when.get(axis, ("", ""))} for axis in parameter.axes}
    return {axis: values.pop() for axis, values in found.items() if len(values) == 1 and "" not in values}


def _refers_to_rules(parameter: Parameter, provisions: Collection[DocumentPath]) -> bool:
    """Whether the Act leaves the parameter to the states' rules at one of these provisions."""
    central = parameter.values.get(CENTRAL)
    if central is None or central.coverage is not Coverage.REFERS or central.to != STATE_RULES:
        return False
    places = [parse_document_path(one) for one in central.provisions]
    return any(place.contains(one) or one.contains(place) for place in places for one in provisions)


def locate_entry(entry: ParameterEntry, law: LawIndex) -> tuple[PassageHeld, ...] | None:
    """Return the provisions that carry an entry as they are held, in plain words if they are; None if one is not held."""
    found = [locate_provision(place, law) for place in entry.carriers]
    if not found or any(one is None for one in found):
        return None
    return tuple(one for one in found if one is not None)


def locate_provision(place: DocumentPath, law: LawIndex) -> PassageHeld | None:
    editions = law.laws[place.document].editions if place.document in law.laws else {}
    for kind in (EditionKind.PLAIN, EditionKind.OFFICIAL):
        edition = editions.get(kind)
        node = edition.places.get(str(place.path)) if edition else None
        units = law.units_of(str(provision_id(place.document, place.path)))
        if edition is not None and node is not None and units:
            return PassageHeld(units[0], edition, node.start, node.end)
    return None


def list_said(
    said: Collection[StatementHeld], links: StatementLinks
) -> Iterator[tuple[StatementHeld, ValueSaid]]:
    """Yield each entry that the statements state, with its statement."""
    for held in said:
        for value in links.says.get(held.statement.id, ()):
            yield held, value
