"""Read figures for a comparison across free wordings: "one tenth" is 10 per cent, "₹4 lakh" is 400000 rupees.

Built on `find_amounts`, which reads numbers as a law states them. What people write besides is added here: dates
in other forms, a month of a year, shares without "per cent", a number some words away from its measure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from civicsetu.claims.numbers import find_amounts

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join((*_MONTHS, "sept", *(name[:3] for name in _MONTHS if name != "may")))
_DATES = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+(?:day\s+)?of)?[\s-]+(?P<month>{_MONTH})\.?,?[\s-]+(?P<year>\d{{4}})\b"
    rf"|\b(?P<month_first>{_MONTH})\.?\s+(?P<day_second>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year_last>\d{{4}})\b"
    rf"|\b(?P<month_alone>{_MONTH})\.?,?\s+(?:of\s+)?(?P<year_alone>\d{{4}})\b"
    r"|\b(?P<iso>\d{4}-\d{2}-\d{2})\b|\b(?P<numbers>\d{1,2}[./-]\d{1,2}[./-]\d{4})\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:in|since|from|by|before|after|until|till|of|year|during)\s+(?P<year>(?:19|20)\d\d)\b(?![-/]\d|\s*(?:(?:rupees?|rs|inr|sq)\b|%|/-))", re.IGNORECASE)
_STATED = re.compile(r"(?:at (?:least|most) )?(?P<value>\d+(?:/\d+)?)(?: (?P<measure>.*?))?(?: ?or more)?")
_MEASURE_NEAR = re.compile(
    r"[\s-]*(?:\([^)]{1,20}\)\s*)?(?:(?:working|calendar|clear|full|whole|more|further|additional|consecutive|business|months'?|extra)\s+)?"
    r"(?P<measure>days?|weeks?|fortnights?|months?|years?|yrs?|hours?|rupees?|sq(?:uare)?\.?\s?(?:m(?:et(?:re|er)s?|trs?)?|f(?:ee)?t)\b|sqm\b"
    r"|per\s?cent|percent|%|/-|inr\b)(?![a-z])",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"[\s-]+(?:(?:or more|of|the|different|such|other|separate|own|residential|proposed|sold|unsold|booked|new)\s+)*"
    r"(?P<thing>flats?|apartments?|units?|homes?|plots?|copies|copy|members?|instal?ments?|times|floors?|buyers|allottees|hearings?|wings?|towers?)\b",
    re.IGNORECASE,
)
_SOLD = ("", "unit", "plot", "home")
_THINGS = {"apartment": "unit", "flat": "unit", "home": "unit", "copie": "copy", "allottee": "buyer"}
_ONE_PERIOD = re.compile(
    r"\b(?P<article>an?|one|every|each|per|next)\s+(?P<measure>day|week|fortnight|month|quarter|year)\b(?!['’-])", re.IGNORECASE
)
_WITHIN_ONE = re.compile(r"\b(?:within|in|after|for|of|by|inside|than|about)\s+$", re.IGNORECASE)
COUNT_WORDS = {word: at for at, word in enumerate("one two three four five six seven eight nine ten".split(), start=1)}
"""The counts that people write as words, from one to ten."""
_COUNTS = "|".join(COUNT_WORDS)
_SHARE_WORD = re.compile(r"\b(?:a|one)\s+(?P<part>half|third|fourth|quarter|fifth|tenth)\b(?!\s+(?:of\s+a\s+)?(?:year|month|day|party|person))", re.IGNORECASE)
_OUT_OF = re.compile(
    rf"\b(?P<part>\d{{1,3}}|{_COUNTS})\s+(?:out\s+of|in|of)\s+(?:every\s+)?(?P<whole>\d{{1,3}}|{_COUNTS})\b(?![./,]\d|\s*(?:%|per\b|days?\b|months?\b|years?\b))",
    re.IGNORECASE,
)
"""Two out of three buyers: a share, and neither two nor three of anything."""
_HALF_YEAR = re.compile(r"\bhalf(?:\s+(?:a|of\s+a|the)|-)\s?year\b", re.IGNORECASE)
_FEW_THINGS = re.compile(
    r"\b(?:two|three|four|five)(?=\s+(?:people|persons|things|conditions|ways|steps|cases|matters|points|choices|options|offices|sides|papers|reasons|of (?:you|them|these))\b)",
    re.IGNORECASE,
)
"""A count of what is listed beside it, which states no figure of law."""
_PARTS = {"half": 2, "third": 3, "fourth": 4, "quarter": 4, "fifth": 5, "tenth": 10}
_FACTOR_SHORT = re.compile(r"(?:(?:rs\.?|₹|inr)\s*)?(?P<number>\d+(?:\.\d+)?)\s?(?P<factor>lakhs?|lacs?|crores?|cr|l|k)\b\.?", re.IGNORECASE)
_SHORT = {"l": 100_000, "cr": 10_000_000, "k": 1_000}
_LISTED = re.compile(r"(?:^|(?<=\n))\s*\(?\d{1,2}[.)]\s")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and what it measures, in one unit for each kind: days, months, rupees, a share of one.

    `measure` is "day", "month", "hour", "rupee", "share", "square metre", "date" (value: the ordinal of its day),
    "month of year" (value: the months since year 0), "year of date", a thing counted, or empty. `plain` is the number
    as it was said, where another stands for it: 5 for the 60 months of "5 years".
    """

    value: Fraction
    measure: str
    start: int
    end: int
    said: str
    plain: Fraction | None = None

    @property
    def is_period(self) -> bool:
        return self.measure in ("day", "month", "hour")


def find_figures(text: str) -> list[Figure]:
    """Find every figure of a text in order; names of provisions and parties are struck out with ¤ before."""
    found: list[Figure] = []
    taken = [match.span() for pattern in (_LISTED, _FEW_THINGS) for match in pattern.finditer(text)]
    for figure in (*_halves(text), *_dates(text), *_shares(text), *_short(text), *_numbers(text), *_single(text)):
        if not any(start < figure.end and figure.start < end for start, end in taken):
            found.append(figure)
            taken.append((figure.start, figure.end))
    return sorted(found, key=lambda figure: figure.start)


def _dates(text: str) -> Iterator[Figure]:
    for match in _DATES.finditer(text):
        year = match["year"] or match["year_last"]
        month = match["month"] or match["month_first"]
        if match["month_alone"]:
            value = int(match["year_alone"]) * 12 + _month(match["month_alone"])
            yield Figure(Fraction(value), "month of year", match.start(), match.end(), match[0])
            continue
        if match["iso"]:
            parts = [int(part) for part in match["iso"].split("-")]
        elif match["numbers"]:
            parts = [int(part) for part in reversed(re.split(r"[./-]", match["numbers"]))]
        else:
            parts = [int(year), _month(month), int(match["day"] or match["day_second"])]
        try:
            day = date(parts[0], parts[1], parts[2])
        except ValueError:
            continue
        yield Figure(Fraction(day.toordinal()), "date", match.start(), match.end(), match[0])
    for match in _YEAR.finditer(text):
        yield Figure(Fraction(int(match["year"])), "year of date", match.start("year"), match.end(), match["year"])


def _month(name: str) -> int:
    return [month[:3] for month in _MONTHS].index(name[:3].lower()) + 1


def _halves(text: str) -> Iterator[Figure]:
    for match in _HALF_YEAR.finditer(text):
        yield Figure(Fraction(6), "month", match.start(), match.end(), match[0])


def _shares(text: str) -> Iterator[Figure]:
    for match in _SHARE_WORD.finditer(text):
        value = Fraction(1, _PARTS[match["part"].lower()])
        yield Figure(value, "share", match.start("part"), match.end(), match[0])
    for match in _OUT_OF.finditer(text):
        part, whole = _count_of(match["part"]), _count_of(match["whole"])
        if 0 < part < whole:
            yield Figure(Fraction(part, whole), "share", match.start(), match.end(), match[0])


def read_out_of(figure: Figure) -> tuple[Fraction, Fraction] | None:
    """Return the 47 and the 70 of a share that was said as "47 of 70"; None where it was said otherwise."""
    match = _OUT_OF.fullmatch(figure.said)
    return (Fraction(_count_of(match["part"])), Fraction(_count_of(match["whole"]))) if match else None


def _count_of(said: str) -> int:
    return COUNT_WORDS.get(said.lower()) or int(said)


def _short(text: str) -> Iterator[Figure]:
    """ "40L", "1.2 cr", "2.5 lakh": a figure with a fraction before its factor, or the factor cut short."""
    for match in _FACTOR_SHORT.finditer(text):
        factor = match["factor"].lower()
        times = _SHORT.get(factor) or (100_000 if factor[0] == "l" else 10_000_000)
        if factor not in _SHORT and "." not in match["number"]:
            continue  # read as a law states it
        yield Figure(Fraction(match["number"]) * times, "rupee", match.start(), match.end(), match[0])


def _numbers(text: str) -> Iterator[Figure]:
    for amount in find_amounts(text):
        match = _STATED.fullmatch(amount.stated)
        if match is None:
            continue
        value, measure = Fraction(match["value"]), match["measure"] or ""
        said = text[amount.start : amount.end]
        if not measure and value < 1 and not said.strip()[0].isdigit():
            measure = "share"
        measure = measure or _near(text, amount.end)
        if measure in _SOLD and re.search(r"lakh|lac|crore", said, re.IGNORECASE):
            measure = "rupee"  # "your 30 lakh flat" tells its price
        yield _normal(value, measure, amount.start, amount.end, said)


def _near(text: str, end: int) -> str:
    match = _MEASURE_NEAR.match(text, end)
    if match:
        word = match["measure"].lower()
        if word.startswith("sq"):
            return "square foot" if "f" in word else "square metre"
        if word in ("/-", "inr"):
            return "rupee"
        if word in ("%", "percent") or word.startswith("per"):
            return "per cent"
        return word.rstrip("s").replace("yr", "year")
    counted = _COUNTED.match(text, end)
    if counted:
        thing = counted["thing"].lower().rstrip("s")
        return _THINGS.get(thing, thing)
    return ""


def _normal(value: Fraction, measure: str, start: int, end: int, said: str) -> Figure:
    if measure == "per cent":
        return Figure(value / 100, "share", start, end, said, value)
    if measure in ("week", "fortnight"):
        return Figure(value * (7 if measure == "week" else 14), "day", start, end, said, value)
    if measure in ("year", "quarter"):
        return Figure(value * (12 if measure == "year" else 3), "month", start, end, said, value)
    return Figure(value, measure, start, end, said)


def _single(text: str) -> Iterator[Figure]:
    """ "within a month": one month, "every quarter": three; "a day" that is only an hour of the calendar is none."""
    for match in _ONE_PERIOD.finditer(text):
        if match["measure"].lower() == "quarter" and match["article"].lower() in ("every", "each"):
            yield _normal(Fraction(1), "quarter", match.start(), match.end(), match[0])
        elif match["article"].lower() in ("a", "an") and _WITHIN_ONE.search(text, 0, match.start()):
            yield _normal(Fraction(1), match["measure"].lower(), match.start(), match.end(), match[0])


_MULTIPLES = re.compile(
    r"\b(?:(?P<two>twice|doubled?|doubles|twofold|duplicate|two times)|(?P<three>thrice|tripled?|triples|threefold|triplicate|three times)"
    r"|(?P<four>four times|fourfold|quadruple|quadruplicate)|(?P<five>five times|fivefold)|(?P<ten>ten times|tenfold))\b",
    re.IGNORECASE,
)
_TIMES = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}


@dataclass(frozen=True, slots=True)
class Multiple:
    """A multiple of another sum, or a number of copies: 2 for "twice" and "in duplicate"."""

    times: Fraction
    start: int
    said: str


def find_multiples(text: str) -> tuple[Multiple, ...]:
    """Find what a text multiplies by in words, in order."""
    return tuple(
        Multiple(Fraction(_TIMES[name]), match.start(), match[0])
        for match in _MULTIPLES.finditer(text)
        if (name := match.lastgroup) is not None
    )


def describe(figure: Figure) -> str:
    """Return the figure as it was said, in one line."""
    return " ".join(figure.said.split())
