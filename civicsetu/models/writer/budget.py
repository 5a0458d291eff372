"""What chat models may take in a turn and in a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

from civicsetu.errors import BudgetSpent
from civicsetu.models.writer.chat import TurnSpending, Usage
from civicsetu.settings import WriterSettings


def _today() -> date:
    return datetime.now(UTC).date()


class WriterBudget:
    """Budget that each call must fit: that of its turn, and of this process's day (UTC)."""

    def __init__(self, settings: WriterSettings, today: Callable[[], date] = _today) -> None:
        self._settings = settings
        self._today = today
        self._day = today()
        self.used_today = Usage()

    def check(self, spending: TurnSpending, tokens: int) -> None:
        """Pass a call that takes at most so many tokens.

        Raises:
            BudgetSpent: with it the turn or the day would take more than it may, or the day's money is spent.
        """
        if self._today() != self._day:
            self._day, self.used_today = self._today(), Usage()
        limits = self._settings
        if limits.turn_tokens and _tokens(spending.used) + tokens > limits.turn_tokens:
            raise BudgetSpent("tokens of the turn")
        if limits.day_tokens and _tokens(self.used_today) + tokens > limits.day_tokens:
            raise BudgetSpent("tokens of the day")
        if limits.day_cost and self.used_today.cost >= limits.day_cost:
            raise BudgetSpent("money of the day")

    def charge(self, spending: TurnSpending, usage: Usage) -> None:
        """Add what one call took to its turn and to the day."""
        spending.add(usage)
        self.used_today += usage


def _tokens(usage: Usage) -> int:
    return usage.prompt_tokens + usage.completion_tokens
