"""How far two readers of the same answers agree: Cohen's kappa of each field of the rubric.

Kappa is the agreement beyond chance: 1 is full, 0 is what two readers who throw dice with their own frequencies would
reach (Cohen 1960). Fields in order (plainness, sentences beside the point) are weighted by the squared distance, since
4 beside 5 is no 1 beside 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from civicsetu.evaluation.judging.human_review import HumanReview

T = TypeVar("T", bound=Hashable)
_MOST_BESIDE = 3
"""More sentences beside the point than this count as this many: they differ no further."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on one field: `n` answers both readers judged, share they agree on, kappa; None if undefined."""

    name: str
    n: int
    agreed: float
    kappa: float | None


@dataclass(frozen=True, slots=True)
class PairedReview:
    """Two persons' reviews of one answer."""

    first: HumanReview
    second: HumanReview


_NAMED: dict[str, Callable[[HumanReview], Hashable]] = {
    "good": lambda one: one.verdict.good,
    "law": lambda one: one.verdict.law,
    "first sentence": lambda one: one.verdict.first,
    "what to do": lambda one: one.verdict.todo,
    "confidence": lambda one: one.verdict.confidence,
    "harm": lambda one: one.verdict.harm,
    "invented": lambda one: one.severity.value,
}
_ORDERED: dict[str, Callable[[HumanReview], int]] = {
    "plainness": lambda one: one.verdict.plain,
    "beside the point": lambda one: min(one.verdict.beside, _MOST_BESIDE),
    "groundedness (tenths)": lambda one: round(one.groundedness / 10),
}


def measure_agreement(pairs: Sequence[PairedReview]) -> list[Agreement]:
    """Return the agreement on each field, then on the citations both judged."""
    told = [
        _describe(name, [(of(one.first), of(one.second)) for one in pairs], cohen_kappa)
        for name, of in _NAMED.items()
    ]
    told.extend(
        _describe(name, [(of(one.first), of(one.second)) for one in pairs], weighted_kappa)
        for name, of in _ORDERED.items()
    )
    return [*told, _describe("citations", _cited_by_both(pairs), cohen_kappa)]


def cohen_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Return Cohen's kappa of pairs of labels; None of no pair, or where chance alone makes both agree always."""
    if not pairs:
        return None
    n = len(pairs)
    observed = sum(one == other for one, other in pairs) / n
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    expected = sum(count * second[label] for label, count in first.items()) / n**2
    return None if expected >= 1 else (observed - expected) / (1 - expected)


def weighted_kappa(pairs: Sequence[tuple[int, int]]) -> float | None:
    """Return kappa of pairs of figures, weighted by their squared distance; None as of `cohen_kappa`."""
    if not pairs:
        return None
    n = len(pairs)
    observed = sum((one - other) ** 2 for one, other in pairs) / n
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    expected = sum((one - other) ** 2 * a * b for one, a in first.items() for other, b in second.items()) / n**2
    return None if expected == 0 else 1 - observed / expected


def _describe(
    name: str, pairs: Sequence[tuple[T, T]], kappa: Callable[[Sequence[tuple[T, T]]], float | None]
) -> Agreement:
    agreed = sum(one == other for one, other in pairs) / len(pairs) if pairs else 0.0
    return Agreement(name, len(pairs), agreed, kappa(pairs))


def _cited_by_both(pairs: Sequence[PairedReview]) -> list[tuple[bool, bool]]:
    found: list[tuple[bool, bool]] = []
    for pair in pairs:
        other = {one.citation_id: one.correct for one in pair.second.citations}
        found.extend(
            (one.correct, other[one.citation_id]) for one in pair.first.citations if one.citation_id in other
        )
    return found
