"""Narrowing: the cross-encoder's scores added, few kept."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from civicsetu.errors import ModelTimeout
from civicsetu.retrieval.plan import RetrieverResult, UnitHit
from civicsetu.retrieval.ranking.compressors import (
    Rerank,
    TopK,
    agree_on_first,
    normalised_logit,
)
from civicsetu.retrieval.ranking.fusion import SCORE_KEY
from civicsetu.retrieval.retrievers.base import UNIT_KEY
from tests.retrieval.lantern_act import ScriptedReranker
from tests.retrieval.scripted import ScriptedRetriever, apart, unit_retriever


def document(
    name: str,
    text: str = "",
    *,
    of: str = "act",
    pinned: bool = False,
    found: float = 0.0,
    keyphrases: str = "",
) -> Document:
    metadata = {
        UNIT_KEY: name, "document": of, "title": f"title of {name}", "pinned": pinned, SCORE_KEY: found,
        "keyphrases": keyphrases,
    }  # fmt: skip
    return Document(page_content=text or f"words of {name}", metadata=metadata)


def names(documents: object) -> list[str]:
    return [one.metadata[UNIT_KEY] for one in documents]  # type: ignore[attr-defined]


def cross_encoder(reranker: ScriptedReranker, **changes: object) -> Rerank:
    given, thresholds = apart({"pool": 10} | changes)
    return Rerank(reranker=reranker, thresholds=thresholds, **given)


# -- the cross-encoder -----------------------------------------------------------------------------------


async def test_the_reranker_reads_title_keyphrases_and_the_first_words() -> None:
    reranker = ScriptedReranker({"of b": 0.9})
    found = [document("a", "one two three four"), document("b", "of b", keyphrases="lamp in a box; lantern")]
    await cross_encoder(reranker, rerank_words=2).acompress_documents(found, "q")
    assert reranker.read == ["title of a\none two", "title of b. lamp in a box; lantern\nof b"]


async def test_a_sure_reranker_changes_the_order_and_tells_its_scores() -> None:
    step = cross_encoder(ScriptedReranker({"of c": 0.9, "of b": 0.4, "of a": 0.1}))
    found = await step.acompress_documents([document("a"), document("b"), document("c")], "q")
    assert names(found) == ["c", "b", "a"]
    assert [one.metadata["rerank_score"] for one in found] == [0.9, 0.4, 0.1]
    assert (step.best, step.pairs, step.failed) == (0.9, 3, False) and step.model_ms >= 0


async def test_its_scores_are_added_to_those_of_the_retrievers() -> None:
    """Odds of 0.5 are e^0: sureness 11/18; of 0.953, e^3: 14/18; of 0.269, e^-1: 10/18; of 0, none."""
    retrievers = {"a": 2.0, "b": 1.9, "c": 1.5, "d": 1.0}
    scores = {"of a": 0.0, "of b": 0.5, "of c": 1 / (1 + math.e), "of d": 1 / (1 + math.exp(-3))}
    sums = {"a": 2.0, "b": 1.9 + 11 / 18, "c": 1.5 + 10 / 18, "d": 1.0 + 14 / 18}
    step = cross_encoder(ScriptedReranker(scores), rerank_weight=1.0)
    found = await step.acompress_documents([document(one, found=retrievers[one]) for one in "abcd"], "q")
    assert names(found) == ["b", "c", "a", "d"] == sorted(sums, key=lambda name: -sums[name])
    assert {one.metadata[UNIT_KEY]: one.metadata[SCORE_KEY] for one in found} == pytest.approx(sums), (
        "what ends the list reads the sums"
    )


async def test_it_does_not_throw_over_what_all_retrievers_found() -> None:
    """By itself it loses definitions: a full sum of the retrievers stands against its surest score."""
    step = cross_encoder(ScriptedReranker({"of b": 1.0, "of a": 0.0}))
    found = [document("a", found=4.0), document("b", found=1.5)]
    assert names(await step.acompress_documents(found, "q")) == ["a", "b"]


async def test_without_weight_the_order_of_the_retrievers_stays() -> None:
    step = cross_encoder(ScriptedReranker({"of c": 0.9}), rerank_weight=0.0)
    found = [document(name, found=3.0 - at) for at, name in enumerate("abc")]
    assert names(await step.acompress_documents(found, "q")) == ["a", "b", "c"]


async def test_scores_that_are_all_alike_change_nothing() -> None:
    step = cross_encoder(ScriptedReranker())
    assert names(await step.acompress_documents([document(name) for name in "cab"], "q")) == ["c", "a", "b"]
    assert step.best == 0.0


async def test_what_was_asked_for_by_number_is_neither_scored_nor_moved() -> None:
    reranker = ScriptedReranker({"of d": 0.9})
    found = [document("a", pinned=True), document("b", pinned=True), document("c"), document("d")]
    narrowed = await cross_encoder(reranker).acompress_documents(found, "q")
    assert names(narrowed) == ["a", "b", "d", "c"]
    assert len(reranker.read) == 2


@pytest.mark.parametrize("pool", [2, 3, 5])
async def test_no_more_than_the_pool_is_scored_and_the_rest_keeps_its_place_behind(pool: int) -> None:
    reranker = ScriptedReranker({"of c": 0.9, "of g": 1.0})
    step = cross_encoder(reranker, pool=pool)
    found = await step.acompress_documents([document(name) for name in "abcdefg"], "q")
    assert names(found) == (list("abcdefg") if pool < 3 else list("cabdefg"))
    assert step.pairs == len(reranker.read) == pool
    assert [one.metadata.get("rerank_score") is not None for one in found] == [True] * pool + [False] * (
        7 - pool
    )


@pytest.mark.parametrize("found", [[], [document("a")], [document("a", pinned=True), document("b")]])
async def test_nothing_to_order_is_not_scored(found: list[Document]) -> None:
    reranker = ScriptedReranker({"words": 0.9})
    step = cross_encoder(reranker)
    assert list(await step.acompress_documents(found, "q")) == found
    assert (reranker.read, step.best, step.pairs) == ([], None, 0)


async def test_a_reranker_that_fails_leaves_the_order_and_says_so() -> None:
    step = cross_encoder(ScriptedReranker(fails=ModelTimeout("slow")))
    found = await step.acompress_documents([document(name) for name in "abc"], "q")
    assert names(found) == ["a", "b", "c"]
    assert (step.failed, step.best, step.pairs) == (True, None, 0)


async def test_a_fault_that_is_not_the_models_is_not_hidden() -> None:
    step = cross_encoder(ScriptedReranker(fails=ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        await step.acompress_documents([document("a"), document("b")], "q")


@pytest.mark.parametrize(
    ("score", "sure"),
    [(0.0, 0.0), (1e-6, 0.0), (0.5, 11 / 18), (1 / (1 + math.exp(-7)), 1.0), (0.9999, 1.0), (1.0, 1.0)],
)
def test_a_score_is_sure_by_its_odds(score: float, sure: float) -> None:
    assert normalised_logit(score) == pytest.approx(sure)


@given(st.floats(0, 1), st.floats(0, 1))
def test_sureness_is_from_0_to_1_and_rises_with_the_score(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= normalised_logit(low) <= normalised_logit(high) <= 1


# -- where reading is not worth it -----------------------------------------------------------------------


def one_that_ran(name: str, *units: str) -> ScriptedRetriever:
    made = unit_retriever(name)
    made._result = RetrieverResult(name, [UnitHit(unit, [], [0.9]) for unit in units])
    return made


def ran(
    vector: str = "a", expected_questions: str = "a", fulltext: str = "a", **more: str
) -> tuple[Any, ...]:
    by_name = {"vector": vector, "expected_questions": expected_questions, "fulltext": fulltext} | more
    return tuple(one_that_ran(name, *units) for name, units in by_name.items())


@pytest.mark.parametrize(
    ("retrievers", "same"),
    [
        (ran(), True),
        (ran("ab", "ac", "ad"), True),
        (ran(exact="b", graph="c", keyphrases="d"), True),
        (ran(fulltext="b"), True),
        (ran("ab", "ba", "ab"), True),
        (ran(expected_questions=""), True),
        (ran("ab", "ba", "ca"), False),
        (ran("", "", ""), False),
        (ran("a", "", ""), False),
        ((), False),
    ],
    ids=[
        "all", "all, and differ below", "others do not count", "words differ", "expected questions differ",
        "one found nothing", "all three differ", "none found anything", "one alone found", "no retriever",
    ],
)  # fmt: skip
def test_the_searches_agree_when_two_put_the_same_first(retrievers: tuple[Any, ...], same: bool) -> None:
    assert agree_on_first(retrievers) is same


async def test_where_the_searches_agree_nothing_is_read() -> None:
    reranker, found = ScriptedReranker({"of b": 1.0}), [document("a"), document("b")]
    step = cross_encoder(reranker, retrievers=ran())
    assert list(await step.acompress_documents(found, "q")) == found
    assert (reranker.read, step.best, step.pairs, step.failed) == ([], None, 0, False)
    assert all("rerank_score" not in one.metadata for one in found)


async def test_where_they_differ_everything_in_the_pool_is_read() -> None:
    step = cross_encoder(ScriptedReranker({"of b": 1.0}), retrievers=ran("a", "b", "c"))
    assert names(await step.acompress_documents([document("a"), document("b")], "q")) == ["b", "a"]


# -- few -------------------------------------------------------------------------------------------------


async def test_few_are_kept_the_first_ones() -> None:
    found = [document("a", pinned=True), *(document(name) for name in "bcdef")]
    assert names(await TopK(limit=3).acompress_documents(found, "q")) == ["a", "b", "c"]
    assert names(await TopK(limit=30).acompress_documents(found, "q")) == list("abcdef")


@pytest.mark.parametrize("step", [TopK(limit=3)])
def test_narrowing_says_that_it_is_asynchronous(step: Any) -> None:
    with pytest.raises(NotImplementedError, match="acompress_documents"):
        step.compress_documents([], "q")
