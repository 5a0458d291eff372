"""Golden questions put to the answering service, as every front puts them.

The service is told the question, the turns before it and the chosen state, and nothing else
of a row. What it recorded of them is erased afterwards.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from civicsetu.answering.question import Question
from civicsetu.errors import ModelTimeout, SearchIncomplete
from civicsetu.evaluation.golden.golden_set import GoldenRow, Place
from civicsetu.law.answers import Answer, AnswerKind, Event, Final
from civicsetu.law.paths import parse_path
from civicsetu.retrieval.retrieved import Retrieved

Progress = Callable[[str, float], None]
FAILED = "failed"
_WARM = "Which law is held?"


class Service(Protocol):
    """What is asked of the answering service here."""

    def answer(self, question: Question) -> AsyncIterator[Event]: ...

    async def forget(self, session: str) -> int: ...

    @property
    def last_retrieval(self) -> Retrieved | None: ...


@dataclass(frozen=True)
class Outcome:
    """What one question got.

    `places` are in rank order, up to the tenth; the first `given` of them the composer was
    handed. `kind` is the answer's, or `failed` where it outran its deadline or a part of
    the search failed.
    """

    places: tuple[Place, ...]
    given: int
    kind: str
    declined: bool
    degraded: bool
    latency_ms: float

    @property
    def contexts(self) -> tuple[Place, ...]:
        return self.places[: self.given]


@dataclass(frozen=True)
class Asked:
    """A row with what its question got and, of a follow-up, what the same got by itself."""

    row: GoldenRow
    outcome: Outcome
    alone: Outcome | None = None


async def ask_all(
    service: Service, rows: Sequence[GoldenRow], progress: Progress, step: str = "asking"
) -> list[Asked]:
    """Ask the rows one after the other; a question before them is not counted, so that all is warm.

    Raises:
        PostgresUnavailable: the law cannot be read.
    """
    await ask(service, [_WARM], None)
    asked: list[Asked] = []
    for number, row in enumerate(rows, start=1):
        outcome = await ask(service, [*row.turns, row.question], row.jurisdiction)
        alone = await ask(service, [row.standalone], row.jurisdiction) if row.standalone else None
        asked.append(Asked(row, outcome, alone))
        progress(step, number / len(rows))
    return asked


async def ask(service: Service, turns: Sequence[str], jurisdiction: str | None) -> Outcome:
    """The last turn's outcome, all turns asked in a session of their own."""
    session = f"evaluation-{uuid.uuid4()}"
    answer: Answer | None = None
    try:
        for text in turns:
            answer = await _final(service, Question(text, session=session, jurisdiction=jurisdiction))
    except (ModelTimeout, SearchIncomplete):
        return Outcome((), 0, FAILED, False, True, 0.0)
    finally:
        await service.forget(session)
    assert answer is not None, "there is at least one turn"
    return _outcome(answer, service.last_retrieval)


async def _final(service: Service, question: Question) -> Answer:
    last = [event async for event in service.answer(question)][-1]
    assert isinstance(last, Final), "the last event of a turn is Final"
    return last.answer


def _outcome(answer: Answer, found: Retrieved | None) -> Outcome:
    given = [Place(context.document, parse_path(context.provision)) for context in answer.contexts]
    further = [Place(one.document, parse_path(one.provision)) for one in (found.further if found else [])]
    return Outcome(
        (*given, *further),
        len(given),
        answer.kind.value,
        declines(answer),
        any(warning.kind == "degraded" for warning in answer.warnings),
        answer.latency_ms,
    )


def declines(answer: Answer) -> bool:
    """True of an abstention, and of a question back that states no law."""
    return answer.kind is AnswerKind.ABSTAIN or (answer.kind is AnswerKind.CLARIFY and not answer.citations)
