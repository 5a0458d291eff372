"""The retrievers on real stores: full text, vectors and the graph of the starter texts."""

from __future__ import annotations

import asyncio

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.retrieval.plan import RetrievalPlan, UnitHit
from civicsetu.retrieval.retriever import Retriever
from civicsetu.retrieval.retrievers.fulltext import FullTextRetriever, WordWeights, any_of
from civicsetu.retrieval.retrievers.graph import GraphRetriever
from civicsetu.retrieval.retrievers.vector import VectorRetriever
from tests.holding import ACT, KARNATAKA, UTTAR_PRADESH, rows_of


@pytest.fixture(scope="session")
async def weights(service: AnsweringService) -> WordWeights:
    read = WordWeights()
    await read.refresh(service.database, "1")
    return read


class Searching:
    """The full-text retriever, and the paths of what it finds."""

    def __init__(self, service: AnsweringService, weights: WordWeights, held: LawIndex) -> None:
        self._service, self._weights, self._held = service, weights, held
        self.query_term_coverage = 0.0

    async def __call__(
        self, query: str, documents: tuple[str, ...] = (ACT,), synonyms: Synonyms | None = None
    ) -> list[str]:
        retriever = FullTextRetriever(
            name="fulltext", plan=RetrievalPlan(query, documents=documents), deadline_s=5,
            database=self._service.database, weights=self._weights, synonyms=synonyms or Synonyms(), depth=30,
        )  # fmt: skip
        hits = await retriever.search(query)
        self.query_term_coverage = retriever.query_term_coverage
        return [self._held.units[hit.unit_id].path for hit in hits]


@pytest.fixture
def search(service: AnsweringService, weights: WordWeights, held: LawIndex) -> Searching:
    return Searching(service, weights, held)


async def test_words_lead_to_their_provision(search: Searching) -> None:
    assert "2(k)" in (await search("carpet area of an apartment"))[:3]
    assert "15(1)" in await search("transfer of majority rights to a third party")


async def test_a_word_that_stands_nowhere_does_not_empty_the_result(search: Searching) -> None:
    with_all = await search("structural defect in workmanship")
    assert with_all
    assert await search("structural defect in workmanship xylophone") == with_all
    assert search.query_term_coverage == pytest.approx(3 / 4)
    assert await search("xylophone") == [] and search.query_term_coverage == 0


async def test_any_word_may_match_and_all_need_not(search: Searching) -> None:
    """No provision has all of these words; a search that ANDs them would find nothing."""
    assert "14(3)" in await search("structural defects in the workmanship, and the brochure")


@pytest.mark.parametrize("query", ["Form B", "form N", "Form 32", "FORM-C declaration"])
async def test_words_as_form_n_hit(search: Searching, query: str) -> None:
    """The law speaks of forms; a letter or a number beside the word must not take that away.

    A letter is known as the label of a clause, "(n)", and rare, so that it weighs a lot.
    """
    assert await search(query)


HOSTILE = [
    *"&|!:()'/*<>\\\"",
    "promoter & allottee | agent ! registration",
    "promoter:*", "promoter <-> allottee", "(promoter", "promoter)", "'promoter", "promoter''", "\"promoter",
    "promoter\\", "promoter/allottee", "!!promoter", "promoter & & | |", "or or or", "and not or", "-promoter", "$1 %s {x} :name",
    "promoter'; DELETE FROM turns; --", "MATCH (n) DETACH DELETE n", "promoter~0.8 \"a b\"~3 title:x^2",
    "promoter\u0000allottee", "🏠 promoter 🏠", "\u202epromoter\u202c",
]  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE)
async def test_characters_with_a_meaning_for_somebody_have_none_here(search: Searching, query: str) -> None:
    found = await search(query)
    if set(split_words(query)) <= {"promoter", "allottee", "agent", "registration"}:
        assert bool(found) == bool(split_words(query)), "the words among them are searched all the same"


async def test_a_search_leaves_every_row_where_it_was(service: AnsweringService, search: Searching) -> None:
    before = await rows_of(service, "select count(*) as n from legal_chunks")
    await search("promoter'; DELETE FROM legal_chunks; --")
    assert await rows_of(service, "select count(*) as n from legal_chunks") == before


def test_words_of_a_websearch_query_are_quoted() -> None:
    assert any_of(["or", "not", "real estate agent"]) == '"or" or "not" or "real estate agent"'
    assert '""' not in any_of(['"quoted"', "a"])


async def test_everyday_words_find_the_words_of_the_law(search: Searching) -> None:
    synonyms = Synonyms(terms={"brochure": ("prospectus", "advertisement")})
    assert "12" not in await search("brochure")
    assert "12" in await search("brochure", synonyms=synonyms)


async def test_a_rare_word_counts_more_than_a_common_one(weights: WordWeights) -> None:
    assert weights.weight("encumbr") > weights.weight("promot")
    assert weights.knows("promot") and not weights.knows("xylophon")


async def test_each_unit_is_found_once_with_all_its_chunks(
    service: AnsweringService, weights: WordWeights
) -> None:
    retriever = FullTextRetriever(
        name="fulltext", plan=RetrievalPlan("q", documents=(ACT,)), deadline_s=5, database=service.database,
        weights=weights, synonyms=Synonyms(), depth=30,
    )  # fmt: skip
    hits = await retriever.search("promoter declaration account withdrawal project")
    assert len({hit.unit_id for hit in hits}) == len(hits)
    assert any(len(hit.chunk_ids) > 1 for hit in hits)
    assert all(hit.scores == sorted(hit.scores, reverse=True) for hit in hits)


async def test_words_are_searched_in_the_documents_of_the_plan_only(search: Searching) -> None:
    assert await search("promoter", documents=("lantern_act_1950",)) == []
    assert await search("promoter", documents=()) == []


async def vector_hits(
    service: AnsweringService, retriever: Retriever, query: str, documents: tuple[str, ...]
) -> list[UnitHit]:
    asked = RetrievalPlan(query)
    vectors = (await retriever._embedder.embed([asked]))[asked].vectors
    assert vectors is not None
    retriever = VectorRetriever(
        name="vector", plan=RetrievalPlan(query, documents=documents), deadline_s=5, store=retriever._searches.sources.store,
        database=service.database, vector=vectors.expanded.tolist(), depth=30,
    )  # fmt: skip
    return await retriever.search(query)


async def test_meaning_finds_what_shares_no_word(
    service: AnsweringService, retriever: Retriever, held: LawIndex
) -> None:
    hits = await vector_hits(service, retriever, "Is the wall thickness counted in my flat's size?", (ACT,))
    assert "2(k)" in [held.units[hit.unit_id].path for hit in hits[:5]]
    scores = [hit.scores[0] for hit in hits]
    assert scores == sorted(scores, reverse=True) and all(0 < score <= 1 for score in scores)
    assert len({hit.unit_id for hit in hits}) == len(hits)


async def test_vectors_are_searched_in_the_documents_of_the_plan_only(
    service: AnsweringService, retriever: Retriever
) -> None:
    assert await vector_hits(service, retriever, "late possession", (ACT,))
    assert await vector_hits(service, retriever, "late possession", ("lantern_act_1950",)) == []
    assert await vector_hits(service, retriever, "late possession", ()) == []


def graph_retriever(
    service: AnsweringService,
    held: LawIndex,
    path: str,
    document: str = ACT,
    documents: tuple[str, ...] = (ACT,),
) -> GraphRetriever:
    reference = Reference(parse_path(path), "section", 0, 1)
    plan = RetrievalPlan("q", documents=documents, references=((document, reference),))

    async def seeds() -> list[str]:
        return [unit.unit_id for unit in held.units_at(document, parse_path(path))]

    return GraphRetriever(
        name="graph", plan=plan, deadline_s=5, graph_deadline_s=5, graph=service._graph.get_graph(), index=held, seeds=seeds,
        depth=20,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("71", "12"),
        ("12", "71(1)"),
        ("5", "4(1)"),
        pytest.param("59", "3(1)", id="59 refers to the whole of section 3, which is not a unit"),
        pytest.param("18", "71(1)", id="71(1) refers to the whole of section 18, whose parts are the units"),
    ],
)
async def test_the_graph_leads_to_what_a_provision_refers_to_and_what_refers_to_it(
    service: AnsweringService, held: LawIndex, asked: str, leads_to: str
) -> None:
    hits = await graph_retriever(service, held, asked).search("q")
    found = {held.units[hit.unit_id].path: hit.note for hit in hits}
    assert leads_to in found
    assert all("->" in note or "<-" in note for note in found.values())
    assert not any(parse_path(asked).contains(parse_path(path)) for path in found), (
        "where it started is not news"
    )


@pytest.mark.parametrize(
    ("document", "asked", "other", "leads_to"),
    [
        pytest.param(ACT, "18", KARNATAKA, "16", id="the rate of interest of section 18 is set by rule 16"),
        pytest.param(
            ACT, "66", UTTAR_PRADESH, "32(1)", id="what section 66 punishes is compounded by rule 32"
        ),
        pytest.param(KARNATAKA, "25", ACT, "40(1)", id="rule 25 recovers what section 40 lets recover"),
    ],
)
async def test_a_rule_and_the_section_it_carries_out_lead_to_each_other(
    service: AnsweringService, held: LawIndex, document: str, asked: str, other: str, leads_to: str
) -> None:
    retriever = graph_retriever(service, held, asked, document, (document, other))
    found = {held.units[hit.unit_id].path: hit for hit in await retriever.search("q")}
    assert leads_to in found
    assert all(held.units[hit.unit_id].document in (document, other) for hit in found.values())
    assert "derived" in found[leads_to].found_by
    alone = await graph_retriever(service, held, asked, document, (document,)).search("q")
    assert all(held.units[hit.unit_id].document == document for hit in alone), "only what is asked for"


async def test_ten_questions_at_once_go_through_the_graph_without_an_error(
    service: AnsweringService, held: LawIndex
) -> None:
    retrievers = [
        graph_retriever(service, held, path)
        for path in ("59", "18", "12", "5", "7", "8", "6", "4", "31", "71")
    ]
    alone = [await retriever.search("q") for retriever in retrievers]
    found = await asyncio.gather(*(retriever.ainvoke("q") for retriever in retrievers))
    assert [retriever.result.degraded for retriever in retrievers] == [""] * 10
    assert [[one.metadata["unit_id"] for one in documents] for documents in found] == [
        [hit.unit_id for hit in hits] for hits in alone
    ]


async def test_ten_whole_retrievals_at_once_agree_with_one_at_a_time(
    retriever: Retriever, held: LawIndex
) -> None:
    questions = [
        f"What does section {number} say about the promoter?"
        for number in (3, 4, 11, 12, 13, 14, 15, 16, 17, 18)
    ]
    plans = [RetrievalPlan(question, documents=(ACT,), rerank=False) for question in questions]
    together = await asyncio.gather(*(retriever.retrieve(plan) for plan in plans))
    for plan, found in zip(plans, together, strict=True):
        assert [text for text in found.degraded if "Cross-references" not in text] == []
        alone = await retriever.retrieve(plan)
        graph_answered = not found.degraded and not alone.degraded
        if graph_answered:
            assert [item.unit_id for item in found.evidence] == [item.unit_id for item in alone.evidence]


@pytest.mark.parametrize("word", ["probate", "notary", "insolvency", "agreements"])
async def test_a_word_of_another_law_and_a_plural_are_no_slips(retriever: Retriever, word: str) -> None:
    correct = await retriever.speller()
    assert correct(f"my agrement and {word}") == f"my agreement and {word}"
