"""What a parameter's entry gives: money, a share, a period, a form and so on, each as its own type.

Figures are written as the files write them: without signs, days as 2017-07-11, a fraction as 2/3.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from civicsetu.law.statements import parse_document_path


class Shape(StrEnum):
    """Shape of an entry's value: the key it stands under, and what the file says its entries may be."""

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


class Frozen(BaseModel):
    """Base of models that allow no unknown field and no change once read."""

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


class Term(Frozen):
    """A length of time by itself."""

    length: Figure
    unit: Unit
    bound: Bound = "exactly"


class Share(Frozen):
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


class Bracket(Frozen):
    """The rate up to a quantity, inclusive; the last bracket has no end. `each` where it differs by bracket."""

    up_to: Figure | None = None
    rate: Figure
    each: Figure | None = None
    part_counts_whole: Literal["stated"] | None = None


class Scale(Frozen):
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


class IndexedRate(Frozen):
    """A published rate, and which of its values counts; `not_clear`: the print does not let it be told."""

    index: Literal[
        "sbi_mclr",
        "sbi_prime_lending_rate",
        "sbi_benchmark_prime_lending_rate",
        "sbi_benchmark_lending_rate",
        "not_clear",
    ]
    which: Literal["highest", "not_stated"] | None = None
    when: Word | None = None


class Formula(Frozen):
    """A rate of interest as the law builds it; what it leaves open is `not_stated`, never chosen."""

    base: IndexedRate
    plus: Figure
    per: Literal["year", "month", "not_stated"]
    compounding: Literal["simple", "monthly", "yearly", "not_stated"]
    day_count: Literal["actual_365", "not_stated"]
    fallback: IndexedRate | None = None
    agreed_rate: Literal["first"] | None = None


class Extension(Frozen):
    """Extension of a period: its greatest length, and its condition."""

    length: Figure | Literal["not_stated"]
    unit: Unit | None = None
    bound: Bound | None = None
    condition: str | None = Field(None, min_length=5)


class Period(Frozen):
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


class EventSpan(Frozen):
    """Span from one event to another, and the unit in which it is counted."""

    starts: Event
    ends: Event
    counted: Unit | None = None


class FormName(Frozen):
    """A form by its printed name."""

    name: str = Field(min_length=1)
    copies: Figure | None = None
    way: tuple[Literal["paper", "online"], ...] = ()


class Limit(Frozen):
    """One limit of a threshold."""

    what: Literal["land_area", "apartments_all_phases"]
    compare: Literal["at_most", "more_than", "at_least", "less_than"]
    value: Figure
    unit: Literal["square_meter", "apartment"]


class Threshold(Frozen):
    """Size from which a rule holds, or does not; no yes or no is decided on one that is unsettled."""

    need: Literal["any", "all", "unsettled"]
    effect: Literal["registration_not_required"]
    limits: tuple[Limit, ...] = Field(min_length=1)


class PenaltyTotal(Frozen):
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


class Penalty(Frozen):
    """Penalty: the party it falls on, its ceiling, and how its parts combine."""

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


class ClosedList(Frozen):
    """Closed list of things of which all, or any one, are needed."""

    need: Literal["any", "all"]
    items: tuple[
        Literal["engineer", "architect", "chartered_accountant", "chartered_accountant_in_practice"], ...
    ] = Field(min_length=1)


class Manner(Frozen):
    """Manner in which an order is enforced: as what, by whom, else by whom, under which law."""

    as_: Literal["arrears_of_land_revenue", "decree_of_civil_court", "decree_of_principal_civil_court"] = (
        Field(alias="as")
    )
    by: Literal["the_body_itself", "district_collector"] | None = None
    else_: Literal["principal_civil_court", "civil_court_with_local_jurisdiction"] | None = Field(
        None, alias="else"
    )
    under: Word | None = None


class Disagreement(Frozen):
    """Provision that contradicts another."""

    provision: ProvisionName
    says: Note
