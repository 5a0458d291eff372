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
    SHARE = "share"
    SCALE = "scale"
    FORMULA = "formula"
    PERIOD = "period"
    FORM = "form"
    THRESHOLD = "threshold"
    PENALTY = "penalty"
    LIST = "list"
    COUNT = "count"


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


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Share(_Frozen):
    """A part of something, or a part or a sum, whichever is higher or lower."""

    percent: Figure | None = None
    fraction: Annotated[str, AfterValidator(_fraction)] | None = None
    of: str = Field(pattern=r"^(?:parameter:)?[a-z][a-z0-9_]*$")
    bound: Bound = "exactly"
    or_sum: Figure | None = None
    which: Literal["higher", "lower"] | None = None

    @model_validator(mode="after")
    def _one_part(self) -> Self:
        if (self.percent is None) == (self.fraction is None):
            raise ValueError("a share has either percent or fraction")
        if (self.or_sum is None) != (self.which is None):
            raise ValueError("or_sum and which go together")
        return self

    @property
    def part(self) -> Fraction:
        """The part, as a fraction of one."""
        return Fraction(self.fraction) if self.fraction else Fraction(self.percent or 0) / 100


class Bracket(_Frozen):
    """The rate up to a quantity, inclusive; the last bracket has no end."""

    up_to: Figure | None = None
    rate: Figure


class Scale(_Frozen):
    """A fee by quantity, with the cap that may never be torn from it."""

    of: Word
    unit: Word
    each: Figure
    part_counts_whole: Literal["stated", "not_stated"] = "not_stated"
    applies_to: Literal["whole", "slices", "not_stated"]
    brackets: tuple[Bracket, ...] = Field(min_length=1)
    cap_total: Figure | None = None
    floor_total: Figure | None = None

    @model_validator(mode="after")
    def _ascending(self) -> Self:
        ends = [bracket.up_to for bracket in self.brackets]
        inner = [end for end in ends[:-1] if end is not None]
        if len(inner) < len(ends) - 1 or inner != sorted(set(inner)):
            raise ValueError("brackets ascend, and only the last may have no up_to")
        if ends[-1] is not None and inner and ends[-1] <= inner[-1]:
            raise ValueError("brackets ascend, and only the last may have no up_to")
        return self


class IndexedRate(_Frozen):
    """A published rate, and which of its values counts."""

    index: Word
    which: Word | None = None
    when: Word | None = None


class Formula(_Frozen):
    """A rate of interest as the law builds it; what it leaves open is `not_stated`, never chosen."""

    base: IndexedRate
    plus: Figure
    per: Literal["year", "month", "not_stated"]
    compounding: Literal["simple", "monthly", "yearly", "not_stated"]
    day_count: Word
    fallback: IndexedRate | None = None


class Extension(_Frozen):
    """By how long a period may be extended, and on what condition."""

    length: str = Field(pattern=r"^(?:\d+|not_stated)$")
    unit: Word | None = None
    bound: Word | None = None
    condition: Word | None = None


class Period(_Frozen):
    """A length of time, from which event on or up to which."""

    length: Figure
    unit: Literal["day", "month", "year", "quarter", "week", "hour"]
    bound: Literal["within", "at_least", "exactly", "up_to"] = "exactly"
    starts: Word | None = None
    side: Literal["after", "before"] = "after"
    extend: Extension | None = None


class FormName(_Frozen):
    """A form by its printed name."""

    name: str = Field(min_length=1)
    copies: Figure | None = None
    way: tuple[Word, ...] = ()


class Limit(_Frozen):
    """One limit of a threshold."""

    what: Word
    compare: Literal["at_most", "more_than", "at_least", "less_than"]
    value: Figure
    unit: Word


class Threshold(_Frozen):
    """From which size on a rule holds, or does not."""

    need: Literal["any", "all"]
    limits: tuple[Limit, ...] = Field(min_length=1)


class PenaltySum(_Frozen):
    """A sum, or a part of something; `up_to` where the law gives a ceiling."""

    sum: Figure | None = None
    percent: Figure | None = None
    of: Word | None = None
    bound: Bound | None = None
    per: Word | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.sum is None) == (self.percent is None):
            raise ValueError("a sum or a percentage is given, and not both")
        if (self.percent is None) != (self.of is None):
            raise ValueError("a percentage says what it is of")
        return self


class Imprisonment(_Frozen):
    """A term of imprisonment."""

    length: Figure
    unit: Literal["day", "month", "year"]
    bound: Bound


class Penalty(_Frozen):
    """Whom it hits, its ceiling, and how its parts go together."""

    who: Word
    money: PenaltySum | None = None
    imprisonment: Imprisonment | None = None
    runs: Literal["each_day"] | None = None
    total: Literal["cumulative"] | None = None
    cap: PenaltySum | None = None
    combine: Literal["either_or_both", "both", "either"] | None = None

    @model_validator(mode="after")
    def _has_a_measure(self) -> Self:
        if self.money is None and self.imprisonment is None:
            raise ValueError("a penalty has money or imprisonment")
        if (self.combine is not None) != (self.money is not None and self.imprisonment is not None):
            raise ValueError("combine says how money and imprisonment go together")
        return self


class ClosedList(_Frozen):
    """Things that are all needed, or one of them."""

    need: Literal["any", "all"]
    items: tuple[Word, ...] = Field(min_length=1)


class Disagreement(_Frozen):
    """Another provision that says otherwise."""

    provision: ProvisionName
    says: Note


SHAPES = ("value", "share", "scale", "formula", "period", "form", "threshold", "penalty", "list")


class ParameterEntry(_Frozen):
    """One value: where it holds (`when`), from which day to which, what carries it and when it was printed.

    Without `confirmed_on` nobody has looked whether it is still the figure in force: whoever shows it
    says as of which print.
    """

    when: dict[Word, Word] = {}
    from_: Day = Field(alias="from")
    to: Day | None = None
    value: Figure | None = None
    bound: Bound = "exactly"
    per: Word | None = None
    share: Share | None = None
    scale: Scale | None = None
    formula: Formula | None = None
    period: Period | None = None
    form: FormName | None = None
    threshold: Threshold | None = None
    effect: Word | None = None
    penalty: Penalty | None = None
    list: ClosedList | None = None
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
        if self.basis == "secondary" and (len(set(self.sources)) < 2 or self.read_on is None):
            raise ValueError("a secondary entry names two sources and the day they were read")
        if not self.provisions and not self.sources:
            raise ValueError("no provision and no source carries it")
        if (self.effect is not None) != (self.threshold is not None):
            raise ValueError("a threshold says its effect, and only a threshold does")
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


Cell = Mapping[str, str]


class JurisdictionValues(_Frozen):
    """What is held of one jurisdiction: its coverage, and the entries where it has a value."""

    coverage: Coverage
    entries: tuple[ParameterEntry, ...] = ()
    to: str | None = None
    provisions: tuple[str, ...] = ()
    silent: tuple[dict[Word, Word], ...] = ()
    not_applicable: tuple[dict[Word, Word], ...] = ()
    official_place: Url | None = None
    read_on: Day | None = None
    note: Note | None = None

    @model_validator(mode="after")
    def _fits_its_coverage(self) -> Self:
        holds = self.coverage in (Coverage.FIXED, Coverage.PART_HELD)
        if bool(self.entries) > holds or (self.coverage is Coverage.FIXED and not self.entries):
            raise ValueError(f"coverage {self.coverage} and {len(self.entries)} entries do not go together")
        if (self.to is not None) != (self.coverage is Coverage.REFERS):
            raise ValueError("coverage refers says to what it refers, and only it does")
        if self.coverage is Coverage.SILENT and not (self.provisions and self.read_on):
            raise ValueError("silent needs the provisions that were read whole and the day")
        return self


STATE_RULES = "state_rules"
"""What an Act refers to that leaves a value to each state's rules."""


class ParameterLookup(NamedTuple):
    """What is held for one jurisdiction, cell and day; the entry only where there is a value.

    `holding` is the jurisdiction's record (its note, its official place, its provisions), None where
    the file does not name it; `none_then`: the first entry begins only later.
    """

    coverage: Coverage
    entry: ParameterEntry | None
    holding: JurisdictionValues | None = None
    none_then: bool = False


class Parameter(_Frozen):
    """One matter in every jurisdiction."""

    parameter: Word
    label: str = Field(min_length=3, pattern=r"^[^0-9]+$")
    types: tuple[Shape, ...] = Field(min_length=1)
    unit: str | None = None
    set_by: Literal["act", "rules"]
    axes: dict[Word, tuple[Word, ...]] = {}
    by: tuple[Word, ...] = ()
    unlisted: Coverage
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
        needs_unit = bool({Shape.MONEY, Shape.SCALE, Shape.COUNT} & set(self.types))
        if needs_unit != (self.unit is not None):
            raise ValueError("money, scale and count need a unit, and only they have one")
        return self

    def look_up(self, jurisdiction: str, cell: Cell, as_on: datetime.date) -> ParameterLookup:
        """Return what is held of a jurisdiction for one cell of the axes on a day.

        A value comes only from an entry that holds on that day: no default, no neighbour's, no last one.

        Raises:
            ValueError: the cell does not name each axis with one of its values.
        """
        self.check_cell(cell)
        holding = self.values.get(jurisdiction)
        if holding is None:
            central = self.values.get(CENTRAL)
            if self.unlisted is Coverage.REFERS and central is not None:
                return ParameterLookup(Coverage.REFERS, self.look_up(CENTRAL, cell, as_on).entry, central)
            return ParameterLookup(self.unlisted, None)
        if holding.coverage is Coverage.REFERS:
            entry = None if holding.to == STATE_RULES else self.look_up(str(holding.to), cell, as_on).entry
            return ParameterLookup(Coverage.REFERS, entry, holding)
        if holding.coverage not in (Coverage.FIXED, Coverage.PART_HELD):
            return ParameterLookup(holding.coverage, None, holding)
        return self._in_entries(holding, cell, as_on)

    def _in_entries(self, holding: JurisdictionValues, cell: Cell, as_on: datetime.date) -> ParameterLookup:
        entries = [entry for entry in holding.entries if entry.when == cell]
        held = [entry for entry in entries if entry.holds_on(as_on)]
        if held:
            return ParameterLookup(Coverage.FIXED, held[0], holding)
        if any(listed.items() <= cell.items() for listed in holding.not_applicable):
            return ParameterLookup(Coverage.NOT_APPLICABLE, None, holding)
        if any(listed.items() <= cell.items() for listed in holding.silent):
            return ParameterLookup(Coverage.SILENT, None, holding)
        none_then = bool(entries) and as_on < min(entry.from_ for entry in entries)
        return ParameterLookup(
            Coverage.NOT_APPLICABLE if none_then else Coverage.PART_HELD, None, holding, none_then
        )

    def check_cell(self, cell: Cell) -> None:
        """Raise ValueError where the cell does not name each axis with one of its values."""
        if set(cell) != set(self.by):
            raise ValueError(
                f"{self.parameter} is by {', '.join(self.by) or 'nothing'}, not by {', '.join(cell) or 'nothing'}"
            )
        for axis, value in cell.items():
            if value not in self.axes[axis]:
                raise ValueError(
                    f"{value!r} is no {axis} of {self.parameter}; there are {', '.join(self.axes[axis])}"
                )
