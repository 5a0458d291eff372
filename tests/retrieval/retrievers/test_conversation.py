"""What the last answer stood on is found again, with what stands beside it."""

from __future__ import annotations

import pytest

from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrievers.base import UNIT_KEY
from civicsetu.retrieval.retrievers.conversation import ConversationRetriever
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, index_of_states, unit_id

ALL = ["1", "2(a)", "2(b)", "3(1)", "3(2)", "4"]


def unit_retriever(*carried: str, documents: tuple[str, ...] = (ACT, KARNATAKA)) -> ConversationRetriever:
    plan = RetrievalPlan("and the fee?", documents=documents, carried_units=carried)
    return ConversationRetriever(plan=plan, deadline_s=5.0, index=index_of_states())


async def units(*carried: str, documents: tuple[str, ...] = (ACT, KARNATAKA)) -> list[tuple[str, str]]:
    """Document and path of each unit found, in order."""
    held = index_of_states().units
    hits = await unit_retriever(*carried, documents=documents).search("and the fee?")
    return [(held[hit.unit_id].document, held[hit.unit_id].path) for hit in hits]


@pytest.mark.parametrize(
    ("carried", "paths"),
    [
        (["3(2)"], ["3(2)", "3(1)", "3 explanation"]),
        (["3(2)", "4"], ["3(2)", "4", "3(1)", "3 explanation"]),
        (["4", "3(1)"], ["4", "3(1)", "3(2)", "3 explanation"]),
        (["2(b)"], ["2(b)", "2(a)", "2(c)"]),
        (["4"], ["4"]),
        ([], []),
    ],
)
async def test_what_is_carried_comes_first_then_the_rest_of_its_sections(
    carried: list[str], paths: list[str]
) -> None:
    assert await units(*map(unit_id, carried)) == [(ACT, path) for path in paths]


async def test_only_what_is_searched_is_found() -> None:
    both = (unit_id("16", KARNATAKA), unit_id("4"))
    assert await units(*both) == [(KARNATAKA, "16"), (ACT, "4")]
    assert await units(*both, documents=(ACT,)) == [(ACT, "4")]
    assert await units(*both, documents=(UTTAR_PRADESH,)) == []


async def test_a_provision_that_is_held_no_more_is_passed_over() -> None:
    assert await units(unit_id("77"), "no-unit", unit_id("4")) == [(ACT, "4")]


async def test_a_unit_is_found_without_chunks_or_scores_of_its_own() -> None:
    retriever = unit_retriever(unit_id("3(2)"), unit_id("3(2)"))
    documents = await retriever.ainvoke("and the fee?")
    assert [document.metadata[UNIT_KEY] for document in documents] == [
        unit_id(path) for path in ("3(2)", "3(1)", "3 explanation")
    ]
    assert retriever.name == "conversation" and retriever.result.degraded == ""
    assert all(not hit.chunk_ids and not hit.scores for hit in retriever.result.hits)
