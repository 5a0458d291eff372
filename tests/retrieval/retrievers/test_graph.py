"""The graph retriever: from what was found to what it refers to, in the documents asked for."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import GraphUnavailable
from civicsetu.retrieval.retrievers.graph_entry_points import GraphEntryPoints
from tests.retrieval.lantern_act import ACT, index_of, unit_id
from tests.retrieval.scripted import Graph, graph_retriever, plan, scripted_retriever, unit_retriever, units


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


async def test_the_graph_retriever_folds_clauses_into_units_and_leaves_its_seeds_out(index: LawIndex) -> None:
    graph = Graph("3(1)(a)", "3(1) proviso", "4", "2(a)", "77")
    hits = await graph_retriever(index, graph, units("2(a)")).search("q")
    assert [hit.unit_id for hit in hits] == units("3(1)", "4")
    assert hits[0].note == "way"


async def test_the_graph_retriever_starts_from_the_best_three(index: LawIndex) -> None:
    graph = Graph()
    await graph_retriever(index, graph, units("4", "3(2)", "1", "2(a)")).search("q")
    assert graph.asked[:3] == units("4", "3(2)", "1")
    assert unit_id("2(a)") not in graph.asked


async def test_what_is_derived_comes_after_what_is_referred_to_and_says_so(index: LawIndex) -> None:
    graph = Graph("4", derived=((ACT, "3(2)"), (ACT, "4"), (ACT, "2(a)")))
    hits = await graph_retriever(index, graph, units("2(a)")).search("q")
    assert [(hit.unit_id, hit.found_by) for hit in hits] == [
        (unit_id("4"), ("graph", "derived")),
        (unit_id("3(2)"), ("derived",)),
    ]
    retrievers = [graph_retriever(index, graph, units("2(a)"))]
    found = await scripted_retriever(lambda *given: list(retrievers), index).retrieve(plan())
    assert {item.provision: item.found_by for item in found.evidence} == {
        "4": ("graph", "derived"), "3(2)": ("derived",),
    }  # fmt: skip


@pytest.mark.parametrize("graph", [None, Graph("4", waits_s=5.0)], ids=["absent", "slow"])
async def test_a_graph_that_does_not_answer_costs_its_deadline_and_is_told(
    index: LawIndex, graph: Any
) -> None:
    one = graph_retriever(index, graph, units("4"))
    assert await asyncio.wait_for(one.ainvoke("q"), 2) == []
    assert one.result.degraded == "Cross-references between provisions are unavailable right now."
    assert one.result.latency_ms < 1500


class Falling:
    """A graph whose calls fail while they are being given up, as a driver's may."""

    async def traverse(self, seeds: list[str], **asked: Any) -> Any:
        try:
            await asyncio.sleep(5)
        except asyncio.CancelledError:
            raise GraphUnavailable("gone meanwhile") from None


@pytest.mark.parametrize("deadlines", [(0.05, 5.0), (5.0, 0.05)], ids=["of the graph", "of the retriever"])
async def test_calls_that_fail_while_they_are_given_up_leave_nothing_in_the_log(
    index: LawIndex, deadlines: tuple[float, float]
) -> None:
    told: list[str] = []

    def hear(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Keep what is said of calls given up; a library's own task may end here too."""
        if "never retrieved" in context["message"]:
            told.append(str(context))

    asyncio.get_running_loop().set_exception_handler(hear)
    of_graph, of_retriever = deadlines
    one = graph_retriever(index, Falling(), units("4"), graph_deadline_s=of_graph, deadline_s=of_retriever)
    assert await one.ainvoke("q") == []
    assert one.result.degraded
    del one
    gc.collect()
    await asyncio.sleep(0)
    assert told == []


async def test_the_graph_is_asked_as_deep_as_is_set_and_within_the_jurisdictions_asked(
    index: LawIndex,
) -> None:
    graph = Graph("4")
    await graph_retriever(index, graph, units("2(a)"), hops=2).search("q")
    assert (graph.depth, graph.jurisdictions) == (2, ["CENTRAL"])


async def test_without_seeds_the_graph_is_not_asked(index: LawIndex) -> None:
    graph = Graph("4")
    assert await graph_retriever(index, graph, []).search("q") == []
    assert graph.asked == []


# -- a graph that hangs ------------------------------------------------------------------------------------


async def test_the_deadline_of_the_graph_begins_when_it_is_asked(index: LawIndex) -> None:
    """Trap: the searches that give the seeds take their time where many ask at once."""
    found = unit_retriever("fulltext", unit_id("1"), waits_s=0.3)
    graph = Graph("4")
    one = graph_retriever(index, graph, [], graph_deadline_s=0.2)
    one.seeds = GraphEntryPoints([found], index, plan()).units
    await asyncio.gather(one.ainvoke("q"), found.ainvoke("q"))
    assert one.result.degraded == "" and graph.asked
