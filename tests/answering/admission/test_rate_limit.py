"""So many in a span of time for each name, and whoever waits as told gets the next."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.admission import rate_limit
from civicsetu.answering.admission.rate_limit import RateLimit
from tests.budget import examples


@settings(max_examples=examples(50))
@given(st.integers(1, 50), st.lists(st.floats(0, 400), max_size=80))
def test_no_more_than_twice_a_span_are_taken_in_one_and_waiting_helps(most: int, pauses: list[float]) -> None:
    now = 0.0
    limit = RateLimit(most, 3600, lambda: now)
    taken = []
    for pause in pauses:
        now += pause
        if wait_s := limit.take("paper"):
            now += wait_s
            assert not limit.take("paper")
        taken.append(now)
    for begin in taken:
        assert sum(begin <= one < begin + 3600 for one in taken) <= 2 * most


def test_names_are_counted_apart_and_nought_is_any_number() -> None:
    limit = RateLimit(1, 60, lambda: 0.0)
    assert not limit.take("a") and not limit.take("b") and limit.take("a") == 60
    assert not any(RateLimit(0, 60).take("a") for _ in range(100))


def test_of_names_that_owe_nothing_none_is_kept() -> None:
    now = 0.0
    limit = RateLimit(1, 60, lambda: now)
    for at in range(10 * rate_limit._FEW_NAMES):
        now = at * 1.0
        limit.take(str(at))
    assert len(limit._paid_until) <= rate_limit._FEW_NAMES + 60
