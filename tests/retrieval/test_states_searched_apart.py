"""Jurisdictions searched apart by the whole retriever: each has its place in what is given."""

from __future__ import annotations

from typing import Any

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import ModelTimeout, StoreError
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retriever import Retriever
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.exact import ExactRetriever
from tests.retrieval.lantern_act import (
    ACT,
    FIVE_STATES,
    KARNATAKA,
    UTTAR_PRADESH,
    ScriptedReranker,
    index_of_states,
    unit_id,
)
from tests.retrieval.scripted import (
    SPECS,
    FailingEmbedder,
    Graph,
    graph_retriever,
    scripted_retriever,
    unit_retriever,
    units,
)

OF_ACT = units("4", "3(2)", "3(1)", "1", "2(a)")
RULE_3, RULE_16 = unit_id("3", KARNATAKA), unit_id("16", KARNATAKA)
RULE_3_UP = unit_id("3", UTTAR_PRADESH)
ALL = (ACT, KARNATAKA, UTTAR_PRADESH)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of_states()


def plan(*documents: str, **changes: Any) -> RetrievalPlan:
    return RetrievalPlan("late lantern", documents=documents, **changes)


Found = dict[str, dict[str, list[str]]]


def states_retriever(
    index: LawIndex, found: Found, reranker: Any = None, faults: Any = None, more: Any = None, **told: Any
) -> Retriever:
    """Retrievers that find in a plan's documents what is told of them; `more` makes further ones for a plan."""

    def retrievers_of(plan: RetrievalPlan, *given: Any) -> list[UnitRetriever]:
        votes = SPECS["exact"].votes
        retrievers: list[UnitRetriever] = [
            ExactRetriever(name="exact", plan=plan, deadline_s=5, index=index, weight=1.5, votes=votes)
        ]
        for name, by_document in found.items():
            units = [unit for document in plan.documents for unit in by_document.get(document, [])]
            fault = (faults or {}).get((name, plan.documents[0]), {})
            retrievers.append(unit_retriever(name, *units, degraded_text=f"{name} is out", **fault))
        return [*retrievers, *([more(plan)] if more else [])]

    return scripted_retriever(retrievers_of, index, reranker, told.pop("embedder", None), **told)


def plans_of(retriever: Retriever) -> list[RetrievalPlan]:
    searches: Any = retriever._searches
    return list(searches.plans)


BY_WORDS = {"fulltext": {ACT: OF_ACT, KARNATAKA: [RULE_16, RULE_3], UTTAR_PRADESH: [RULE_3_UP]}}


def _shown(found: Retrieved) -> list[str]:
    return [f"{item.jurisdiction} {item.provision}" for item in found.evidence]


async def test_a_states_rule_that_one_list_would_lose_is_in_the_evidence(index: LawIndex) -> None:
    """Trap: the rule that fixes the rate lost to the sections of the Act that mention it."""
    in_one_list = [*OF_ACT, RULE_16]
    by_words = [unit_retriever("fulltext", *in_one_list)]
    lost = await scripted_retriever(by_words, index).retrieve(plan(ACT, width=4))
    assert RULE_16 not in [item.unit_id for item in lost.evidence]
    found = await states_retriever(index, BY_WORDS).retrieve(plan(ACT, KARNATAKA, width=4))
    assert _shown(found) == ["KARNATAKA 16", "CENTRAL 4", "KARNATAKA 3", "CENTRAL 3(2)"]


@pytest.mark.parametrize(
    ("of_state", "of_act", "margin", "shown"),
    [
        (0.5, 0.75, 0.2, ["CENTRAL 4", "KARNATAKA 16"]),
        (0.5, 0.6, 0.2, ["KARNATAKA 16", "CENTRAL 4"]),
        (0.5, 0.75, 0.3, ["KARNATAKA 16", "CENTRAL 4"]),
        (0.9, 0.5, 0.2, ["KARNATAKA 16", "CENTRAL 4"]),
    ],
)
async def test_the_act_stands_before_the_states_rules_only_where_it_is_nearer_by_the_margin(
    index: LawIndex, of_state: float, of_act: float, margin: float, shown: list[str]
) -> None:
    def retrievers_of(plan: RetrievalPlan, *given: Any) -> list[UnitRetriever]:
        own, cosine = (RULE_16, of_state) if plan.documents == (KARNATAKA,) else (OF_ACT[0], of_act)
        return [unit_retriever("vector", own, best=cosine)]

    retriever = scripted_retriever(retrievers_of, index, act_first_margin=margin)
    assert _shown(await retriever.retrieve(plan(ACT, KARNATAKA))) == shown


async def test_two_states_compared_have_their_turns_and_the_act_stands_behind(index: LawIndex) -> None:
    retriever = states_retriever(index, BY_WORDS)
    found = await retriever.retrieve(plan(*ALL, width=3))
    assert _shown(found) == ["KARNATAKA 16", "UTTAR_PRADESH 3", "CENTRAL 4"]
    assert [item.provision for item in found.further] == ["3", "3(2)", "3(1)", "1", "2(a)"]
    assert [one.documents for one in plans_of(retriever)] == [(KARNATAKA,), (UTTAR_PRADESH,), (ACT,)]


async def test_five_states_compared_are_all_in_the_evidence() -> None:
    of_states = {key: [unit_id("3", key), unit_id("16", key)] for key in FIVE_STATES}
    retriever = states_retriever(index_of_states(*FIVE_STATES), {"fulltext": {ACT: OF_ACT, **of_states}})
    found = await retriever.retrieve(plan(ACT, *FIVE_STATES))
    assert len(found.evidence) == 7
    assert [item.document for item in found.evidence] == [*FIVE_STATES, FIVE_STATES[0], ACT]


async def test_a_state_whose_rules_say_nothing_of_it_leaves_its_turn_to_the_act(index: LawIndex) -> None:
    found = await states_retriever(index, {"fulltext": {ACT: OF_ACT}}).retrieve(plan(ACT, KARNATAKA, width=3))
    assert _shown(found) == ["CENTRAL 4", "CENTRAL 3(2)", "CENTRAL 3(1)"]


async def test_a_section_found_for_the_act_leads_to_the_rule_of_the_state_that_carries_it_out(
    index: LawIndex,
) -> None:
    """The Act's search and the state's run apart; the way from one to the other is the graph's."""
    graph = Graph(derived=((KARNATAKA, "16"), (ACT, "3(2)")))

    def walks(plan: RetrievalPlan) -> UnitRetriever:
        return graph_retriever(index, graph, [], plan=plan)

    asked = {"fulltext": {ACT: [unit_id("4")], KARNATAKA: []}}
    found = await states_retriever(index, asked, more=walks).retrieve(plan(ACT, KARNATAKA))
    of_state = [item for item in found.evidence if item.jurisdiction == "KARNATAKA"]
    assert [(item.provision, item.found_by) for item in of_state] == [("16", ("derived",))]
    alone = await states_retriever(index, asked, more=walks).retrieve(plan(KARNATAKA))
    assert alone.evidence == (), "where the Act is not searched, nothing leads to it"


async def test_each_provision_stands_once_in_the_evidence(index: LawIndex) -> None:
    found = await states_retriever(index, BY_WORDS).retrieve(plan(*ALL, width=12))
    units = [item.unit_id for item in found.evidence]
    assert len(units) == len(set(units)) == 8


async def test_retrievers_of_all_jurisdictions_are_told_as_one(index: LawIndex) -> None:
    faults = {("fulltext", ACT): {"waits_s": 0.2}}
    retriever = states_retriever(index, BY_WORDS | {"vector": {ACT: OF_ACT[:2]}}, faults=faults)
    found = await retriever.retrieve(plan(*ALL))
    reports = {report.name: report for report in found.retrievers}
    assert list(reports) == ["exact", "fulltext", "vector"]
    assert (reports["fulltext"].found, reports["vector"].found) == (8, 2)
    assert 200 <= reports["fulltext"].latency_ms < 2000
    assert found.latency_ms < 600, "they are searched side by side"
    assert found.signals.top("vector") == 0.9


async def test_what_fails_in_every_jurisdiction_is_told_once(index: LawIndex) -> None:
    faults = {("fulltext", key): {"fails": StoreError("x")} for key in ALL}
    found = await states_retriever(
        index, BY_WORDS | {"vector": BY_WORDS["fulltext"]}, faults=faults, embedder=FailingEmbedder(),
        reranker=ScriptedReranker(fails=ModelTimeout("slow")),
    ).retrieve(plan(*ALL))  # fmt: skip
    assert len(found.degraded) == len(set(found.degraded)) == 3
    assert found.degraded[0].startswith("Search by meaning") and "fulltext is out" in found.degraded
    assert found.evidence and found.signals.best_rerank is None


async def test_what_fails_in_one_jurisdiction_is_told_and_the_others_are_searched(index: LawIndex) -> None:
    faults = {("fulltext", KARNATAKA): {"fails": StoreError("x")}}
    found = await states_retriever(index, BY_WORDS, faults=faults).retrieve(plan(ACT, KARNATAKA))
    assert found.degraded == ("fulltext is out",)
    assert {item.jurisdiction for item in found.evidence} == {"CENTRAL"}
    assert [report.degraded for report in found.retrievers if report.name == "fulltext"] == [
        "fulltext is out"
    ]


@pytest.mark.parametrize(
    ("documents", "read"), [((ACT,), 4), ((ACT, KARNATAKA), 2 + 2), (ALL, 2), ((KARNATAKA, UTTAR_PRADESH), 2)]
)
async def test_the_pairs_that_are_reranked_are_shared_between_the_jurisdictions(
    index: LawIndex, documents: tuple[str, ...], read: int
) -> None:
    """Their number is what a question costs; one found alone, as in Uttar Pradesh, has no order."""
    reranker = ScriptedReranker({"words": 0.4})
    found = await states_retriever(index, BY_WORDS, reranker).retrieve(plan(*documents, rerank_pool=4))
    assert found.pairs == read


async def test_the_best_that_the_reranker_says_of_any_jurisdiction_counts(index: LawIndex) -> None:
    reranker = ScriptedReranker({f"words of {RULE_3}": 0.8, f"words of {OF_ACT[0]}": 0.4})
    found = await states_retriever(index, BY_WORDS, reranker=reranker).retrieve(plan(*ALL))
    assert found.signals.best_rerank == 0.8


async def test_a_rule_asked_for_by_number_is_looked_up_among_all(index: LawIndex) -> None:
    asked = plan(*ALL, references=((KARNATAKA, Reference(parse_path("16"), "rule", 0, 1)),))
    retriever = states_retriever(index, BY_WORDS)
    found = await retriever.retrieve(asked)
    assert (found.evidence[0].unit_id, found.evidence[0].pinned) == (RULE_16, True)
    assert len(plans_of(retriever)) == 1
