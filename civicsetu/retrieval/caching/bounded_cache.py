"""A bounded cache whose entries expire, for immutable values.

cachetools keeps the entries. Added here are a lock, since tasks and threads share one cache, counts,
and evicting a tenth at once, so that a full cache does not evict on every question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

from cachetools import TTLCache

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

_GIVEN_UP = 10  # one in so many


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """Hits and misses of a cache since it was made, and the entries it holds."""

    hits: int
    misses: int
    held: int


class BoundedCache(Generic[Key, Value]):
    """A cache of at most `max_size` entries, each for `ttl_s` seconds; with 0 entries it keeps nothing.

    Values must be immutable: every caller receives the same object. `clock` is monotonic, in seconds.
    """

    def __init__(self, max_size: int, ttl_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_size = max_size
        self._kept: TTLCache[Key, Value] = TTLCache(max_size, ttl_s, clock)
        self._lock = Lock()
        self._hits = self._misses = 0

    def get(self, key: Key) -> Value | None:
        """Return the value of the key; None where there is none, or it expired."""
        with self._lock:
            value: Value | None = self._kept.get(key)
            if value is None:
                self._misses += 1
            else:
                self._hits += 1
            return value

    def put(self, key: Key, value: Value) -> None:
        """Store a value; a full cache first evicts the tenth that was used longest ago."""
        if not self._max_size:
            return
        with self._lock:
            if key not in self._kept and len(self._kept) >= self._max_size:
                for _ in range(max(1, self._max_size // _GIVEN_UP)):
                    self._kept.popitem()
            self._kept[key] = value

    @property
    def counts(self) -> CacheCounts:
        with self._lock:
            return CacheCounts(self._hits, self._misses, len(self._kept))
