"""Rows of runs made by hand, and a service that answers from a script and counts what it is asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from civicsetu.answering.part_turn import Trace
from civicsetu.answering.question import Question
from civicsetu.answering.validating.turn import judge
from civicsetu.evaluation.runs.question_sets import QuestionSet, SetQuestion
from civicsetu.law.answers import Answer, Event, Final
from civicsetu.law.judgments import Judgment
from civicsetu.stores.run_store import Run, RunRow
from tests.answering.given import answered

CONFIGURATION = {"answer_hash": "a" * 12, "settings_hash": "b", "model": "", "corpus_version": "1", "code": "0"}


def judgment(criterion: str, passed: bool, score: float | None = None, **evidence: Any) -> Judgment:
    return judge(criterion, passed=passed, score=float(passed) if score is None else score, **evidence)


def a_row(name: str, *judgments: Judgment, at: int = 0, latency: float = 100.0, answer: Answer | None = None) -> RunRow:
    return RunRow(name, at, "fact", ("KARNATAKA",), answer or answered(), judgments, latency, 50.0)


def a_run(**changes: Any) -> Run:
    told: dict[str, Any] = {
        "run_id": uuid4(), "question_set": "small", "set_digest": "d", "rows_wanted": 2,
        "configuration": CONFIGURATION, "started_at": datetime.now(UTC),
    }  # fmt: skip
    return Run(**(told | changes))


def a_set(count: int) -> QuestionSet:
    return QuestionSet("small", tuple(SetQuestion(f"q-{at}", f"Question {at}?") for at in range(count)))


class Scripted:
    """Answers each question with one sentence; `before` is called with its number first."""

    def __init__(self, before: Callable[[int], object] = lambda at: None, fails: Mapping[int, Exception] | None = None) -> None:
        self.asked: list[str] = []
        self._before = before
        self._fails = dict(fails or {})

    async def answer(self, question: Question) -> AsyncIterator[Event]:
        at = len(self.asked)
        self.asked.append(question.text)
        self._before(at)
        if at in self._fails:
            raise self._fails.pop(at)
        judged = (judgment("quote_found", True), judgment("format_ok", at != 1))
        yield Final(answer=answered(question.text), trace=Trace((), None, None, judged))

    async def forget(self, session: str) -> int:
        return 1
