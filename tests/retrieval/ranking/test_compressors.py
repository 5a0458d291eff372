"""Narrowing: copies out, the cross-encoder's scores added, an end where the list falls, few kept."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document

from civicsetu.errors import ModelTimeout
from civicsetu.retrieval.plan import RetrieverResult, UnitHit
from civicsetu.retrieval.ranking.compressors import (
    Deduplicate,
    Rerank,
    ScoreGapCutoff,
    TopK,
    agreed,
    kept,
    normalised_logit,
)
from civicsetu.retrieval.ranking.fusion import SCORE_KEY
from civicsetu.retrieval.retrievers.base import UNIT_KEY
from tests.retrieval.gates import ScriptedReranker


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
    given = {"pool": 10, "words": 120, "weight": 2.0} | changes
    return Rerank(reranker=reranker, **given)  # type: ignore[arg-type]


# -- near-copies -----------------------------------------------------------------------------------------

COPY = "the keeper must close the gate at nine in the evening on every day of the week but one"


async def test_near_copies_go_inside_one_document_and_stay_across_documents() -> None:
    found = [
        document("a", COPY),
        document("b", COPY.upper()),
        document("c", COPY, of="rules of karnataka"),
        document("d", COPY, of="rules of goa"),
        document("e", "something else entirely"),
    ]
    assert names(await Deduplicate().acompress_documents(found, "q")) == ["a", "c", "d", "e"]


async def test_what_shares_most_words_but_not_nearly_all_stays() -> None:
    words = COPY.split()
    found = [document("a", COPY), document("b", " ".join(words[: len(words) * 3 // 4]) + " and nothing more")]
    assert names(await Deduplicate().acompress_documents(found, "q")) == ["a", "b"]


@pytest.mark.parametrize(("more", "stays"), [(0, False), (1, False), (2, True), (5, True)])
async def test_alike_is_what_shares_more_than_nine_words_in_ten(more: int, stays: bool) -> None:
    """18 words in common: with one more of 19, 18/19; with two more of 20, 18/20 = 0.9 and no more."""
    words = [f"word{number}" for number in range(18)]
    other = [*words, *(f"other{number}" for number in range(more))]
    found = [document("a", " ".join(words)), document("b", " ".join(other))]
    assert names(await Deduplicate().acompress_documents(found, "q")) == (["a", "b"] if stays else ["a"])


async def test_a_copy_that_was_asked_for_by_number_stays() -> None:
    found = [document("a", COPY, pinned=True), document("b", COPY, pinned=True), document("c", COPY)]
    assert names(await Deduplicate().acompress_documents(found, "q")) == ["a", "b"]


# -- the cross-encoder -----------------------------------------------------------------------------------


async def test_the_reranker_reads_title_keyphrases_and_the_first_words() -> None:
    reranker = ScriptedReranker({"of b": 0.9})
    found = [document("a", "one two three four"), document("b", "of b", keyphrases="door in a wall; gate")]
    await cross_encoder(reranker, words=2).acompress_documents(found, "q")
    assert reranker.read == ["title of a\none two", "title of b. door in a wall; gate\nof b"]


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
    step = cross_encoder(ScriptedReranker(scores), weight=1.0)
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
    step = cross_encoder(ScriptedReranker({"of c": 0.9}), weight=0.0)
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


class Ran:
    def __init__(self, name: str, *units: str) -> None:
        self.name = name
        self.result = RetrieverResult(name, [UnitHit(unit, [], [0.9]) for unit in units])


def ran(
    vector: str = "a", expected_questions: str = "a", fulltext: str = "a", **more: str
) -> tuple[Any, ...]:
    by_name = {"vector": vector, "expected_questions": expected_questions, "fulltext": fulltext} | more
    return tuple(Ran(name, *units) for name, units in by_name.items())


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
    assert agreed(retrievers) is same


async def test_where_the_searches_agree_nothing_is_read() -> None:
    reranker, found = ScriptedReranker({"of b": 1.0}), [document("a"), document("b")]
    step = cross_encoder(reranker, retrievers=ran())
    assert list(await step.acompress_documents(found, "q")) == found
    assert (reranker.read, step.best, step.pairs, step.failed) == ([], None, 0, False)
    assert all("rerank_score" not in one.metadata for one in found)


async def test_where_they_differ_everything_in_the_pool_is_read() -> None:
    step = cross_encoder(ScriptedReranker({"of b": 1.0}), retrievers=ran("a", "b", "c"))
    assert names(await step.acompress_documents([document("a"), document("b")], "q")) == ["b", "a"]


# -- where the list ends ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sums", "count"),
    [
        ([], 0),
        ([3.0], 1),
        ([3.0, 0.0, 0.0, 0.0, 0.0], 5),
        ([3.0, 2.9, 2.8, 2.7, 2.6, 2.5, 2.4], 7),
        ([3.0, 2.9, 2.8, 2.7, 2.6, 0.7, 0.7], 5),
        ([3.0, 2.9, 2.8, 2.7, 2.6, 0.9, 0.8], 7),
        ([3.0, 1.0, 1.0, 1.0, 1.0, 0.31, 0.29, 0.31], 6),
        ([0.0] * 9, 9),
    ],
    ids=[
        "nothing", "one", "the first five are never cut", "an even fall", "a fall of 1.9 of 3", "of 1.7 of 3",
        "less than a tenth of the best", "no scores",
    ],
)  # fmt: skip
def test_a_list_ends_where_it_falls_steeply_or_is_noise(sums: list[float], count: int) -> None:
    """A fall of more than 0.6 of the best sum, or a sum below 0.1 of it."""
    assert kept(sums, 0.1, 0.6) == count


def test_by_default_the_gap_is_that_of_the_settings_and_bounds_switch_it_off() -> None:
    steep = [3.0, 2.9, 2.8, 2.7, 2.6, 0.0]
    assert kept(steep, 0.0, 1.0) == 6
    assert kept(steep, 1.0, 1.0) == 5


FALLING = st.lists(st.floats(0, 5), max_size=20).map(lambda sums: sorted(sums, reverse=True))


@given(FALLING, st.floats(0, 1), st.floats(0, 1))
def test_what_is_kept_is_no_noise_and_holds_no_gap(sums: list[float], share: float, gap: float) -> None:
    count = kept(sums, share, gap)
    assert min(len(sums), 5) <= count <= len(sums)
    for before, after in pairwise(sums[4:count]):
        assert after >= share * sums[0] and before - after <= gap * sums[0]
    if count < len(sums):
        assert sums[count] < share * sums[0] or sums[count - 1] - sums[count] > gap * sums[0]


async def test_the_gap_cuts_documents_by_their_sums() -> None:
    found = [
        document(name, found=sums) for name, sums in zip("abcdefg", (4, 4, 4, 3, 3, 0.7, 0.3), strict=True)
    ]
    gap = ScoreGapCutoff(least_share=0.1, gap=0.6)
    assert names(await gap.acompress_documents(found, "q")) == list("abcdef")
    assert names(await ScoreGapCutoff(least_share=0.1, gap=0.5).acompress_documents(found, "q")) == list(
        "abcde"
    )


async def test_the_gap_never_cuts_what_was_asked_for_by_number() -> None:
    found = [*(document(name, pinned=True) for name in "abcdefg"), document("h", found=3.0), document("i")]
    assert names(await ScoreGapCutoff(least_share=0.1, gap=0.6).acompress_documents(found, "q")) == list(
        "abcdefgh"
    )


async def test_what_the_cross_encoder_lifted_does_not_end_the_list() -> None:
    """It puts a unit sixth that the retrievers found last: the seventh, which they found well, stays."""
    retrievers = {"a": 3.0, "b": 2.9, "c": 2.8, "d": 2.7, "e": 2.6, "f": 2.5, "g": 0.2}
    scores = {"of a": 0.999, "of b": 0.999, "of c": 0.999, "of d": 0.999, "of e": 0.999, "of g": 0.999}
    step = cross_encoder(ScriptedReranker(scores), weight=2.5)
    found = await step.acompress_documents(
        [document(name, found=retrievers[name]) for name in retrievers], "q"
    )
    assert names(found) == list("abcdegf")
    assert names(await ScoreGapCutoff(least_share=0.1, gap=0.6).acompress_documents(found, "q")) == list(
        "abcdegf"
    )


# -- few -------------------------------------------------------------------------------------------------


async def test_few_are_kept_the_first_ones() -> None:
    found = [document("a", pinned=True), *(document(name) for name in "bcdef")]
    assert names(await TopK(limit=3).acompress_documents(found, "q")) == ["a", "b", "c"]
    assert names(await TopK(limit=30).acompress_documents(found, "q")) == list("abcdef")


@pytest.mark.parametrize("step", [TopK(limit=3), Deduplicate(), ScoreGapCutoff(least_share=0.1, gap=0.6)])
def test_narrowing_says_that_it_is_asynchronous(step: Any) -> None:
    with pytest.raises(NotImplementedError, match="acompress_documents"):
        step.compress_documents([], "q")
