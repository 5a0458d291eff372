"""Read numbers as a law states them: in words or figures, with what they measure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = {
    word: 10 * place
    for place, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_UNITS = {word: value for value, word in enumerate(_SMALL)} | _TENS
_FACTORS = {"hundred": 100, "thousand": 1_000, "lakh": 100_000, "lac": 100_000, "crore": 10_000_000}
_FACTORS |= {f"{word}s": factor for word, factor in _FACTORS.items()}
_PARTS = {"half": 2, "third": 3, "fourth": 4, "quarter": 4, "fifth": 5, "tenth": 10}
_PARTS |= {f"{word}s": part for word, part in _PARTS.items()} | {"halves": 2}
_MEASURES = {
    "day": "day", "days": "day", "week": "week", "weeks": "week", "month": "month", "months": "month",
    "year": "year", "years": "year", "hour": "hour", "hours": "hour", "rupee": "rupee", "rupees": "rupee",
    "percent": "per cent", "percentage": "per cent", "square": "square metre", "sq": "square metre",
    "metre": "metre", "metres": "metre", "meter": "metre", "meters": "metre", "kilometre": "kilometre",
    "kilometres": "kilometre",
}  # fmt: skip
_MONTHS = "january february march april may june july august september october november december".split()
_DATE = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+day\s+of)?\s+({'|'.join(_MONTHS)}),?\s+(\d{{4}})\b", re.IGNORECASE
)
_WORD = "|".join(sorted([*_UNITS, *_FACTORS, *_PARTS, "half"], key=len, reverse=True))
_AFTER_FACTOR = "(?:(?<=hundred)|(?<=thousand)|(?<=lakh)|(?<=crore))"
_NUMBER = re.compile(
    rf"(?<![\w.])(?:(?:Rs\.?|₹)\s*)?(?:\d{{1,3}}(?:,\d{{2,3}})+|\d+(?:\.\d+)?|(?:{_WORD})\b)"
    rf"(?:(?:[\s-]+|{_AFTER_FACTOR}\s+and\s+)(?:{_WORD}|(?<=lakh\s)\d{{1,2}}(?=\s+thousand))\b)*",
    re.IGNORECASE,
)
_OF_ANOTHER_SQUARE = re.compile(r"[\s.-]*(?:(?P<foot>ft|foot|feet)|(?P<yard>yds?|yards?))\b", re.IGNORECASE)
_AFTER = re.compile(r"[\s-]*(?:(per\s*cent\b\.?|%)|([A-Za-z]+))", re.IGNORECASE)
_LEAST = (
    r"at[\s-]*least|not\s+(?:be\s+)?less\s+than|no\s+less\s+than|not\s+fewer\s+than"
    r"|(?:a|the)\s+minimum(?:\s+period)?\s+of"
)
_MOST = (
    r"(?:extend\s+)?up\s+to|not\s+(?:be\s+)?(?:more|longer)\s+than|no\s+more\s+than|not\s+exceed(?:ing)?|not\s+later\s+than"
    r"|no\s+later\s+than|at\s+most|may\s+extend\s+to|(?:a|the)\s+maximum(?:\s+period)?\s+of"
)
BOUNDS = rf"\b(?:{_LEAST}|{_MOST})\b"
"""Bounds said with a not that denies nothing."""
_BOUND_BEFORE = re.compile(
    rf"\b(?:(?P<least>{_LEAST})|(?P<most>{_MOST}))\s+(?:(?:a|the|another|further|additional|term|of|period|penalty)\s+){{0,4}}¤?\s*$",
    re.IGNORECASE,
)
_RUPEES_BEFORE = re.compile(r"(?<![\w-])rupees?\s+$", re.IGNORECASE)
_ONE_COUNTS = re.compile(r"(?:\s+single)?\s+(?:¤|[A-Z]|session|meeting|vote)")
_ONE_BEFORE = re.compile(r"(?:at\s+least|not\s+less\s+than|more\s+than|only)\s+$", re.IGNORECASE)
_OR_MORE = re.compile(r"\s+(?:\w+\s+)?or\s+more\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its measure: `30 day`, `at most 5 per cent`, `2/3`, `1 or more`, `2016-05-01`."""

    stated: str
    start: int
    end: int


def find_amounts(text: str) -> list[Amount]:
    """Find every number of `text` in order; "one" only where it counts, not where it stands for a thing.

    Names of parties are struck out with ¤ before.
    """
    found: list[Amount] = []
    at = 0
    for start, end, stated in sorted([*_dates(text), *_numbers(text)], key=lambda one: (one[0], -one[1])):
        if start >= at:
            found.append(Amount(stated, start, end))
            at = end
    return found


def _dates(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _DATE.finditer(text):
        month = _MONTHS.index(match[2].lower()) + 1
        yield match.start(), match.end(), f"{match[3]}-{month:02d}-{int(match[1]):02d}"


def _numbers(text: str) -> Iterator[tuple[int, int, str]]:
    measured = 0
    for match in _NUMBER.finditer(text):
        words = re.findall(r"\d[\d,]*(?:\.\d+)?|[a-z]+", match.group().lower().removeprefix("rs"))
        value = _value([word for word in words if word not in ("and", "rs")])
        if value is None:
            continue
        after = _AFTER.match(text, match.end())
        measure, end = "", match.end()
        if after and after[1]:
            measure, end = "per cent", after.end()
        elif after:
            measure = _MEASURES.get(after[2].lower(), "")
            if measure == "square metre" and (other := _OF_ANOTHER_SQUARE.match(text, after.end())):
                measure = f"square {other.lastgroup}"
        if not measure and _RUPEES_BEFORE.search(text, measured, match.start()):
            measure = "rupee"
        measured = after.end() if after and measure else end
        if "rs" in match.group().lower()[:2] or "₹" in match.group():
            measure = "rupee"
        if _OR_MORE.match(text, match.end()):
            measure = f"{measure} or more".strip()
        if match.group().lower() == "one" and not measure and not _counts(text, match.start(), match.end()):
            continue
        yield match.start(), end, f"{_bound(text[: match.start()])}{value} {measure}".strip()


def _bound(before: str) -> str:
    """Whether the number is the least or the most, as the words before it say."""
    match = _BOUND_BEFORE.search(before[-60:])
    return "" if match is None else "at least " if match["least"] else "at most "


def _counts(text: str, start: int, end: int) -> bool:
    """ "one" is a number before a party ("one Member") and after "at least"; else it stands for a thing."""
    if re.match(r"\s+of\b", text[end:]):
        return False
    return bool(_ONE_COUNTS.match(text, end) or _ONE_BEFORE.search(text[:start]))


def _value(words: list[str]) -> Fraction | None:
    """'two', 'thirds' -> 2/3; 'one', 'lakh', 'fifty', 'thousand' -> 150000; 'half' -> 1/2."""
    total = Fraction(0)
    current: Fraction | None = None
    for word in words:
        if word[0].isdigit():
            current = (current or Fraction()) + Fraction(word.replace(",", ""))
        elif word in _UNITS:
            current = (current or Fraction()) + _UNITS[word]
        elif word in _FACTORS:
            if current is None:
                return None  # "hundreds of them" states no number
            factor = _FACTORS[word]
            if factor == 100:
                current *= factor
            else:
                total, current = total + current * factor, None
        elif word in _PARTS:
            if current is None and word not in ("half",):
                return None  # "a third party", "the fourth proviso"
            current = (current or Fraction(1)) / _PARTS[word]
    return total + (current or 0) if current is not None or total else None
