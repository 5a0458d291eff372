"""Relative scores: by how much one is nearer than another, each retriever between its own best and last."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from civicsetu.retrieval.plan import RetrieverResult, UnitHit
from civicsetu.retrieval.ranking.fusion import SCORE_KEY, RelativeScoreFusion, cosine_score, relative
from civicsetu.retrieval.retrievers.base import UNIT_KEY
from tests.retrieval.scripted import SPECS


class _Ran:
    """A retriever that has run."""

    def __init__(self, name: str, *found: tuple[str, float]) -> None:
        self.name, self.result = name, RetrieverResult(name, _hits(*found))
        self.votes, self.weight = SPECS[name].votes, SPECS[name].weight


def _hits(*found: tuple[str, float]) -> list[UnitHit]:
    return [UnitHit(unit, [], [score]) for unit, score in found]


def _named(*units: str) -> RetrieverResult:
    """A retriever that finds without scores: the exact one, or the graph's."""
    return RetrieverResult("graph", [UnitHit(unit, [], []) for unit in units])


def _documents(units: str, pinned: str = "") -> list[Document]:
    return [
        Document(page_content=unit, metadata={UNIT_KEY: unit, "pinned": unit in pinned}) for unit in units
    ]


def _order(documents: Any) -> str:
    return "".join(one.metadata[UNIT_KEY] for one in documents)


def _sort(retrievers: list[Any], units: str, pinned: str = "", **weights: float) -> list[Document]:
    for one in retrievers:
        one.weight = weights.get(one.name, SPECS[one.name].weight)
    ordering = RelativeScoreFusion.model_construct(retrievers=retrievers)
    return list(ordering.compress_documents(_documents(units, pinned), "q"))


# -- one retriever ---------------------------------------------------------------------------------------------


def test_the_best_is_1_the_last_0_and_between_them_it_is_as_far_as_the_scores_are() -> None:
    retriever = RetrieverResult("vector", _hits(("a", 0.9), ("b", 0.85), ("c", 0.8), ("d", 0.5)))
    assert relative(retriever) == pytest.approx({"a": 1.0, "b": 0.875, "c": 0.75, "d": 0.0})


def test_the_best_score_of_a_unit_is_what_counts() -> None:
    retriever = RetrieverResult(
        "vector", [UnitHit("a", [], [0.9, 0.1]), UnitHit("b", [], [0.5, 0.4]), UnitHit("c", [], [0.4])]
    )
    assert relative(retriever) == pytest.approx({"a": 1.0, "b": 0.2, "c": 0.0})


def test_a_retriever_without_scores_counts_by_its_places() -> None:
    assert relative(_named("a", "b", "c", "d")) == {"a": 1.0, "b": 0.75, "c": 0.5, "d": 0.25}
    mixed = RetrieverResult("exact", [UnitHit("a", [], [0.9]), UnitHit("b", [], [])])
    assert relative(mixed) == {"a": 1.0, "b": 0.5}


def test_what_is_found_alone_or_all_alike_is_all_best() -> None:
    assert relative(RetrieverResult("vector", _hits(("a", 0.3)))) == {"a": 1.0}
    assert relative(RetrieverResult("vector", _hits(("a", 0.3), ("b", 0.3)))) == {"a": 1.0, "b": 1.0}
    assert relative(RetrieverResult("vector")) == {}


SCORES = st.lists(st.floats(-2, 50, allow_nan=False), max_size=30).map(lambda found: sorted(found)[::-1])


@given(SCORES)
def test_shares_are_from_0_to_1_and_keep_the_order_of_the_retriever(scores: list[float]) -> None:
    found = relative(RetrieverResult("vector", _hits(*((str(at), score) for at, score in enumerate(scores)))))
    shares = [found[str(at)] for at in range(len(scores))]
    assert all(0 <= share <= 1 for share in shares)
    assert shares == sorted(shares, reverse=True)
    assert not shares or shares[0] == 1


@given(st.integers(1, 40))
def test_shares_by_place_are_above_0_and_fall_evenly(count: int) -> None:
    shares = list(relative(_named(*map(str, range(count)))).values())
    assert shares == pytest.approx([1 - at / count for at in range(count)])


@given(SCORES, st.floats(0.01, 100), st.floats(-5, 5))
def test_on_what_scale_a_retriever_counts_does_not_matter(
    scores: list[float], factor: float, more: float
) -> None:
    """Cosines lie between 0.7 and 0.9, ranks of words between 0 and 40: only what is between them speaks."""
    once = relative(
        RetrieverResult("vector", _hits(*((str(at), round(score)) for at, score in enumerate(scores))))
    )
    other = relative(
        RetrieverResult(
            "fulltext", _hits(*((str(at), round(score) * factor + more) for at, score in enumerate(scores)))
        )
    )
    assert other == pytest.approx(once, abs=1e-6)


# -- how near a unit is, across jurisdictions ------------------------------------------------------------


def test_nearness_is_the_weighed_sum_of_the_cosines_in_the_searches_by_meaning() -> None:
    retrievers: list[Any] = [
        _Ran("vector", ("a", 0.9), ("b", 0.8)),
        _Ran("keyphrases", ("b", 0.6), ("a", 0.4)),
        _Ran("expected_questions", ("b", 0.7), ("a", 0.5)),
        _Ran("fulltext", ("a", 12.0)),
        _Ran("graph", ("a", 1.0)),
    ]
    for one, weight in zip(retrievers, (1.0, 0.5, 2.0, 9.0, 9.0), strict=True):
        one.weight = weight
    assert cosine_score("a", retrievers) == pytest.approx(0.9 + 0.5 * 0.4 + 2.0 * 0.5)
    assert cosine_score("b", retrievers) == pytest.approx(0.8 + 0.5 * 0.6 + 2.0 * 0.7)


def test_what_a_search_did_not_reach_counts_as_the_farthest_that_it_did() -> None:
    retrievers: list[Any] = [
        _Ran("vector", ("a", 0.9), ("b", 0.8)),
        _Ran("expected_questions", ("b", 0.7), ("d", 0.1)),
    ]
    assert cosine_score("c", retrievers) == pytest.approx(0.8 + 2.0 * 0.1)
    assert cosine_score("a", [_Ran("vector")]) == 0.0, "a search that found nothing says nothing"
    assert cosine_score("a", []) == 0.0


# -- all retrievers --------------------------------------------------------------------------------------------

MEANING = _Ran("vector", ("a", 0.90), ("b", 0.80), ("c", 0.50))
WORDS = _Ran("fulltext", ("c", 12.0), ("b", 9.0), ("d", 2.0))


def test_the_weighed_shares_of_all_retrievers_are_summed_and_told() -> None:
    """a: 1, b: .75 + 2 * .7, c: 0 + 2 * 1, d: 0; the places alone would put b and c the other way."""
    found = _sort([MEANING, WORDS], "abcd", vector=1.0, fulltext=2.0)
    assert _order(found) == "bcad"
    assert [one.metadata[SCORE_KEY] for one in found] == pytest.approx([2.15, 2.0, 1.0, 0.0])


def test_a_retriever_of_no_weight_says_nothing() -> None:
    assert _order(_sort([MEANING, WORDS], "dcba", vector=1.0, fulltext=0.0)) == "abdc"


def test_what_is_alike_keeps_the_order_of_the_fusion() -> None:
    assert _order(_sort([MEANING], "zyxa", vector=1.0)) == "azyx"


def test_what_is_asked_for_by_number_stays_first_in_its_own_order() -> None:
    found = _sort([MEANING, WORDS], "dcab", pinned="dc", vector=1.0, fulltext=2.0)
    assert _order(found) == "dcba", "though d is found least of all"
    assert found[0].metadata[SCORE_KEY] == 0.0 and found[1].metadata[SCORE_KEY] == 2.0


def test_a_retriever_without_scores_is_summed_with_the_others() -> None:
    graph = _Ran("graph")
    graph.result = _named("d", "a")
    found = _sort([MEANING, graph], "abcd", vector=1.0, graph=3.0)
    assert [(one.metadata[UNIT_KEY], one.metadata[SCORE_KEY]) for one in found] == [
        ("d", 3.0), ("a", 2.5), ("b", pytest.approx(0.75)), ("c", 0.0),
    ]  # fmt: skip


async def test_it_sorts_the_same_in_the_event_loop() -> None:
    ordering = RelativeScoreFusion.model_construct(retrievers=[MEANING, WORDS])
    found = await ordering.acompress_documents(_documents("dcba"), "q")
    assert _order(found) == _order(ordering.compress_documents(_documents("dcba"), "q"))


@given(st.permutations("abcd"), st.sets(st.sampled_from("abcd")))
def test_nothing_is_lost_and_the_pinned_come_first(units: list[str], pinned: set[str]) -> None:
    order = _order(_sort([MEANING, WORDS], "".join(units), "".join(pinned)))
    assert sorted(order) == sorted(units)
    assert list(order[: len(pinned)]) == [unit for unit in units if unit in pinned]
