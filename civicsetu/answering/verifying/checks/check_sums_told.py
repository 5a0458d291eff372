"""Sums that a sentence makes before the reader's eyes: its own operands, each told in the law or by the asker.

"6 months and a further 6, 12 in all" adds up two figures of the law; "two requests at 1,000 rupees each make 2,000"
multiplies one. The operands are checked as every figure is; here the result is redone exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from civicsetu.answering.verifying.evidence import CitedEvidence, Claims
from civicsetu.answering.verifying.same_figures import is_same
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.claims.figures import Figure
from civicsetu.claims.named_forms import find_forms

_TOGETHER = re.compile(r"\b(?:in all|in total|total(?:s|ling)?|altogether|together|combined|add(?:s|ed)? up|plus|makes?|sums?)\b|\+", re.IGNORECASE)
_APART = re.compile(r"\b(?:or|whichever|instead|otherwise|either|per cent)\b", re.IGNORECASE)
_FURTHER = re.compile(r"\b(?:further|another|additional|more|again|besides|plus)\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|apiece|per)\b", re.IGNORECASE)
_ADDED = ("day", "month", "hour", "rupee", "unit", "buyer", "copy")


def is_added_up(figure: Figure, claims: Claims, evidence: CitedEvidence) -> bool:
    """Return whether the figure is the sum of two that the sentence, or one sentence of the law, states side by side."""
    if figure.measure not in _ADDED or not _TOGETHER.search(claims.text):
        return False
    others = [one for one in claims.figures if one is not figure]
    told = [one for unit in evidence.units for one in unit.claims.figures] + list(evidence.asker_claims.figures)
    pairs = [pair for pair in combinations(others, 2) if all(any(is_same(one, there) for there in told) for one in pair)]
    within = (one for one in pairs if not _APART.search(claims.text, one[0].end, one[1].start))
    return any(_adds_up(figure, pair) for pair in (*within, *_added_by_law(evidence)))


def _added_by_law(evidence: CitedEvidence) -> Iterator[tuple[Figure, Figure]]:
    """A period or sum of the law with what may be added to it: "6 months, and by a further 6 months"."""
    for unit in evidence.core:
        for one, other in combinations(unit.claims.figures, 2):
            between = unit.claims.text[one.end : other.start]
            if len(between) <= VERIFYING.compared_chars and _FURTHER.search(between) and not _APART.search(between):
                yield one, other


def _adds_up(figure: Figure, pair: Sequence[Figure]) -> bool:
    """Whether two figures of its measure make it; one of the two may be told without ("a further 6")."""
    measures = {one.measure for one in pair}
    if figure.measure not in measures or not measures <= {figure.measure, ""}:
        return False
    return figure.value == _in(pair[0], figure) + _in(pair[1], figure)


def _in(one: Figure, figure: Figure) -> Fraction:
    """The value of an operand; one without a measure counts what the sum counts."""
    times = figure.value / figure.plain if figure.plain else Fraction(1)
    return one.value if one.measure else one.value * times


def is_counted_out(figure: Figure, claims: Claims, law: Sequence[Figure]) -> bool:
    """Return whether a small count is one that the sentence itself bears out, or the sum that it makes of the law's.

    "Two papers, Form M and Form N" names both; "two requests at 1,000 rupees each make 2,000" shows the product.
    """
    if is_small_count(figure) and len({form.name for form in find_forms(claims.text)}) == figure.value:
        return True
    counts = [one for one in claims.figures if is_small_count(one)]
    rates = [one for one in claims.figures if one.measure == "rupee" and _EACH.match(claims.text, _skip(claims.text, one.end))]
    for count in counts:
        for rate in rates:
            if not any(is_same(rate, there) for there in law):
                continue
            made = [one for one in claims.figures if one.measure == "rupee" and one.value == count.value * rate.value]
            if made and (figure is count or figure in made):
                return True
    return False


def is_small_count(figure: Figure) -> bool:
    """Return whether it is a bare "two" or "eight": people count what was told, and a reader sees if they may."""
    return not figure.measure and figure.said.strip().isalpha() and figure.value <= VERIFYING.small_count


def _skip(text: str, at: int) -> int:
    """The place behind the word "rupees" and white space."""
    found = re.compile(r"\s*(?:rupees|/-)?\s*", re.IGNORECASE).match(text, at)
    return found.end() if found else at
