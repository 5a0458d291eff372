"""Parameters: dated values that the laws of the jurisdictions fix, each with its provision and its coverage.

A look-up gives coverage with the entry, never a bare value: what is held of a jurisdiction decides
what may be said of it, and a value that is not held is neither nought nor a neighbour's.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from enum import StrEnum
from itertools import product
from typing import Literal, NamedTuple, Self

from pydantic import Field, model_validator

from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameter_shapes import (
    Bound,
    Cell,
    Cells,
    ClosedList,
    Day,
    Disagreement,
    EventSpan,
    Figure,
    FormName,
    Formula,
    Frozen,
    Manner,
    Note,
    Penalty,
    Period,
    ProvisionName,
    Scale,
    Shape,
    Share,
    Threshold,
    Url,
    Word,
)
from civicsetu.law.statements import DocumentPath, parse_document_path


class Coverage(StrEnum):
    """Coverage of a parameter in a jurisdiction. Only `silent` may be told as "the rules say nothing"."""

    FIXED = "fixed"
    REFERS = "refers"
    SILENT = "silent"
    PART_HELD = "part_held"
    NOT_HELD = "not_held"
    NOT_READ = "not_read"
    NOT_APPLICABLE = "not_applicable"
    IN_DOUBT = "in_doubt"


SHAPES = (
    "value", "share", "scale", "formula", "period", "span", "form", "threshold", "penalty", "list", "manner"
)  # fmt: skip


class ParameterEntry(Frozen):
    """One value: for which cells and days it holds, what carries it and when it was printed.

    Without `confirmed_on` nobody has looked whether it is still the figure in force: whoever shows it
    says as of which print. `requires` are conditions that are told with it; `note` is for editors.
    `yields_to` a local law: it holds only where none sets another.
    """

    when: Cells = Field(default_factory=dict)
    from_: Day = Field(alias="from")
    from_is: Literal["in_force", "issued", "dated", "seen"] = "in_force"
    to: Day | None = None
    value: Figure | None = None
    bound: Bound = "exactly"
    per: Word | None = None
    share: Share | None = None
    scale: Scale | None = None
    formula: Formula | None = None
    period: Period | None = None
    span: EventSpan | None = None
    form: FormName | None = None
    threshold: Threshold | None = None
    penalty: Penalty | None = None
    list: ClosedList | None = None
    manner: Manner | None = None
    pay_by: tuple[Literal["demand_draft", "bankers_cheque", "online"], ...] = ()
    provisions: tuple[ProvisionName, ...] = ()
    basis: Literal["official", "secondary"]
    sources: tuple[Url, ...] = ()
    read_on: Day | None = None
    as_printed: Day | Literal["not_known"]
    confirmed_on: Day | None = None
    confirmed_at: Url | None = None
    note: Note | None = None
    requires: tuple[Note, ...] = ()
    yields_to: Literal["local_law"] | None = None
    conflict: Disagreement | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        given = [name for name in SHAPES if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"exactly one of {', '.join(SHAPES)} is given, not {', '.join(given) or 'none'}")
        if self.to and self.to < self.from_:
            raise ValueError("it ends before it begins")
        if (self.confirmed_on is None) != (self.confirmed_at is None):
            raise ValueError("confirmed_on needs confirmed_at, the address that was read that day")
        secondary = self.basis == "secondary"
        if secondary and (len(set(self.sources)) < 2 or self.read_on is None):
            raise ValueError("a secondary entry names two sources and the day they were read")
        if not secondary and (
            not self.provisions or self.from_is != "in_force" or self.as_printed == "not_known"
        ):
            raise ValueError(
                "an official entry names its provisions, the day they came into force and the print"
            )
        return self

    @property
    def shape(self) -> str:
        """The key its value stands under."""
        return next(name for name in SHAPES if getattr(self, name) is not None)

    @property
    def carriers(self) -> tuple[DocumentPath, ...]:
        """The provisions that carry it, all of them needed."""
        return tuple(parse_document_path(name) for name in self.provisions)

    def holds_on(self, day: datetime.date) -> bool:
        """Return whether the entry holds on that day."""
        return self.from_ <= day and (self.to is None or day <= self.to)


class CellCoverage(Frozen):
    """Cells of a jurisdiction whose coverage is another than its own."""

    when: Cells = Field(min_length=1)
    coverage: Coverage
    to: str | None = None
    provisions: tuple[str, ...] = ()
    official_place: Url | None = None
    read_on: Day | None = None
    note: Note | None = None

    @model_validator(mode="after")
    def _fits_its_coverage(self) -> Self:
        if self.coverage in (Coverage.FIXED, Coverage.PART_HELD):
            raise ValueError("cells with a value are entries")
        _check_coverage(self)
        return self


class JurisdictionValues(Frozen):
    """Values of one jurisdiction: its coverage, the entries where it has a value, and other cells.

    `misprinted` is its own provision on the matter where the print at hand does not give its words.
    """

    coverage: Coverage
    entries: tuple[ParameterEntry, ...] = ()
    cells: tuple[CellCoverage, ...] = ()
    to: str | None = None
    provisions: tuple[str, ...] = ()
    official_place: Url | None = None
    read_on: Day | None = None
    note: Note | None = None
    conflict: Disagreement | None = None
    misprinted: ProvisionName | None = None

    @model_validator(mode="after")
    def _fits_its_coverage(self) -> Self:
        holds = self.coverage in (Coverage.FIXED, Coverage.PART_HELD)
        if bool(self.entries or self.cells) > holds or (self.coverage is Coverage.FIXED and not self.entries):
            raise ValueError(f"coverage {self.coverage} and {len(self.entries)} entries do not go together")
        _check_coverage(self)
        return self


def _check_coverage(held: CellCoverage | JurisdictionValues) -> None:
    if (held.to is not None) != (held.coverage is Coverage.REFERS):
        raise ValueError("coverage refers says to what it refers, and only it does")
    if held.coverage is Coverage.SILENT and not (held.provisions and held.read_on):
        raise ValueError("silent needs the provisions that were read whole and the day")


STATE_RULES = "state_rules"
"""What an Act refers to that leaves a value to each state's rules."""


class ParameterLookup(NamedTuple):
    """Result of looking up one jurisdiction, cell and day; the entry only where there is a value.

    `holding` is the record that decides (its note, official place and provisions), None where the
    file does not name the jurisdiction; `none_then`: the first entry begins only later.
    """

    coverage: Coverage
    entry: ParameterEntry | None
    holding: JurisdictionValues | CellCoverage | None = None
    none_then: bool = False


class Parameter(Frozen):
    """One matter in every jurisdiction.

    `set_by` act: the Act fixes it, so a jurisdiction that is not named has CENTRAL's value. Rules:
    each state's rules fix it, and a state never gets another's.
    """

    parameter: Word
    label: str = Field(min_length=3, pattern=r"^[^0-9]+$")
    types: tuple[Shape, ...] = Field(min_length=1)
    unit: str | None = None
    set_by: Literal["act", "rules"]
    axes: dict[Word, tuple[Word, ...]] = Field(default_factory=dict)
    by: tuple[Word, ...] = ()
    unlisted: Coverage
    note: Note | None = None
    values: dict[str, JurisdictionValues] = Field(min_length=1)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if set(self.by) != set(self.axes) or len(set(self.by)) < len(self.by):
            raise ValueError("by names every axis once")
        if (self.set_by == "act") != (self.unlisted is Coverage.REFERS) or self.unlisted in (
            Coverage.FIXED,
            Coverage.PART_HELD,
            Coverage.SILENT,
        ):
            raise ValueError("unlisted is refers where the Act fixes the value, else a coverage without one")
        sums = {Shape.MONEY, Shape.SCALE, Shape.COUNT}
        if self.unit is None and sums & set(self.types):
            raise ValueError("money, scale and count need a unit")
        if self.unit is not None and not {*sums, Shape.SHARE, Shape.PENALTY} & set(self.types):
            raise ValueError("only what holds sums or counts has a unit")
        return self

    @property
    def cells(self) -> tuple[dict[str, str], ...]:
        """Every cell of the axes; one empty cell where there is no axis."""
        rows = product(*(self.axes[axis] for axis in self.by))
        return tuple(dict(zip(self.by, row, strict=True)) for row in rows)

    def look_up(self, jurisdiction: str, cell: Cell, as_on: datetime.date) -> ParameterLookup:
        """Return what is held of a jurisdiction for one cell of the axes on a day.

        A value comes only from an entry that holds on that day: no default, no neighbour's, no last one.

        Raises:
            ValueError: the cell does not name each axis with one of its values.
        """
        self.check_cell(cell)
        holding = self.values.get(jurisdiction)
        if holding is None:
            central = self.values.get(CENTRAL) if self.unlisted is Coverage.REFERS else None
            entry = self._in_entries(central, cell, as_on).entry if central is not None else None
            return ParameterLookup(self.unlisted, entry, central)
        if holding.coverage is Coverage.REFERS:
            return ParameterLookup(Coverage.REFERS, self._referred(holding.to, cell, as_on), holding)
        if holding.coverage not in (Coverage.FIXED, Coverage.PART_HELD):
            return ParameterLookup(holding.coverage, None, holding)
        return self._in_entries(holding, cell, as_on)

    def _in_entries(self, holding: JurisdictionValues, cell: Cell, as_on: datetime.date) -> ParameterLookup:
        entries = [entry for entry in holding.entries if covers(entry.when, cell)]
        held = next((entry for entry in entries if entry.holds_on(as_on)), None)
        if held is not None:
            return ParameterLookup(Coverage.FIXED, held, holding)
        other = next((one for one in holding.cells if covers(one.when, cell)), None)
        if other is not None and other.coverage is Coverage.REFERS:
            return ParameterLookup(Coverage.REFERS, self._referred(other.to, cell, as_on), other)
        if other is not None:
            return ParameterLookup(other.coverage, None, other)
        none_then = bool(entries) and as_on < min(entry.from_ for entry in entries)
        coverage = Coverage.NOT_APPLICABLE if none_then else Coverage.PART_HELD
        return ParameterLookup(coverage, None, holding, none_then)

    def _referred(self, to: str | None, cell: Cell, as_on: datetime.date) -> ParameterEntry | None:
        """The value of what is referred to, which refers no further."""
        there = self.values.get(to or "")
        return self._in_entries(there, cell, as_on).entry if there and there.entries else None

    def check_cell(self, cell: Cell) -> None:
        """Raise ValueError where the cell does not name each axis with one of its values."""
        if set(cell) != set(self.by):
            wanted, given = ", ".join(self.by) or "nothing", ", ".join(cell) or "nothing"
            raise ValueError(f"{self.parameter} is by {wanted}, not by {given}")
        for axis, value in cell.items():
            if value not in self.axes[axis]:
                raise ValueError(
                    f"{value!r} is no {axis} of {self.parameter}; there are {', '.join(self.axes[axis])}"
                )


def covers(cells: Mapping[str, tuple[str, ...]], cell: Cell) -> bool:
    """Return whether a cell is among those; axes that are not named leave it open."""
    return all(cell[axis] in values for axis, values in cells.items())
