"""Ask a set of questions, judge each answer and keep it, going on where a run of the same broke off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError, PostgresUnavailable
from civicsetu.evaluation.golden.held_rows import split_held_rows
from civicsetu.evaluation.retrieval_eval import find_states
from civicsetu.evaluation.runner import Service, ask_turns
from civicsetu.evaluation.runs.question_sets import QuestionSet, SetQuestion
from civicsetu.evaluation.runs.row_judgments import judge_missing, judge_row
from civicsetu.law.answers import Final
from civicsetu.law.documents import CENTRAL
from civicsetu.progress import Progress
from civicsetu.stores.run_store import Run, RunRow, RunStore

_ATTEMPTS = 4
_PAUSE_S = 0.5
Tell = Callable[[str], None]


@dataclass(frozen=True)
class RunOf:
    """Context of a run: the service asked, the law held, and the store of its judgments."""

    service: Service
    index: LawIndex
    registry: Registry
    store: RunStore
    configuration: Mapping[str, str]


async def run_questions(
    questions: QuestionSet, of: RunOf, progress: Progress, tell: Tell, *, fresh: bool = False
) -> Run:
    """Ask every question that is not judged yet, and return the run; unfinished until its gates are checked.

    A run of the same set under the same configuration that broke off goes on, unless `fresh`. Rows whose gold
    is not held here are left out.

    Raises:
        InputError: the law held here answers none of the set.
        AlreadyUnderWay: another command writes the run that would be gone on with.
        PostgresUnavailable: it stayed away; what was judged is kept, and the same command goes on.
    """
    asked = _held(questions, of.index)
    if missing := len(questions.questions) - len(asked):
        tell(f"{missing} of {len(questions.questions)} rows are left out: law that they need is not held here.")
    run = None if fresh else await of.store.find_unfinished(questions.digest, of.configuration)
    if run is None:
        now = datetime.now(UTC)
        run = Run(uuid4(), questions.name, questions.digest, len(asked), of.configuration, now)
        await of.store.begin(run)
    async with of.store.hold(run.run_id) as hold:
        judged = {row.row_id for row in await of.store.read_rows(run.run_id)}
        if judged:
            tell(f"Going on with the run {run.name}: {len(judged)} of {len(asked)} rows are judged.")
        for at, question in enumerate(asked):
            if question.id not in judged:
                row = await _judged(question, at, of)
                await hold.take()
                await of.store.add_row(run.run_id, row)
            progress("asking", (at + 1) / len(asked))
    return run


def _held(questions: QuestionSet, index: LawIndex) -> Sequence[SetQuestion]:
    """The questions whose gold documents are held here."""
    golden = [one.golden for one in questions.questions if one.golden is not None]
    left_out = {row.id for row in split_held_rows(golden, index)[1]}
    asked = [one for one in questions.questions if one.id not in left_out]
    if not asked:
        raise InputError(user_message=f"The law held here answers no question of the set {questions.name}.")
    return asked


async def _judged(question: SetQuestion, at: int, of: RunOf) -> RunRow:
    finals = await _asked(question, of.service)
    states = tuple(sorted(find_states(question.golden, of.registry))) if question.golden else ()
    if finals is None:
        return RunRow(question.id, at, question.type, states, None, judge_missing(), 0.0)
    answer = finals[-1].answer
    return RunRow(
        question.id,
        at,
        question.type or answer.query_type.value,
        states or tuple(one for one in answer.jurisdictions if one != CENTRAL),
        answer,
        judge_row(question.golden, finals, of.registry, of.index),
        answer.latency_ms,
        answer.first_token_ms,
    )


async def _asked(question: SetQuestion, service: Service) -> list[Final] | None:
    """The last event of each turn, asked again where the database died meanwhile."""
    for pause in (*(_PAUSE_S * (2**at) for at in range(_ATTEMPTS - 1)), None):
        try:
            return await ask_turns(service, [*question.turns, question.question], question.jurisdiction)
        except PostgresUnavailable:
            if pause is None:
                raise
            await asyncio.sleep(pause)
    raise AssertionError("the last attempt returns or raises")
