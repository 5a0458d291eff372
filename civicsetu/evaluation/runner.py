"""Ask the answering service golden questions, as every front asks them.

The service is told the question, the turns before it and the chosen state, and nothing else
of a row. What it recorded of them is erased afterwards.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from civicsetu.answering.part_turn import Trace, kind_of
from civicsetu.answering.question import Question
from civicsetu.errors import ModelTimeout, SearchIncomplete
from civicsetu.evaluation.golden.golden_set import GoldenRow, GoldProvision
from civicsetu.law.answers import Answer, AnswerKind, Event, Final
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.progress import Progress

FAILED = "failed"
_WARM = "Which law is held?"


class Service(Protocol):
    """Protocol of the answering service as measuring uses it."""

    def answer(self, question: Question) -> AsyncIterator[Event]: ...

    async def forget(self, session: str) -> int: ...


@dataclass(frozen=True)
class PartOutcome:
    """Outcome of one part: its kind, and the provisions it was answered from, with those ranked next.

    The first `given` were its evidence, the last `added` of which the planner added to what the search found.
    """

    kind: str
    places: tuple[GoldProvision, ...]
    given: int = 0
    added: int = 0


@dataclass(frozen=True)
class RowResult:
    """Result of one question.

    `places` are in rank order, up to the thirtieth; the first `given` of them the composer was
    handed. `kind` is the answer's, or `failed` where it outran its deadline or a part of
    the search failed. `features` are what a question that asks one thing was judged by, None where it was without. `planner_ms` are what the planner
    took, None where it called nothing.
    """

    places: tuple[GoldProvision, ...]
    given: int
    kind: str
    declined: bool
    degraded: bool
    latency_ms: float
    parts: tuple[PartOutcome, ...] = ()
    features: Mapping[str, float] | None = None
    planner_ms: float | None = None

    @property
    def contexts(self) -> tuple[GoldProvision, ...]:
        return self.places[: self.given]


@dataclass(frozen=True)
class AskedRow:
    """A row with what its question got and, of a follow-up, what the same got by itself."""

    row: GoldenRow
    outcome: RowResult
    alone: RowResult | None = None


async def ask_all(
    service: Service, rows: Sequence[GoldenRow], progress: Progress, step: str = "asking"
) -> list[AskedRow]:
    """Ask the rows one after the other; a question before them is not counted, so that all is warm.

    Raises:
        PostgresUnavailable: the law cannot be read.
    """
    await ask(service, [_WARM], None)
    asked: list[AskedRow] = []
    for number, row in enumerate(rows, start=1):
        outcome = await ask(service, [*row.turns, row.question], row.jurisdiction)
        alone = await ask(service, [row.standalone], row.jurisdiction) if row.standalone else None
        asked.append(AskedRow(row, outcome, alone))
        progress(step, number / len(rows))
    return asked


async def ask(
    service: Service, turns: Sequence[str], jurisdiction: str | None, *, composed: bool = True
) -> RowResult:
    """Return the last turn's outcome, all turns asked in a session of their own.

    Without `composed` the last turn ends at what is decided of each part, which takes a third less time: what the words
    themselves leave open, such as a point the law held does not settle, is not known of it then.
    """
    finals = await ask_turns(service, turns, jurisdiction, composed=composed)
    if not finals:
        return RowResult((), 0, FAILED, False, True, 0.0)
    outcome = _outcome(finals[-1])
    return outcome if composed else _as_decided(outcome)


def _as_decided(outcome: RowResult) -> RowResult:
    """Return the outcome of a turn that ended at the decision, with the kind that its parts make together."""
    kind = kind_of([AnswerKind(part.kind) for part in outcome.parts])
    return replace(outcome, kind=kind.value, declined=kind in (AnswerKind.ABSTAIN, AnswerKind.CLARIFY))


async def ask_final(service: Service, turns: Sequence[str], jurisdiction: str | None) -> Final | None:
    """Return the last event of the last turn; None where it outran its deadline or a part of the search failed."""
    finals = await ask_turns(service, turns, jurisdiction)
    return finals[-1] if finals else None


async def ask_turns(
    service: Service, turns: Sequence[str], jurisdiction: str | None, *, composed: bool = True
) -> list[Final] | None:
    """Return the last event of each turn; None where one outran its deadline or a part of the search failed.

    Where a model writes, it writes the last turn alone: that one is measured. Without `composed` that one has no words.
    """
    session = f"evaluation-{uuid.uuid4()}"
    try:
        questions = [Question(text, session=session, jurisdiction=jurisdiction, by_model=False) for text in turns]
        questions[-1] = replace(questions[-1], by_model=True, composed=composed)
        return [await _final(service, one) for one in questions]
    except (ModelTimeout, SearchIncomplete):
        return None
    finally:
        await service.forget(session)


async def _final(service: Service, question: Question) -> Final:
    last = [event async for event in service.answer(question)][-1]
    assert isinstance(last, Final), "the last event of a turn is Final"
    return last


def _outcome(final: Final) -> RowResult:
    answer, trace = final.answer, final.trace
    assert isinstance(trace, Trace), "every turn comes with its trace"
    given = [GoldProvision(context.document, parse_path(context.provision)) for context in answer.contexts]
    return RowResult(
        (*given, *_places(trace.found.further if trace.found else ())),
        len(given),
        answer.kind.value,
        is_declined(answer),
        any(warning.kind == "degraded" for warning in answer.warnings),
        answer.latency_ms,
        tuple(
            PartOutcome(
                part.kind.value,
                _places((*turn.found.evidence, *turn.found.further) if turn.found else ()),
                len(turn.found.evidence) if turn.found else 0,
                turn.added,
            )
            for part, turn in zip(answer.parts, trace.parts, strict=True)
        ),
        _features(trace),
        answer.agentic_metrics.ms if answer.agentic_metrics.calls else None,
    )


def _features(trace: Trace) -> Mapping[str, float] | None:
    """What the classifier read of a question that asks one thing."""
    decision = trace.parts[0].decision if len(trace.parts) == 1 else None
    return (decision.features or None) if decision else None


def _places(found: Sequence[Evidence]) -> tuple[GoldProvision, ...]:
    return tuple(GoldProvision(one.document, parse_path(one.provision)) for one in found)


def is_declined(answer: Answer) -> bool:
    """Return True for an abstention, and for a question back that states no law."""
    return answer.kind is AnswerKind.ABSTAIN or (answer.kind is AnswerKind.CLARIFY and not answer.citations)
