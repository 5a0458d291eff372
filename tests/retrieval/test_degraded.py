"""Whatever part of the search fails, the others answer and the failure is told; none kills the question."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from sqlalchemy import text

from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import (
    GraphUnavailable,
    ModelTimeout,
    PostgresUnavailable,
    StoreError,
    WeightsUnavailable,
)
from civicsetu.retrieval.plan_embedder import PlanEmbedder
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.stores.database import Database
from tests.retrieval.conftest import Open
from tests.retrieval.lantern_act import ScriptedReranker, index_of, unit_id
from tests.retrieval.lantern_act_held import WordVectors
from tests.retrieval.lantern_act_held import plan as planned
from tests.retrieval.scripted import FailingEmbedder, plan, scripted_retriever, unit_retriever, units

GRAPH_AWAY = "Cross-references between provisions are unavailable right now."
KEYPHRASES_AWAY = "Search by everyday words is unavailable right now."
MEANING_AWAY = "Search by meaning is unavailable right now."
WORDS_AWAY = "Search by words is unavailable right now."
NO_VECTOR = "Search by meaning is unavailable right now; only words were searched."
UNCHECKED = "The order of the provisions was not checked a second time."
PENALTY = "the keeper does not close the lantern: penalty"
NAMES = ("exact", "fulltext", "vector", "keyphrases", "expected_questions", "graph")


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


# -- one retriever ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [{"fails": StoreError("x")}, {"fails": PostgresUnavailable("x")}, {"fails": GraphUnavailable("x")},
     {"fails": ModelTimeout("x")}, {"fails": TimeoutError()}, {"waits_s": 30.0, "deadline_s": 0.05}],
    ids=["store", "postgres", "graph", "model", "timeout", "outlasts its deadline"],
)  # fmt: skip
@pytest.mark.parametrize("broken", NAMES)
async def test_a_retriever_that_fails_is_told_and_the_others_answer(
    index: LawIndex, fault: dict[str, Any], broken: str
) -> None:
    retrievers = [
        unit_retriever(
            name, unit_id("4"), **(fault if name == broken else {}), degraded_text=f"{name} is out"
        )
        for name in NAMES
    ]
    found = await asyncio.wait_for(scripted_retriever(retrievers, index).retrieve(plan()), 5)
    [item] = found.evidence
    assert item.provision == "4"
    assert broken not in item.found_by and len(item.found_by) == len(NAMES) - 1
    assert found.degraded == (f"{broken} is out",)
    reports = {report.name: report for report in found.retrievers}
    assert reports[broken].found == 0 and reports[broken].degraded == f"{broken} is out"
    assert [name for name, report in reports.items() if report.degraded] == [broken]


async def test_when_every_retriever_fails_nothing_is_found_and_everything_told(index: LawIndex) -> None:
    retrievers = [
        unit_retriever(name, fails=StoreError("x"), degraded_text=name) for name in ("fulltext", "vector")
    ]
    found = await scripted_retriever(retrievers, index).retrieve(plan())
    assert found.evidence == () and found.degraded == (
        "fulltext",
        "vector",
    )


@pytest.mark.parametrize("broken", NAMES)
async def test_what_a_decision_to_decline_rests_on_is_every_retriever_but_the_graph(
    index: LawIndex, broken: str
) -> None:
    retrievers = [
        unit_retriever(
            name,
            unit_id("4"),
            **({"fails": StoreError("x"), "degraded_text": "x."} if name == broken else {}),
        )
        for name in NAMES
    ]
    found = await scripted_retriever(retrievers, index).retrieve(plan())
    assert found.may_decline is (broken == "graph") and not found.is_complete


# -- the models ------------------------------------------------------------------------------------------


async def test_without_the_embedder_words_still_answer(index: LawIndex) -> None:
    retrievers = [unit_retriever("fulltext", unit_id("4"))]
    found = await scripted_retriever(retrievers, index, embedder=FailingEmbedder()).retrieve(plan())
    assert [item.provision for item in found.evidence] == ["4"]
    assert found.vector is None and found.degraded == (NO_VECTOR,)
    assert found.signals.top("vector") == 0.0 and found.model_ms == 0.0


@pytest.mark.parametrize("fault", [ModelTimeout("slow"), WeightsUnavailable("gone")])
async def test_a_reranker_that_fails_leaves_the_order_of_the_retrievers_and_is_told(
    index: LawIndex, fault: Exception
) -> None:
    ranked = units("4", "3(2)", "1")
    retriever = scripted_retriever(
        [unit_retriever("fulltext", *ranked)], index, ScriptedReranker(fails=fault)
    )
    found = await retriever.retrieve(plan())
    assert [item.unit_id for item in found.evidence] == ranked
    assert found.degraded == (UNCHECKED,)
    assert (found.signals.best_rerank, found.pairs) == (None, 0)


async def test_without_a_reranker_the_order_of_the_retrievers_stands_and_nothing_is_amiss(
    index: LawIndex,
) -> None:
    ranked = units("4", "3(2)", "1")
    found = await scripted_retriever([unit_retriever("fulltext", *ranked)], index).retrieve(plan())
    assert [item.unit_id for item in found.evidence] == ranked
    assert (found.degraded, found.pairs, found.signals.best_rerank) == ((), 0, None)
    assert all(item.rerank_score is None for item in found.evidence)


@pytest.mark.parametrize("changes", [{"rerank": False}, {"rerank_pool": 0}])
async def test_what_the_plan_does_not_want_reranked_is_not(index: LawIndex, changes: dict[str, Any]) -> None:
    reranker = ScriptedReranker({"words": 0.9})
    retriever = scripted_retriever([unit_retriever("fulltext", *units("4", "1"))], index, reranker)
    found = await retriever.retrieve(plan(**changes))
    assert (found.pairs, reranker.read, len(found.evidence)) == (0, [], 2)


async def test_what_the_reranker_cannot_read_is_not_given_to_it(index: LawIndex) -> None:
    class LatinOnly(ScriptedReranker):
        def suits(self, query: str) -> bool:
            return query.isascii()

    reranker = LatinOnly({"words": 0.9})
    retriever = scripted_retriever([unit_retriever("fulltext", *units("4", "1"))], index, reranker)
    found = await retriever.retrieve(plan(query="ворота"))
    assert (found.pairs, reranker.read, len(found.evidence), found.degraded) == (0, [], 2, ())


# -- on real stores --------------------------------------------------------------------------------------


def told(retrieved: Any) -> list[str]:
    """What went wrong, apart from the graph, which is never there."""
    assert GRAPH_AWAY in retrieved.degraded
    return [text for text in retrieved.degraded if text != GRAPH_AWAY]


async def test_with_all_but_the_graph_there_is_an_answer(opened: Open) -> None:
    retrieved = await (await opened()).retrieve(planned(PENALTY))
    assert retrieved.evidence[0].provision == "4" and told(retrieved) == []
    assert [report.name for report in retrieved.retrievers if report.degraded] == ["graph"]


@pytest.fixture
async def no_keyphrases(database: Database) -> AsyncIterator[None]:
    """The table of keyphrases is gone for a while."""
    async with database.transaction() as connection:
        await connection.execute(text("alter table question_index rename to question_index_gone"))
    yield
    async with database.transaction() as connection:
        await connection.execute(text("alter table question_index_gone rename to question_index"))


@pytest.fixture
async def before(opened: Open) -> Any:
    """A retriever that has read the law already."""
    retriever = await opened()
    await retriever.index()
    return retriever


async def test_with_the_table_of_keyphrases_gone_the_law_is_searched(
    before: Any, no_keyphrases: None
) -> None:
    retrieved = await before.retrieve(planned(PENALTY))
    assert retrieved.evidence[0].provision == "4"
    assert {"fulltext", "vector"} <= set(retrieved.evidence[0].found_by)
    assert told(retrieved) == [KEYPHRASES_AWAY], "once, though three retrievers search them"
    reports = {report.name: report for report in retrieved.retrievers}
    assert reports["keyphrases"].found == reports["expected_questions"].found == 0 < reports["fulltext"].found
    assert retrieved.signals.query_term_coverage == 1.0


async def test_that_is_told_when_only_the_full_text_retriever_asks_for_them(
    before: Any, no_keyphrases: None
) -> None:
    retrieved = await before.retrieve(planned(PENALTY))
    assert retrieved.evidence[0].provision == "4" and told(retrieved) == [KEYPHRASES_AWAY]


async def test_what_never_read_the_law_says_that_a_table_is_missing(
    opened: Open, no_keyphrases: None
) -> None:
    with pytest.raises(StoreError) as raised:
        await opened()
    assert "civicsetu up" in raised.value.user_message


class Away:
    async def asimilarity_search_with_score_by_vector(self, *given: Any, **more: Any) -> Any:
        raise PostgresUnavailable("away")


@pytest.mark.parametrize(
    ("store", "degraded"), [("store", MEANING_AWAY), ("question_index_store", KEYPHRASES_AWAY)]
)
async def test_a_vector_store_that_is_away_costs_its_retriever(
    opened: Open, store: str, degraded: str
) -> None:
    retriever = await opened()
    setattr(retriever._searches.sources, store, Away())
    retrieved = await retriever.retrieve(planned(PENALTY))
    assert retrieved.evidence[0].provision == "4" and told(retrieved) == [degraded]


async def test_words_that_cannot_be_searched_cost_their_retriever(opened: Open, database: Database) -> None:
    class NoConnection:
        guard = database.guard

        def connect(self) -> Any:
            raise PostgresUnavailable("away")

    retriever = await opened()
    await retriever.index()
    retriever._searches.sources.database = cast(Any, NoConnection())
    retrieved = await retriever.retrieve(planned(PENALTY))
    assert retrieved.evidence and told(retrieved) == [WORDS_AWAY]
    assert "fulltext" not in {way for item in retrieved.evidence for way in item.found_by}


async def test_without_an_embedding_words_and_their_keyphrases_answer(opened: Open) -> None:
    class Failing(FailingEmbedder):
        profile = WordVectors.profile

    retriever = await opened()
    retriever._embedder = PlanEmbedder(cast(Any, Failing()), RetrievalThresholds())
    retrieved = await retriever.retrieve(planned(PENALTY))
    assert retrieved.evidence[0].provision == "4" and told(retrieved) == [NO_VECTOR]
    assert [report.name for report in retrieved.retrievers] == ["exact", "fulltext", "graph"]


async def test_a_database_that_is_away_is_said_to_be(opened: Open) -> None:
    class Gone:
        async def corpus_version(self) -> str:
            raise PostgresUnavailable("away")

    retriever = await opened()
    await retriever.index()
    retriever._current._law = Gone()
    with pytest.raises(PostgresUnavailable):
        await retriever.retrieve(planned(PENALTY))


# -- misspelt words --------------------------------------------------------------------------------------

MISSPELT = "must the keepper clos the lantern by night"


@pytest.mark.parametrize(
    ("reranker", "spelling", "read"),
    [
        (ScriptedReranker(english={"night"}), True, "must the keeper close the lantern by night"),
        (ScriptedReranker(english={"night"}), False, MISSPELT),
        (ScriptedReranker(), True, MISSPELT),
        (None, True, "must the keeper close the lantern by night"),
        (None, False, MISSPELT),
    ],
    ids=["put right", "switched off", "all of it English", "no reranker", "no reranker, switched off"],
)
async def test_misspelt_words_are_put_right_with_a_reranker_and_without(
    opened: Open, reranker: Any, spelling: bool, read: str
) -> None:
    switches = {"spelling": spelling, "rerank_agreed": True}
    retriever = await opened(reranker=reranker, **switches)
    assert (await retriever.speller())(MISSPELT) == read
    asked = planned(MISSPELT)
    retrieved = await retriever.retrieve(asked)
    assert retrieved.evidence and told(retrieved) == []
    assert asked.query == MISSPELT
    assert (retrieved.pairs > 0) is (reranker is not None)


async def test_words_of_keyphrases_are_right_as_they_are_in_whatever_form(opened: Open) -> None:
    """Trap: full text keeps "keepers" as "keeper", so that the word itself looked like a slip of the law's."""
    correct = await (await opened(reranker=ScriptedReranker(english=()))).speller()
    for query in ("two keepers", "chabi wala chowkidar"):
        assert correct(query) == query
