"""Redo the arithmetic by which a figure follows from the law's figures and the asker's own.

10 % of ₹40 lakh is ₹4 lakh; 12 lakh of 60 lakh is 20 %; 30 June 2021 and 12 months give 30 June 2022. A figure that
no such step gives is taken for invented. Each step needs a figure of the asker's, for two figures of the law
together are a new rule; `sentence_sums` adds those up that a sentence itself adds up.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations, product
from math import ceil

from civicsetu.answering.verifying.days_told import DAY_OF_YEAR
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.claims.figures import Figure

_ROUNDING = Fraction(VERIFYING.rounding).limit_denominator()
COUNTED = ("unit", "copy", "buyer", "plot", "member", "square metre", "square foot")
_PEOPLE = ("", "buyer", "member", "unit", "plot")
"""Measures of those who agree: "70 people" has none."""


def follows(
    figure: Figure, law: Sequence[Figure], asker: Sequence[Figure], multiples: Sequence[Fraction] = ()
) -> bool:
    """Return whether one step, or two for shares of sums and for lots, gives the figure; `multiples` are the law's."""
    own, theirs = list(asker[:VERIFYING.figures_reckoned]), list(law[:VERIFYING.figures_reckoned])
    if figure.measure == "rupee" and figure.value in _totals(own):
        return True
    results = (*_results(figure, theirs, own), *_multiples(figure, theirs, own, multiples), *_lots(figure, theirs, own))
    return any(_is_close(figure, value) for value in results)


def are_factors(one: Figure, other: Figure, law: Sequence[Figure]) -> bool:
    """Return whether one figure times a sum of the law gives the other: an example reckoned within the sentence."""
    rates = _of(law, "rupee")
    return any(_is_close(other, one.value * rate.value) or _is_close(one, other.value * rate.value) for rate in rates)


def _multiples(
    figure: Figure, law: list[Figure], asker: list[Figure], multiples: Sequence[Fraction]
) -> Iterator[Fraction]:
    """Twice what the asker paid; and of two sums of the law, how many times the one is the other."""
    if figure.measure in ("rupee", ""):
        yield from (one.value * times for one in _money(asker) for times in multiples)
    if figure.measure == "time":
        sums = _of(law, "rupee")
        yield from (one.value / other.value for one in sums for other in sums if other.value)


def is_part_of_whole(part: Fraction, whole: Fraction, law: Sequence[Figure], asker: Sequence[Figure]) -> bool:
    """Return whether "47 of 70" is the asker's 70 with the part that the law's share makes of it, or with a part they gave."""
    told = {one.value for one in asker if one.measure in _PEOPLE}
    return whole in told and (part in told or part in {Fraction(ceil(one.value * whole)) for one in _of(law, "share")})


def _totals(asker: Sequence[Figure]) -> set[Fraction]:
    """What three or more of the asker's sums come to, to the rupee."""
    money = [one.value for one in _money(asker)][:VERIFYING.sums_added]
    return {sum(some, Fraction(0)) for count in range(3, len(money) + 1) for some in combinations(money, count)}


def _money(asker: Sequence[Figure]) -> list[Figure]:
    """The asker's sums: those in rupees, and large bare numbers that name no year."""
    bare = (one for one in _of(asker, "") if one.value >= VERIFYING.bare_sum)
    return [*_of(asker, "rupee"), *(one for one in bare if not VERIFYING.first_year <= one.value <= VERIFYING.last_year)]


def _lots(figure: Figure, law: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    """2,050 square metres make 21 lots of a hundred or part of one, each at the law's sum."""
    for whole in asker:
        for lot in law:
            if lot.measure == whole.measure and lot.value and whole.measure not in ("rupee", "share", "date", ""):
                count = Fraction(ceil(whole.value / lot.value))
                if figure.measure == "rupee":
                    yield from (count * rate.value for rate in _of(law, "rupee"))
                elif not figure.measure:
                    yield count


def _is_close(figure: Figure, value: Fraction) -> bool:
    if figure.measure in ("date", "month of year", DAY_OF_YEAR):
        return figure.value == value
    if figure.measure in ("day", "month", "year of date") or figure.measure in COUNTED:
        return figure.value == value
    return abs(figure.value - value) <= abs(value) * _ROUNDING


def _results(figure: Figure, law: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    both = [*law, *asker]
    if figure.measure in ("rupee", ""):
        yield from _sums(law, asker)
    if figure.measure in ("share", ""):
        yield from _shares(law, asker)
    if figure.measure in ("date", "month of year", "year of date"):
        yield from _days(figure.measure, law, asker)
    if figure.measure == DAY_OF_YEAR:
        yield from _days_of_year(law, asker)
    if figure.is_period:
        yield from _periods(figure.measure, law, asker)
    if figure.measure in COUNTED or not figure.measure:
        yield from _parts_of_counts(both, asker)
        yield from _differences([one for one in both if one.measure == figure.measure], asker)


def _sums(law: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    both = [*law, *asker]
    money = _money(asker)
    yield from (share.value * (one.value + other.value) for share in _of(both, "share") for one, other in combinations(money, 2))
    yield from (one.value + other.value for one, other in combinations(money, 2))
    parts = [(share, whole) for share in _of(both, "share") for whole in _of(both, "rupee")]
    portions = [
        share.value * whole.value for share, whole in parts if share in asker or whole in asker
    ]
    yield from portions
    for paid in money:
        for other in (*_of(both, "rupee"),):
            yield abs(paid.value - other.value)
            yield paid.value + other.value
        for portion in portions:
            yield abs(paid.value - portion)
            yield paid.value + portion
    for rate in _of(both, "rupee"):
        for count in both:
            if count.measure != "rupee" and count.measure != "share" and (rate in asker or count in asker):
                yield rate.value * count.value
                if count.measure == "month":
                    yield rate.value * count.value / 12
    for share in _of(both, "share"):
        for whole in money:
            for time in (*_of(asker, "month"),):
                yield share.value * whole.value * time.value / 12


def _shares(law: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    money = _of(asker, "rupee")
    for part in money:
        for whole in money:
            if whole.value and part is not whole:
                yield part.value / whole.value
    for one in _of(asker, "share"):
        for other in _of([*law, *asker], "share"):
            yield abs(one.value - other.value)
    for counted in asker:
        for whole in asker:
            if counted.measure == whole.measure == "buyer" and whole.value:
                yield counted.value / whole.value


def _days(measure: str, law: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    """The asker's days moved by the law's periods, either way, or by the asker's own: what was told comes after."""
    periods = [one for one in (law or asker) if one.measure in ("day", "month")]
    for start in asker:
        for sign in (1, -1) if law else (1,):
            for period in periods:
                if start.measure == "date":
                    moved = _move(date.fromordinal(int(start.value)), period, sign)
                    if moved is not None:
                        yield from _as(measure, moved)
                elif start.measure == "month of year" and period.measure == "month":
                    value = start.value + sign * period.value
                    yield value if measure != "year of date" else Fraction(int((value - 1) // 12))
                elif start.measure == "year of date" and period.measure == "month" and measure == "year of date":
                    yield start.value + sign * period.value / 12
                elif start.measure == "year of date" and period.measure == "month" and measure == "month of year":
                    yield start.value * 12 + 12 + sign * period.value  # at the latest, from the last month of that year
        if start.measure == "date":
            yield from _as(measure, date.fromordinal(int(start.value)))
        if start.measure == "month of year" and measure == "year of date":
            yield Fraction(int((start.value - 1) // 12))


def _move(day: date, period: Figure, sign: int) -> date | None:
    """The day so much later or earlier; the last of the month where that has no such day."""
    amount = int(period.value) * sign
    if abs(amount) > VERIFYING.longest_shift_days:
        return None
    if period.measure == "day":
        ordinal = day.toordinal() + amount
        return date.fromordinal(ordinal) if 1 <= ordinal <= date.max.toordinal() else None
    months = day.year * 12 + day.month - 1 + amount
    year, month = divmod(months, 12)
    if not 1 <= year <= 9999:
        return None
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _as(measure: str, day: date) -> Iterator[Fraction]:
    if measure == "date":
        yield Fraction(day.toordinal())
    elif measure == "month of year":
        yield Fraction(day.year * 12 + day.month)
    else:
        yield Fraction(day.year)


def _periods(measure: str, law: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    both = [*law, *asker]
    own = _of(asker, measure)
    for one in own:
        for other in _of(both, measure):
            if other is not one:
                yield abs(one.value - other.value)
                yield one.value + other.value
    months = [_months(one) for one in asker]
    for first in months:
        for second in months:
            if first is not None and second is not None and measure == "month":
                yield abs(first - second)
    if measure == "day":
        for gone in _days_between(asker):
            yield gone
            yield from (abs(limit.value - gone) for limit in _of(law, "day"))


def _days_between(asker: list[Figure]) -> Iterator[Fraction]:
    """How many days lie between two of the asker's; between two without a year, also with a leap day or over New Year."""
    for start, end in combinations(_of(asker, "date"), 2):
        yield abs(start.value - end.value)
    for one, other in combinations(list(_places_in_year(asker)), 2):
        gone = abs(one - other)
        yield from (gone, gone + 1, VERIFYING.year_days - gone, VERIFYING.year_days - gone + 1)


def _days_of_year(law: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    """A day without a year so many days or months after another, or before it; a leap day may lie between."""
    periods = (*_of(law, "day"), *_of(law, "month"))
    for start in _places_in_year(asker):
        yield start
        for year, period, sign in product((VERIFYING.common_year, VERIFYING.leap_year), periods, (1, -1)):
            began = date(VERIFYING.common_year, 1, 1) + timedelta(days=int(start) - 1)
            moved = _move(began.replace(year=year), period, sign)
            if moved is not None:
                yield _place_in_year(moved)


def _places_in_year(asker: list[Figure]) -> Iterator[Fraction]:
    """The places in a year of the asker's days, with a year or without one."""
    yield from (one.value for one in _of(asker, DAY_OF_YEAR))
    yield from (_place_in_year(date.fromordinal(int(one.value))) for one in _of(asker, "date"))


def _place_in_year(day: date) -> Fraction:
    """The place of a day in a year of 365, the leap day with the one before it."""
    return Fraction(date(VERIFYING.common_year, day.month, min(day.day, monthrange(VERIFYING.common_year, day.month)[1])).timetuple().tm_yday)


def _months(figure: Figure) -> Fraction | None:
    if figure.measure == "date":
        day = date.fromordinal(int(figure.value))
        return Fraction(day.year * 12 + day.month)
    if figure.measure == "year of date":
        return figure.value * 12
    return figure.value if figure.measure == "month of year" else None


def _parts_of_counts(both: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    """Two-thirds of the asker's 61 buyers are 41, also where they told them apart as 40 and 21: nobody agrees in part."""
    counts = [one for one in asker if one.measure in COUNTED or (not one.measure and one.value.denominator == 1)]
    wholes = [one.value for one in counts if one.value > 2]
    wholes += [one.value + other.value for one, other in combinations(counts, 2) if one.measure == other.measure != ""]
    for whole in wholes:
        for share in _of(both, "share"):
            needed = Fraction(ceil(share.value * whole))
            if needed != whole:
                yield needed
                yield from (abs(needed - other.value) for other in asker if other.measure in (*COUNTED, ""))


def _differences(same: list[Figure], asker: list[Figure]) -> Iterator[Fraction]:
    for one in same:
        for other in same:
            if one is not other and (one in asker or other in asker):
                yield abs(one.value - other.value)
                yield one.value + other.value


def _of(figures: Sequence[Figure], measure: str) -> list[Figure]:
    return [one for one in figures if one.measure == measure]
