"""No budget is ever passed, whatever is asked for and however long it takes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.law.planning import Ending
from civicsetu.planner.budget import Budget, count_tokens
from civicsetu.settings import PlannerSettings

WORK = st.lists(
    st.tuples(st.sampled_from(["call", "text"]), st.integers(0, 400), st.floats(0, 0.2)), max_size=40
)


@settings(max_examples=60, deadline=None)
@given(calls=st.integers(0, 10), tokens=st.integers(0, 300), ms=st.integers(1, 500), work=WORK)
def test_calls_and_tokens_stay_within_and_no_call_begins_late(
    calls: int, tokens: int, ms: int, work: list[tuple[str, int, float]]
) -> None:
    now = 0.0
    budget = Budget(PlannerSettings(max_calls=calls, max_tokens=tokens, max_ms=ms), lambda: now)
    for what, length, took in work:
        before = now
        done = budget.take_call() if what == "call" else budget.take_tokens("x" * length)
        if what == "call" and done:
            assert before * 1000 < ms
        assert done or budget.ended in (Ending.CALLS, Ending.TOKENS, Ending.TIME)
        assert budget.calls <= calls and budget.tokens <= tokens
        now += took


def test_the_limit_met_first_is_named() -> None:
    budget = Budget(PlannerSettings(max_calls=1, max_tokens=1))
    assert budget.take_call() and budget.take_tokens("four")
    assert not budget.take_tokens("five") and not budget.take_call()
    assert budget.ended is Ending.TOKENS
    assert (budget.calls, budget.tokens) == (1, 1)


def test_tokens_are_four_characters_rounded_up() -> None:
    assert [count_tokens("x" * length) for length in (0, 1, 4, 5)] == [0, 1, 1, 2]
