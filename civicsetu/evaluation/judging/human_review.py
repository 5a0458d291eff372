"""What a person says of one answer, as judgments and back.

The rubric's fields are the verdict; the slider and the severity are what an automatic measure of groundedness and of
invention is held against. A judgment is passed where the measure's own gate would pass it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError, model_validator

from civicsetu.answering.validating.validator_data import get_thresholds
from civicsetu.evaluation.judging.verdicts import ReaderVerdict
from civicsetu.law.judgments import Judgment

GROUNDEDNESS = "human_groundedness"
NON_FABRICATION = "human_non_fabrication"
RUBRIC = "human_rubric"
CITATION = "human_citation"


class Severity(StrEnum):
    """Severity of invention in an answer: none, harmless, or such that somebody may act on it."""

    NONE = "none"
    MINOR = "minor"
    MAJOR = "major"

    @property
    def score(self) -> float:
        """1 for nothing invented, 0.5 for minor, 0 for major."""
        return _SCORES[self]


_SCORES = {Severity.NONE: 1.0, Severity.MINOR: 0.5, Severity.MAJOR: 0.0}


class CitationReview(BaseModel):
    """Verdict on whether the law cited says what the sentence says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    citation_id: int = Field(ge=1)
    correct: StrictBool
    note: str = Field("", max_length=500)


class HumanReview(BaseModel):
    """One person's review of one answer; citations that nobody looked at are left out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    groundedness: int = Field(ge=0, le=100, description="How much of it rests on what it cites, in hundredths.")
    severity: Severity
    verdict: ReaderVerdict
    citations: tuple[CitationReview, ...] = ()

    @model_validator(mode="after")
    def _reason_for_harm(self) -> HumanReview:
        if self.verdict.harm != "none" and not self.verdict.why.strip():
            raise ValueError("harm needs its reason in why")
        if len({one.citation_id for one in self.citations}) < len(self.citations):
            raise ValueError("a citation stands twice")
        return self


def to_judgments(review: HumanReview, person: str) -> list[Judgment]:
    """Return a review as judgments of that person: slider, severity, rubric, then each citation."""
    share, judge = review.groundedness / 100, f"person:{person}"
    told = [
        Judgment(criterion=GROUNDEDNESS, judge=judge, passed=share >= get_thresholds().grounded, score=share),
        Judgment(
            criterion=NON_FABRICATION,
            judge=judge,
            passed=review.severity is Severity.NONE,
            score=review.severity.score,
            evidence={"severity": review.severity.value},
        ),
        Judgment(
            criterion=RUBRIC,
            judge=judge,
            passed=review.verdict.good,
            score=float(review.verdict.good),
            evidence=review.verdict.model_dump(),
        ),
    ]
    return [*told, *(_judge_citation(one, judge) for one in review.citations)]


def _judge_citation(one: CitationReview, judge: str) -> Judgment:
    return Judgment(
        criterion=CITATION,
        judge=judge,
        passed=one.correct,
        score=float(one.correct),
        evidence=one.model_dump(),
    )


def from_judgments(judged: Sequence[Judgment]) -> HumanReview | None:
    """Return one person's review from their judgments of one answer; None where it is not whole, or of another version."""
    first: Mapping[str, Judgment] = {one.criterion: one for one in reversed(judged)}
    if not {GROUNDEDNESS, NON_FABRICATION, RUBRIC} <= set(first):
        return None
    try:
        return HumanReview(
            groundedness=round(first[GROUNDEDNESS].score * 100),
            severity=Severity(str(first[NON_FABRICATION].evidence.get("severity"))),
            verdict=ReaderVerdict.model_validate(first[RUBRIC].evidence),
            citations=tuple(
                CitationReview.model_validate(one.evidence) for one in judged if one.criterion == CITATION
            ),
        )
    except (ValidationError, ValueError):
        return None
