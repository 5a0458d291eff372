"""Correlation of a figure with a yes or no, and the table of what machine and people pass."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_Z = 2.5758293035489004
"""Of the 99 % interval: many signs are held against many verdicts, and few may seem to agree by chance."""
_LEAST = 20


@dataclass(frozen=True, slots=True)
class Correlation:
    """A point-biserial correlation with its 99 % interval; `r` is None where one of both never changes."""

    r: float | None
    low: float
    high: float
    n: int

    @property
    def is_sign(self) -> bool:
        """Whether the figure goes up with the verdict by more than chance explains."""
        return self.r is not None and self.low > 0

    @property
    def is_contrary(self) -> bool:
        """Whether it goes down with it."""
        return self.r is not None and self.high < 0


def point_biserial(
    figures: Sequence[float], verdicts: Sequence[bool], groups: Sequence[Hashable]
) -> Correlation:
    """Return the correlation of figures with verdicts within groups, all three of one length.

    Both are taken as differences from the mean of their group: else long posts, which are seldom good, would make
    whatever differs in them look like a sign. Each group costs a degree of freedom.
    """
    n = len(figures)
    x = _within(np.asarray(figures, np.float64), groups)
    y = _within(np.asarray(verdicts, np.float64), groups)
    spread = math.sqrt(float(x @ x) * float(y @ y))
    free = n - len(set(groups)) - 2
    if n < _LEAST or free < 1 or spread < 1e-9:
        return Correlation(None, -1.0, 1.0, n)
    r = max(-1.0, min(1.0, float(x @ y) / spread))
    middle, half = math.atanh(max(-0.999999, min(0.999999, r))), _Z / math.sqrt(free)
    return Correlation(r, math.tanh(middle - half), math.tanh(middle + half), n)


def _within(values: NDArray[np.float64], groups: Sequence[Hashable]) -> NDArray[np.float64]:
    apart = values.copy()
    for group in set(groups):
        members = np.asarray([one == group for one in groups])
        apart[members] -= values[members].mean()
    return apart


@dataclass(frozen=True, slots=True)
class Confusion:
    """Confusion counts: passed by both, by the machine alone, by people alone, by neither."""

    both: int
    machine: int
    people: int
    neither: int

    @property
    def n(self) -> int:
        return self.both + self.machine + self.people + self.neither


def confuse(passed: Sequence[bool], verdicts: Sequence[bool]) -> Confusion:
    """Count what of the same answers both, one and neither pass."""
    pairs = list(zip(passed, verdicts, strict=True))
    return Confusion(*(pairs.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))))
