"""The criteria a run is told by: how the judgments of its rows make one figure, and which way is better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from civicsetu.errors import InputError
from civicsetu.evaluation.figures import percentile
from civicsetu.evaluation.metrics import Estimate, mean, share, share_of
from civicsetu.law.judgments import Judgment
from civicsetu.stores.run_store import RunRow


class Makes(StrEnum):
    """Aggregation of a figure: the share of rows that pass, the mean of their scores, or all counted together."""

    SHARE = "share"
    MEAN = "mean"
    POOLED = "pooled"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Criterion:
    """Criterion: its subject, how its figure is made, and whether less of it is better."""

    says: str
    makes: Makes = Makes.SHARE
    less_is_better: bool = False


CRITERIA: Mapping[str, Criterion] = {
    "must_cite_if_claims": Criterion("what claims law cites some"),
    "citation_exists": Criterion("law cited is held, and shown to who asks"),
    "quote_found": Criterion("quotes stand at their spans"),
    "policy_scope_allowed": Criterion("law that the asker's role may be told, of the states asked of"),
    "freshness_ok": Criterion("law cited was compared lately", Makes.MEAN),
    "retrieval_relevance": Criterion("words of the question in the first five found", Makes.MEAN),
    "format_ok": Criterion("valid, not empty, no personal data"),
    "lead_answers_kind": Criterion("the first sentence has the kind of thing asked", Makes.MEAN),
    "grounded_claim_rate": Criterion("claims that are grounded", Makes.POOLED),
    "grounded_statements": Criterion("those composed of the law, by quote and lock", Makes.POOLED),
    "grounded_written": Criterion("those a model wrote, by their verdict", Makes.POOLED),
    "hallucination_rate": Criterion("claims that are contradicted", Makes.POOLED, less_is_better=True),
    "not_in_doubt": Criterion("no statement that a changed law puts in doubt"),
    "judged_whole": Criterion("every rule could be applied"),
    "answered_in_time": Criterion("an answer before the deadline"),
    "schema_valid": Criterion("what is stored reads back as an answer"),
    "citations_extracted": Criterion("citations whose span cuts their sentence out", Makes.POOLED),
    "citation_coverage": Criterion("sentences of law that cite", Makes.POOLED),
    "lead_states": Criterion("the lead states what was asked"),
    "all_stated": Criterion("all facts of the row are stated"),
    "to_the_point": Criterion("sentences that cite what the row accepts", Makes.POOLED),
    "no_fault": Criterion("no repeat, wrong yes or no, or figure from nowhere"),
    "declines_rightly": Criterion("declined where nothing answers, and nowhere else"),
    "hit_at_1": Criterion("a gold provision is found first"),
    "hit_at_5": Criterion("a gold provision is among the first five"),
    "reciprocal_rank": Criterion("one by the rank of the first gold provision", Makes.MEAN),
    "abstain_precision": Criterion("declined rows that nothing answers", Makes.FIGURE),
    "abstain_recall": Criterion("rows that nothing answers, declined", Makes.FIGURE),
    "confidence_mean": Criterion("mean confidence of what is answered", Makes.FIGURE),
    "latency_mean_ms": Criterion("whole answer, milliseconds", Makes.FIGURE, less_is_better=True),
    "latency_p50_ms": Criterion("whole answer, median", Makes.FIGURE, less_is_better=True),
    "latency_p95_ms": Criterion("whole answer, 95th percentile", Makes.FIGURE, less_is_better=True),
    "latency_max_ms": Criterion("whole answer, longest", Makes.FIGURE, less_is_better=True),
    "first_sentence_p50_ms": Criterion("first sentence, median", Makes.FIGURE, less_is_better=True),
    "first_sentence_p95_ms": Criterion("first sentence, 95th percentile", Makes.FIGURE, less_is_better=True),
    "ragas_faithfulness": Criterion("a judge: what is said follows from the law found", Makes.FIGURE),
    "ragas_answer_relevancy": Criterion("a judge: the answer is one to the question", Makes.FIGURE),
    "ragas_relevancy_margin": Criterion("the same above that of shuffled pairs", Makes.FIGURE),
    "ragas_context_precision": Criterion("a judge: law found that is of use, first", Makes.FIGURE),
    "ragas_pass": Criterion("rows that reach both aims", Makes.FIGURE),
    "ragas_failed": Criterion("rows without a number", Makes.FIGURE, less_is_better=True),
}
"""All that a gate may name, in the order in which a report tells them."""


def get_criterion(name: str) -> Criterion:
    """Return a criterion by its name.

    Raises:
        InputError: there is no such criterion.
    """
    found = CRITERIA.get(name)
    if found is None:
        raise InputError(user_message=f"There is no criterion {name!r}; `civicsetu eval gates` names them.")
    return found


def measure_run(rows: Sequence[RunRow]) -> dict[str, Estimate]:
    """Return the figure of each criterion that some row was judged by, with its 95 % interval and what it counts."""
    told = {name: _estimate(one, find_judged(rows, name)) for name, one in CRITERIA.items()}
    told |= dict(_figures(rows))
    return {name: told[name] for name in CRITERIA if told[name].n}


def find_judged(rows: Sequence[RunRow], criterion: str) -> list[Judgment]:
    """Return what was judged by a criterion, a judgment a row at most."""
    return [one for row in rows for one in row.judgments if one.criterion == criterion]


def _estimate(criterion: Criterion, judged: Sequence[Judgment]) -> Estimate:
    if criterion.makes is Makes.SHARE:
        return share_of([one.passed for one in judged])
    if criterion.makes is Makes.POOLED:
        counted = [_counts(one) for one in judged]
        return share(sum(good for good, _ in counted), sum(of for _, of in counted))
    return mean([one.score for one in judged] if criterion.makes is Makes.MEAN else [])


def _counts(judgment: Judgment) -> tuple[int, int]:
    """How many of how many, as the evidence of a pooled criterion counts them."""
    good, of = judgment.evidence.get("good"), judgment.evidence.get("of")
    return (good, of) if isinstance(good, int) and isinstance(of, int) else (int(judgment.passed), 1)


def _figures(rows: Sequence[RunRow]) -> Iterator[tuple[str, Estimate]]:
    declining = find_judged(rows, "declines_rightly")
    declined = [one for one in declining if one.evidence.get("declined")]
    should = [one for one in declining if one.evidence.get("should")]
    yield "abstain_precision", share_of([one.passed for one in declined])
    yield "abstain_recall", share_of([one.passed for one in should])
    answers = [row.answer for row in rows if row.answer is not None]
    yield "confidence_mean", mean([one.confidence.score for one in answers if not one.abstained and one.sentences])
    whole = [row.latency_ms for row in rows if row.answered]
    first = [row.first_token_ms for row in rows if row.first_token_ms is not None]
    yield "latency_mean_ms", mean(whole)
    for name, values, at in (
        ("latency_p50_ms", whole, 0.5), ("latency_p95_ms", whole, 0.95), ("latency_max_ms", whole, 1.0),
        ("first_sentence_p50_ms", first, 0.5), ("first_sentence_p95_ms", first, 0.95),
    ):  # fmt: skip
        yield name, _percentile(values, at)


def _percentile(values: Sequence[float], at: float) -> Estimate:
    value = percentile(values, at) if values else 0.0
    return Estimate(value, value, value, len(values))
