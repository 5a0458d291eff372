"""What the last answer stood on is found again, with what stands beside it, and stays in sight."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.ranking.by_jurisdiction import reserve_carried
from civicsetu.retrieval.retrievers.base import UNIT_KEY
from civicsetu.retrieval.retrievers.conversation import ConversationRetriever
from tests.retrieval.gates import ACT, KARNATAKA, UTTAR_PRADESH, found, index_of_states, unit_id

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


def in_sight(carried: list[str], given_: int, ranked: list[str] | None = None) -> list[str]:
    items = found(*(ranked or ["1", "2(a)", "2(b)", "3(1)", "4"]))
    return [item.provision for item in reserve_carried(items, [unit_id(path) for path in carried], given_)]


@pytest.mark.parametrize(
    ("carried", "given_", "order"),
    [
        (["4"], 3, ["1", "2(a)", "4", "2(b)", "3(1)"]),
        (["3(1)", "4"], 3, ["1", "3(1)", "4", "2(a)", "2(b)"]),
        (["2(b)", "4"], 3, ["1", "2(b)", "4", "2(a)", "3(1)"]),
        (["2(a)"], 3, ["1", "2(a)", "2(b)", "3(1)", "4"]),
        (["3(1)", "4"], 1, ["3(1)", "1", "2(a)", "2(b)", "4"]),
        ([], 3, ["1", "2(a)", "2(b)", "3(1)", "4"]),
        (["77"], 3, ["1", "2(a)", "2(b)", "3(1)", "4"]),
        (["4"], 5, ["1", "2(a)", "2(b)", "3(1)", "4"]),
        (["4"], 0, ["1", "2(a)", "2(b)", "3(1)", "4"]),
    ],
)
def test_what_is_carried_takes_the_last_places_that_are_given(
    carried: list[str], given_: int, order: list[str]
) -> None:
    assert in_sight(carried, given_) == order


@given(
    ranked=st.lists(st.sampled_from(ALL), unique=True, min_size=1),
    carried=st.lists(st.sampled_from(ALL), unique=True),
    given_=st.integers(0, 8),
)
def test_nothing_is_lost_and_as_much_as_can_be_is_in_sight(
    ranked: list[str], carried: list[str], given_: int
) -> None:
    order = in_sight(carried, given_, ranked)
    assert sorted(order) == sorted(ranked)
    there = set(carried) & set(ranked)
    assert len(there & set(order[:given_])) == min(len(there), given_)
    others = [path for path in ranked if path not in carried]
    assert [path for path in order[:given_] if path not in carried] == others[: given_ - len(there)] or (
        given_ <= len(there)
    )
