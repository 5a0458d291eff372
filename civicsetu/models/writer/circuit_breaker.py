"""Leaves a model alone that keeps failing, so that a person does not wait for it again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

_LONGEST_S = 3600.0


@dataclass(slots=True)
class _State:
    failures: int = 0
    until: float = 0.0


class CircuitBreaker:
    """Circuit breaker: after `failures` in a row a model is left alone for `cool_down_s`.

    When that time is over it is tried again, and one more failure sets it aside anew. LiteLLM's Router
    has such a cool-down too, but it sees neither a model that falls silent in mid-stream nor, since it
    goes by the text of the error, one whose server refuses connections.
    """

    def __init__(self, failures: int, cool_down_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = failures
        self._cool_down_s = cool_down_s
        self._clock = clock
        self._states: dict[str, _State] = {}

    def is_open(self, model: str) -> bool:
        """Return whether the model is left alone just now."""
        state = self._states.get(model)
        return state is not None and self._clock() < state.until

    def record_success(self, model: str) -> None:
        self._states.pop(model, None)

    def record_failure(self, model: str, *, at_once: bool = False, for_s: float | None = None) -> None:
        """Count one failure; `at_once` for one that does not pass by itself, `for_s` where its server said how long."""
        state = self._states.setdefault(model, _State())
        state.failures += 1
        if self._cool_down_s and (at_once or for_s is not None or state.failures >= self._limit):
            state.until = self._clock() + min(for_s or self._cool_down_s, _LONGEST_S)
