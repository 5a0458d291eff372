"""Do two of the best provisions say nearly the same thing with other figures?

Then no one of them may be given as the answer: both are shown. Only provisions of one
jurisdiction are compared, for the rules of two states may differ and mostly do. One law words
what it means alike for different cases, penalties above all: there nearly every word must agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.lexicon.tokens import words_of

_LOOKED_AT = 3
_ALIKE = 0.8
_ALIKE_IN_ONE_LAW = 0.92
_LEAST_WORDS = 6
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def contradicting(evidence: Sequence[Evidence], index: LawIndex) -> tuple[Evidence, Evidence] | None:
    """The first two of the best three that contradict each other; None where none do."""
    for one, other in combinations(evidence[:_LOOKED_AT], 2):
        comparable = one.jurisdiction == other.jurisdiction and _section(one) != _section(other)
        alike = _ALIKE_IN_ONE_LAW if one.document == other.document else _ALIKE
        if comparable and figures_differ(_text(one, index), _text(other, index), alike):
            return one, other
    return None


def figures_differ(first: str, second: str, least: float = _ALIKE) -> bool:
    """Whether two texts share at least `least` of their words (0 to 1) and not the same figures."""
    words, others = _without_figures(first), _without_figures(second)
    if min(len(words), len(others)) < _LEAST_WORDS:
        return False
    alike = len(words & others) / len(words | others)
    figures, other_figures = set(_FIGURE.findall(first)), set(_FIGURE.findall(second))
    return alike >= least and bool(figures) and bool(other_figures) and figures != other_figures


def _without_figures(text: str) -> set[str]:
    return {word for word in words_of(text) if not word.isdigit()}


def _section(item: Evidence) -> tuple[str, str]:
    return item.document, parse_path(item.provision).number


def _text(item: Evidence, index: LawIndex) -> str:
    edition, place = index.editions_of(index.units[item.unit_id])[0]
    return edition.body[place.body : place.end]
