"""The retrievers by keyphrases on a real Postgres that holds the invented Lantern Act and its rules."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, cast

import pytest
from sqlalchemy import text

from civicsetu.errors import PostgresUnavailable
from civicsetu.law.documents import DocumentSpec, Visibility
from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.retrievers.fulltext import FullTextRetriever, WordWeights
from civicsetu.retrieval.retrievers.question_index import (
    ExpectedQuestionRetriever,
    KeyphraseRetriever,
    open_question_index_store,
    texts_of_keyphrases,
)
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from tests.retrieval.conftest import Open
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    PLAIN,
    UTTAR_PRADESH,
    ScriptedReranker,
    state_rules,
    unit_id,
)
from tests.retrieval.lantern_act_held import WordVectors, plan

MOTHS = "moths gathered at night"
OVERDUE = "extra to pay when overdue"
BABIES = "Nobody had bolted it and the babies woke up"
FESTIVAL = "he brought the coins a month after the festival"
UNAVAILABLE = "Search by everyday words is unavailable right now."


async def unit_retriever(
    database: Database,
    query: str,
    *documents: str,
    depth: int = 30,
    kind: type[KeyphraseRetriever] = KeyphraseRetriever,
) -> KeyphraseRetriever:
    vectors = WordVectors()
    store = await open_question_index_store(database, LangChainEmbeddings(cast(Any, vectors)), "embedding")
    vector = [float(value) for value in await vectors.embed_query(query)]
    return kind(
        degraded_text=UNAVAILABLE,
        plan=plan(query, *documents),
        deadline_s=5,
        store=store,
        database=database,
        vector=vector,
        depth=depth,
    )


@pytest.mark.parametrize(
    ("query", "document", "path"),
    [
        (MOTHS, ACT, "3(1)"),
        ("charged for coming home late", ACT, "3(2)"),
        ("रात में खुली लालटेन", ACT, "3(1)"),
        ("चौकीदाराला दंड", ACT, "4"),
        ("தாமதக் கட்டணம்", ACT, "3(2)"),
        ("ತಡವಾಗಿ ಬಂದರೆ ಶುಲ್ಕ", ACT, "3(2)"),
        ("chabi wala chowkidar", ACT, "2(b)"),
        (OVERDUE, KARNATAKA, "16"),
    ],
)
async def test_everyday_words_in_any_language_lead_to_their_unit(
    database: Database, query: str, document: str, path: str
) -> None:
    hits = await (await unit_retriever(database, query, document)).search(query)
    assert hits[0].unit_id == unit_id(path, document)
    assert len({hit.unit_id for hit in hits}) == len(hits), "each unit once, at its best rank"
    best = [hit.scores[0] for hit in hits]
    assert best == sorted(best, reverse=True) and best[0] > 0.5
    assert all(hit.scores == sorted(hit.scores, reverse=True) for hit in hits)


async def test_only_units_are_named_and_no_keyphrase_passes_for_law(database: Database) -> None:
    one = await unit_retriever(database, MOTHS)
    documents = await one.ainvoke(MOTHS)
    assert documents and {document.page_content for document in documents} == {""}
    assert all(hit.chunk_ids == [] and hit.text == "" and hit.title == "" for hit in one.result.hits)
    assert one.result.name == "keyphrases"


async def test_they_are_searched_in_the_documents_of_the_plan_and_so_deep_only(database: Database) -> None:
    assert await (await unit_retriever(database, OVERDUE, ACT)).search("q") != []
    both = await (await unit_retriever(database, OVERDUE, ACT, KARNATAKA)).search("q")
    assert both[0].unit_id == unit_id("16", KARNATAKA)
    of_act = await (await unit_retriever(database, OVERDUE, ACT)).search("q")
    assert unit_id("16", KARNATAKA) not in {hit.unit_id for hit in of_act}
    assert await (await unit_retriever(database, MOTHS, UTTAR_PRADESH)).search("q") == [], "which has none"
    nowhere = await unit_retriever(database, MOTHS)
    nowhere.plan = RetrievalPlan(MOTHS)
    assert await nowhere.search("q") == []
    assert len(await (await unit_retriever(database, MOTHS, depth=1)).search("q")) == 1


async def test_rows_that_another_model_made_are_passed_over(database: Database) -> None:
    async with database.transaction() as connection:
        changed = await connection.execute(
            text(
                "update question_index set embedding_768 = array_fill(1, ARRAY[768])::vector where text = :text"
            ),
            {"text": "end of the day"},
        )
        assert changed.rowcount == 1
    one = await unit_retriever(database, MOTHS)
    one.vector = [1.0] * 768
    embeddings = LangChainEmbeddings(cast(Any, WordVectors()))
    one.store = await open_question_index_store(database, embeddings, "embedding_768")
    assert [hit.unit_id for hit in await one.search("q")] == [unit_id("3 explanation")]


async def test_a_database_that_is_away_costs_the_retriever_and_is_told(database: Database) -> None:
    class Away:
        async def asimilarity_search_with_score_by_vector(self, *given: Any, **more: Any) -> Any:
            raise PostgresUnavailable("away")

    one = await unit_retriever(database, MOTHS)
    one.store = Away()
    assert await one.ainvoke("q") == []
    assert one.result.degraded == UNAVAILABLE


# -- expected questions ------------------------------------------------------------------------------------------


async def told(database: Database, query: str, *documents: str, **more: Any) -> KeyphraseRetriever:
    return await unit_retriever(database, query, *documents, kind=ExpectedQuestionRetriever, **more)


@pytest.mark.parametrize(
    ("query", "document", "path"),
    [
        (BABIES, ACT, "3(1)"),
        ("a rooster crowed long before dawn", ACT, "3(1)"),
        ("I came back from the cinema near eleven", ACT, "3(2)"),
        ("he snored through the whole of it", ACT, "4"),
        (FESTIVAL, KARNATAKA, "16"),
    ],
)
async def test_a_expected_question_leads_to_the_unit_that_answers_it(
    database: Database, query: str, document: str, path: str
) -> None:
    one = await told(database, query, document)
    hits = await one.search(query)
    assert (one.name, hits[0].unit_id) == ("expected_questions", unit_id(path, document))
    assert len({hit.unit_id for hit in hits}) == len(hits) and hits[0].scores[0] > 0.5
    assert all(hit.chunk_ids == [] and hit.text == "" and hit.title == "" for hit in hits)


async def test_each_retriever_reads_its_own_form_alone(database: Database) -> None:
    expected_questions = await (await told(database, MOTHS)).search("q")
    assert {hit.unit_id for hit in expected_questions} == {
        unit_id(path) for path in ("2(b)", "3(1)", "3(2)", "4")
    }
    assert max(hit.scores[0] for hit in expected_questions) < 0.5, "moths stand in phrases"
    phrases = await (await unit_retriever(database, BABIES)).search("q")
    assert len(phrases) == 8 and max(hit.scores[0] for hit in phrases) < 0.5, "babies in expected questions"
    assert await (await told(database, BABIES, UTTAR_PRADESH)).search("q") == [], "which has none"


async def test_a_expected_question_alone_leads_a_question_to_its_unit(opened: Open) -> None:
    """No other search has a word of it in common with the law or with a phrase."""
    quiet = {"vector": 0.001, "fulltext": 0.001}
    told = {"keyphrases_in_fulltext": False, "weights": quiet}
    retriever = await opened(**told, without=("keyphrases",))
    retrieved = await retriever.retrieve(plan(BABIES))
    first = retrieved.evidence[0]
    assert first.provision == "3(1)" and "expected_questions" in first.found_by
    assert retrieved.signals.top("expected_questions") > 0.5 and "keyphrases" not in retrieved.signals.best
    assert {report.name: report.found for report in retrieved.retrievers}["expected_questions"] == 4
    without = await (await opened(**told, without=("keyphrases", "expected_questions"))).retrieve(
        plan(BABIES)
    )
    assert "expected_questions" not in {report.name for report in without.retrievers}
    assert without.signals.top("expected_questions") == 0
    assert [item.score for item in retrieved.evidence if item.found_by == ("expected_questions",)] == [
        0.0
    ] * len([item for item in retrieved.evidence if item.found_by == ("expected_questions",)]), (
        "its cosine is none of the law's"
    )


async def test_spelling_learns_from_phrases_and_not_from_expected_questions(
    database: Database, opened: Open
) -> None:
    """People misspell what they tell: a word of an expected question is no reason to let one stand."""
    texts = await texts_of_keyphrases(database)
    assert any("moths gathered" in one for one in texts) and not [one for one in texts if "pockett" in one]
    retriever = await opened(reranker=ScriptedReranker(english=()))
    await retriever.index()
    assert retriever._current.spelling is not None
    assert retriever._current.spelling.correct("keepr of moths, lte entri") == "keeper of moths, lte entry"


# -- both in the retriever -------------------------------------------------------------------------------


def found(retrieved: Retrieved) -> dict[str, tuple[float, tuple[str, ...]]]:
    return {item.provision: (item.score, item.found_by) for item in retrieved.evidence}


async def test_what_the_retriever_finds_rises_and_the_cosine_stays_that_of_the_law(opened: Open) -> None:
    told = {"keyphrases_in_fulltext": False}
    told |= {"depths": {"vector": 3}, "weights": {"vector": 0.001}}
    without = await (await opened(**told, without=("keyphrases",))).retrieve(plan(MOTHS))
    with_them = await (await opened(**told)).retrieve(plan(MOTHS))
    assert with_them.evidence[0].provision == "3(1)"
    assert "keyphrases" in with_them.evidence[0].found_by
    before, after = found(without), found(with_them)
    assert {path: score for path, (score, _) in after.items() if path in before} == {
        path: score for path, (score, _) in before.items()
    }
    alone = [(score, ways) for score, ways in after.values() if ways == ("keyphrases",)]
    assert alone and {score for score, _ in alone} == {0.0}
    assert with_them.signals.top("vector") == without.signals.top("vector")
    assert with_them.signals.top("keyphrases") > 0.5 and without.signals.top("keyphrases") == 0
    assert [item.chunk_ids for item in with_them.evidence if item.found_by == ("keyphrases",)] == [()] * len(
        alone
    )
    assert {report.name: report.found for report in with_them.retrievers}["keyphrases"] == 8


async def test_without_them_nothing_is_asked_of_them(opened: Open) -> None:
    class Untouched:
        async def asimilarity_search_with_score_by_vector(self, *given: Any, **more: Any) -> Any:
            raise AssertionError("it is switched off")

    retriever = await opened(keyphrases_in_fulltext=False, without=("keyphrases", "expected_questions"))
    retriever._searches.sources.question_index_store = cast(Any, Untouched())
    retrieved = await retriever.retrieve(plan(MOTHS))
    off = {"keyphrases", "expected_questions"}
    assert off.isdisjoint(report.name for report in retrieved.retrievers)
    assert off.isdisjoint(way for item in retrieved.evidence for way in item.found_by)
    assert retrieved.degraded == (GRAPH_AWAY,)


GRAPH_AWAY = "Cross-references between provisions are unavailable right now."


async def test_when_it_fails_the_others_answer(opened: Open) -> None:
    class Away:
        async def asimilarity_search_with_score_by_vector(self, *given: Any, **more: Any) -> Any:
            raise PostgresUnavailable("away")

    retriever = await opened()
    retriever._searches.sources.question_index_store = cast(Any, Away())
    retrieved = await retriever.retrieve(plan("close the lantern"))
    assert retrieved.evidence and UNAVAILABLE in retrieved.degraded


@pytest.fixture(params=[Visibility.INTERNAL, Visibility.RESTRICTED])
async def hidden(request: pytest.FixtureRequest, database: Database) -> AsyncIterator[DocumentSpec]:
    """The rules of Karnataka while they are not public."""
    law, of = LawStore(database), state_rules(KARNATAKA)
    await law.refresh_document(of.model_copy(update={"visibility": request.param}))
    yield of
    await law.refresh_document(of)


async def test_a_document_that_is_not_public_is_not_found_by_its_keyphrases(
    opened: Open, hidden: DocumentSpec
) -> None:
    retriever = await opened()
    index = await retriever.index()
    assert hidden.key not in index.laws
    for query in (OVERDUE, "slip of paper for money paid"):
        retrieved = await retriever.retrieve(plan(query, *index.laws))
        assert retrieved.evidence and hidden.key not in {item.document for item in retrieved.evidence}
    await LawStore(retriever._searches.sources.database).refresh_document(hidden)
    shown = await retriever.retrieve(plan(OVERDUE, *(await retriever.index()).laws))
    assert (KARNATAKA, "16") in {(item.document, item.provision) for item in shown.evidence}


# -- by words --------------------------------------------------------------------------------------------


@pytest.fixture
async def words(database: Database) -> Callable[..., Any]:
    """Runs the full-text retriever, with keyphrases or without."""
    law, named = WordWeights(), WordWeights("question_index")
    await law.refresh(database, "1")
    await named.refresh(database, "1")

    async def run(query: str, *documents: str, keyphrases: bool = True, **more: Any) -> FullTextRetriever:
        one = FullTextRetriever(
            name="fulltext", plan=plan(query, *documents), deadline_s=5, database=database, weights=law,
            question_index_weights=named if keyphrases else None, synonyms=Synonyms(), depth=30, **more,
        )  # fmt: skip
        await one.ainvoke(query)
        assert one.result.degraded == ""
        return one

    return run


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("moths gathered", "3(1)"),
        ("gathering at night", "3(1)"),
        ("negligence of the watchmen fined", "4"),
        ("खुली लालटेन", "3(1)"),
        ("फ़ानूस", "2(a)"),
        ("\u095eानूस", "2(a)"),
        ("தாமதக் கட்டணம்", "3(2)"),
        ("ತಡವಾಗಿ ಬಂದರೆ", "3(2)"),
        ("chowkidar ki chabi", "2(b)"),
    ],
)
async def test_words_that_only_keyphrases_have_lead_to_their_unit(
    words: Callable[..., Any], query: str, path: str
) -> None:
    one = await words(query)
    first = one.result.hits[0]
    assert (first.unit_id, first.found_by) == (unit_id(path), ("keyphrases",))
    assert (first.chunk_ids, first.text) == ([], "")


async def test_the_law_and_its_keyphrases_take_turns_and_the_laws_chunks_stay(
    words: Callable[..., Any],
) -> None:
    query = "keeper charged late entry"
    without, both = await words(query, keyphrases=False), await words(query)
    law = {hit.unit_id: hit for hit in without.result.hits}
    assert both.result.hits[0].unit_id == without.result.hits[0].unit_id, "the law has the first turn"
    for hit in both.result.hits:
        if hit.unit_id in law:
            assert (hit.chunk_ids, hit.text) == (law[hit.unit_id].chunk_ids, law[hit.unit_id].text)
    ways = {hit.unit_id: hit.found_by for hit in both.result.hits}
    assert ways[unit_id("3(2)")] == ("fulltext", "keyphrases")
    assert len(ways) == len(both.result.hits), "each unit once"


async def test_whether_the_law_knows_the_words_is_asked_of_the_law(words: Callable[..., Any]) -> None:
    for query in ("moths gathered", "keeper of moths", "रात में खुली लालटेन"):
        assert (await words(query)).query_term_coverage == (
            await words(query, keyphrases=False)
        ).query_term_coverage
    assert (await words("moths gathered")).query_term_coverage == 0


async def test_switched_off_the_words_of_keyphrases_are_no_words(words: Callable[..., Any]) -> None:
    assert (await words("moths gathered", keyphrases=False)).result.hits == []
    assert (await words("moths gathered", KARNATAKA)).result.hits == [], "of another document"
    assert (await words("xylophone")).result.hits == []


@pytest.mark.parametrize(
    "query", ["'); drop table question_index; --", "a & | ! b:*", '"', "or or", "?" * 40]
)
async def test_marks_with_a_meaning_for_somebody_have_none_here(
    words: Callable[..., Any], query: str
) -> None:
    await words(query)
    assert (await words("moths gathered")).result.hits != []


async def test_a_unit_that_keyphrases_name_is_read_in_the_laws_words(opened: Open) -> None:
    """What narrows reads the passage that the meaning matched, or the unit, and never a keyphrase."""

    class Reading:
        passages: Sequence[str] = ()

        def suits(self, query: str) -> bool:
            return True

        def knows(self, word: str) -> bool:
            return True

        async def score(self, query: str, passages: Sequence[str]) -> list[float]:
            self.passages = passages
            return [0.9] * len(passages)

    reader = Reading()
    retrieved = await (await opened(reranker=reader, rerank_agreed=True)).retrieve(plan(MOTHS))
    assert retrieved.evidence[0].provision == "3(1)"
    assert retrieved.evidence[0].found_by == ("keyphrases", "vector", "expected_questions")
    assert len(reader.passages) == 8
    for passage in reader.passages:
        _, _, read = passage.partition("\n")
        assert read and " ".join(read.split()) in " ".join(PLAIN.split())


async def test_hidden_keyphrases_do_not_count_as_words(database: Database, hidden: DocumentSpec) -> None:
    weights = WordWeights("question_index")
    await weights.refresh(database, "hidden")
    assert weights.knows("moth") and not weights.knows("overdu")
    await LawStore(database).refresh_document(hidden)
    await weights.refresh(database, "shown")
    assert weights.knows("overdu")
