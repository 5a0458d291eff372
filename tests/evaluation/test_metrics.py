"""Measures against figures worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.evaluation.metrics import (
    all_gold_at,
    context_precision,
    first_rank,
    hit_at,
    mcnemar,
    mean,
    reciprocal_rank,
    share,
    share_of,
    wrong_state_share,
)
from tests.evaluation.golden_rows import places
from tests.retrieval.lantern_act import KARNATAKA

FOUND = places("4", "2(a)", "3(2)", "3(1)(a)", "1", f"{KARNATAKA} 16")


@pytest.mark.parametrize(
    ("gold", "rank"),
    [
        (["4"], 1), (["3(2)"], 3), (["3(1)"], 4), (["3(1)(a)"], 4), (["3(1)(a)(i)"], 4), (["3"], 3),
        (["3(1)(b)"], None), (["16"], None), ([f"{KARNATAKA} 16"], 6), (["9", "1"], 5), ([], None),
        (["3(1) proviso"], None),
    ],
)  # fmt: skip
def test_the_first_hit_is_where_one_path_contains_the_other(gold: list[str], rank: int | None) -> None:
    wanted = places(*gold)
    assert first_rank(FOUND, wanted) == rank
    assert reciprocal_rank(FOUND, wanted) == (1 / rank if rank else 0)
    assert [hit_at(FOUND, wanted, k) for k in (1, 5, 10)] == [bool(rank and rank <= k) for k in (1, 5, 10)]


@pytest.mark.parametrize(
    ("gold", "k", "all_of_it"),
    [
        (["4"], 1, True), (["4", "3(2)"], 3, True), (["4", "3(2)"], 2, False), (["4", "9"], 6, False),
        (["3(1)", "3(2)"], 4, True), (["3"], 3, True),
    ],
)  # fmt: skip
def test_all_gold_needs_every_provision(gold: list[str], k: int, all_of_it: bool) -> None:
    assert all_gold_at(FOUND, places(*gold), k) is all_of_it


def test_precision_is_the_share_of_contexts_that_belong_to_the_answer() -> None:
    assert context_precision(FOUND, places("4", "3", "9")) == 3 / 6
    assert context_precision((), places("4")) == 0
    assert context_precision(FOUND, ()) == 0


def test_the_share_of_wrong_states_looks_at_five_and_never_counts_the_centre() -> None:
    states = ["CENTRAL", "GOA", "KARNATAKA", "CENTRAL", "GOA", "GOA"]
    assert wrong_state_share(states, {"KARNATAKA"}, "CENTRAL") == 2 / 5
    assert wrong_state_share(states[:2], {"KARNATAKA"}, "CENTRAL") == 1 / 2
    assert wrong_state_share(states, {"GOA", "KARNATAKA"}, "CENTRAL") == 0
    assert wrong_state_share([], {"GOA"}, "CENTRAL") == 0


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    # Wilson 1927 without continuity correction, worked out by hand and as tables print it
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 2, 0.0945, 0.9055),
     (50, 100, 0.4038, 0.5962), (81, 263, 0.2553, 0.3662)],
)  # fmt: skip
def test_wilsons_interval(hits: int, n: int, low: float, high: float) -> None:
    found = share(hits, n)
    assert (found.value, found.n) == (hits / n, n)
    assert found.low == pytest.approx(low, abs=5e-5) and found.high == pytest.approx(high, abs=5e-5)


@given(st.integers(0, 400), st.integers(1, 400))
def test_wilsons_interval_holds_the_share(hits: int, n: int) -> None:
    found = share(min(hits, n), n)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_shares_and_means_of_nothing_say_nothing() -> None:
    assert share(0, 0).n == share_of([]).n == mean([]).n == 0
    assert share_of([True, False, True, True]).value == 0.75


def test_a_mean_has_an_interval_about_it_that_is_the_same_each_time() -> None:
    values = [0.0] * 50 + [1.0] * 50
    found = mean(values)
    assert found == mean(values) and (found.value, found.n) == (0.5, 100)
    spread = 1.96 * math.sqrt(0.25 / 100)
    assert found.low == pytest.approx(0.5 - spread, abs=0.02)
    assert found.high == pytest.approx(0.5 + spread, abs=0.02)
    one = mean([0.3])
    assert one.low == one.value == one.high == 0.3


@pytest.mark.parametrize(
    ("lost", "won", "p"),
    # 2 * sum of C(n, i) / 2^n up to the smaller; of (6, 0): 2/64, of (5, 0): 2/32, of (9, 1): 22/1024
    [(0, 0, 1.0), (1, 0, 1.0), (3, 3, 1.0), (5, 0, 0.0625), (6, 0, 0.03125), (0, 6, 0.03125),
     (9, 1, 22 / 1024), (8, 2, 112 / 1024), (12, 5, 2 * 9402 / 131072)],
)  # fmt: skip
def test_mcnemars_exact_test(lost: int, won: int, p: float) -> None:
    assert mcnemar(lost, won) == pytest.approx(p)


@given(st.integers(0, 600), st.integers(0, 600))
def test_mcnemars_p_is_a_chance_and_looks_both_ways(lost: int, won: int) -> None:
    p = mcnemar(lost, won)
    assert 0 < p <= 1 or (p == 0 and abs(lost - won) > 500)
    assert p == mcnemar(won, lost)
    assert mcnemar(lost + 1, won) <= p if lost >= won else True
