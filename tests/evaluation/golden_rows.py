"""Golden rows over the Lantern Act and two states' rules, and a service that answers from a script."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

from civicsetu.answering.part_turn import Trace
from civicsetu.answering.question import Question
from civicsetu.corpus.registry import JurisdictionEntry, Registry
from civicsetu.evaluation.breakdowns import Measured
from civicsetu.evaluation.golden.golden_set import GoldenRow, GoldProvision, parse_place
from civicsetu.evaluation.runner import AskedRow, RowResult
from civicsetu.law.answers import (
    Answer,
    AnswerKind,
    AnswerPart,
    Confidence,
    Context,
    Event,
    Final,
    Stage,
    Warning,
)
from civicsetu.law.evidence import Evidence
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, spec, state_rules

REGISTRY = Registry(
    {ACT: spec(), KARNATAKA: state_rules(KARNATAKA), UTTAR_PRADESH: state_rules(UTTAR_PRADESH)},
    {
        "CENTRAL": JurisdictionEntry(name="India"),
        "KARNATAKA": JurisdictionEntry(name="Karnataka", aliases=("Karnataka", "Mysore")),
        "UTTAR_PRADESH": JurisdictionEntry(name="Uttar Pradesh", aliases=("Uttar Pradesh", "UP")),
    },
)


def row(name: str = "g-001", *gold: str, **changes: Any) -> GoldenRow:
    """A row whose gold is section 3(1) of the Lantern Act unless told otherwise."""
    told: dict[str, Any] = {
        "id": name, "question": "Until when is my lantern open?", "language": "en", "style": "lay", "type": "fact",
    }  # fmt: skip
    aim = {} if "abstain" in changes else {"gold": gold or (f"{ACT} 3(1)",)}
    return GoldenRow.model_validate(told | aim | changes)


def places(*written: str) -> tuple[GoldProvision, ...]:
    """Places of the Lantern Act by path, of others as they are written."""
    return tuple(parse_place(one if " " in one and "_" in one else f"{ACT} {one}") for one in written)


def outcome(*written: str, given: int = 7, kind: str = "answer", **changes: Any) -> RowResult:
    found = places(*written)
    told: dict[str, Any] = {
        "places": found, "given": min(given, len(found)), "kind": kind, "declined": kind == "abstain",
        "degraded": False, "latency_ms": 100.0,
    }  # fmt: skip
    return RowResult(**(told | changes))


def measured(
    of: GoldenRow,
    *written: str,
    by_words: Sequence[str] = (),
    states: Sequence[str] = (),
    alone: RowResult | None = None,
    **changes: Any,
) -> Measured:
    """A row with what it found."""
    asked = AskedRow(of, outcome(*written, **changes), alone)
    return Measured(asked, places(*by_words), frozenset(states))


class ScriptedService:
    """Answers each question with the contexts told for it, and keeps what it was asked."""

    def __init__(
        self,
        contexts: Mapping[str, Sequence[str]] | None = None,
        further: Mapping[str, Sequence[str]] | None = None,
        declined: Sequence[str] = (),
        fails: Mapping[str, Exception] | None = None,
    ) -> None:
        self._contexts, self._further = contexts or {}, further or {}
        self._declined, self._fails = declined, fails or {}
        self.asked: list[Question] = []
        self.forgotten: list[str] = []

    async def answer(self, question: Question) -> AsyncIterator[Event]:
        self.asked.append(question)
        if question.text in self._fails:
            raise self._fails[question.text]
        yield Stage(name="understand", text="Reading")
        found: Any = SimpleNamespace(
            evidence=[],
            further=[_evidence(place) for place in places(*self._further.get(question.text, ()))],
        )
        part: Any = SimpleNamespace(
            found=found, added=0, decision=SimpleNamespace(features=self.features(question.text))
        )
        declined = question.text in self._declined
        yield Final(
            answer=Answer(
                id=str(uuid4()),
                question=question.text,
                kind=AnswerKind.ABSTAIN if declined else AnswerKind.CLARIFY,
                abstained=declined,
                answer="Words.",
                contexts=tuple(_context(place) for place in places(*self._contexts.get(question.text, ()))),
                confidence=Confidence(score=0.0, level="none"),
                warnings=(Warning(kind="degraded", text="No graph."),) if "graph" in question.text else (),
                settings_hash="0" * 12,
                latency_ms=12.5,
                parts=(AnswerPart(heading=question.text, kind=AnswerKind.ABSTAIN),),
            ),
            trace=Trace((part,), found),
        )

    async def answer_hash(self) -> str:
        return "1" * 12

    def features(self, text: str) -> Mapping[str, float] | None:
        """What the classifier read of a question; nothing."""
        return None

    async def forget(self, session: str, *more: str) -> int:
        self.forgotten += [session, *more]
        return 1 + len(more)


def _context(place: GoldProvision) -> Context:
    return Context(document=place.document, provision=str(place.path), score=0.9, found_by=("vector",))


def _evidence(place: GoldProvision) -> Evidence:
    return Evidence(
        unit_id=str(uuid4()), document=place.document, provision=str(place.path), title="", score=0.9,
        jurisdiction="CENTRAL", found_by=("vector",),
    )  # fmt: skip
