"""Each jurisdiction searched by itself: a state's rule is in the evidence however well the Act's sections fit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.errors import ModelTimeout, StoreError
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.retrieval.exact import ExactRetriever
from civicsetu.retrieval.jurisdictions import apart, reported, together
from civicsetu.retrieval.law_index import LawIndex
from civicsetu.retrieval.legs import LegRetriever
from civicsetu.retrieval.plan import LegReport, RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved, Vector

from .gates import ACT, KARNATAKA, UTTAR_PRADESH, ScriptedReranker, index_of_states, unit_id
from .test_fusion import FailingEmbedder, Graph, ScriptedRetriever, graph_leg, leg

OF_ACT = [unit_id(path) for path in ("4", "3(2)", "3(1)", "1", "2(a)")]
RULE_3, RULE_16 = unit_id("3", KARNATAKA), unit_id("16", KARNATAKA)
RULE_3_UP = unit_id("3", UTTAR_PRADESH)
ALL = (ACT, KARNATAKA, UTTAR_PRADESH)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of_states()


def plan(*documents: str, **changes: Any) -> RetrievalPlan:
    return RetrievalPlan("late fee", documents=documents, **changes)


# -- apart -----------------------------------------------------------------------------------------------


def test_each_jurisdiction_has_its_plan_and_the_states_come_first(index: LawIndex) -> None:
    plans = apart(plan(*ALL, rerank=False), index)
    assert [one.documents for one in plans] == [(KARNATAKA,), (UTTAR_PRADESH,), (ACT,)]
    assert all((one.query, one.rerank, one.references) == ("late fee", False, ()) for one in plans)


@pytest.mark.parametrize("documents", [(ACT,), (KARNATAKA,), ()])
def test_one_jurisdiction_is_searched_as_it_was_asked(index: LawIndex, documents: tuple[str, ...]) -> None:
    asked = plan(*documents)
    assert apart(asked, index) == [asked]


def test_what_is_asked_by_number_is_looked_up_in_one_go(index: LawIndex) -> None:
    asked = plan(*ALL, references=((KARNATAKA, Reference(parse_path("16"), "rule", 0, 1)),))
    assert apart(asked, index) == [asked]


def test_what_the_conversation_goes_on_from_is_carried_where_it_belongs(index: LawIndex) -> None:
    carried = (unit_id("3(2)"), RULE_16, "gone")
    plans = apart(plan(*ALL, carried_units=carried), index)
    assert [one.carried_units for one in plans] == [(RULE_16,), (), (unit_id("3(2)"),)]
    one = plan(ACT, carried_units=carried)
    assert apart(one, index)[0].carried_units == carried


# -- together --------------------------------------------------------------------------------------------


def _found(*names: str) -> list[Evidence]:
    return [
        Evidence(unit_id=name, document=ACT, provision="1", title="", jurisdiction="CENTRAL", score=0.9, found_by=())
        for name in names
    ]  # fmt: skip


def _names(found: list[Evidence]) -> str:
    return "".join(item.unit_id for item in found)


@pytest.mark.parametrize(
    ("found", "limit", "expected"),
    [
        (("abc", "xyz"), 6, "axbycz"),
        (("abc", "xyz"), 3, "axb"),
        (("a", "xyz"), 4, "axyz"),
        (("abcd", ""), 3, "abc"),
        (("ab", "mn", "xyz"), 6, "amxbny"),
        (("", ""), 5, ""),
        (("abc",), 2, "ab"),
    ],
)
def test_the_best_of_each_come_in_turn_and_what_one_lacks_the_others_fill(
    found: tuple[str, ...], limit: int, expected: str
) -> None:
    assert _names(together([_found(*one) for one in found], limit)) == expected


@given(st.lists(st.integers(0, 9), min_size=1, max_size=4), st.integers(1, 12))
def test_nobody_has_two_more_than_another_that_has_some_left(counts: list[int], limit: int) -> None:
    found = [_found(*(f"{place}-{rank}" for rank in range(count))) for place, count in enumerate(counts)]
    kept = together(found, limit)
    assert len(kept) == min(limit, sum(counts))
    shares = [sum(item.unit_id.startswith(f"{place}-") for item in kept) for place in range(len(counts))]
    assert all(
        share == count or share >= max(shares) - 1 for share, count in zip(shares, counts, strict=True)
    )
    for place, share in enumerate(shares):
        of_it = [item.unit_id for item in kept if item.unit_id.startswith(f"{place}-")]
        assert of_it == [f"{place}-{rank}" for rank in range(share)], "each keeps its order"


# -- reported --------------------------------------------------------------------------------------------


def test_a_leg_is_reported_once_with_all_it_found_and_the_longest_it_took() -> None:
    reports = [
        LegReport("fulltext", 3, 20.0), LegReport("vector", 5, 7.0), LegReport("fulltext", 2, 90.0),
        LegReport("vector", 0, 4.0, "vector is out"), LegReport("fulltext", 1, 10.0),
    ]  # fmt: skip
    assert reported(reports) == [
        LegReport("fulltext", 6, 90.0),
        LegReport("vector", 5, 7.0, "vector is out"),
    ]
    assert reported([]) == []


# -- the retriever ---------------------------------------------------------------------------------------


class StatesRetriever(ScriptedRetriever):
    """Legs that find in a plan's documents what is told of them, and the plans they were made for."""

    def __init__(
        self,
        index: LawIndex,
        found: dict[str, dict[str, list[str]]],
        reranker: Any = None,
        faults: Any = None,
        **told: Any,
    ) -> None:
        embedder = told.pop("embedder", None)
        super().__init__([], index, reranker, embedder, **told)
        self._found, self._faults = found, faults or {}
        self.plans: list[RetrievalPlan] = []

    def _legs(self, plan: RetrievalPlan, vector: Vector | None, index: LawIndex) -> list[LegRetriever]:
        self.plans.append(plan)
        legs: list[LegRetriever] = [ExactRetriever(name="exact", plan=plan, deadline_s=5, index=index)]
        for name, by_document in self._found.items():
            units = [unit for document in plan.documents for unit in by_document.get(document, [])]
            faults = self._faults.get((name, plan.documents[0]), {})
            legs.append(leg(name, *units, degraded_text=f"{name} is out", **faults))
        return legs


BY_WORDS = {"fulltext": {ACT: OF_ACT, KARNATAKA: [RULE_16, RULE_3], UTTAR_PRADESH: [RULE_3_UP]}}


def _shown(found: Retrieved) -> list[str]:
    return [f"{item.jurisdiction} {item.provision}" for item in found.evidence]


async def test_a_states_rule_that_one_list_would_lose_is_in_the_evidence(index: LawIndex) -> None:
    """Trap: the rule that fixes the rate lost to the sections of the Act that mention it."""
    in_one_list = [*OF_ACT, RULE_16]
    lost = await ScriptedRetriever([leg("fulltext", *in_one_list)], index, max_context=4).retrieve(plan(ACT))
    assert RULE_16 not in [item.unit_id for item in lost.evidence]
    found = await StatesRetriever(index, BY_WORDS, max_context=4).retrieve(plan(ACT, KARNATAKA))
    assert _shown(found) == ["KARNATAKA 16", "CENTRAL 4", "KARNATAKA 3", "CENTRAL 3(2)"]


async def test_two_states_compared_and_the_act_each_have_their_turn(index: LawIndex) -> None:
    retriever = StatesRetriever(index, BY_WORDS, max_context=6)
    found = await retriever.retrieve(plan(*ALL))
    assert _shown(found) == [
        "KARNATAKA 16", "UTTAR_PRADESH 3", "CENTRAL 4", "KARNATAKA 3", "CENTRAL 3(2)", "CENTRAL 3(1)",
    ]  # fmt: skip
    assert [one.documents for one in retriever.plans] == [(KARNATAKA,), (UTTAR_PRADESH,), (ACT,)]


async def test_a_state_whose_rules_say_nothing_of_it_leaves_its_turn_to_the_act(index: LawIndex) -> None:
    found = await StatesRetriever(index, {"fulltext": {ACT: OF_ACT}}, max_context=3).retrieve(
        plan(ACT, KARNATAKA)
    )
    assert _shown(found) == ["CENTRAL 4", "CENTRAL 3(2)", "CENTRAL 3(1)"]


async def test_a_section_found_for_the_act_leads_to_the_rule_of_the_state_that_carries_it_out(
    index: LawIndex,
) -> None:
    """The Act's search and the state's run apart; the way from one to the other is the graph's."""
    graph = Graph(derived=((KARNATAKA, "16"), (ACT, "3(2)")))

    class Walking(StatesRetriever):
        def _legs(self, plan: RetrievalPlan, vector: Vector | None, index: LawIndex) -> list[LegRetriever]:
            legs = super()._legs(plan, vector, index)
            return [*legs, graph_leg(index, graph, [], plan=plan)]

    asked = {"fulltext": {ACT: [unit_id("4")], KARNATAKA: []}}
    found = await Walking(index, asked).retrieve(plan(ACT, KARNATAKA))
    of_state = [item for item in found.evidence if item.jurisdiction == "KARNATAKA"]
    assert [(item.provision, item.found_by) for item in of_state] == [("16", ("derived",))]
    alone = await Walking(index, asked).retrieve(plan(KARNATAKA))
    assert alone.evidence == (), "where the Act is not searched, nothing leads to it"


async def test_each_provision_stands_once_in_the_evidence(index: LawIndex) -> None:
    """What is carried from the last answer is found by one jurisdiction's search alone."""
    asked = plan(*ALL, carried_units=(unit_id("4"), RULE_16))
    found = await StatesRetriever(index, BY_WORDS, max_context=12).retrieve(asked)
    units = [item.unit_id for item in found.evidence]
    assert len(units) == len(set(units)) == 8


async def test_legs_of_all_jurisdictions_are_told_as_one(index: LawIndex) -> None:
    faults = {("fulltext", ACT): {"waits_s": 0.2}}
    retriever = StatesRetriever(index, BY_WORDS | {"vector": {ACT: OF_ACT[:2]}}, faults=faults)
    found = await retriever.retrieve(plan(*ALL))
    reports = {report.name: report for report in found.legs}
    assert list(reports) == ["exact", "fulltext", "vector"]
    assert (reports["fulltext"].found, reports["vector"].found) == (8, 2)
    assert 200 <= reports["fulltext"].latency_ms < 2000
    assert found.latency_ms < 600, "they are searched side by side"
    assert found.top_vector_score == 0.9


async def test_what_fails_in_every_jurisdiction_is_told_once(index: LawIndex) -> None:
    faults = {("fulltext", key): {"fails": StoreError("x")} for key in ALL}
    found = await StatesRetriever(
        index, BY_WORDS | {"vector": {ACT: OF_ACT}}, faults=faults, embedder=FailingEmbedder(),
        reranker=ScriptedReranker(fails=ModelTimeout("slow")),
    ).retrieve(plan(*ALL))  # fmt: skip
    assert len(found.degraded) == len(set(found.degraded)) == 3
    assert found.degraded[0].startswith("Search by meaning") and "fulltext is out" in found.degraded
    assert found.evidence and found.best_rerank is None


async def test_what_fails_in_one_jurisdiction_is_told_and_the_others_are_searched(index: LawIndex) -> None:
    faults = {("fulltext", KARNATAKA): {"fails": StoreError("x")}}
    found = await StatesRetriever(index, BY_WORDS, faults=faults).retrieve(plan(ACT, KARNATAKA))
    assert found.degraded == ("fulltext is out",)
    assert {item.jurisdiction for item in found.evidence} == {"CENTRAL"}
    assert [report.degraded for report in found.legs if report.name == "fulltext"] == ["fulltext is out"]


@pytest.mark.parametrize(("documents", "pool"), [((ACT,), 12), ((ACT, KARNATAKA), 6), (ALL, 5)])
async def test_the_pairs_that_are_reranked_are_shared_between_the_jurisdictions(
    index: LawIndex, documents: tuple[str, ...], pool: int
) -> None:
    """Their number is what a question costs; below five a list is not worth reranking,
    and one found alone has no order.
    """
    retriever = StatesRetriever(index, BY_WORDS, reranker=ScriptedReranker({"words": 0.4}), rerank_pool=12)
    found = await retriever.retrieve(plan(*documents))
    read = {ACT: len(OF_ACT), KARNATAKA: 2, UTTAR_PRADESH: 0}
    assert found.pairs == sum(min(pool, read[key]) for key in documents)
    narrowing = retriever._cross_encoder(plan(ACT), len(documents))
    assert narrowing is not None and narrowing.pool == pool


async def test_the_best_that_the_reranker_says_of_any_jurisdiction_counts(index: LawIndex) -> None:
    reranker = ScriptedReranker({f"words of {RULE_3}": 0.8, f"words of {OF_ACT[0]}": 0.4})
    found = await StatesRetriever(index, BY_WORDS, reranker=reranker).retrieve(plan(*ALL))
    assert found.best_rerank == 0.8


async def test_a_rule_asked_for_by_number_is_looked_up_among_all(index: LawIndex) -> None:
    asked = plan(*ALL, references=((KARNATAKA, Reference(parse_path("16"), "rule", 0, 1)),))
    retriever = StatesRetriever(index, BY_WORDS)
    found = await retriever.retrieve(asked)
    assert (found.evidence[0].unit_id, found.evidence[0].pinned) == (RULE_16, True)
    assert len(retriever.plans) == 1
