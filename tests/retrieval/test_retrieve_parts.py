"""The parts of a post are searched side by side: embedded once, each with its share, merged in turn."""

from __future__ import annotations

from typing import Any

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import merge_parts
from civicsetu.retrieval.retrievers.base import UnitRetriever
from tests.retrieval.lantern_act import ACT, ScriptedReranker, index_of
from tests.retrieval.scripted import Embedder, plan, scripted_retriever, unit_retriever, units

PATHS = ("1", "2(a)", "3(1)", "3(2)", "4", "5")


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def each_from(*orders: tuple[str, ...]) -> Any:
    """Retrievers by the number in a plan's query: that order of units."""

    def built(asked: RetrievalPlan, vectors: QuestionVectors | None, index: LawIndex) -> list[UnitRetriever]:
        return [unit_retriever("vector", *units(*orders[int(asked.query.split()[-1])]), plan=asked)]

    return built


async def test_all_parts_are_embedded_in_one_batch(index: LawIndex) -> None:
    calls: list[list[str]] = []

    class Counting(Embedder):
        async def embed_queries(self, texts: Any) -> Any:
            calls.append(list(texts))
            return await super().embed_queries(texts)

    retriever = scripted_retriever(each_from(("1",), ("4",)), index, embedder=Counting())
    await retriever.retrieve_parts([plan(query="xyz 0"), plan(query="xyz 1")])
    assert [sorted(texts) for texts in calls] == [["xyz 0", "xyz 1"]]


async def test_one_question_keeps_its_share_and_a_part_has_its_own(index: LawIndex) -> None:
    retriever = scripted_retriever(each_from(PATHS, PATHS), index, part_context=2)
    whole = await retriever.retrieve(plan(query="xyz 0", width=5))
    assert len(whole.evidence) == 5
    first, second = await retriever.retrieve_parts([plan(query="xyz 0"), plan(query="xyz 1")])
    assert (len(first.evidence), len(second.evidence)) == (2, 2)
    assert first.further, "what ranks after it is there to be measured"


async def test_the_caller_says_how_wide(index: LawIndex) -> None:
    retriever = scripted_retriever(each_from(PATHS, PATHS), index)
    assert len((await retriever.retrieve(plan(query="xyz 0"), 3)).evidence) == 3
    parts = await retriever.retrieve_parts([plan(query="xyz 0"), plan(query="xyz 1")], 5)
    assert [len(one.evidence) for one in parts] == [3, 3]


async def test_pairs_are_scored_of_a_question_and_of_no_part_of_a_post(index: LawIndex) -> None:
    retriever = scripted_retriever(
        each_from(*[PATHS] * 4), index, ScriptedReranker(), rerank_agreed=True, rerank_pool=6
    )
    found = await retriever.retrieve_parts([plan(query=f"xyz {n}", rerank_pool=6) for n in range(3)])
    assert [one.pairs for one in found] == [0, 0, 0]
    [alone] = await retriever.retrieve_parts([plan(query="xyz 0", rerank_pool=6)])
    assert alone.pairs > 0


async def test_what_parts_found_is_merged_in_turn_and_each_provision_once(index: LawIndex) -> None:
    retriever = scripted_retriever(each_from(("1", "4", "5"), ("4", "3(1)", "3(2)")), index, part_context=2)
    found = await retriever.retrieve_parts([plan(query="xyz 0"), plan(query="xyz 1")])
    merged = merge_parts(found, 3)
    assert [item.provision for item in merged.evidence] == ["1", "4", "3(1)"]
    assert [item.provision for item in merged.further] == ["5", "3(2)"]
    assert merge_parts(found[:1], 3) is found[0]
    assert {item.document for item in merged.evidence} == {ACT}
