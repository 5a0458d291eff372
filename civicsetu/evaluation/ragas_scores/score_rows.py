"""Phase two: what a judge makes of each answer, metric by metric; a metric that fails costs no other."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from civicsetu.errors import WriterUnavailable
from civicsetu.evaluation.ragas_scores.judge import make_embeddings, make_judge
from civicsetu.evaluation.ragas_scores.result_files import (
    SCORES,
    AnsweredRow,
    Answers,
    ScoredRow,
    Scores,
    read_file,
    write_file,
)
from civicsetu.evaluation.ragas_scores.rows import RagasRow
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.models.embedder import Embedder
from civicsetu.models.writer.chat import ChatModels, Tier
from civicsetu.progress import Progress

FAITHFULNESS, RELEVANCY, SHUFFLED, PRECISION = "faithfulness", "answer_relevancy", "shuffled_relevancy", "context_precision"
METRICS = (FAITHFULNESS, RELEVANCY, SHUFFLED, PRECISION)
NO_REPLY = "the judge gave no reply"
NO_VERDICT = "the judge's reply is no verdict"
NOT_A_NUMBER = "the metric is not a number"
NOTHING = "there is nothing to judge"
_DIGITS = 16
Metric = Callable[[], Awaitable[float]]


async def score_rows(
    rows: Sequence[RagasRow], answers: Answers, models: ChatModels, embedder: Embedder, folder: Path, progress: Progress
) -> Scores:
    """Score what is not scored yet by this judge; a metric the judge did not reply to is asked for again.

    The answers are compared with another row's question besides (`shuffled_relevancy`): cosines of one embedder
    start high, and only what they rise above that says that an answer is to the point.

    Raises:
        InputError: RAGAS is not installed, or the file of scores is wrong or cannot be written.
    """
    path, judge = folder / SCORES, models.get_name(Tier.WRITING)
    before = read_file(path, Scores)
    same = before is not None and (before.answer_hash, before.judge) == (answers.answer_hash, judge)
    scores = before if before is not None and same else Scores(answer_hash=answers.answer_hash, judge=judge)
    metrics = Metrics(models, embedder)
    for number, row in enumerate(rows, start=1):
        answered, other = answers.rows[row.id], rows[number % len(rows)].question
        known = _known(scores, row, _digest(row, answered, other))
        if known is None or NO_REPLY in known.why.values():
            scored = await metrics.score(row, answered, other, known)
            scores = scores.model_copy(update={"rows": {**scores.rows, row.id: scored}})
            write_file(path, scores)
        progress("scoring", number / len(rows))
    return scores


def _known(scores: Scores, row: RagasRow, digest: str) -> ScoredRow | None:
    """What is scored of a row already; None of one that was another then."""
    found = scores.rows.get(row.id)
    return found if found is not None and found.digest == digest else None


def _digest(row: RagasRow, answered: AnsweredRow, other: str) -> str:
    told = (row.question, row.reference, answered.answer, answered.contexts, other)
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:_DIGITS]


class Metrics:
    """RAGAS's metrics with our judge and embedder; nothing is clipped."""

    def __init__(self, models: ChatModels, embedder: Embedder) -> None:
        """Raises InputError where RAGAS is not installed."""
        judge, embeddings = make_judge(models), make_embeddings(embedder)
        disable_library_telemetry()
        from ragas.metrics.collections import AnswerRelevancy, ContextPrecisionWithReference, Faithfulness

        self._faithfulness = Faithfulness(llm=judge)
        self._relevancy = AnswerRelevancy(llm=judge, embeddings=embeddings, strictness=1)
        self._precision = ContextPrecisionWithReference(llm=judge)

    async def score(self, row: RagasRow, answered: AnsweredRow, other: str, known: ScoredRow | None) -> ScoredRow:
        """Return the scores of one answer; those `known` stand, but for what the judge did not reply to."""
        asked = self._asked(row, answered, other)
        scores: dict[str, float | None] = {}
        why: dict[str, str] = {}
        for name, metric in asked.items():
            if known is not None and known.why.get(name) != NO_REPLY:
                scores[name], reason = known.scores.get(name), known.why.get(name, "")
            elif not answered.answer or not answered.contexts:
                scores[name], reason = None, NOTHING
            else:
                scores[name], reason = await _tried(metric)
            if reason:
                why[name] = reason
        return ScoredRow(id=row.id, group=row.group, digest=_digest(row, answered, other), scores=scores, why=why)

    def _asked(self, row: RagasRow, answered: AnsweredRow, other: str) -> Mapping[str, Metric]:
        contexts = list(answered.contexts)

        async def faithfulness() -> float:
            told = await self._faithfulness.ascore(
                user_input=row.question, response=answered.answer, retrieved_contexts=contexts
            )
            return float(told.value)

        async def relevancy(question: str) -> float:
            return float((await self._relevancy.ascore(user_input=question, response=answered.answer)).value)

        async def precision() -> float:
            told = await self._precision.ascore(
                user_input=row.question, reference=row.reference, retrieved_contexts=contexts
            )
            return float(told.value)

        return {
            FAITHFULNESS: faithfulness,
            RELEVANCY: lambda: relevancy(row.question),
            SHUFFLED: lambda: relevancy(other),
            PRECISION: precision,
        }


async def _tried(metric: Metric) -> tuple[float | None, str]:
    """The metric's score, or None and why there is none."""
    try:
        value = await metric()
    except WriterUnavailable:
        return None, NO_REPLY
    except (ValidationError, ValueError):
        return None, NO_VERDICT
    return (value, "") if math.isfinite(value) else (None, NOT_A_NUMBER)
