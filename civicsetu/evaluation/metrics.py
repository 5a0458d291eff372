"""Measures of finding and declining, and how sure they are: pure functions of ranks and counts.

A context is a hit where it overlaps a gold provision: of its document, and one path contains
the other. Ranks count from 1. Shares come with Wilson's 95 % interval, means with that of a
bootstrap whose seed is fixed, so that the same run prints the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from civicsetu.evaluation.golden.golden_set import GoldProvision

_Z = 1.959963984540054
_RESAMPLES = 2000
_SEED = 20161025


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share or a mean with its 95 % interval; of nothing (`n` 0) it says nothing."""

    value: float
    low: float
    high: float
    n: int


def first_rank(contexts: Sequence[GoldProvision], gold: Sequence[GoldProvision]) -> int | None:
    """Return the rank of the first hit; None where there is none."""
    return next(
        (rank for rank, one in enumerate(contexts, start=1) if any(one.overlaps(place) for place in gold)),
        None,
    )


def hit_at(contexts: Sequence[GoldProvision], gold: Sequence[GoldProvision], k: int) -> bool:
    """Return whether some gold provision is among the first k."""
    return first_rank(contexts[:k], gold) is not None


def all_gold_at(contexts: Sequence[GoldProvision], gold: Sequence[GoldProvision], k: int) -> bool:
    """Return whether every gold provision is among the first k."""
    return all(any(one.overlaps(place) for one in contexts[:k]) for place in gold)


def reciprocal_rank(contexts: Sequence[GoldProvision], gold: Sequence[GoldProvision]) -> float:
    """Return 1 by the rank of the first hit; 0 where there is none."""
    rank = first_rank(contexts, gold)
    return 1 / rank if rank else 0.0


def context_precision(contexts: Sequence[GoldProvision], wanted: Sequence[GoldProvision]) -> float:
    """Return the share of the contexts that are hits; 0 of none."""
    return sum(any(one.overlaps(place) for place in wanted) for one in contexts) / max(1, len(contexts))


def wrong_state_share(states: Sequence[str], asked: Collection[str], central: str) -> float:
    """Return the share of the first five contexts' jurisdictions that are states not asked about; 0 of none."""
    first = states[:5]
    return sum(state != central and state not in asked for state in first) / max(1, len(first))


def share(hits: int, n: int) -> Estimate:
    """Return the share `hits` of `n` with Wilson's interval."""
    if n == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    value, square = hits / n, _Z * _Z
    middle = (value + square / (2 * n)) / (1 + square / n)
    spread = _Z / (1 + square / n) * math.sqrt(value * (1 - value) / n + square / (4 * n * n))
    low = 0.0 if hits == 0 else max(0.0, middle - spread)
    return Estimate(value, low, 1.0 if hits == n else min(1.0, middle + spread), n)


def share_of(flags: Sequence[bool]) -> Estimate:
    """Return the share of those that hold."""
    return share(sum(flags), len(flags))


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean with the 2.5th and 97.5th percentile of the means of resamples."""
    if not values:
        return Estimate(0.0, 0.0, 0.0, 0)
    held = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(_SEED).integers(0, len(held), size=(_RESAMPLES, len(held)))
    low, high = np.percentile(held[drawn].mean(axis=1), [2.5, 97.5])
    return Estimate(float(held.mean()), float(low), float(high), len(values))


def mcnemar(lost: int, won: int) -> float:
    """Return the two-sided p of McNemar's exact test: are losses and gains of one coin?

    The chance that `lost + won` tosses fall at least as unevenly; 1 where nothing changed.
    """
    n = lost + won
    tail = sum(math.comb(n, count) for count in range(min(lost, won) + 1))
    return min(1.0, tail / 2 ** (n - 1)) if n else 1.0
