"""Narrowing: copies out, the reranker's order where it has one, few kept."""

from __future__ import annotations

import pytest
from langchain_core.documents import Document

from civicsetu.errors import ModelTimeout
from civicsetu.retrieval.legs import UNIT_KEY
from civicsetu.retrieval.narrow import Cap, CrossEncoder, Redundancy

from .gates import ScriptedReranker


def document(name: str, text: str = "", *, of: str = "act", pinned: bool = False) -> Document:
    metadata = {UNIT_KEY: name, "document": of, "title": f"title of {name}", "pinned": pinned}
    return Document(page_content=text or f"words of {name}", metadata=metadata)


def names(documents: object) -> list[str]:
    return [one.metadata[UNIT_KEY] for one in documents]  # type: ignore[attr-defined]


def cross_encoder(reranker: ScriptedReranker, **changes: object) -> CrossEncoder:
    given = {"pool": 10, "words": 120, "rrf_k": 60, "weight": 1.0, "min_score": 0.3} | changes
    return CrossEncoder(reranker=reranker, **given)  # type: ignore[arg-type]


COPY = "the keeper must close the gate at nine in the evening on every day of the week but one"


async def test_near_copies_go_inside_one_document_and_stay_across_documents() -> None:
    found = [
        document("a", COPY),
        document("b", COPY.upper()),
        document("c", COPY, of="rules of karnataka"),
        document("d", COPY, of="rules of goa"),
        document("e", "something else entirely"),
    ]
    assert names(await Redundancy().acompress_documents(found, "q")) == ["a", "c", "d", "e"]


async def test_what_shares_most_words_but_not_nearly_all_stays() -> None:
    words = COPY.split()
    found = [document("a", COPY), document("b", " ".join(words[: len(words) * 3 // 4]) + " and nothing more")]
    assert names(await Redundancy().acompress_documents(found, "q")) == ["a", "b"]


async def test_a_copy_that_was_asked_for_by_number_stays() -> None:
    found = [document("a", COPY, pinned=True), document("b", COPY, pinned=True), document("c", COPY)]
    assert names(await Redundancy().acompress_documents(found, "q")) == ["a", "b"]


async def test_the_reranker_reads_title_and_the_first_words() -> None:
    reranker = ScriptedReranker({"of b": 0.9})
    found = [document("a", "one two three four"), document("b", "of b")]
    await cross_encoder(reranker, words=2).acompress_documents(found, "q")
    assert reranker.read == ["title of a\none two", "title of b\nof b"]


async def test_a_sure_reranker_changes_the_order_and_tells_its_scores() -> None:
    scores = {"of c": 0.9, "of b": 0.4, "of a": 0.1}
    step = cross_encoder(ScriptedReranker(scores), weight=3.0)
    found = await step.acompress_documents([document("a"), document("b"), document("c")], "q")
    assert names(found) == ["c", "b", "a"]
    assert [one.metadata["rerank_score"] for one in found] == [0.9, 0.4, 0.1]
    assert (step.best, step.pairs, step.failed) == (0.9, 3, False)


async def test_its_order_and_that_of_the_legs_are_fused_by_rank() -> None:
    """a: 1/61 + w/64, b: 1/62 + w/62, c: 1/63 + w/61, d: 1/64 + w/63 with w = 0.5."""
    scores = {"of c": 0.9, "of b": 0.8, "of d": 0.7, "of a": 0.6}
    value = {
        "a": 1 / 61 + 0.5 / 64, "b": 1 / 62 + 0.5 / 62, "c": 1 / 63 + 0.5 / 61, "d": 1 / 64 + 0.5 / 63
    }  # fmt: skip
    step = cross_encoder(ScriptedReranker(scores), weight=0.5)
    found = await step.acompress_documents([document(name) for name in "abcd"], "q")
    assert names(found) == sorted(value, key=lambda name: -value[name])


async def test_without_weight_the_order_of_the_legs_stays() -> None:
    step = cross_encoder(ScriptedReranker({"of c": 0.9}), weight=0.0)
    assert names(await step.acompress_documents([document(name) for name in "abc"], "q")) == ["a", "b", "c"]


async def test_scores_that_are_all_low_are_chance_and_change_nothing() -> None:
    step = cross_encoder(ScriptedReranker({"of c": 0.29, "of a": 0.01}), weight=5.0)
    found = await step.acompress_documents([document(name) for name in "abc"], "q")
    assert names(found) == ["a", "b", "c"]
    assert step.best == 0.29


async def test_what_was_asked_for_by_number_is_neither_scored_nor_moved() -> None:
    reranker = ScriptedReranker({"of d": 0.9})
    found = [document("a", pinned=True), document("b", pinned=True), document("c"), document("d")]
    narrowed = await cross_encoder(reranker, weight=5.0).acompress_documents(found, "q")
    assert names(narrowed) == ["a", "b", "d", "c"]
    assert len(reranker.read) == 2


async def test_only_a_pool_is_scored_and_the_rest_keeps_its_place_behind() -> None:
    reranker = ScriptedReranker({"of c": 0.9, "of e": 1.0})
    step = cross_encoder(reranker, pool=3, weight=5.0)
    found = await step.acompress_documents([document(name) for name in "abcde"], "q")
    assert names(found) == ["c", "a", "b", "d", "e"]
    assert step.pairs == 3 and len(reranker.read) == 3


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


async def test_few_are_kept_the_first_ones() -> None:
    found = [document("a", pinned=True), *(document(name) for name in "bcdef")]
    assert names(await Cap(limit=3).acompress_documents(found, "q")) == ["a", "b", "c"]


def test_narrowing_says_that_it_is_asynchronous() -> None:
    with pytest.raises(NotImplementedError, match="acompress_documents"):
        Cap(limit=3).compress_documents([], "q")
