"""Legs side by side: fused by unit, each with its own deadline, none able to kill the question."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from langchain_classic.retrievers import EnsembleRetriever

from civicsetu.errors import GraphUnavailable, ModelTimeout, PostgresUnavailable, StoreError
from civicsetu.law.paths import parse_path, provision_id
from civicsetu.law.references import Reference
from civicsetu.retrieval.exact import ExactRetriever
from civicsetu.retrieval.graph import GraphRetriever
from civicsetu.retrieval.law_index import LawIndex
from civicsetu.retrieval.legs import UNIT_KEY, LegRetriever, by_unit
from civicsetu.retrieval.plan import RetrievalPlan, UnitHit
from civicsetu.retrieval.retrieved import Vector
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import RetrievalSettings, Settings
from civicsetu.stores.graph_store import Neighbour

from .gates import ACT, ScriptedReranker, index_of, unit_id


class ScriptedLeg(LegRetriever):
    """Finds what it is told to, late or not at all."""

    found: list[str] = []  # noqa: RUF012
    waits_s: float = 0.0
    fails: Any = None

    async def search(self, query: str) -> list[UnitHit]:
        await asyncio.sleep(self.waits_s)
        if self.fails is not None:
            raise self.fails
        return [UnitHit(unit, [f"chunk of {unit}"], [0.9], f"words of {unit}", unit) for unit in self.found]


def leg(name: str, *found: str, **more: Any) -> ScriptedLeg:
    plan = RetrievalPlan("q", documents=(ACT,))
    return ScriptedLeg(name=name, plan=plan, found=list(found), **({"deadline_s": 5.0} | more))


def rrf(lists: list[tuple[float, list[str]]], k: int = 60) -> dict[str, float]:
    """Reciprocal rank fusion by hand: the sum over the lists of weight / (k + rank)."""
    scores: defaultdict[str, float] = defaultdict(float)
    for weight, ranked in lists:
        for rank, unit in enumerate(ranked, start=1):
            scores[unit] += weight / (k + rank)
    return dict(scores)


async def fused(legs: list[ScriptedLeg], weights: list[float]) -> list[str]:
    ensemble = EnsembleRetriever(retrievers=list(legs), weights=weights, c=60, id_key=UNIT_KEY)
    return [document.metadata[UNIT_KEY] for document in await ensemble.ainvoke("q")]


async def test_fusion_is_reciprocal_rank_with_k_60() -> None:
    first, second, third = list("abcd"), list("cbe"), list("ae")
    assert rrf([(1, first), (1, second)])["c"] == pytest.approx(1 / 63 + 1 / 61)
    for weights in ([1.0, 1.0, 1.0], [1.5, 0.5, 0.02], [0.02, 0.5, 1.5]):
        scores = rrf(list(zip(weights, (first, second, third), strict=True)))
        order = await fused([leg("1", *first), leg("2", *second), leg("3", *third)], weights)
        assert order == sorted(scores, key=lambda unit: -scores[unit])
        assert len(set(scores.values())) == len(scores), (
            "no ties, so the order is decided by the scores alone"
        )


def test_two_editions_of_a_unit_are_one_hit_at_the_best_rank() -> None:
    rows = [
        ("18(1)", "plain-a", 0.9, "plain words", "t"),
        ("12", "plain-b", 0.8, "other words", "t"),
        ("18(1)", "official-a", 0.7, "official words", "t"),
        ("18(1)", "plain-c", 0.6, "more plain words", "t"),
    ]
    assert by_unit(rows) == [
        UnitHit("18(1)", ["plain-a", "official-a", "plain-c"], [0.9, 0.7, 0.6], "plain words", "t"),
        UnitHit("12", ["plain-b"], [0.8], "other words", "t"),
    ]


class Embedder:
    async def embed_query(self, text: str) -> Vector:
        return np.ones(4, np.float32) / 2


class FailingEmbedder:
    async def embed_query(self, text: str) -> Vector:
        raise ModelTimeout("slow")


class Texts:
    """A `LawStore` that is never read again: the index is given."""

    def __init__(self, version: str) -> None:
        self._version = version

    async def corpus_version(self) -> str:
        return self._version


class ScriptedRetriever(Retriever):
    """The real retriever with other legs."""

    def __init__(
        self,
        legs: list[LegRetriever],
        index: LawIndex,
        reranker: Any = None,
        embedder: Any = None,
        **told: Any,
    ) -> None:
        settings = Settings(_env_file=None, retrieval=RetrievalSettings(**told))  # type: ignore[call-arg]
        law: Any = Texts(index.version)
        database: Any = None
        super().__init__(settings, database, law, embedder or Embedder(), reranker, None, lambda: None)
        self._index = index
        self._scripted = legs

    def _legs(self, plan: RetrievalPlan, vector: Vector | None, index: LawIndex) -> list[LegRetriever]:
        return self._scripted


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def plan(*asked: str, query: str = "when is the gate closed") -> RetrievalPlan:
    references = tuple((ACT, Reference(parse_path(path), "section", 0, 1)) for path in asked)
    return RetrievalPlan(query, documents=(ACT,), references=references)


async def test_the_retriever_gives_the_order_of_the_fusion_and_who_found_what(index: LawIndex) -> None:
    words, meaning = [unit_id("4"), unit_id("3(2)"), unit_id("1")], [unit_id("3(2)"), unit_id("2(a)")]
    retriever = ScriptedRetriever([leg("fulltext", *words), leg("vector", *meaning)], index, max_context=3)
    found = await retriever.retrieve(plan())
    scores = rrf([(0.5, words), (0.5, meaning)])
    best = sorted(scores, key=lambda unit: -scores[unit])[:3]
    assert [item.unit_id for item in found.evidence] == best
    assert found.evidence[0].provision == "3(2)"
    assert found.evidence[0].found_by == ("fulltext", "vector")
    assert len(found.evidence[0].chunk_ids) == 1
    assert [report.found for report in found.legs] == [3, 2]
    assert found.top_vector_score == 0.9
    assert found.degraded == ()


@pytest.mark.parametrize(
    "fault",
    [{"fails": StoreError("x")}, {"fails": PostgresUnavailable("x")}, {"fails": GraphUnavailable("x")},
     {"fails": ModelTimeout("x")}, {"fails": TimeoutError()}, {"waits_s": 30.0, "deadline_s": 0.05}],
    ids=["store", "postgres", "graph", "model", "timeout", "outlasts its deadline"],
)  # fmt: skip
@pytest.mark.parametrize("broken", ["exact", "fulltext", "vector", "graph"])
async def test_a_leg_that_fails_is_told_and_the_others_answer(
    index: LawIndex, fault: dict[str, Any], broken: str
) -> None:
    legs: list[LegRetriever] = [
        leg(name, unit_id("4"), **(fault if name == broken else {}), degraded_text=f"{name} is out")
        for name in ("exact", "fulltext", "vector", "graph")
    ]
    found = await asyncio.wait_for(ScriptedRetriever(legs, index).retrieve(plan()), 5)
    [item] = found.evidence
    assert item.provision == "4"
    assert broken not in item.found_by and len(item.found_by) == 3
    assert found.degraded == (f"{broken} is out",)
    reports = {report.name: report for report in found.legs}
    assert reports[broken].found == 0 and reports[broken].degraded == f"{broken} is out"
    assert [name for name, report in reports.items() if report.degraded] == [broken]


async def test_when_every_leg_fails_nothing_is_found_and_everything_told(index: LawIndex) -> None:
    legs: list[LegRetriever] = [
        leg(name, fails=StoreError("x"), degraded_text=name) for name in ("fulltext", "vector")
    ]
    found = await ScriptedRetriever(legs, index).retrieve(plan())
    assert found.evidence == () and found.degraded == ("fulltext", "vector")


async def test_a_fault_that_nobody_declared_is_not_hidden(index: LawIndex) -> None:
    with pytest.raises(ZeroDivisionError):
        await ScriptedRetriever([leg("fulltext", fails=ZeroDivisionError())], index).retrieve(plan())


async def test_legs_run_side_by_side(index: LawIndex) -> None:
    legs: list[LegRetriever] = [
        leg(name, unit_id("4"), waits_s=0.3) for name in ("exact", "fulltext", "vector", "graph")
    ]
    found = await asyncio.wait_for(ScriptedRetriever(legs, index).retrieve(plan()), 1.0)
    assert found.latency_ms < 900


async def test_without_the_embedder_words_still_answer(index: LawIndex) -> None:
    retriever = ScriptedRetriever([leg("fulltext", unit_id("4"))], index, embedder=FailingEmbedder())
    found = await retriever.retrieve(plan())
    assert [item.provision for item in found.evidence] == ["4"]
    assert found.vector is None and "meaning" in found.degraded[0]


async def test_a_reranker_that_fails_leaves_the_fused_order_and_is_told(index: LawIndex) -> None:
    ranked = [unit_id(path) for path in ("4", "3(2)", "1")]
    retriever = ScriptedRetriever(
        [leg("fulltext", *ranked)], index, ScriptedReranker(fails=ModelTimeout("slow"))
    )
    found = await retriever.retrieve(plan())
    assert [item.unit_id for item in found.evidence] == ranked
    assert found.best_rerank is None and len(found.degraded) == 1


async def test_what_is_asked_by_number_comes_first_past_fusion_and_reranker(index: LawIndex) -> None:
    asked = plan("4", "3(2)")
    exact = ExactRetriever(name="exact", plan=asked, deadline_s=5, index=index)
    meaning = leg("vector", unit_id("1"), unit_id("2(a)"), unit_id("3(1)"))
    reranker = ScriptedReranker({"words of": 0.99})
    found = await ScriptedRetriever([exact, meaning], index, reranker, rerank_weight=10).retrieve(asked)
    assert [item.provision for item in found.evidence][:2] == ["4", "3(2)"]
    assert [item.pinned for item in found.evidence][:3] == [True, True, False]


async def test_of_a_long_section_asked_for_the_first_units_are_pinned(index: LawIndex) -> None:
    asked = plan("3")
    exact = ExactRetriever(name="exact", plan=asked, deadline_s=5, index=index)
    found = await ScriptedRetriever([exact, leg("vector", unit_id("1"))], index, max_pinned=2).retrieve(asked)
    assert [item.provision for item in found.evidence if item.pinned] == ["3(1)", "3(2)"]
    assert "3 explanation" in [item.provision for item in found.evidence]


async def test_a_leg_without_weight_is_heard_by_the_gate_and_ranks_nothing(index: LawIndex) -> None:
    legs: list[LegRetriever] = [leg("fulltext", unit_id("4")), leg("vector", unit_id("1"), unit_id("4"))]
    found = await ScriptedRetriever(legs, index, vector_weight=0.0).retrieve(plan())
    assert [(item.provision, item.found_by) for item in found.evidence] == [("4", ("fulltext", "vector"))]
    assert found.top_vector_score == 0.9 and {report.name for report in found.legs} == {"fulltext", "vector"}


async def test_what_is_asked_by_number_is_not_pinned_where_the_exact_leg_has_no_weight(
    index: LawIndex,
) -> None:
    asked = plan("4")
    exact = ExactRetriever(name="exact", plan=asked, deadline_s=5, index=index)
    legs = [exact, leg("vector", unit_id("1"), unit_id("4"))]
    found = await ScriptedRetriever(legs, index, exact_weight=0.0).retrieve(asked)
    assert [(item.provision, item.pinned) for item in found.evidence] == [("1", False), ("4", False)]


async def test_what_ranks_after_the_composers_share_is_told_apart(index: LawIndex) -> None:
    every = [unit.unit_id for unit in index.units.values()]
    found = await ScriptedRetriever([leg("vector", *every)], index, max_context=3).retrieve(plan())
    assert [item.unit_id for item in found.evidence] == every[:3]
    assert [item.unit_id for item in found.further] == every[3:10] and len(every) > 7


async def test_units_that_are_not_held_any_more_are_left_out(index: LawIndex) -> None:
    found = await ScriptedRetriever([leg("vector", "gone", unit_id("4"))], index).retrieve(plan())
    assert [item.provision for item in found.evidence] == ["4"]


async def test_the_exact_leg_names_each_unit_once_in_the_order_asked(index: LawIndex) -> None:
    asked = plan("4", "3(1)(a)", "3(1)", "3(9)")
    hits = await ExactRetriever(name="exact", plan=asked, deadline_s=5, index=index).search("q")
    assert [hit.unit_id for hit in hits] == [unit_id("4"), unit_id("3(1)")]


async def test_what_the_conversation_goes_on_from_comes_last_and_is_not_pinned(index: LawIndex) -> None:
    asked = RetrievalPlan("q", documents=(ACT,), carried_units=(unit_id("3(1)"),))
    exact = ExactRetriever(name="exact", plan=asked, deadline_s=5, index=index)
    found = await ScriptedRetriever([exact], index).retrieve(asked)
    assert [(item.provision, item.pinned) for item in found.evidence] == [("3(1)", False)]


class Graph:
    """Says which provisions it was asked from."""

    def __init__(self, *near: str, waits_s: float = 0.0, derived: tuple[tuple[str, str], ...] = ()) -> None:
        self._near, self._waits_s, self._derived = near, waits_s, derived
        self.asked: list[str] = []
        self.asked_of_rules: list[str] = []

    async def neighbours(self, seeds: list[str], depth: int, limit: int) -> list[Neighbour]:
        self.asked = list(seeds)
        await asyncio.sleep(self._waits_s)
        return [Neighbour(index_id, 1, "way") for index_id in map(_uuid, self._near)]

    async def derived(self, seeds: list[str], limit: int) -> list[Neighbour]:
        self.asked_of_rules = list(seeds)
        return [Neighbour(provision_id(document, path), 1, f"<= {path}") for document, path in self._derived]


def _uuid(path: str) -> Any:
    return provision_id(ACT, path)


def graph_leg(index: LawIndex, graph: Any, seeds: list[str], **changes: Any) -> GraphRetriever:
    async def given() -> list[str]:
        return seeds

    told = {
        "name": "graph",
        "plan": plan(),
        "deadline_s": 5.0,
        "graph_deadline_s": 0.2,
        "depth": 20,
    } | changes
    return GraphRetriever(graph=graph, index=index, seeds=given, **told)


async def test_the_graph_leg_folds_clauses_into_units_and_leaves_its_seeds_out(index: LawIndex) -> None:
    graph = Graph("3(1)(a)", "3(1) proviso", "4", "2(a)", "77")
    hits = await graph_leg(index, graph, [unit_id("2(a)")]).search("q")
    assert [hit.unit_id for hit in hits] == [unit_id("3(1)"), unit_id("4")]
    assert hits[0].note == "way"


async def test_the_graph_leg_starts_from_the_best_three(index: LawIndex) -> None:
    graph = Graph()
    await graph_leg(index, graph, [unit_id(path) for path in ("4", "3(2)", "1", "2(a)")]).search("q")
    assert graph.asked[:3] == [unit_id(path) for path in ("4", "3(2)", "1")]
    assert unit_id("2(a)") not in graph.asked


async def test_what_is_derived_comes_after_what_is_referred_to_and_says_so(index: LawIndex) -> None:
    graph = Graph("4", derived=((ACT, "3(2)"), (ACT, "4"), (ACT, "2(a)")))
    hits = await graph_leg(index, graph, [unit_id("2(a)")]).search("q")
    assert [(hit.unit_id, hit.found_by) for hit in hits] == [
        (unit_id("4"), ("graph", "derived")),
        (unit_id("3(2)"), ("derived",)),
    ]
    found = await ScriptedRetriever([graph_leg(index, graph, [unit_id("2(a)")])], index).retrieve(plan())
    assert {item.provision: item.found_by for item in found.evidence} == {
        "4": ("graph", "derived"), "3(2)": ("derived",),
    }  # fmt: skip


@pytest.mark.parametrize("graph", [None, Graph("4", waits_s=5.0)], ids=["absent", "slow"])
async def test_a_graph_that_does_not_answer_costs_its_deadline_and_is_told(
    index: LawIndex, graph: Any
) -> None:
    one = graph_leg(index, graph, [unit_id("4")])
    assert await asyncio.wait_for(one.ainvoke("q"), 2) == []
    assert one.leg.degraded == "Cross-references between provisions are unavailable right now."
    assert one.leg.latency_ms < 1500


async def test_without_seeds_the_graph_is_not_asked(index: LawIndex) -> None:
    graph = Graph("4")
    assert await graph_leg(index, graph, []).search("q") == []
    assert graph.asked == []
