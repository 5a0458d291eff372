"""Parameters: dated values that the laws of the jurisdictions fix, each with its provision and its coverage.

A look-up gives coverage with the entry, never a bare value: what is held of a jurisdiction decides
what may be said of it, and a value that is not held is neither nought nor a neighbour's.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from civicsetu.law.documents import CENTRAL
from civicsetu.law.statements import DocumentPath, parse_document_path


class Coverage(StrEnum):
    """What is held of a jurisdiction on a parameter. Only `silent` may be told as "the rules say nothing"."""

    FIXED = "fixed"
    REFERS = "refers"
    SILENT = "silent"
    PART_HELD = "part_held"
    NOT_HELD = "not_held"
    NOT_READ = "not_read"
    NOT_APPLICABLE = "not_applicable"
    IN_DOUBT = "in_doubt"


class Shape(StrEnum):
    """What an entry gives: the key it stands under, and what the file says its entries may be."""

    MONEY = "money"
    COUNT = "count"
    SHARE = "share"
    SCALE = "scale"
    FORMULA = "formula"
    PERIOD = "period"
    SPAN = "span"
    FORM = "form"
    THRESHOLD = "threshold"
    PENALTY = "penalty"
    LIST = "list"
    MANNER = "manner"


_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_FRACTION = re.compile(r"(\d+)/(\d+)")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def _figure(text: object) -> object:
    if isinstance(text, str) and not _FIGURE.fullmatch(text):
        raise ValueError(f"{text!r} is no figure; figures are written as 500 or 2.00, without signs")
    return text


def _fraction(text: str) -> str:
    match = _FRACTION.fullmatch(text)
    if match is None or int(match[2]) == 0:
        raise ValueError(f"{text!r} is no fraction; it is written as 2/3")
    return text


def _day(text: object) -> object:
    if isinstance(text, str) and not _DAY.fullmatch(text):
        raise ValueError(f"{text!r} is no day; days are written as 2017-07-11")
    return text


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _carrier(text: str) -> str:
    parse_document_path(text)
    return text


Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Figure = Annotated[Decimal, BeforeValidator(_figure)]
Day = Annotated[datetime.date, BeforeValidator(_day)]
Url = Annotated[str, Field(pattern=r"^https?://[^\s/]+")]
Note = Annotated[str, Field(min_length=10)]
ProvisionName = Annotated[str, AfterValidator(_carrier)]
Bound = Literal["up_to", "at_least", "exactly"]


Cell = Mapping[str, str]
Cells = dict[Word, Annotated[tuple[Word, ...], BeforeValidator(_as_list), Field(min_length=1)]]
"""Cells of the axes: each axis with one value or several."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


Unit = Literal["day", "month", "quarter", "year"]
Event = Literal[
    "act_commenced", "allottee_defaults", "amount_and_interest_refunded", "amount_paid",
    "amount_received_by_promoter", "appeal_received", "application_made", "application_received",
    "application_withdrawn", "completion_certificate_obtained", "copy_of_order_received", "decision_time_over",
    "defect_brought_to_notice", "delay_begins", "financial_year_ends", "majority_of_units_booked", "notice_given",
    "occupancy_certificate_issued", "offence_compounded", "order_made", "possession_handed_over", "quarter_ends",
    "refund_due", "registration_expires", "registration_granted", "registration_renewed", "report_year_ends",
    "tribunal_order_communicated",
]  # fmt: skip
"""What a period or a span begins or ends with: a closed list, extended only with the file that needs it."""


class Term(_Frozen):
    """A length of time by itself."""

    length: Figure
    unit: Unit
    bound: Bound = "exactly"


class Share(_Frozen):
    """A part of something, or a part or a sum, whichever is higher or lower.

    The part is a percentage, a fraction, a multiple, or the whole or none where the text has no figure;
    `or_sum: as_prescribed` is a sum fixed elsewhere and not held.
    """

    percent: Figure | None = None
    fraction: Annotated[str, AfterValidator(_fraction)] | None = None
    times: Figure | None = None
    part: Literal["whole", "none"] | None = None
    of: str = Field(pattern=r"^(?:parameter:)?[a-z][a-z0-9_]*$")
    bound: Bound | Literal["not_stated"] = "exactly"
    or_sum: Figure | Literal["as_prescribed"] | None = None
    which: Literal["higher", "lower"] | None = None
    in_proportion_to: Literal["term_of_imprisonment"] | None = None
    full_at: Term | None = None

    @model_validator(mode="after")
    def _one_part(self) -> Self:
        if sum(one is not None for one in (self.percent, self.fraction, self.times, self.part)) != 1:
            raise ValueError("a share has one of percent, fraction, times and part")
        if (self.or_sum is None) != (self.which is None):
            raise ValueError("or_sum and which go together")
        if (self.in_proportion_to is None) != (self.full_at is None):
            raise ValueError("in_proportion_to and full_at go together")
        return self

    @property
    def fraction_of_one(self) -> Fraction:
        """The part, as a fraction of one."""
        if self.part is not None:
            return Fraction(self.part == "whole")
        if self.fraction is not None:
            return Fraction(self.fraction)
        return Fraction(self.times) if self.times is not None else Fraction(self.percent or 0) / 100


class Bracket(_Frozen):
    """The rate up to a quantity, inclusive; the last bracket has no end. `each` where it differs by bracket."""

    up_to: Figure | None = None
    rate: Figure
    each: Figure | None = None
    part_counts_whole: Literal["stated"] | None = None


class Scale(_Frozen):
    """A fee by quantity, with the cap that may never be torn from it."""

    of: Literal["land_area"]
    unit: Literal["square_meter"]
    each: Figure | None = None
    part_counts_whole: Literal["stated", "not_stated"] = "not_stated"
    applies_to: Literal["whole", "slices", "not_stated"]
    brackets: tuple[Bracket, ...] = Field(min_length=1)
    cap_total: Figure | None = None
    floor_total: Figure | None = None

    @model_validator(mode="after")
    def _ascending(self) -> Self:
        *inner, last = [bracket.up_to for bracket in self.brackets]
        ends = [end for end in inner if end is not None]
        if (
            len(ends) < len(inner)
            or ends != sorted(set(ends))
            or (last is not None and [*ends, last] != sorted({*ends, last}))
        ):
            raise ValueError("brackets ascend, and only the last may have no up_to")
        if self.each is None and any(bracket.each is None for bracket in self.brackets):
            raise ValueError("each says for how many units a rate is, for all brackets or for every one")
        return self


class IndexedRate(_Frozen):
    """A published rate, and which of its values counts; `not_clear`: the print does not let it be told."""

    index: Literal["sbi_mclr", "sbi_prime_lending_rate", "sbi_benchmark_lending_rate", "not_clear"]
    which: Literal["highest", "not_stated"] | None = None
    when: Word | None = None


class Formula(_Frozen):
    """A rate of interest as the law builds it; what it leaves open is `not_stated`, never chosen."""

    base: IndexedRate
    plus: Figure
    per: Literal["year", "month", "not_stated"]
    compounding: Literal["simple", "monthly", "yearly", "not_stated"]
    day_count: Literal["actual_365", "not_stated"]
    fallback: IndexedRate | None = None
    agreed_rate: Literal["first"] | None = None


class Extension(_Frozen):
    """By how long a period may be extended, and on what condition."""

    length: Figure | Literal["not_stated"]
    unit: Unit | None = None
    bound: Bound | None = None
    condition: str | None = Field(None, min_length=5)


class Period(_Frozen):
    """A length of time, from which event on or up to which.

    `every` comes back with each unit and has no length; of `endeavour` the law says "try". Days that
    are working days say so, with the provision that makes them so.
    """

    length: Figure | None = None
    unit: Unit
    bound: Literal["within", "at_least", "exactly", "up_to", "every", "endeavour"] = "exactly"
    starts: Event | None = None
    side: Literal["after", "before"] = "after"
    extend: Extension | None = None
    day_is: Literal["working_day", "calendar_day"] | None = None
    day_by: tuple[ProvisionName, ...] = ()

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.length is None) != (self.bound == "every"):
            raise ValueError("a period has a length, but for one that comes back every unit")
        if (self.day_is is None) != (not self.day_by):
            raise ValueError("day_is says what a day is, and day_by which provisions make it so")
        return self


class Span(_Frozen):
    """From which event to which something runs, and in what it is counted."""

    starts: Event
    ends: Event
    counted: Unit | None = None


class FormName(_Frozen):
    """A form by its printed name."""

    name: str = Field(min_length=1)
    copies: Figure | None = None
    way: tuple[Literal["paper", "online"], ...] = ()


class Limit(_Frozen):
    """One limit of a threshold."""

    what: Literal["land_area", "apartments_all_phases"]
    compare: Literal["at_most", "more_than", "at_least", "less_than"]
    value: Figure
    unit: Literal["square_meter", "apartment"]


class Threshold(_Frozen):
    """From which size on a rule holds, or does not; no yes or no is decided on one that is unsettled."""

    need: Literal["any", "all", "unsettled"]
    effect: Literal["registration_not_required"]
    limits: tuple[Limit, ...] = Field(min_length=1)


class PenaltyTotal(_Frozen):
    """The most all together: a sum, or a part of something."""

    sum: Figure | None = None
    percent: Figure | None = None
    of: Word | None = None
    bound: Bound
    set_by: Literal["authority"] | None = None
    further: Literal["stated"] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.sum is None) == (self.percent is None) or (self.percent is None) != (self.of is None):
            raise ValueError("a total has a sum, or a percentage of something")
        return self


class Penalty(_Frozen):
    """Whom it hits, its ceiling, and how its parts go together."""

    who: Literal["promoter", "agent", "allottee"]
    kind: Literal["penalty", "offence"]
    runs: Literal["once", "each_day", "period_of_default"]
    sum_per_day: Figure | None = None
    total: PenaltyTotal | None = None
    imprisonment: Term | None = None
    combine: Literal["either_or_both"] | None = None

    @model_validator(mode="after")
    def _has_a_measure(self) -> Self:
        if self.total is None and self.imprisonment is None and self.sum_per_day is None:
            raise ValueError("a penalty has a sum or imprisonment")
        if (self.combine is not None) != (self.imprisonment is not None):
            raise ValueError("combine says how imprisonment and fine go together")
        return self


class ClosedList(_Frozen):
    """Things that are all needed, or one of them."""

    need: Literal["any", "all"]
    items: tuple[
        Literal["engineer", "architect", "chartered_accountant", "chartered_accountant_in_practice"], ...
    ] = Field(min_length=1)


class Manner(_Frozen):
    """How an order is enforced: as what, by whom, else by whom, under which law."""

    as_: Literal["arrears_of_land_revenue", "decree_of_civil_court", "decree_of_principal_civil_court"] = (
        Field(alias="as")
    )
    by: Literal["the_body_itself"] | None = None
    else_: Literal["principal_civil_court", "civil_court_with_local_jurisdiction"] | None = Field(
        None, alias="else"
    )
    under: Word | None = None


class Disagreement(_Frozen):
    """Another provision that says otherwise."""

    provision: ProvisionName
    says: Note


SHAPES = (
    "value", "share", "scale", "formula", "period", "span", "form", "threshold", "penalty", "list", "manner"
)  # fmt: skip


class ParameterEntry(_Frozen):
    """One value: for which cells and days it holds, what carries it and when it was printed.

    Without `confirmed_on` nobody has looked whether it is still the figure in force: whoever shows it
    says as of which print. `requires` are conditions that are told with it; `note` is for editors.
    """

    when: Cells = {}
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
    span: Span | None = None
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


class CellCoverage(_Frozen):
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


class JurisdictionValues(_Frozen):
    """What is held of one jurisdiction: its coverage, the entries where it has a value, and other cells.

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
    """What is held for one jurisdiction, cell and day; the entry only where there is a value.

    `holding` is the record that decides (its note, official place and provisions), None where the
    file does not name the jurisdiction; `none_then`: the first entry begins only later.
    """

    coverage: Coverage
    entry: ParameterEntry | None
    holding: JurisdictionValues | CellCoverage | None = None
    none_then: bool = False


class Parameter(_Frozen):
    """One matter in every jurisdiction.

    `set_by` act: the Act fixes it, so a jurisdiction that is not named has CENTRAL's value. Rules:
    each state's rules fix it, and a state never gets another's.
    """

    parameter: Word
    label: str = Field(min_length=3, pattern=r"^[^0-9]+$")
    types: tuple[Shape, ...] = Field(min_length=1)
    unit: str | None = None
    set_by: Literal["act", "rules"]
    axes: dict[Word, tuple[Word, ...]] = {}
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
