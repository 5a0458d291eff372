"""What a turn and a day may take."""

from __future__ import annotations

from datetime import date

import pytest

from civicsetu.errors import BudgetSpent
from civicsetu.models.writer.budget import WriterBudget
from civicsetu.models.writer.chat import TurnSpending, Usage
from civicsetu.settings import WriterSettings


def test_a_new_day_begins_at_nothing() -> None:
    days = [date(2026, 11, 23)]
    budget = WriterBudget(WriterSettings(day_tokens=100, day_cost=1.0), lambda: days[-1])
    budget.charge(TurnSpending(), Usage(60, 30, 0.2))
    with pytest.raises(BudgetSpent):
        budget.check(TurnSpending(), 11)
    budget.check(TurnSpending(), 10)
    days.append(date(2026, 11, 24))
    budget.check(TurnSpending(), 100)
    assert budget.used_today == Usage()


def test_turns_are_counted_apart_and_the_day_counts_all() -> None:
    budget = WriterBudget(WriterSettings(turn_tokens=100, day_tokens=150))
    first, second = TurnSpending(), TurnSpending()
    budget.charge(first, Usage(50, 40))
    with pytest.raises(BudgetSpent, match="turn"):
        budget.check(first, 20)
    budget.check(second, 20)
    with pytest.raises(BudgetSpent, match="day"):
        budget.check(second, 70)


def test_nothing_is_counted_where_no_limit_is_set() -> None:
    budget = WriterBudget(WriterSettings(turn_tokens=0, day_tokens=0, day_cost=0))
    spending = TurnSpending()
    budget.charge(spending, Usage(10**9, 10**9, 10.0**9))
    budget.check(spending, 10**9)
