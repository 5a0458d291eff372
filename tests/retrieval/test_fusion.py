"""Retrievers side by side: fused by unit, ordered, what is asked by number first."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_classic.retrievers import EnsembleRetriever

from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import StoreError
from civicsetu.retrieval.plan import RetrievalPlan, UnitHit, Votes
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retrievers.base import UNIT_KEY, UnitRetriever, by_unit
from civicsetu.retrieval.retrievers.exact import ExactRetriever
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.settings import RetrievalSettings
from tests.retrieval.lantern_act import ACT, ScriptedReranker, index_of, unit_id
from tests.retrieval.scripted import ScriptedRetriever, plan, scripted_retriever, unit_retriever, units


def rrf(lists: list[tuple[float, list[str]]], k: int = 60) -> dict[str, float]:
    """Reciprocal rank fusion by hand: the sum over the lists of weight / (k + rank)."""
    scores: defaultdict[str, float] = defaultdict(float)
    for weight, ranked in lists:
        for rank, unit in enumerate(ranked, start=1):
            scores[unit] += weight / (k + rank)
    return dict(scores)


def best_first(scores: dict[str, float]) -> list[str]:
    return sorted(scores, key=lambda unit: -scores[unit])


async def fused(retrievers: list[Any], weights: list[float], k: int = 60) -> list[str]:
    ensemble = EnsembleRetriever(retrievers=list(retrievers), weights=weights, c=k, id_key=UNIT_KEY)
    return [document.metadata[UNIT_KEY] for document in await ensemble.ainvoke("q")]


def found_units(found: Retrieved) -> list[str]:
    return [item.unit_id for item in found.evidence]


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


# -- fusion by rank --------------------------------------------------------------------------------------


async def test_fusion_is_reciprocal_rank_with_k_60() -> None:
    first, second, third = list("abcd"), list("cbe"), list("ae")
    assert rrf([(1, first), (1, second)])["c"] == pytest.approx(1 / 63 + 1 / 61)
    for weights in ([1.0, 1.0, 1.0], [1.5, 0.5, 0.02], [0.02, 0.5, 1.5]):
        scores = rrf(list(zip(weights, (first, second, third), strict=True)))
        order = await fused(
            [unit_retriever("1", *first), unit_retriever("2", *second), unit_retriever("3", *third)], weights
        )
        assert order == best_first(scores)
        assert len(set(scores.values())) == len(scores), (
            "no ties, so the order is decided by the scores alone"
        )


async def test_by_places_alone_the_retriever_gives_the_order_of_that_fusion(index: LawIndex) -> None:
    """Weights: words 0.9, meaning 1, keyphrases 0.8, the graph 0.05; no ties."""
    lists = {
        "fulltext": units("4", "3(2)", "1", "2(a)"),
        "vector": units("3(2)", "2(a)", "3(1)"),
        "keyphrases": units("2(b)", "3(1)", "4"),
        "graph": units("2(c)", "1"),
    }
    weights = {"fulltext": 0.9, "vector": 1.0, "keyphrases": 0.8, "graph": 0.05}

    def retrievers() -> list[ScriptedRetriever]:
        return [unit_retriever(name, *found, weight=weights[name]) for name, found in lists.items()]

    expected = best_first(rrf([(weights[name], found) for name, found in lists.items()]))
    retriever = scripted_retriever(retrievers(), index, score_fusion=False)
    assert found_units(await retriever.retrieve(plan(width=40))) == expected
    assert await fused(retrievers(), [weights[name] for name in lists]) == expected
    other = scripted_retriever(retrievers(), index)
    assert found_units(await other.retrieve(plan(width=40))) != expected, "relative scores order else"


@given(st.lists(st.permutations("abcdefgh").map(lambda units: units[:5]), min_size=1, max_size=4))
async def test_a_unit_that_every_retriever_puts_before_another_stays_before_it(
    lists: list[list[str]],
) -> None:
    order = await fused(
        [unit_retriever(str(at), *found) for at, found in enumerate(lists)], [1.0] * len(lists)
    )
    assert sorted(order) == sorted({unit for found in lists for unit in found})
    for before, after in ((a, b) for a in order for b in order if a != b):
        if all(
            before in found and (after not in found or found.index(before) < found.index(after))
            for found in lists
        ):
            assert order.index(before) < order.index(after)


# -- editions --------------------------------------------------------------------------------------------

ROWS = [
    ("18(1)", "plain-a", 0.9, "plain words", "t"),
    ("12", "plain-b", 0.8, "other words", "t"),
    ("18(1)", "official-a", 0.7, "official words", "t"),
    ("18(1)", "plain-c", 0.6, "more plain words", "t"),
]


def test_two_editions_of_a_unit_are_one_hit_at_the_best_rank() -> None:
    assert by_unit(ROWS) == [
        UnitHit("18(1)", ["plain-a", "official-a", "plain-c"], [0.9, 0.7, 0.6], "plain words", "t"),
        UnitHit("12", ["plain-b"], [0.8], "other words", "t"),
    ]


class _Editions(UnitRetriever):
    """Finds the chunks of `ROWS`, as the retrievers in Postgres do."""

    async def search(self, query: str) -> list[UnitHit]:
        return by_unit(ROWS)


async def test_two_editions_of_a_unit_count_once_in_the_fusion() -> None:
    """18(1) once: 1/61. Counted for each chunk: 1/61 + 1/63 + 1/64, which would beat 12 with 1/62 + 1/61."""
    editions = _Editions(name="fulltext", plan=plan(), deadline_s=5)
    assert await fused([editions, unit_retriever("vector", "12")], [1.0, 1.0]) == ["12", "18(1)"]


async def test_a_unit_found_in_two_editions_is_one_evidence_with_all_its_chunks(index: LawIndex) -> None:
    class Both(UnitRetriever):
        async def search(self, query: str) -> list[UnitHit]:
            [one] = units("4")
            return by_unit([(one, "plain", 0.9, "words", "t"), (one, "official", 0.8, "words", "t")])

    retrievers: list[UnitRetriever] = [Both(name="vector", plan=plan(), deadline_s=5)]
    [item] = (await scripted_retriever(retrievers, index).retrieve(plan())).evidence
    assert (item.provision, item.chunk_ids, item.score) == ("4", ("plain", "official"), 0.9)


# -- side by side ----------------------------------------------------------------------------------------

EVERY_RETRIEVER = ("exact", "fulltext", "vector", "keyphrases", "expected_questions", "graph")


async def test_retrievers_run_side_by_side(index: LawIndex) -> None:
    """Each waits until all have begun: one after the other they would wait for ever."""
    meeting = asyncio.Barrier(len(EVERY_RETRIEVER))
    retrievers = [unit_retriever(name, unit_id("4"), meets=meeting) for name in EVERY_RETRIEVER]
    found = await asyncio.wait_for(scripted_retriever(retrievers, index).retrieve(plan()), 4)
    assert [report.found for report in found.retrievers] == [1] * len(
        EVERY_RETRIEVER
    ) and found.degraded == ()


async def test_a_retriever_of_no_weight_runs_beside_the_others(index: LawIndex) -> None:
    meeting = asyncio.Barrier(2)
    retrievers = [unit_retriever(name, unit_id("4"), meets=meeting) for name in ("fulltext", "vector")]
    retrievers[1].weight = 0.0
    found = await asyncio.wait_for(scripted_retriever(retrievers, index).retrieve(plan()), 4)
    assert found.degraded == ()


async def test_question_after_question_the_slowest_retriever_is_what_it_costs(index: LawIndex) -> None:
    retrievers = [unit_retriever(name, unit_id("4"), waits_s=0.2) for name in EVERY_RETRIEVER]
    found = await scripted_retriever(retrievers, index).retrieve(plan())
    assert 200 <= found.latency_ms < 900


# -- more is fetched than given --------------------------------------------------------------------------


async def test_retrievers_find_more_than_is_read_and_that_more_than_is_given(index: LawIndex) -> None:
    every = [unit.unit_id for unit in index.units.values()]
    reranker = ScriptedReranker()
    retriever = scripted_retriever([unit_retriever("vector", *every)], index, reranker)
    found = await retriever.retrieve(plan(rerank_pool=4, width=2))
    assert [report.found for report in found.retrievers] == [len(every)] and len(every) >= 8
    assert found.pairs == len(reranker.read) == 4
    assert len(found.evidence) == 2


def test_by_default_each_search_finds_twice_what_is_reranked() -> None:
    settings = RetrievalSettings()
    searched = [spec.depth for spec in RETRIEVERS if spec.votes.cosine or spec.votes.seeds]
    assert min(searched) >= 2 * settings.rerank_pool >= 2 * settings.max_context


async def test_what_ranks_after_the_composers_share_is_told_apart(index: LawIndex) -> None:
    every = [unit.unit_id for unit in index.units.values()]
    retriever = scripted_retriever([unit_retriever("vector", *every)], index)
    found = await retriever.retrieve(plan(width=3))
    assert found_units(found) == every[:3]
    assert [item.unit_id for item in found.further] == every[3:] and len(every) > 7


# -- what the retriever gives ----------------------------------------------------------------------------


async def test_the_retriever_tells_who_found_what_and_how_near(index: LawIndex) -> None:
    words, meaning = units("4", "3(2)", "1"), units("3(2)", "2(a)")
    retrievers = [unit_retriever("fulltext", *words), unit_retriever("vector", *meaning)]
    found = await scripted_retriever(retrievers, index).retrieve(plan(width=3))
    assert [item.provision for item in found.evidence] == ["3(2)", "4", "2(a)"], (
        "0.5 + 1, 1 + 0, and of two with nothing the one that stands higher in its list"
    )
    assert found.evidence[0].found_by == ("fulltext", "vector")
    assert (found.evidence[0].score, found.evidence[1].score) == (0.9, 0.0), "cosines are of meaning alone"
    assert found.evidence[0].chunk_ids == (f"chunk of {unit_id('3(2)')}",)
    assert [report.found for report in found.retrievers] == [3, 2]
    assert found.signals.top("vector") == 0.9
    assert found.degraded == ()


async def test_units_that_are_not_held_any_more_are_left_out(index: LawIndex) -> None:
    found = await scripted_retriever([unit_retriever("vector", "gone", unit_id("4"))], index).retrieve(plan())
    assert [item.provision for item in found.evidence] == ["4"]


async def test_a_retriever_without_weight_is_read_by_the_classifier_and_ranks_nothing(
    index: LawIndex,
) -> None:
    retrievers = [
        unit_retriever("fulltext", unit_id("4")),
        unit_retriever("vector", unit_id("1"), unit_id("4"), weight=0.0),
    ]
    found = await scripted_retriever(retrievers, index).retrieve(plan())
    assert [(item.provision, item.found_by) for item in found.evidence] == [("4", ("fulltext", "vector"))]
    assert found.signals.top("vector") == 0.9
    assert {report.name for report in found.retrievers} == {"fulltext", "vector"}


@pytest.mark.parametrize("waits_s", [0.0, 0.2])
async def test_whether_the_searches_agree_is_not_asked_of_one_without_a_say(
    index: LawIndex, waits_s: float
) -> None:
    """It may still be searching then: the answer would depend on who is quicker."""
    first, second = units("4", "1")
    retrievers = [
        unit_retriever("expected_questions", first, second),
        unit_retriever("fulltext", second, first),
    ]
    retrievers.append(unit_retriever("vector", first, second, waits_s=waits_s, weight=0.0))
    retriever = scripted_retriever(retrievers, index, ScriptedReranker())
    assert (await retriever.retrieve(plan())).pairs == 2


# -- signals ---------------------------------------------------------------------------------------------


async def signals(index: LawIndex, *retrievers: ScriptedRetriever, reranker: Any = None, **told: Any) -> Any:
    return (await scripted_retriever(list(retrievers), index, reranker, **told).retrieve(plan())).signals


async def test_signals_say_how_near_the_best_is_and_how_far_before_the_fifth(index: LawIndex) -> None:
    every = [unit.unit_id for unit in index.units.values()]
    told = await signals(index, unit_retriever("vector", *every), unit_retriever("keyphrases", *every[:2]))
    assert told.best == {"vector": 0.9, "keyphrases": 0.9} and told.top("expected_questions") == 0.0
    other = await signals(index, unit_retriever("expected_questions", *every[:2]))
    assert other.best == {"expected_questions": 0.9} and other.top("vector") == 0.0
    assert told.vector_margin == pytest.approx(0.04)
    assert (await signals(index, unit_retriever("vector", *every[:3]))).vector_margin == pytest.approx(0.02)


@pytest.mark.parametrize(
    ("firsts", "agreement"),
    [
        ({"vector": "4", "expected_questions": "4", "fulltext": "4"}, 1.0),
        ({"vector": "4", "expected_questions": "1", "fulltext": "4"}, 0.5),
        ({"vector": "4", "expected_questions": "1", "fulltext": "2(a)"}, 0.0),
        ({"vector": "4", "keyphrases": "4", "graph": "4"}, 0.0),
        ({"vector": "4"}, 0.0),
        ({"vector": "4", "fulltext": "4"}, 0.5),
        ({}, 0.0),
    ],
)
async def test_signals_say_how_many_searches_agree(
    index: LawIndex, firsts: dict[str, str], agreement: float
) -> None:
    retrievers = [unit_retriever(name, unit_id(first)) for name, first in firsts.items()]
    assert (await signals(index, *retrievers, unit_retriever("graph", unit_id("1")))).agreement == agreement


async def test_signals_say_what_the_cross_encoder_thinks_where_it_was_asked(index: LawIndex) -> None:
    both = units("4", "1")
    reranker = ScriptedReranker({f"words of {both[1]}": 0.7})
    assert (await signals(index, unit_retriever("vector", *both), reranker=reranker)).best_rerank == 0.7
    assert (await signals(index, unit_retriever("vector", *both))).best_rerank is None
    agreed = [unit_retriever(name, *both) for name in ("vector", "expected_questions", "fulltext")]
    assert (await signals(index, *agreed, reranker=reranker)).best_rerank is None
    again = [unit_retriever(name, *both) for name in ("vector", "expected_questions", "fulltext")]
    told = await signals(index, *again, reranker=reranker, rerank_agreed=True)
    assert told.best_rerank == 0.7


# -- asked by number -------------------------------------------------------------------------------------


def exact(asked: RetrievalPlan, index: LawIndex, weight: float = 1.5) -> ExactRetriever:
    return ExactRetriever(
        name="exact", plan=asked, deadline_s=5, index=index, weight=weight, votes=Votes(pins=True)
    )


@pytest.mark.parametrize("score_fusion", [True, False])
async def test_what_is_asked_by_number_comes_first_past_fusion_and_reranker(
    index: LawIndex, score_fusion: bool
) -> None:
    asked = plan("4", "3(2)")
    retrievers = [exact(asked, index), unit_retriever("vector", *units("1", "2(a)", "3(1)"))]
    reranker = ScriptedReranker({"words of": 0.99})
    retriever = scripted_retriever(retrievers, index, reranker, rerank_weight=10, score_fusion=score_fusion)
    found = await retriever.retrieve(asked)
    assert [item.provision for item in found.evidence][:2] == ["4", "3(2)"]
    assert [item.pinned for item in found.evidence][:3] == [True, True, False]


async def test_of_a_long_section_asked_for_the_first_units_are_pinned(index: LawIndex) -> None:
    asked = plan("3")
    retrievers = [exact(asked, index), unit_retriever("vector", unit_id("1"))]
    found = await scripted_retriever(retrievers, index, max_pinned=2).retrieve(asked)
    assert [item.provision for item in found.evidence if item.pinned] == ["3(1)", "3(2)"]
    assert "3 explanation" in [item.provision for item in found.evidence]


async def test_what_is_asked_by_number_is_not_pinned_where_the_exact_retriever_has_no_weight(
    index: LawIndex,
) -> None:
    asked = plan("4")
    retrievers = [exact(asked, index, weight=0.0), unit_retriever("vector", unit_id("1"), unit_id("4"))]
    found = await scripted_retriever(retrievers, index).retrieve(asked)
    assert [(item.provision, item.pinned) for item in found.evidence] == [("1", False), ("4", False)]


async def test_the_exact_retriever_names_each_unit_once_in_the_order_asked(index: LawIndex) -> None:
    hits = await exact(plan("4", "3(1)(a)", "3(1)", "3(9)"), index).search("q")
    assert [hit.unit_id for hit in hits] == units("4", "3(1)")


async def test_a_fault_that_nobody_declared_is_not_hidden(index: LawIndex) -> None:
    with pytest.raises(ZeroDivisionError):
        await scripted_retriever([unit_retriever("fulltext", fails=ZeroDivisionError())], index).retrieve(
            plan()
        )
    with pytest.raises(ZeroDivisionError):
        retrievers = [
            unit_retriever("fulltext", unit_id("4")),
            unit_retriever("vector", fails=ZeroDivisionError(), weight=0.0),
        ]
        await scripted_retriever(retrievers, index).retrieve(plan())


async def test_a_retriever_of_no_weight_that_fails_is_told(index: LawIndex) -> None:
    failing = unit_retriever("vector", fails=StoreError("x"), degraded_text="no meaning", weight=0.0)
    found = await scripted_retriever([unit_retriever("fulltext", unit_id("4")), failing], index).retrieve(
        plan()
    )
    assert [item.document for item in found.evidence] == [ACT] and found.degraded == ("no meaning",)
