"""Apply the figure that the law's first sentences state to the asker's own, in a sentence of arithmetic.

The door of this room: the first sentence, the values that are said, and the question go in; a sentence comes out, or none.
Nothing of the law is said that the statements do not say: what is left is a share, a comparison or a day. Each figure
of the asker's is read only where it is sure; else nobody's case is reckoned.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from civicsetu.answering.composing.values.value_sentences import describe_rupees
from civicsetu.answering.reckoning.sums_told import read_sums
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.claims.figures import Figure, find_figures, read_out_of
from civicsetu.law.parameters import ParameterEntry
from civicsetu.query.asking import Asking

_DEMANDED = re.compile(r"\b(?:wants?|ask\w*|demand\w*|take[sn]?|taking|took|pay|paid|collect\w*|need\w*)\b[^.?!;]{0,30}$", re.IGNORECASE)
_BOOKED = re.compile(r"^[^.?!;]{0,40}?\b(?:book\w*|sold|bought|allotted)\b", re.IGNORECASE)
_OF_ALL = re.compile(
    r"\b(?P<whole>\d{1,4}) (?:flats?|units?|apartments?|plots?|homes?|shops?)\b[^.?!\d]{0,40}?\b(?P<part>\d{1,4}) (?:\w+ ){0,2}?(?:sold|booked|taken)\b",
    re.IGNORECASE,
)
_HANDOVER = re.compile(r"\b(?:possess?ion|posession|keys?|hand(?:ed)?[ -]?over|moved in|shifted|kab[zj]a|chab[hi]+i?)\b", re.IGNORECASE)
_CERTIFICATE = re.compile(r"\b(?:oc|occupancy|occupation|completion) ?(?:certificate|cert)?\b", re.IGNORECASE)
_COPY = re.compile(r"\b(?:copy|copies|rec(?:ei|ie)ved?|got|collected|handed|served|mil[aei])\b", re.IGNORECASE)
_COMMUNICATED = re.compile(rf"{_COPY.pattern}|\b(?:came|come|communicated|reached|informed|aaya|aya)\b", re.IGNORECASE)
_AGREES = re.compile(r"\b(?:consent\w*|sign\w*|agree(?:d|s|ing)?|approv\w*|vot\w*|favou?r\w*|support\w*)\b", re.IGNORECASE)
_INTEREST = re.compile(r"\b(?:interest|byaj|byaaj|vyaj)\b|ब्याज|व्याज|வட்டி|ಬಡ್ಡಿ", re.IGNORECASE)
_LASTING = re.compile(r"\b(?:for|of|over|after|by)\s+(?:the\s+)?(?:last\s+|past\s+|about\s+|nearly\s+|almost\s+)?$", re.IGNORECASE)
_LATE = re.compile(r"^\s*(?:years?|yrs?|months?|saal|mahin\w*)\b[^.?!;,]{0,20}\b(?:delay\w*|late|overdue|der[ie]?)\b", re.IGNORECASE)
_AND_MONTHS = re.compile(r"\s*(?:years?|yrs?|saal)\s*(?:and|n|&|aur)?\s*", re.IGNORECASE)
_OF_A_PERIOD = re.compile(r"\b(?:liab\w*|guarant\w*|warrant\w*|period|delay\w*|within|for|last(?:s|ed)?|promised)\b[^.?!]{0,20}$", re.IGNORECASE)
"""Before years that are no age: "the defect period is 5 years and 2 months after possession it leaks"."""
_AGO = re.compile(r"^\s*(?:years?|yrs?|months?|saal|mahin\w*)\s*(?:back|ago|after|since|now|pehle|ho ga|baad)\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.?!;,]")
_OF_OTHERS = re.compile(r"\b(?:association|society|rwa|aoa)\b", re.IGNORECASE)
"""Handed over to whom it does not begin a buyer's own period."""
_OTHER_EVENT = re.compile(r"\b(?:book\w*|agreement|paid|pay\w*|registr\w*|loan|warranty|appl\w*|complain\w*)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reckoned:
    """One sentence of arithmetic. One that `concludes` the case comes before the law, any other after it.

    `period` is the length that it applies, "5 years": it concludes where the first sentence of the answer states that length.
    """

    text: str
    concludes: bool = True
    period: str = ""


_Reckons = Callable[[ParameterEntry, str, date], Reckoned | None]


def reckon_own_figures(
    lead: str, entries: Mapping[str, ParameterEntry], text: str, today: date, left: Collection[str] = ()
) -> Reckoned | None:
    """Return what the law's figure comes to for the asker; None where they tell none that is sure, or none applies.

    `lead` is the first sentence of the answer, `entries` are the values that its sentences say, by parameter; the first
    that can be applied is. `text` is what was asked; a period that is over on the day `today` is said to have ended.
    """
    text = " ".join(text.split())
    for name, reckon in _RECKONED.items():
        if name in entries and (told := reckon(entries[name], text, today)):
            return replace(told, concludes=True) if told.period and told.period in lead else told
    if _RATE in entries or _RATE in left:
        return _interest(text)
    exempts = _EXEMPTS.search(lead)
    return _registration(text, int(exempts["land"]), int(exempts["flats"])) if exempts else None


_RATE = "interest_rate"
_TWO_THIRDS = Fraction(2, 3)
_EXEMPTS = re.compile(r"\b(?P<land>\d+) square metres\b.*\b(?:apartments|or) up to (?P<flats>\d+)\b", re.IGNORECASE)
_NOT_OF_ALL = re.compile(
    r"\b(?:bought|buy\w*|booked|booking|purchas\w*|layouts?|townships?|colony|left|unsold|sold|remaining|pending|per|each|every|phases?|wings?|towers?|blocks?)\b",
    re.IGNORECASE,
)
"""Words with which an area or a number of flats may be one buyer's, or a part of the project's."""
_ONLY_PROMISED = re.compile(
    r"\b(?:due|promis\w*|supposed|agreed|scheduled|expected|was to|were to|committed|by|till|until|before|says?|said)\b", re.IGNORECASE
)


def _advance(entry: ParameterEntry, text: str, today: date) -> Reckoned | None:
    """A share of the price, and what was taken against it."""
    if entry.share is None or entry.share.percent is None:
        return None
    percent, sums = entry.share.percent, read_sums(text)
    if sums.price is None:
        return None
    most = describe_rupees(sums.price * percent / 100)
    price = describe_rupees(sums.price)
    taken = sums.taken if sums.taken is not None else _share_demanded(text, sums.price, percent)
    over = taken is not None and taken > sums.price * percent / 100
    if taken is None or (sums.others and not over):
        return Reckoned(f"For you: {percent:f} % of {price} is {most}.", concludes=not sums.others)
    share, side = _rounded(100 * taken / sums.price), "more than" if over else "within what"
    return Reckoned(
        f"For you: {describe_rupees(taken)}, {share} % of {price}, is {side} may be taken without a registered agreement: "
        f"at most {percent:f} %, {most}."
    )


def _share_demanded(text: str, price: Decimal, allowed: Decimal) -> Decimal | None:
    """What a share that the builder demands comes to: "wants 20 % of the cost"; what the law allows is none."""
    shares = {
        one.value
        for one in find_figures(text)
        if one.measure == "share" and one.value != Fraction(allowed) / 100 and read_out_of(one) is None and _DEMANDED.search(text[: one.start])
    }
    value = next(iter(shares)) if len(shares) == 1 else None
    return None if value is None or value >= 1 else price * value.numerator / value.denominator


def _majority(entry: ParameterEntry, text: str, today: date) -> Reckoned | None:
    """Whether what is booked is a majority of all."""
    counted = [
        out
        for one in find_figures(text)
        if one.measure == "share" and (out := read_out_of(one)) is not None and _BOOKED.search(text[one.end :])
    ]
    counted += [(Fraction(one["part"]), Fraction(one["whole"])) for one in _OF_ALL.finditer(text)]
    if len(set(counted)) != 1:
        return None
    part, whole = counted[0]
    if not 0 < part <= whole or whole < 2:
        return None
    needed = whole // 2 + 1
    if part >= needed:
        return Reckoned(f"For you: {part} of {whole} is a majority ({needed} are enough), so the time has begun.")
    return Reckoned(f"For you: {part} of {whole} is no majority yet, so that the time has not begun; that takes {needed}.")


def _consent(entry: ParameterEntry, text: str, today: date) -> Reckoned | None:
    """Whether those who agree are the share of all that must."""
    if entry.share is None or entry.share.fraction is None:
        return None
    if Fraction(entry.share.fraction) != _TWO_THIRDS:
        return None
    counted = {
        out
        for one in find_figures(text)
        if one.measure == "share" and (out := read_out_of(one)) is not None and _AGREES.search(_around(one, text))
    }
    if len(counted) != 1:
        return None
    part, whole = counted.pop()
    if not 0 <= part <= whole or whole < 2:
        return None
    needed = -(-2 * whole // 3)
    if part < needed:
        return Reckoned(f"For you: two-thirds of {whole} are {needed}; {part} are fewer.")
    return Reckoned(f"For you: two-thirds of {whole} are {needed}; {part} reach that if no two of them are of one family.")


def _around(figure: Figure, text: str) -> str:
    """The words of its sentence near a figure."""
    before = re.split(r"[.?!;]", text[max(0, figure.start - ANSWERING.day_near) : figure.start])[-1]
    return before + re.split(r"[.?!;]", text[figure.end : figure.end + ANSWERING.day_near])[0]


def _interest(text: str) -> Reckoned | None:
    """What each per cent of the yearly rate comes to: the rate itself moves with the bank's, which is not held."""
    if _INTEREST.search(text) is None:
        return None
    figures = find_figures(text)
    sums = {one.value for one in figures if one.measure == "rupee" and one.value >= ANSWERING.least_sum}
    months = {
        one.value
        for one in figures
        if one.measure == "month" and (_LASTING.search(text[: one.start]) or _LATE.match(text[one.start + len(one.said.rstrip()) :]))
    }
    if len(sums) != 1 or len(months) != 1:
        return None
    owed, lasting = Decimal(int(sums.pop())), months.pop()
    comes = (owed * lasting.numerator / lasting.denominator / 1200).quantize(Decimal(1))
    return Reckoned(
        f"For you: each 1 % of the yearly rate on {describe_rupees(owed)} comes to {describe_rupees(comes)} in "
        f"{_age(Decimal(lasting.numerator) / lasting.denominator)}, without interest on interest.",
        concludes=False,
    )


def _registration(text: str, most_land: int, most_flats: int) -> Reckoned | None:
    """Where the project lies to both limits, of land in square metres and of flats."""
    if _NOT_OF_ALL.search(text) is not None:
        return None
    area = Asking(text).land_area
    flats = {one.value for one in find_figures(text) if one.measure == "unit"}
    count = next(iter(flats)) if len(flats) == 1 else None
    small_land = area is not None and not area.converted and area.square_metres <= most_land
    if small_land and area is not None:
        return Reckoned(
            f"For you: on {area.square_metres:,f} square metres of land no registration is needed, whatever the number of apartments, "
            f"unless your state has lowered the limit of {most_land}."
        )
    if count is not None and count <= most_flats:
        return Reckoned(
            f"For you: with {count} apartments no registration is needed, however large the land, "
            f"unless your state has lowered the limit of {most_flats}."
        )
    large_land = area is not None and area.square_metres > most_land * (Decimal("1.01") if area.converted else 1)
    if large_land and count is not None and area is not None:
        return Reckoned(f"For you: land of {area.square_metres:,.0f} square metres and {count} apartments are both above the limits, so neither frees it.")
    return None


def _from_event(event: re.Pattern[str], when_over: str = "") -> _Reckons:
    """Reckon the end of a period from the day, month or year that a text names next to an event; `when_over` what still counts then."""

    def reckon(entry: ParameterEntry, text: str, today: date) -> Reckoned | None:
        period = entry.period
        if period is None or period.length is None or period.unit not in ("day", "month", "year"):
            return None
        length, unit = int(period.length), period.unit
        told = f"{length} {unit}{'' if length == 1 else 's'}"
        days = [one for one in find_figures(text) if one.measure in ("date", "month of year", "year of date")]
        near = [one for one in days if _is_near(event, one, text)]
        if len({(one.measure, one.value) for one in near}) == 1 and (end := _end(near[0], length, unit)):
            over, when = end
            ends = f"ended {when}{when_over}" if over < today else f"end {when}"
            return Reckoned(f"For you: {told} from {_written(near[0])} {ends}.", concludes=False, period=told)
        if unit != "year":
            return None
        ages = set(_ages(event, text))
        age = next(iter(ages)) if len(ages) == 1 else None
        if age is None:
            return None
        years = _since(Decimal(age.numerator) / age.denominator)
        if age >= 12 * length:
            return Reckoned(f"For you: {years} after handover the {told} are over{when_over}.", concludes=False, period=told)
        return Reckoned(f"For you: {years} after handover you are still within the {told}.", concludes=False, period=told)

    return reckon


def _age(months: Decimal) -> str:
    """'3 years', '1 year', '8 months', '18 months'."""
    return _counted(months, "month") if months % 12 else _counted(months / 12, "year")


def _since(months: Decimal) -> str:
    """How long ago something was: '3 years', '8 months', '5 years 2 months'."""
    years, rest = divmod(months, 12)
    return f"{_counted(years, 'year')} {_counted(rest, 'month')}" if years and rest else _age(months)


def _counted(count: Decimal, unit: str) -> str:
    return f"{count:f} {unit}{'' if count == 1 else 's'}"


def _written(figure: Figure) -> str:
    """The day, month or year as a sentence has it."""
    if figure.measure == "date":
        day = date.fromordinal(int(figure.value))
        return f"{day.day} {day:%B %Y}"
    if figure.measure == "month of year":
        year, month = divmod(int(figure.value) - 1, 12)
        return f"{calendar.month_name[month + 1]} {year}"
    return f"{figure.value}"


def _ages(event: re.Pattern[str], text: str) -> Iterator[Fraction]:
    """Yield how many months ago an event was, as often as a text says it; "3 years 8 months" is one age."""
    before: Figure | None = None
    for one in find_figures(text):
        if one.measure != "month":
            continue
        if _is_age(event, one, text):
            yield one.value + (before.value if before is not None and _goes_on(before, one, text) else 0)
        before = one


def _goes_on(years: Figure, months: Figure, text: str) -> bool:
    """Whether the months are the rest of that many years, and the years no period of their own."""
    between = text[years.start + len(years.said.rstrip()) : months.start]
    is_rest = months.value < ANSWERING.months_of_year and _AND_MONTHS.fullmatch(between) is not None
    return is_rest and _OF_A_PERIOD.search(text[: years.start]) is None


def _is_age(event: re.Pattern[str], figure: Figure, text: str) -> bool:
    """Whether a period says how long ago an event was: its clause names that and nothing else that may have been then."""
    if _AGO.search(text[figure.start + len(figure.said.rstrip()) :]) is None:
        return False
    clause = _CLAUSE_END.split(text[: figure.start])[-1] + _CLAUSE_END.split(text[figure.start :])[0]
    return event.search(clause) is not None and _OTHER_EVENT.search(clause) is None


def _is_near(event: re.Pattern[str], figure: Figure, text: str) -> bool:
    """Whether a sentence names an event next to a day on which it happened."""
    before = re.split(r"[.?!;]", text[max(0, figure.start - ANSWERING.day_near) : figure.start])[-1]
    after = re.split(r"[.?!;,]", text[figure.end : figure.end + ANSWERING.day_near // 2])[0]
    if _ONLY_PROMISED.search(before) is not None or _OF_OTHERS.search(before + after) is not None:
        return False
    return event.search(before) is not None or event.search(after) is not None


def _end(figure: Figure, length: int, unit: str) -> tuple[date, str] | None:
    """The last day and 'on 3 August 2026', 'in March 2027', 'in 2027'; None where the day is too vague."""
    value, months = int(figure.value), length * (12 if unit == "year" else 1)
    if figure.measure == "date":
        began = date.fromordinal(value)
        end = began + timedelta(days=length) if unit == "day" else _months_later(began, months)
        return end, f"on {end.day} {end:%B %Y}"
    if figure.measure == "month of year" and unit != "day":
        year, month = divmod(value + months - 1, 12)
        return date(year, month + 1, calendar.monthrange(year, month + 1)[1]), f"in {calendar.month_name[month + 1]} {year}"
    if figure.measure == "year of date" and unit == "year":
        return date(value + length, 12, 31), f"in {value + length}"
    return None


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _rounded(value: Decimal) -> str:
    """One place behind the point, and none where it is 0."""
    return f"{value.quantize(Decimal('0.1')):f}".removesuffix(".0")


_RECKONED: Mapping[str, _Reckons] = {
    "advance_ceiling": _advance,
    "association_formation_period": _majority,
    "defect_liability_period": _from_event(_HANDOVER, "; a defect reported before that still counts"),
    "possession_taking_period": _from_event(_CERTIFICATE),
    "conveyance_period": _from_event(_CERTIFICATE),
    "appeal_period_tribunal": _from_event(_COPY),
    "appeal_period_high_court": _from_event(_COMMUNICATED),
    "plan_change_consent": _consent,
    "project_transfer_consent": _consent,
}
"""What can be reckoned, by the parameter whose value a statement says."""
