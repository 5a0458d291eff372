"""All parameters that ship, checked against the registry and the plain editions, by id.

One file is one matter with every jurisdiction in it. A file that is wrong in one field refuses the
whole: nothing is half loaded, and the error names file, line and field.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.plain_editions import PlainEdition, get_plain_edition
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.errors import UnknownDocument
from civicsetu.law.documents import expand_numbers
from civicsetu.law.parameter_shapes import Cell, Shape
from civicsetu.law.parameters import (
    STATE_RULES,
    CellCoverage,
    Coverage,
    JurisdictionValues,
    Parameter,
    ParameterEntry,
    ParameterLookup,
    covers,
)
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import parse_document_path
from civicsetu.yaml_data import FieldError, Place, make_file_error, parse_model

FOLDER = "parameters"
_BARE = ("true", "false")

EditionOf = Callable[[str], PlainEdition | None]


@dataclass(frozen=True)
class ParameterCatalogue:
    """Catalogue of parameters by id; a value is never returned without its coverage."""

    by_id: Mapping[str, Parameter]

    def __len__(self) -> int:
        return len(self.by_id)

    def __iter__(self) -> Iterator[Parameter]:
        return iter(self.by_id.values())

    def look_up(self, parameter: str, jurisdiction: str, cell: Cell, as_on: datetime.date) -> ParameterLookup:
        """Return (coverage, entry or None, …) of a jurisdiction for one cell of the axes on a day.

        Raises:
            ValueError: no such parameter, or the cell does not name each of its axes with one of their values.
        """
        if parameter not in self.by_id:
            raise ValueError(f"there is no parameter {parameter}")
        return self.by_id[parameter].look_up(jurisdiction, cell, as_on)


@lru_cache(maxsize=1)
def get_parameters() -> ParameterCatalogue:
    """Return the parameters that ship with the package, read on first use.

    Raises:
        CorpusError: a file is wrong; file, line and field are named, and none is loaded.
    """
    return load_parameters(read_texts(FOLDER))


def load_parameters(
    texts: Mapping[str, str], registry: Registry | None = None, edition_of: EditionOf = get_plain_edition
) -> ParameterCatalogue:
    """Read files of parameters by name.

    Raises:
        CorpusError: as `get_parameters`.
    """
    known = registry or get_registry()
    found: dict[str, Parameter] = {}
    for name, text in texts.items():
        file = f"{FOLDER}/{name}"
        parameter = parse_model(Parameter, text, file, bare=_BARE)
        try:
            _check(parameter, name, known, edition_of)
        except FieldError as error:
            raise make_file_error(error, text, file) from error
        found[parameter.parameter] = parameter
    for name, text in texts.items():
        parameter = found[name.removesuffix(".yaml")]
        try:
            _check_shares(parameter, found)
        except FieldError as error:
            raise make_file_error(error, text, f"{FOLDER}/{name}") from error
    return ParameterCatalogue(found)


def _check(parameter: Parameter, name: str, registry: Registry, edition_of: EditionOf) -> None:
    if name != f"{parameter.parameter}.yaml":
        raise FieldError(
            f"the file of {parameter.parameter} is named {parameter.parameter}.yaml", "parameter"
        )
    for code, holding in parameter.values.items():
        place = ("values", code)
        if code not in registry.jurisdictions:
            raise FieldError(f"there is no jurisdiction {code}", *place)
        _check_target(parameter, holding, code, (*place, "to"))
        _check_misprint(holding.misprinted, registry, (*place, "misprinted"))
        for at, named in enumerate(holding.provisions):
            _check_provision(named, registry, edition_of, (*place, "provisions", at))
        if holding.conflict:
            _check_provision(
                holding.conflict.provision, registry, edition_of, (*place, "conflict", "provision")
            )
        for at, cell in enumerate(holding.cells):
            _check_when(parameter, cell.when, (*place, "cells", at, "when"))
            _check_target(parameter, cell, code, (*place, "cells", at, "to"))
            for index, named in enumerate(cell.provisions):
                _check_provision(named, registry, edition_of, (*place, "cells", at, "provisions", index))
        _check_entries(parameter, holding, registry, edition_of, place)
        _check_cells(parameter, holding, place)


def _check_target(
    parameter: Parameter, held: JurisdictionValues | CellCoverage, code: str, place: Place
) -> None:
    if held.to not in (None, STATE_RULES, *parameter.values) or held.to == code:
        raise FieldError(f"nothing is held of {held.to} to refer to", *place)


def _check_misprint(named: str | None, registry: Registry, place: Place) -> None:
    if named is None:
        return
    misprinted = parse_document_path(named)
    law = registry.documents.get(misprinted.document)
    if law is None or misprinted.path.number not in law.misprinted:
        raise FieldError(f"the registry knows no misprint of {named}", *place)


def _check_entries(
    parameter: Parameter,
    holding: JurisdictionValues,
    registry: Registry,
    edition_of: EditionOf,
    place: Place,
) -> None:
    for at, entry in enumerate(holding.entries):
        here = (*place, "entries", at)
        if set(entry.when) != set(parameter.by):
            raise FieldError(f"when names each axis once: {', '.join(parameter.by) or 'none'}", *here, "when")
        _check_when(parameter, entry.when, (*here, "when"))
        if not _shapes_of(entry) & set(parameter.types):
            raise FieldError(f"its shape is none of {', '.join(parameter.types)}", *here, entry.shape)
        for index, named in enumerate(entry.provisions):
            _check_provision(named, registry, edition_of, (*here, "provisions", index))
        for index, named in enumerate(entry.period.day_by if entry.period else ()):
            _check_provision(named, registry, edition_of, (*here, "period", "day_by", index))
        if entry.conflict:
            _check_provision(entry.conflict.provision, registry, edition_of, (*here, "conflict", "provision"))


def _shapes_of(entry: ParameterEntry) -> set[Shape]:
    return {Shape.MONEY, Shape.COUNT} if entry.shape == "value" else {Shape(entry.shape)}


def _check_when(parameter: Parameter, when: Mapping[str, tuple[str, ...]], place: Place) -> None:
    for axis, values in when.items():
        unknown = [value for value in values if value not in parameter.axes.get(axis, ())]
        if axis not in parameter.axes or unknown:
            known = ", ".join(parameter.axes.get(axis, ())) or "none"
            raise FieldError(f"{axis}: {', '.join(unknown)} is no value; there are {known}", *place)


def _check_cells(parameter: Parameter, holding: JurisdictionValues, place: Place) -> None:
    """Of `fixed` every cell has an entry or a coverage of its own; no cell has two on one day."""
    if holding.coverage not in (Coverage.FIXED, Coverage.PART_HELD):
        return
    for cell in parameter.cells:
        entries = [(at, one) for at, one in enumerate(holding.entries) if covers(one.when, cell)]
        others = [one for one in holding.cells if covers(one.when, cell)]
        told = ", ".join(f"{axis} {value}" for axis, value in cell.items()) or "the only cell"
        for (_, one), (at, other) in pairwise(sorted(entries, key=lambda found: found[1].from_)):
            if one.holds_on(other.from_):
                raise FieldError(f"another entry of {told} holds on the same days", *place, "entries", at)
        if len(others) > 1 or (entries and others):
            raise FieldError(f"{told} stands twice", *place, "cells")
        if holding.coverage is Coverage.FIXED and not entries and not others:
            raise FieldError(f"{told} has neither an entry nor a coverage of its own", *place, "entries")


def _check_provision(named: str, registry: Registry, edition_of: EditionOf, place: Place) -> None:
    """The provision stands in the plain edition; of a law without one, its number is one the law must have."""
    document, colon, printed = named.partition(":")
    if not colon:
        raise FieldError(f"{named!r} names no law; write it as rera_act_2016:18(1)", *place)
    try:
        spec = registry.get_document(document)
    except UnknownDocument as error:
        raise FieldError(error.user_message, *place) from error
    numbers = expand_numbers(spec.expected)
    if _is_range(printed, numbers):
        return
    try:
        path = parse_path(printed)
    except ValueError as error:
        raise FieldError(str(error), *place) from error
    edition = edition_of(document)
    held = edition is not None and any(path.number == one.number for one in edition.nodes)
    if held and edition is not None and path not in edition.nodes:
        raise FieldError(f"{document} has no {printed} in its plain edition", *place)
    if not held and not path.is_annex and path.number not in numbers:
        raise FieldError(f"{document} has no {printed}", *place)


def _is_range(printed: str, numbers: tuple[str, ...]) -> bool:
    try:
        return set(expand_numbers(printed)) <= set(numbers) and not printed.isdigit()
    except ValueError:
        return False


def _check_shares(parameter: Parameter, found: Mapping[str, Parameter]) -> None:
    """A share of another parameter names one there is."""
    for code, holding in parameter.values.items():
        for at, entry in enumerate(holding.entries):
            of = entry.share.of.removeprefix("parameter:") if entry.share else ""
            if entry.share and entry.share.of.startswith("parameter:") and of not in found:
                raise FieldError(f"there is no parameter {of}", "values", code, "entries", at, "share", "of")
