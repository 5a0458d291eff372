"""The budget of one question: calls, tokens and time, none of which is ever passed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from civicsetu.law.planning import Ending
from civicsetu.settings import PlannerSettings

CHARS_PER_TOKEN = 4


def count_tokens(text: str) -> int:
    """Estimate the tokens of a text, at four characters each, rounded up."""
    return -(-len(text) // CHARS_PER_TOKEN)


@dataclass
class Budget:
    """Budget of the tools for one question; `clock` returns seconds.

    A call is counted before it is made and what it returned is counted before it is kept, so that neither can pass
    its limit. `ended` names the limit that was met first.
    """

    limits: PlannerSettings
    clock: Callable[[], float] = time.perf_counter
    calls: int = 0
    tokens: int = 0
    ended: Ending | None = None
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    @property
    def ms(self) -> float:
        """Milliseconds since the budget was opened."""
        return (self.clock() - self.started) * 1000

    @property
    def seconds_left(self) -> float:
        return max(0.0, self.limits.max_ms / 1000 - (self.clock() - self.started))

    def restart_time(self) -> None:
        """Count the time from now: planning by a model has a deadline of its own."""
        self.started = self.clock()

    def take_call(self) -> bool:
        """Count one call; False, and nothing counted, where no call or no time is left."""
        if self.calls >= self.limits.max_calls:
            return self._end(Ending.CALLS)
        if self.seconds_left <= 0:
            return self._end(Ending.TIME)
        self.calls += 1
        return True

    def take_tokens(self, text: str) -> bool:
        """Count a text that a tool returned; False, and nothing counted, where it has no room."""
        wanted = count_tokens(text)
        if self.tokens + wanted > self.limits.max_tokens:
            return self._end(Ending.TOKENS)
        self.tokens += wanted
        return True

    def time_out(self) -> None:
        """Record that a call was broken off for want of time."""
        self._end(Ending.TIME)

    def _end(self, why: Ending) -> bool:
        self.ended = self.ended or why
        return False
