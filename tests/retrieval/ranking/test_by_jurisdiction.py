"""One plan a jurisdiction, one list of evidence, and how many pairs of each are scored."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverReport
from civicsetu.retrieval.ranking.by_jurisdiction import (
    act_first,
    interleave,
    merge_reports,
    rerank_budget,
    split_by_jurisdiction,
)
from tests.retrieval.lantern_act import ACT, FIVE_STATES, KARNATAKA, UTTAR_PRADESH, index_of_states, unit_id

RULE_16 = unit_id("16", KARNATAKA)
ALL = (ACT, KARNATAKA, UTTAR_PRADESH)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of_states()


def plan(*documents: str, **changes: Any) -> RetrievalPlan:
    return RetrievalPlan("late lantern", documents=documents, **changes)


# -- which stands first ----------------------------------------------------------------------------------


def order(
    near: tuple[float, ...], margin: float = 0.2, documents: tuple[str, ...] = (KARNATAKA, ACT)
) -> list[int]:
    plans = [plan(key) for key in documents]
    return act_first(plans, near, index_of_states(), margin)


@pytest.mark.parametrize(
    ("of_state", "of_act", "first"),
    [
        (3.0, 3.0, 0), (3.0, 3.1, 0), (3.0, 3.2, 0), (3.0, 3.21, 1), (3.0, 1.0, 0), (0.0, 0.1, 0), (0.0, 3.0, 1),
    ],
)  # fmt: skip
def test_the_act_stands_first_only_where_it_is_nearer_by_more_than_the_margin(
    of_state: float, of_act: float, first: int
) -> None:
    assert order((of_state, of_act))[0] == first


def test_the_margin_decides() -> None:
    assert order((3.0, 3.1), margin=0.0) == [1, 0]
    assert order((3.0, 2.9), margin=-0.2) == [1, 0], "below 0 the Act may even be farther"
    assert order((3.0, 4.9), margin=4.0) == [0, 1]


def test_where_states_are_compared_their_order_and_the_acts_place_stay() -> None:
    documents = (KARNATAKA, UTTAR_PRADESH, ACT)
    assert order((1.0, 2.0, 9.0), documents=documents) == [0, 1, 2]
    assert order((1.0, 2.0), documents=(KARNATAKA, UTTAR_PRADESH)) == [0, 1]


@pytest.mark.parametrize("documents", [(), (ACT,), (KARNATAKA,)])
def test_one_plan_has_no_order(documents: tuple[str, ...]) -> None:
    assert order((1.0,) * len(documents), documents=documents) == list(range(len(documents)))


# -- apart -----------------------------------------------------------------------------------------------


def test_each_jurisdiction_has_its_plan_and_the_states_come_first(index: LawIndex) -> None:
    plans = split_by_jurisdiction(plan(*ALL, rerank=False), index)
    assert [one.documents for one in plans] == [(KARNATAKA,), (UTTAR_PRADESH,), (ACT,)]
    assert all((one.query, one.rerank, one.references) == ("late lantern", False, ()) for one in plans)


@pytest.mark.parametrize("documents", [(ACT,), (KARNATAKA,), ()])
def test_one_jurisdiction_is_searched_as_it_was_asked(index: LawIndex, documents: tuple[str, ...]) -> None:
    asked = plan(*documents)
    assert split_by_jurisdiction(asked, index) == [asked]


def test_what_is_asked_by_number_is_looked_up_in_one_go(index: LawIndex) -> None:
    asked = plan(*ALL, references=((KARNATAKA, Reference(parse_path("16"), "rule", 0, 1)),))
    assert split_by_jurisdiction(asked, index) == [asked]


# -- together --------------------------------------------------------------------------------------------

CODES = {"c": ACT, "k": KARNATAKA, "u": UTTAR_PRADESH, **dict(zip("vwxyz", FIVE_STATES, strict=True))}
"""A letter for each document: of the Act c, of the states k, u and v to z."""


def _found(letter: str, count: int) -> list[Evidence]:
    return [
        Evidence(
            unit_id=f"{letter}{rank}", document=CODES[letter], provision="1", title="", jurisdiction="",
            score=0.9, found_by=(),
        )
        for rank in range(1, count + 1)
    ]  # fmt: skip


def _together(index: LawIndex, counts: dict[str, int], context: int = 7, limit: int = 10) -> list[str]:
    plans = [plan(CODES[letter]) for letter in counts]
    found = [_found(letter, count) for letter, count in counts.items()]
    return [item.unit_id for item in interleave(plans, found, index, context, limit)]


def test_one_jurisdiction_keeps_its_order(index: LawIndex) -> None:
    assert _together(index, {"k": 3}, limit=2) == ["k1", "k2"]
    assert _together(index, {"c": 3}) == ["c1", "c2", "c3"]


@pytest.mark.parametrize(
    ("counts", "limit", "expected"),
    [
        ({"k": 3, "c": 3}, 6, "k1 c1 k2 c2 k3 c3"),
        ({"k": 3, "c": 3}, 3, "k1 c1 k2"),
        ({"k": 1, "c": 3}, 4, "k1 c1 c2 c3"),
        ({"k": 4, "c": 0}, 3, "k1 k2 k3"),
        ({"k": 0, "c": 2}, 5, "c1 c2"),
        ({"k": 0, "c": 0}, 5, ""),
    ],
)
def test_a_state_and_the_act_take_turns_and_what_one_lacks_the_other_fills(
    index: LawIndex, counts: dict[str, int], limit: int, expected: str
) -> None:
    assert _together(index, counts, limit=limit) == expected.split()


@pytest.mark.parametrize(
    ("counts", "context", "expected"),
    [
        ({"k": 9, "u": 9, "c": 9}, 7, "k1 u1 k2 u2 k3 u3 c1 k4 u4 k5"),
        ({"k": 9, "u": 9, "c": 9}, 4, "k1 u1 k2 c1 u2 k3 u3 k4 u4 k5"),
        ({"k": 9, "u": 1, "c": 9}, 7, "k1 u1 k2 k3 k4 k5 c1 k6 k7 k8"),
        ({"k": 1, "u": 1, "c": 9}, 7, "k1 u1 c1 c2 c3 c4 c5 c6 c7 c8"),
        ({"k": 9, "u": 9, "c": 0}, 7, "k1 u1 k2 u2 k3 u3 k4 u4 k5 u5"),
        ({"k": 9, "u": 0, "c": 9}, 7, "k1 k2 k3 k4 k5 k6 c1 k7 k8 k9"),
        ({"k": 9, "u": 9, "c": 9}, 2, "k1 u1 k2 u2 k3 u3 k4 u4 k5 u5"),
    ],
    ids=[
        "of seven one is the Act's", "of four, too", "one state says little", "both say little", "no Act",
        "one says nothing", "no room for the Act",
    ],
)  # fmt: skip
def test_of_states_compared_each_has_its_turn_and_the_act_one_place(
    index: LawIndex, counts: dict[str, int], context: int, expected: str
) -> None:
    assert _together(index, counts, context)[:10] == expected.split()


@pytest.mark.parametrize("context", [5, 6, 7])
def test_of_five_states_each_is_in_the_evidence(context: int) -> None:
    index = index_of_states(*FIVE_STATES)
    found = _together(index, {**dict.fromkeys("vwxyz", 9), "c": 9}, context)
    expected = {5: "v1 w1 x1 y1 z1", 6: "v1 w1 x1 y1 z1 c1", 7: "v1 w1 x1 y1 z1 v2 c1"}
    assert found[:context] == expected[context].split()
    assert len(found) == 10


@given(
    st.dictionaries(st.sampled_from("ckuvw"), st.integers(0, 9), min_size=1),
    st.integers(1, 8),
    st.integers(0, 6),
)
def test_whoever_is_asked_and_has_something_has_a_place(
    counts: dict[str, int], context: int, more: int
) -> None:
    index, limit = index_of_states(*FIVE_STATES), context + more
    kept = _together(index, counts, context, limit)
    assert len(kept) == len(set(kept)) == min(limit, sum(counts.values())), "what one lacks the others fill"
    for letter in counts:
        of_it = [name for name in kept if name[0] == letter]
        assert of_it == [f"{letter}{rank}" for rank in range(1, len(of_it) + 1)], "each keeps its order"
    states = [letter for letter, count in counts.items() if count and letter != "c"]
    shown = [name[0] for name in kept[:context]]
    if len(states) <= context and len(set(counts) - {"c"}) > 1:
        assert set(states) <= set(shown)
        assert not counts.get("c") or len(states) == context or "c" in shown
    in_turn = [shown.count(letter) for letter in states]
    assert all(
        count >= max(in_turn) - 1 or count == counts[letter]
        for letter, count in zip(states, in_turn, strict=True)
    ), "no state has two more than another that has some left"


# -- shares ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "pool", "expected"),
    [
        ("c", 10, [10]),
        ("k", 10, [10]),
        ("kc", 10, [5, 5]),
        ("kc", 7, [3, 3]),
        ("kuc", 10, [5, 5, 0]),
        ("ku", 10, [5, 5]),
        ("vwxyzc", 10, [2, 2, 2, 2, 2, 0]),
        ("vwxyzc", 9, [0, 0, 0, 0, 0, 0]),
        ("kc", 0, [0, 0]),
        ("c", 0, [0]),
    ],
)
def test_the_pairs_that_are_scored_are_shared_and_the_act_beside_states_is_not(
    asked: str, pool: int, expected: list[int]
) -> None:
    index = index_of_states(*FIVE_STATES)
    assert rerank_budget(pool, [plan(CODES[letter]) for letter in asked], index) == expected


@given(st.lists(st.sampled_from("ckuvwxyz"), min_size=1, max_size=7, unique=True), st.integers(0, 40))
def test_however_many_are_asked_no_more_is_scored_than_the_pool(asked: list[str], pool: int) -> None:
    index = index_of_states(*FIVE_STATES)
    told = rerank_budget(pool, [plan(CODES[letter]) for letter in asked], index)
    assert sum(told) <= pool and 1 not in told
    assert len({share for share, letter in zip(told, asked, strict=True) if letter != "c"}) <= 1


# -- reported --------------------------------------------------------------------------------------------


def test_a_retriever_is_reported_once_with_all_it_found_and_the_longest_it_took() -> None:
    reports = [
        RetrieverReport("fulltext", 3, 20.0), RetrieverReport("vector", 5, 7.0), RetrieverReport("fulltext", 2, 90.0),
        RetrieverReport("vector", 0, 4.0, "vector is out"), RetrieverReport("fulltext", 1, 10.0),
    ]  # fmt: skip
    assert merge_reports(reports) == [
        RetrieverReport("fulltext", 6, 90.0),
        RetrieverReport("vector", 5, 7.0, "vector is out"),
    ]
    assert merge_reports([]) == []
