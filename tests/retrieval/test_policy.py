"""The policy: what the look of a question does to the search."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.answers import QueryType
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.models.whitening import nothing
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverDepths, RetrieverWeights
from civicsetu.retrieval.policy import plan_for
from civicsetu.retrieval.question_vectors import QuestionVectors
from civicsetu.retrieval.retrievers.build import RetrieverFactory
from civicsetu.settings import RetrievalSettings
from tests.retrieval.gates import ACT, index_of

PLAIN = "my builder has not given me the flat"
SETTINGS = RetrievalSettings()
ONES = np.ones(4, np.float32)
EVERY_RETRIEVER = ["exact", "conversation", "fulltext", "vector", "keyphrases", "expected_questions", "graph"]
BY_NUMBER = ((ACT, Reference(parse_path("3(1)"), "section", 0, 1)),)


def plan(query: str = PLAIN, kind: QueryType = QueryType.FACT, **told: object) -> RetrievalPlan:
    return plan_for(query, kind, (ACT,), SETTINGS.model_copy(update=told))


# -- by type ---------------------------------------------------------------------------------------------

PENALTY_GRAPH = SETTINGS.graph_weight_penalty
OF_TYPES = {
    QueryType.FACT: (SETTINGS.graph_weight, True),
    QueryType.CROSS_REFERENCE: (SETTINGS.graph_weight, True),
    QueryType.PENALTY: (PENALTY_GRAPH, True),
    QueryType.TEMPORAL: (SETTINGS.graph_weight, True),
    QueryType.CONFLICT: (SETTINGS.graph_weight, True),
    QueryType.DEFINITION: (SETTINGS.graph_weight, False),
}
"""What a type changes: the weight of the graph, and whether the cross-encoder is asked.

Which jurisdiction has how many places of the evidence is decided by how many are asked about,
whatever the type: see `test_jurisdictions.py`.
"""


def test_no_type_is_left_out() -> None:
    assert set(OF_TYPES) == set(QueryType)


@pytest.mark.parametrize("kind", OF_TYPES)
def test_the_type_sets_weights_depths_and_the_cross_encoder(kind: QueryType) -> None:
    graph, rerank = OF_TYPES[kind]
    found = plan(kind=kind)
    assert (found.query, found.query_type, found.documents) == (PLAIN, kind, (ACT,))
    assert found.weights == replace(plan().weights, graph=graph)
    assert found.depths == RetrieverDepths() and found.rerank is rerank
    assert found.rerank_pool == SETTINGS.rerank_pool and found.reasons == ()


@pytest.mark.parametrize("kind", OF_TYPES)
@pytest.mark.parametrize("query", [PLAIN, "penalty?", "Form-B/2017", "बिल्डर ने कब्ज़ा नहीं दिया"])
def test_all_retrievers_run_whatever_is_asked(kind: QueryType, query: str) -> None:
    none: list[None] = [None] * 3
    searches = RetrieverFactory(SETTINGS, *none, lambda: None)  # type: ignore[arg-type]  # none of it is asked
    asked = plan(query, kind)
    retrievers = searches.retrievers(asked, QuestionVectors(ONES, ONES, nothing(4)), index_of())
    assert [retriever.name for retriever in retrievers] == EVERY_RETRIEVER
    assert all(asked.weights.of(retriever.name) > 0 for retriever in retrievers), "each has a say"
    by_number = ("exact", "conversation")
    depths = {retriever.name: retriever.depth for retriever in retrievers if retriever.name not in by_number}  # type: ignore[attr-defined]
    assert depths == {name: getattr(asked.depths, name) for name in EVERY_RETRIEVER if name not in by_number}


# -- the defaults ----------------------------------------------------------------------------------------


def test_by_default_words_and_meaning_weigh_alike_and_ten_pairs_are_reranked() -> None:
    found = plan()
    assert found.weights.vector == found.weights.fulltext
    assert min(found.depths.vector, found.depths.fulltext) >= 20
    assert (found.rerank, found.rerank_pool) == (True, 10)


def test_a_plan_made_by_hand_has_the_weights_and_depths_of_the_settings() -> None:
    by_hand = RetrievalPlan(PLAIN)
    assert (by_hand.weights, by_hand.depths, by_hand.rerank_pool) == (
        plan().weights, plan().depths, SETTINGS.rerank_pool,
    )  # fmt: skip


def test_every_weight_and_depth_is_its_own_setting() -> None:
    weights = {
        f"{retriever.name}_weight": number / 10
        for number, retriever in enumerate(fields(RetrieverWeights), 1)
    }
    depths = {
        f"{retriever.name}_depth": number for number, retriever in enumerate(fields(RetrieverDepths), 1)
    }
    found = plan(**weights, **depths)
    assert [found.weights.of(retriever.name) for retriever in fields(RetrieverWeights)] == [
        0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7,
    ]  # fmt: skip
    assert found.depths == RetrieverDepths(1, 2, 3, 4, 5)


# -- numbers and signs -----------------------------------------------------------------------------------

MARKED = "many numbers or signs: words count more"


@pytest.mark.parametrize("query", ["Form-B/2017", "Annexure-A 4(2)(l)(D)", "§ 18(1)", "GO_Ms No. 115 / 2017"])
def test_numbers_and_signs_are_looked_up_by_their_letters(query: str) -> None:
    found = plan(query)
    assert found.weights.fulltext / (found.weights.fulltext + found.weights.vector) == pytest.approx(0.7)
    assert found.weights.fulltext + found.weights.vector == pytest.approx(
        SETTINGS.fulltext_weight + SETTINGS.vector_weight
    ), "neither more nor less is said by both than before"
    assert (found.weights.exact, found.weights.keyphrases, found.weights.expected_questions, found.weights.graph) == (
        SETTINGS.exact_weight, SETTINGS.keyphrase_weight, SETTINGS.expected_question_weight, SETTINGS.graph_weight,
    )  # fmt: skip
    assert MARKED in found.reasons


@pytest.mark.parametrize(
    "query",
    [
        PLAIN,
        "what is a form",
        "",
        "   ",
        "What must I pay if the keeper is 9 days late with it?",
        "he took 1500000 rupees of me in all, and no house",
    ],
)
def test_a_number_among_words_is_no_sign(query: str) -> None:
    found = plan(query)
    assert found.weights == RetrieverWeights() and MARKED not in found.reasons


# -- short and long --------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["penalty?", "late possession", "carpet area meaning"])
def test_fewer_than_four_words_are_searched_deeper(query: str) -> None:
    found = plan(
        query,
        vector_depth=20,
        keyphrase_depth=21,
        expected_question_depth=40,
        fulltext_depth=20,
        graph_depth=10,
    )
    assert found.depths == RetrieverDepths(30, 32, 60, 30, 15)
    assert found.reasons == ("few words: looked deeper",)


def test_four_words_are_searched_as_deep_as_any() -> None:
    assert plan("is the builder late").depths == RetrieverDepths()


@pytest.mark.parametrize(("words", "pool"), [(1, 6), (15, 6), (16, 20), (40, 20)])
def test_of_a_long_question_more_is_read(words: int, pool: int) -> None:
    query = " ".join(["gate"] * words)
    assert plan(query, rerank_pool=6, rerank_pool_long=20, long_words=15).rerank_pool == pool


# -- what is not reranked --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    ["बिल्डर ने कब्ज़ा नहीं दिया", "கட்டுநர் தாமதம்", "ಬಿಲ್ಡರ್ ತಡ ಮಾಡಿದ್ದಾರೆ ಏನು ಮಾಡಲಿ", "my builder कब्ज़ा nahi de raha"],
)
def test_a_script_that_the_cross_encoder_cannot_read_is_not_given_to_it(query: str) -> None:
    found = plan(query)
    assert not found.rerank and "another script than Latin" in found.reasons


def test_expected_questions_are_english_and_count_less_for_a_question_in_another_script() -> None:
    other = SETTINGS.expected_question_weight_other_script
    assert other < SETTINGS.expected_question_weight == plan().weights.expected_questions
    assert plan("बिल्डर ने कब्ज़ा नहीं दिया").weights == replace(plan().weights, expected_questions=other)
    assert plan("कब्ज़ा", expected_question_weight_other_script=0.3).weights.expected_questions == 0.3


@pytest.mark.parametrize("query", [PLAIN, "builder kabza nahi de raha", "naïve café builder résumé"])
def test_latin_letters_are_read(query: str) -> None:
    assert plan(query).rerank


def test_what_is_asked_by_number_is_known_and_not_reranked() -> None:
    found = plan_for("what does section 3(1) say", QueryType.FACT, (ACT,), SETTINGS, references=BY_NUMBER)
    assert not found.rerank and found.references == BY_NUMBER


def test_what_the_conversation_goes_on_from_is_handed_on() -> None:
    found = plan_for(PLAIN, QueryType.FACT, (ACT,), SETTINGS, carried_units=("a", "b"))
    assert found.carried_units == ("a", "b") and found.rerank


# -- told ------------------------------------------------------------------------------------------------


def test_a_plan_is_told_in_a_few_words() -> None:
    asked = plan_for("Form-B/2017", QueryType.PENALTY, (ACT, "rules"), SETTINGS, references=BY_NUMBER)
    assert asked.told(reranked=False) == (
        "type: penalty_lookup",
        f"documents: {ACT}, rules",
        f"asked by number: {ACT} 3(1)",
        MARKED,
        "few words: looked deeper",
        "not reranked",
    )
    assert RetrievalPlan("q").told(reranked=True)[1:] == ("documents: none", "reranked")


SECRET = "my name is Asha and my Aadhaar is 1234 5678 9012"


@given(
    st.text(max_size=3000),
    st.sampled_from(QueryType),
    st.lists(st.text("abc_", min_size=1, max_size=40), max_size=60),
    st.integers(0, 60),
)
def test_however_much_is_asked_little_is_told_and_nothing_of_the_inside(
    query: str, kind: QueryType, documents: list[str], asked: int
) -> None:
    found = plan_for(
        f"{SECRET} {query}", kind, tuple(documents), SETTINGS, references=BY_NUMBER * asked, carried_units=("0f9c",)
    )  # fmt: skip
    told = "\n".join(found.told(reranked=True))
    assert len(told.encode()) <= 1500
    assert SECRET not in told and "0f9c" not in told
    for inside in (
        "weight",
        "depth",
        "RetrieverWeights",
        str(SETTINGS.graph_weight),
        str(SETTINGS.rerank_pool),
    ):
        assert inside not in told
