"""Read days and years as people write them: "by 9th August" without a year, a bare "mela 2019".

A law hardly writes so, an asker mostly: a period counted from such a day is right all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from fractions import Fraction

from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.claims.figures import Figure

DAY_OF_YEAR = "day of year"
"""Measure of a day without a year; its value is the place of the day in a year of 365."""
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
_MONTH_AFTER = re.compile(rf"(?:st|nd|rd|th)?(?:\s+of)?\s+{_MONTH}", re.IGNORECASE)
_MONTH_BEFORE = re.compile(rf"\b{_MONTH}\.?\s+$", re.IGNORECASE)
_SUM_BEFORE = re.compile(r"(?:\brs\.?|₹|\binr|\bpaid|\bpay(?:s|ing)?|\bfees?(?: is| of)?|\bcosts?|\brent(?: of)?|\bcharged?|\bno\.?|\bnumber)\s*$", re.IGNORECASE)
_COUNT_AFTER = re.compile(r"\s*(?:/-|rupees?\b|residents\b|people\b|persons\b|families\b|log\b)", re.IGNORECASE)


def name_days(figures: Iterable[Figure], text: str) -> tuple[Figure, ...]:
    """Return the figures, those that are a day of some month or a year with that measure."""
    return tuple(_named(one, text) for one in figures)


def _named(one: Figure, text: str) -> Figure:
    if one.measure or one.plain is not None:
        return one
    said = one.said.strip()
    if _is_year(one, said, text):
        return replace(one, measure="year of date")
    match = _MONTH_AFTER.match(text, one.start + len(said)) or _MONTH_BEFORE.search(text, max(0, one.start - VERIFYING.month_chars), one.start)
    day = _day(one.value, match["month"]) if match is not None and said.isdecimal() and _is_month(match) else None
    return one if day is None else replace(one, measure=DAY_OF_YEAR, value=day)


def _is_year(one: Figure, said: str, text: str) -> bool:
    """Whether four bare digits are a year: no round number, which is a sum or a count oftener, and no sum or count by its words."""
    if not (said.isdecimal() and len(said) == VERIFYING.year_digits and VERIFYING.first_year <= one.value <= VERIFYING.last_year):
        return False
    is_sum = _SUM_BEFORE.search(text, max(0, one.start - VERIFYING.sum_chars), one.start) or _COUNT_AFTER.match(text, one.start + len(said))
    return one.value % VERIFYING.round_sum != 0 and is_sum is None


def _is_month(match: re.Match[str]) -> bool:
    """Whether "may" is the month: with its capital, or behind "3rd" or "of"; "all 12 may complain" names none."""
    return match["month"].lower() != "may" or match["month"][0].isupper() or re.match(r"(?:st|nd|rd|th)\b|\s+of\b", match[0]) is not None


def _day(number: Fraction, month: str) -> Fraction | None:
    try:
        day = date(VERIFYING.common_year, _MONTHS.index(month[:3].lower()) + 1, int(number))
    except ValueError:
        return None
    return Fraction(day.timetuple().tm_yday)
