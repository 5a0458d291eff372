"""At most so many of something in a span of time for each name: questions of a person, tokens of an address."""

from __future__ import annotations

import time
from collections.abc import Callable

_FEW_NAMES = 1000
_ROUNDING_S = 1e-6


class RateLimit:
    """A leaky bucket for each name: all of a span may be taken at once, and then one for each share of it.

    Args:
        most: how many in a span; 0: any number.
        span_s: seconds of the span.
        clock: seconds (replaced in tests).
    """

    def __init__(self, most: int, span_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._each_s = span_s / most if most else 0.0
        self._span_s = span_s
        self._clock = clock
        self._paid_until: dict[str, float] = {}
        self._tidy_at = _FEW_NAMES

    def take(self, name: str) -> float:
        """Count one, and return 0; where none is left count nothing, and return the seconds until one is."""
        if not self._each_s:
            return 0.0
        now = self._clock()
        paid_until = max(self._paid_until.get(name, now), now) + self._each_s
        if (wait_s := paid_until - now - self._span_s) > _ROUNDING_S:
            return wait_s
        self._paid_until[name] = paid_until
        if len(self._paid_until) > self._tidy_at:
            self._paid_until = {one: until for one, until in self._paid_until.items() if until > now}
            self._tidy_at = max(_FEW_NAMES, 2 * len(self._paid_until))
        return 0.0
