"""The policy: what the look of a question does to the search."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.answers import QueryType
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.models.whitening import leave_unchanged
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.policy import plan_for
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings
from tests.retrieval.lantern_act import ACT, index_of
from tests.retrieval.scripted import apart, searches_of_nothing

PLAIN = "my builder has not given me the flat"
SETTINGS, THRESHOLDS = RetrievalSettings(), RetrievalThresholds()
ONES = np.ones(4, np.float32)
BY_NUMBER = ((ACT, Reference(parse_path("3(1)"), "section", 0, 1)),)


def plan(query: str = PLAIN, kind: QueryType = QueryType.FACT, **told: object) -> RetrievalPlan:
    of_settings, thresholds = apart(told)
    return plan_for(query, kind, (ACT,), RetrievalSettings(**of_settings), thresholds)


def weights(asked: RetrievalPlan, **told: object) -> dict[str, float]:
    """What each retriever's order counts for a plan, by name."""
    built = searches_of_nothing(**told).retrievers(asked, QuestionVectors(ONES, ONES, leave_unchanged(4)), index_of())
    return {one.name: one.weight for one in built}


def depths(asked: RetrievalPlan, **told: object) -> dict[str, int]:
    """How deep each retriever looks that has a depth."""
    built = searches_of_nothing(**told).retrievers(asked, QuestionVectors(ONES, ONES, leave_unchanged(4)), index_of())
    return {one.name: one.depth for one in built if hasattr(one, "depth")}


OWN = {spec.name: spec.weight for spec in RETRIEVERS}
OWN_DEPTHS = {spec.name: spec.depth for spec in RETRIEVERS if spec.depth}

# -- by type ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", QueryType)
def test_the_type_decides_whether_the_cross_encoder_is_asked_and_moves_no_weight(kind: QueryType) -> None:
    found = plan(kind=kind)
    assert (found.query, found.query_type, found.documents) == (PLAIN, kind, (ACT,))
    assert weights(found) == OWN and depths(found) == OWN_DEPTHS
    assert found.rerank is (kind is not QueryType.DEFINITION)
    assert found.rerank_pool == SETTINGS.rerank_pool and found.reasons == ()


@pytest.mark.parametrize("kind", QueryType)
@pytest.mark.parametrize("query", [PLAIN, "penalty?", "Form-B/2017", "बिल्डर ने कब्ज़ा नहीं दिया"])
def test_all_retrievers_run_whatever_is_asked(kind: QueryType, query: str) -> None:
    built = weights(plan(query, kind))
    assert list(built) == [spec.name for spec in RETRIEVERS]
    assert all(weight > 0 for weight in built.values()), "each has a say"


# -- the defaults ----------------------------------------------------------------------------------------


def test_by_default_words_and_meaning_weigh_alike_and_ten_pairs_are_reranked() -> None:
    assert OWN["vector"] == OWN["fulltext"]
    assert min(OWN_DEPTHS["vector"], OWN_DEPTHS["fulltext"]) >= 20
    assert (plan().rerank, plan().rerank_pool) == (True, 10)


def test_a_plan_made_by_hand_is_weighed_as_the_table_says() -> None:
    by_hand = RetrievalPlan(PLAIN)
    assert (weights(by_hand), depths(by_hand), by_hand.rerank_pool) == (OWN, OWN_DEPTHS, SETTINGS.rerank_pool)


def test_every_weight_and_depth_can_be_set_by_name() -> None:
    weighed = {name: number / 10 for number, name in enumerate(OWN, 1)}
    deep = {name: number for number, name in enumerate(OWN_DEPTHS, 1)}
    assert weights(plan(), weights=weighed) == weighed
    assert depths(plan(), depths=deep) == deep


# -- what is not reranked --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    ["बिल्डर ने कब्ज़ा नहीं दिया", "கட்டுநர் தாமதம்", "ಬಿಲ್ಡರ್ ತಡ ಮಾಡಿದ್ದಾರೆ ಏನು ಮಾಡಲಿ", "my builder कब्ज़ा nahi de raha"],
)
def test_a_script_that_the_cross_encoder_cannot_read_is_not_given_to_it(query: str) -> None:
    found = plan(query)
    assert not found.rerank and "another script than Latin" in found.reasons


def test_expected_questions_are_english_and_count_less_for_a_question_in_another_script() -> None:
    other = OWN["expected_questions"] * THRESHOLDS.script_expected_questions
    assert other < OWN["expected_questions"]
    assert weights(plan("बिल्डर ने कब्ज़ा नहीं दिया")) == OWN | {"expected_questions": other}
    assert plan("कब्ज़ा", script_expected_questions=0.3).boost("expected_questions") == 0.3
    assert plan("कब्ज़ा", script_rule=False).boosts == ()


@pytest.mark.parametrize("query", [PLAIN, "builder kabza nahi de raha", "naïve café builder résumé"])
def test_latin_letters_are_read(query: str) -> None:
    assert plan(query).rerank


def test_what_is_asked_by_number_is_known_and_not_reranked() -> None:
    found = plan_for("what does section 3(1) say", QueryType.FACT, (ACT,), SETTINGS, references=BY_NUMBER)
    assert not found.rerank and found.references == BY_NUMBER


# -- told ------------------------------------------------------------------------------------------------


def test_a_plan_is_told_in_a_few_words() -> None:
    asked = plan_for("Form-B/2017", QueryType.PENALTY, (ACT, "rules"), SETTINGS, references=BY_NUMBER)
    assert asked.describe(reranked=False) == (
        "type: penalty_lookup",
        f"documents: {ACT}, rules",
        f"asked by number: {ACT} 3(1)",
        "not reranked",
    )
    assert RetrievalPlan("q").describe(reranked=True)[1:] == ("documents: none", "reranked")


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
        f"{SECRET} {query}", kind, tuple(documents), SETTINGS, references=BY_NUMBER * asked
    )  # fmt: skip
    told = "\n".join(found.describe(reranked=True))
    assert len(told.encode()) <= 1500
    assert SECRET not in told
    for inside in ("weight", "depth", "boost", str(OWN["graph"]), str(SETTINGS.rerank_pool)):
        assert inside not in told
