"""A person's review as judgments and back, and how far two persons agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from civicsetu.evaluation.judging.human_review import (
    CITATION,
    GROUNDEDNESS,
    NON_FABRICATION,
    RUBRIC,
    CitationReview,
    HumanReview,
    Severity,
    from_judgments,
    to_judgments,
)
from civicsetu.evaluation.judging.reviewer_agreement import (
    PairedReview,
    cohen_kappa,
    measure_agreement,
    weighted_kappa,
)
from civicsetu.evaluation.judging.verdicts import ReaderVerdict

GOOD = ReaderVerdict(law="right", first="yes", beside=0, plain=5, todo="not asked", confidence="fair", harm="none")

verdicts = st.builds(
    ReaderVerdict,
    law=st.sampled_from(["right", "part", "wrong"]),
    first=st.sampled_from(["yes", "later", "no"]),
    beside=st.integers(0, 9),
    plain=st.integers(1, 5),
    todo=st.sampled_from(["not asked", "yes", "part", "no"]),
    confidence=st.sampled_from(["fair", "unfair"]),
    harm=st.sampled_from(["none", "money", "right"]),
    why=st.text(min_size=1, max_size=20).filter(str.strip),
)
citations = st.lists(
    st.builds(CitationReview, citation_id=st.integers(1, 99), correct=st.booleans(), note=st.text(max_size=20)),
    max_size=4,
    unique_by=lambda one: one.citation_id,
).map(tuple)
reviews = st.builds(
    HumanReview,
    groundedness=st.integers(0, 100),
    severity=st.sampled_from(Severity),
    verdict=verdicts,
    citations=citations,
)


def review(groundedness: int = 100, severity: str = "none", **verdict: object) -> HumanReview:
    return HumanReview(
        groundedness=groundedness, severity=Severity(severity), verdict=GOOD.model_copy(update=verdict)
    )


@settings(max_examples=60, deadline=None)
@given(reviews)
def test_a_review_comes_back_from_its_judgments(one: HumanReview) -> None:
    assert from_judgments(to_judgments(one, "Asha")) == one


def test_a_review_is_judgments_of_a_person() -> None:
    one = HumanReview(
        groundedness=94, severity=Severity.MINOR, verdict=GOOD, citations=(CitationReview(citation_id=7, correct=False),)
    )
    told = {judgment.criterion: judgment for judgment in to_judgments(one, "Asha")}
    assert set(told) == {GROUNDEDNESS, NON_FABRICATION, RUBRIC, CITATION}
    assert {judgment.judge for judgment in told.values()} == {"person:Asha"}
    assert (told[GROUNDEDNESS].score, told[GROUNDEDNESS].passed) == (0.94, False)
    assert (told[RUBRIC].score, told[RUBRIC].passed) == (1.0, True)
    assert (told[CITATION].passed, told[CITATION].evidence["citation_id"]) == (False, 7)


@pytest.mark.parametrize(("severity", "score"), [("none", 1.0), ("minor", 0.5), ("major", 0.0)])
def test_severity_is_a_score(severity: str, score: float) -> None:
    assert Severity(severity).score == score


def test_harm_needs_a_reason_and_a_citation_stands_once() -> None:
    with pytest.raises(ValidationError):
        HumanReview(groundedness=1, severity=Severity.NONE, verdict=GOOD.model_copy(update={"harm": "money"}))
    twice = (CitationReview(citation_id=1, correct=True), CitationReview(citation_id=1, correct=False))
    with pytest.raises(ValidationError):
        HumanReview(groundedness=1, severity=Severity.NONE, verdict=GOOD, citations=twice)


def test_what_is_not_whole_is_no_review() -> None:
    whole = to_judgments(review(), "Asha")
    assert from_judgments(whole[:2]) is None
    assert from_judgments([one.model_copy(update={"evidence": {}}) for one in whole]) is None


def test_kappa_of_a_table_reckoned_by_hand() -> None:
    """20 both yes, 5 yes and no, 10 no and yes, 15 both no: agreed 0.7, by chance 0.5."""
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert cohen_kappa(pairs) == pytest.approx(0.4)


def test_kappa_without_meaning_is_none() -> None:
    assert cohen_kappa([]) is None and cohen_kappa([("y", "y")] * 3) is None
    assert weighted_kappa([]) is None and weighted_kappa([(4, 4)] * 3) is None


def test_weighted_kappa_forgives_what_is_near() -> None:
    near, far = [(1, 1), (2, 3), (4, 5), (5, 4)], [(1, 5), (2, 3), (4, 5), (5, 1)]
    assert (weighted_kappa(near) or 0) > 0.7 > 0 > (weighted_kappa(far) or 0)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_kappa_is_at_most_one_and_one_where_all_agree(pairs: list[tuple[int, int]]) -> None:
    for kappa in (cohen_kappa, weighted_kappa):
        told = kappa(pairs)
        assert told is None or -1.0000001 <= told <= 1.0000001
        same = kappa([(one, one) for one, _ in pairs])
        assert same is None or same == pytest.approx(1)
        turned = kappa([(other, one) for one, other in pairs])
        assert turned == told or turned == pytest.approx(told)


def test_agreement_is_told_for_each_field_and_for_citations_both_judged() -> None:
    first = HumanReview(groundedness=100, severity=Severity.NONE, verdict=GOOD,
                        citations=(CitationReview(citation_id=1, correct=True), CitationReview(citation_id=2, correct=True)))  # fmt: skip
    second = HumanReview(groundedness=80, severity=Severity.NONE, verdict=GOOD.model_copy(update={"law": "part"}),
                         citations=(CitationReview(citation_id=2, correct=False),))  # fmt: skip
    told = {one.name: one for one in measure_agreement([PairedReview(first, second)])}
    assert told["law"].agreed == told["good"].agreed == 0 and told["harm"].agreed == 1
    assert (told["citations"].n, told["citations"].agreed) == (1, 0)
