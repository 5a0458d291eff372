"""The final answer, put together from what a turn came to know."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from civicsetu.answering import abstention_messages, conflicts
from civicsetu.answering.amendment_warnings import changed_otherwise
from civicsetu.answering.workflow import TurnState
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, AnswerKind, Confidence, Context, Scope, Warning
from civicsetu.law.documents import CENTRAL
from civicsetu.query.scope import scope_of
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.settings import Settings


def assemble_answer(
    turn_id: UUID, number: int, state: TurnState, started: float, settings: Settings, registry: Registry
) -> Answer:
    """The answer to a turn whose work is done; `started` is when that began (`time.perf_counter`)."""
    understood, found = state["understood"], state.get("found")
    declined = state.get("declined", "")
    degraded = found.degraded if found else ()
    kind = state["kind"]
    shown = state.get("sentences", []) if not declined else []
    first_token_at = state.get("first_token_at")
    score = state["verdict"].confidence if shown and "verdict" in state else 0.0
    plan = state.get("plan")
    return Answer(
        id=str(turn_id),
        turn=number,
        question=state["text"],
        kind=kind,
        abstained=kind is AnswerKind.ABSTAIN,
        answer=declined or " ".join(sentence.text for sentence in shown),
        sentences=tuple(shown),
        citations=tuple(state.get("citations", []) if shown else []),
        contexts=contexts_of(found),
        query_type=understood.query_type,
        jurisdictions=understood.jurisdictions or (CENTRAL,),
        scope=_scope(state, registry, shown=bool(shown)),
        as_on=understood.as_on,
        confidence=Confidence(score=score, level=_level(score)),
        warnings=_warnings(state, degraded, registry, shown=bool(shown)),
        plan=plan.told(reranked=found is not None and found.pairs > 0) if plan else (),
        settings_hash=settings.settings_hash(),
        first_token_ms=round((first_token_at - started) * 1000, 1) if first_token_at else None,
        latency_ms=round((time.perf_counter() - started) * 1000, 1),
    )


def _scope(state: TurnState, registry: Registry, *, shown: bool) -> Scope:
    understood = state["understood"]
    matters = shown or (
        state["kind"] is AnswerKind.ABSTAIN
        and abstention_messages.another_state_may_answer(understood, registry, searched="plan" in state)
    )
    held = {law.jurisdiction for law in state["index"].laws.values()}
    return scope_of(understood.asked, held, registry, matters=matters)


def _warnings(
    state: TurnState, degraded: Sequence[str], registry: Registry, *, shown: bool
) -> tuple[Warning, ...]:
    if not shown:
        return tuple(abstention_messages.degraded_warnings(degraded))
    understood = state["understood"]
    found = abstention_messages.warnings(understood, degraded, state["index"], registry)
    if later := state.get("not_yet_in_force"):
        found.append(abstention_messages.some_not_in_force(understood, later))
    cited = state.get("citations", [])
    if pair := state.get("contradiction"):
        found.append(conflicts.between(pair, registry))
    found.extend(conflicts.registered(cited, understood.documents, registry))
    found.extend(changed_otherwise(understood.as_on, cited, registry))
    found.extend(abstention_messages.from_public_sources(cited))
    found.extend(abstention_messages.copies(cited, state["index"]))
    found.extend(abstention_messages.other_prints(cited, state["index"]))
    return tuple(found)


def contexts_of(found: Retrieved | None) -> tuple[Context, ...]:
    """What the composer was given, in rank order."""
    return tuple(
        Context(
            document=item.document,
            provision=item.provision,
            title=item.title,
            score=item.score,
            found_by=item.found_by,
            pinned=item.pinned,
        )
        for item in (found.evidence if found else [])
    )


def _level(score: float) -> Any:
    if score <= 0:
        return "none"
    return "high" if score >= 0.75 else "medium" if score >= 0.55 else "low"
