"""The graph leg: from what was found to what it refers to, in the documents asked for."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from civicsetu.errors import GraphUnavailable
from civicsetu.retrieval.graph import REST_S, GraphRest
from civicsetu.retrieval.law_index import LawIndex
from civicsetu.retrieval.seeds import Seeds

from .gates import ACT, index_of, unit_id
from .scripted import Graph, graph_leg, leg, plan, scripted_retriever, units


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


async def test_the_graph_leg_folds_clauses_into_units_and_leaves_its_seeds_out(index: LawIndex) -> None:
    graph = Graph("3(1)(a)", "3(1) proviso", "4", "2(a)", "77")
    hits = await graph_leg(index, graph, units("2(a)")).search("q")
    assert [hit.unit_id for hit in hits] == units("3(1)", "4")
    assert hits[0].note == "way"


async def test_the_graph_leg_starts_from_the_best_three(index: LawIndex) -> None:
    graph = Graph()
    await graph_leg(index, graph, units("4", "3(2)", "1", "2(a)")).search("q")
    assert graph.asked[:3] == units("4", "3(2)", "1")
    assert unit_id("2(a)") not in graph.asked


async def test_what_is_derived_comes_after_what_is_referred_to_and_says_so(index: LawIndex) -> None:
    graph = Graph("4", derived=((ACT, "3(2)"), (ACT, "4"), (ACT, "2(a)")))
    hits = await graph_leg(index, graph, units("2(a)")).search("q")
    assert [(hit.unit_id, hit.found_by) for hit in hits] == [
        (unit_id("4"), ("graph", "derived")),
        (unit_id("3(2)"), ("derived",)),
    ]
    legs = [graph_leg(index, graph, units("2(a)"))]
    found = await scripted_retriever(lambda *given: list(legs), index).retrieve(plan())
    assert {item.provision: item.found_by for item in found.evidence} == {
        "4": ("graph", "derived"), "3(2)": ("derived",),
    }  # fmt: skip


@pytest.mark.parametrize("graph", [None, Graph("4", waits_s=5.0)], ids=["absent", "slow"])
async def test_a_graph_that_does_not_answer_costs_its_deadline_and_is_told(
    index: LawIndex, graph: Any
) -> None:
    one = graph_leg(index, graph, units("4"))
    assert await asyncio.wait_for(one.ainvoke("q"), 2) == []
    assert one.leg.degraded == "Cross-references between provisions are unavailable right now."
    assert one.leg.latency_ms < 1500


async def test_without_seeds_the_graph_is_not_asked(index: LawIndex) -> None:
    graph = Graph("4")
    assert await graph_leg(index, graph, []).search("q") == []
    assert graph.asked == []


# -- a graph that hangs ------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_a_graph_that_hung_is_left_alone_for_some_seconds(index: LawIndex) -> None:
    clock = Clock()
    rest, graph = GraphRest(clock), Graph("4", waits_s=5.0)

    async def ask(of: Any) -> Any:
        one = graph_leg(index, of, units("1"), rest=rest, graph_deadline_s=0.05)
        await asyncio.wait_for(one.ainvoke("q"), 2)
        return one.leg

    assert (await ask(graph)).degraded and graph.asked
    graph.asked, graph._waits_s = [], 0.0
    clock.now += REST_S / 2
    assert (await ask(graph)).degraded and graph.asked == [], "it costs the next question nothing"
    opened_anew = Graph("4")
    assert (await ask(opened_anew)).degraded == ""
    clock.now += REST_S
    assert (await ask(graph)).degraded == "" and graph.asked


async def test_a_graph_that_refuses_is_asked_again_at_once(index: LawIndex) -> None:
    """It answers, and costs no deadline."""

    class Refusing(Graph):
        async def derived(self, seeds: list[str], limit: int) -> Any:
            raise GraphUnavailable("refused")

    rest, graph = GraphRest(), Refusing("4")
    for _ in range(2):
        graph.asked = []
        one = graph_leg(index, graph, units("1"), rest=rest)
        await one.ainvoke("q")
        assert one.leg.degraded and graph.asked


async def test_the_deadline_of_the_graph_begins_when_it_is_asked(index: LawIndex) -> None:
    """Trap: the searches that give the seeds take their time where many ask at once."""
    found = leg("fulltext", unit_id("1"), waits_s=0.3)
    graph = Graph("4")
    one = graph_leg(index, graph, [], graph_deadline_s=0.2)
    one.seeds = Seeds([found], index, plan()).units
    await asyncio.gather(one.ainvoke("q"), found.ainvoke("q"))
    assert one.leg.degraded == "" and graph.asked


async def test_what_the_graph_was_asked_ends_with_its_deadline_and_leaves_no_trace(index: LawIndex) -> None:
    """Trap: a driver whose queries fail as they are cancelled, after nobody waits for them any more."""
    told: list[dict[str, Any]] = []
    ended: list[str] = []

    class Stubborn(Graph):
        async def neighbours(self, seeds: list[str], depth: int, limit: int) -> Any:
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                ended.append("neighbours")
                raise GraphUnavailable("the connection was lost") from None

        async def derived(self, seeds: list[str], limit: int) -> Any:
            try:
                await asyncio.sleep(30)
            finally:
                await asyncio.sleep(0.02)
                ended.append("derived")

    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    try:
        one = graph_leg(index, Stubborn(), units("1"), graph_deadline_s=0.05)
        await asyncio.wait_for(one.ainvoke("q"), 5)
        assert sorted(ended) == ["derived", "neighbours"] and one.leg.degraded
        del one
        await asyncio.sleep(0.05)
        gc.collect()
        await asyncio.sleep(0)
    finally:
        asyncio.get_running_loop().set_exception_handler(None)
    assert told == []
