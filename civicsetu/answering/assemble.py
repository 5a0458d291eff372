"""The final answer, put together from what a turn came to know."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Literal
from uuid import UUID

from civicsetu.answering import conflicts
from civicsetu.answering.answer_hash import AnswerHash
from civicsetu.answering.messages import abstention_messages, answer_warnings
from civicsetu.answering.messages.amendment_warnings import warn_of_changes
from civicsetu.answering.messages.translating import translate_refusal
from civicsetu.answering.part_turn import PartTurn, TurnState
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, AnswerKind, Confidence, Context, FactUsed, Scope, Support, Warning
from civicsetu.law.documents import CENTRAL
from civicsetu.law.planning import AgenticMetrics, Tool
from civicsetu.planner.steps import Planned
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.decision import Reason
from civicsetu.retrieval.retrieved import Retrieved

_PLAN_BYTES = 8000


def assemble_answer(
    turn_id: UUID, number: int, state: TurnState, started: float, registry: Registry, hashes: AnswerHash
) -> Answer:
    """Return the answer to a finished turn; `started` is when its work began (`time.perf_counter`)."""
    understood, found = state["understood"], state.get("found")
    declined = state.get("declined", "")
    if declined:
        declined = translate_refusal(declined, state["question"], state.get("earlier", []))
    degraded = found.degraded if found else ()
    kind = state["kind"]
    shown = state.get("sentences", []) if not declined else []
    first_token_at = state.get("first_token_at")
    score = _confidence(state["turns"]) if shown else 0.0
    planned = state.get("planned")
    return Answer(
        id=str(turn_id),
        turn=number,
        question=state["text"],
        kind=kind,
        abstained=kind is AnswerKind.ABSTAIN,
        answer=declined or " ".join(sentence.shown for sentence in shown),
        sentences=tuple(shown),
        citations=tuple(state.get("citations", []) if shown else []),
        parts=tuple(state["parts"]),
        steps=state.get("steps", ()) if shown else (),
        table=state.get("table") if shown else None,
        contexts=contexts_of(found),
        query_type=understood.query_type,
        jurisdictions=understood.jurisdictions or (CENTRAL,),
        scope=_scope(state, registry, shown=bool(shown)),
        as_on=understood.as_on,
        facts=tuple(_facts(understood, by_model=bool(_written_by(state)))) if shown else (),
        confidence=Confidence(score=score, level=_level(score)),
        warnings=_warnings(state, degraded, registry, shown=bool(shown)),
        plan=tuple(_capped([*_plan(state["turns"]), *_further(planned)])),
        agentic_metrics=planned.metrics if planned else AgenticMetrics(),
        planner_trace=planned.trace if planned and state["question"].debug else None,
        settings_hash=hashes.settings_hash,
        answer_hash=hashes.answer_hash(state["index"].version),
        written_by=_written_by(state) if shown else "",
        first_token_ms=round((first_token_at - started) * 1000, 1) if first_token_at else None,
        latency_ms=round((time.perf_counter() - started) * 1000, 1),
    )


def _facts(query: Query, *, by_model: bool) -> Iterator[FactUsed]:
    """What was read of the asker, a model's reading last, and what they gave; of each fact what counts most."""
    given = dict(query.facts_given)
    yield from (FactUsed(name=name, value=value, source="given") for name, value in given.items())
    read = (dict(query.facts) if by_model else {}) | {fact.id: fact.value for fact in query.case_facts}
    yield from (FactUsed(name=name, value=value, source="read") for name, value in read.items() if name not in given)


def _written_by(state: TurnState) -> str:
    """The model whose sentences are shown; empty where none are."""
    drafts = state.get("drafts")
    return drafts.written_by if drafts and any(turn.written for turn in state["turns"]) else ""


def _confidence(turns: Sequence[PartTurn]) -> float:
    """That of the part which is least sure, of those that are answered.

    Where statements answer, the chance that the first of them does; else that the provisions found do.
    """
    return min((_sure(turn) for turn in turns if turn.decision and not turn.declined), default=0.0)


def _sure(turn: PartTurn) -> float:
    decided = turn.decision.confidence if turn.decision else 0.0
    return decided if turn.chance is None else round(min(decided, turn.chance), 2)


def _plan(turns: Sequence[PartTurn]) -> Iterator[str]:
    """What was planned for each part, numbered where there are several."""
    for number, turn in enumerate(turns, start=1):
        if turn.plan is not None:
            lines = turn.plan.describe(reranked=turn.found is not None and turn.found.pairs > 0)
            yield from (f"{number}. {line}" if len(turns) > 1 else line for line in lines)


def scope_searched(state: TurnState, registry: Registry) -> Scope:
    """Return the jurisdictions whose law is searched, before anything is found."""
    held = {law.jurisdiction for law in state["index"].laws.values()}
    understood = state["understood"]
    return understood.scope(held, registry, matters=True)


def _further(planned: Planned | None) -> Iterator[str]:
    """What was added beyond the search, and why the planner stopped; nothing where it had nothing to do."""
    if planned is None or not planned.trace.calls:
        return
    for call in planned.trace.calls:
        if call.new:
            what = "its own question" if call.tool is Tool.SEARCH_WITHIN else call.target
            yield f"{call.part}. {call.tool}: {what}, {call.why}: {call.new} more"
    metrics = planned.metrics
    yield f"looked further by {metrics.strategy}: {metrics.calls} calls, ended by {metrics.ended}"


def _capped(lines: Sequence[str]) -> Iterator[str]:
    """The lines as far as a plan may be long."""
    room = _PLAN_BYTES
    for line in lines:
        room -= len(line.encode())
        if room < 0:
            return
        yield line


def _scope(state: TurnState, registry: Registry, *, shown: bool) -> Scope:
    understood = state["understood"]
    matters = understood.act is None and (
        shown
        or (
            state["kind"] is AnswerKind.ABSTAIN
            and any(
                abstention_messages.another_state_may_answer(
                    turn.query,
                    registry,
                    searched=turn.plan is not None,
                    reason=turn.decision.reason if turn.decision else Reason.NONE,
                )
                for turn in state["turns"]
            )
        )
    )
    held = {law.jurisdiction for law in state["index"].laws.values()}
    return understood.scope(held, registry, matters=matters)


def _warnings(
    state: TurnState, degraded: Sequence[str], registry: Registry, *, shown: bool
) -> tuple[Warning, ...]:
    """What must be said beside the answer, each once; of parts only those that are answered."""
    if not shown:
        return tuple(answer_warnings.degraded_warnings(degraded))
    found: list[Warning] = []
    answered = [turn for turn in state["turns"] if not turn.declined]
    for turn in answered:
        found.extend(
            answer_warnings.warnings(
                turn.query, degraded, state["index"], registry, turn.citations, _said_of_what_is_not_held(turn)
            )
        )
        if turn.later:
            found.append(answer_warnings.some_not_in_force(turn.query, turn.later))
    for turn in answered:
        if turn.contradiction:
            found.append(conflicts.warn_of_conflict(turn.contradiction.provisions, registry))
        found.extend(conflicts.find_registered_conflicts(turn.citations, turn.query.documents, registry))
        found.extend(warn_of_changes(turn.query.as_on, turn.citations, registry))
    if state.get("further_failed"):
        found.append(Warning(kind="degraded", text=answer_warnings.SEARCH_BROKE_OFF))
    drafts = state.get("drafts")
    if drafts and drafts.broken:
        broke_off = any(turn.written for turn in answered) and not drafts.is_cut_short
        found.append(Warning(kind="degraded", text=answer_warnings.BROKE_OFF if broke_off else drafts.broken))
    cited = state.get("citations", [])
    found.extend(answer_warnings.from_public_sources(cited))
    found.extend(answer_warnings.copies(cited, state["index"]))
    found.extend(answer_warnings.other_prints(cited, state["index"]))
    return tuple(dict.fromkeys(found))


def _said_of_what_is_not_held(turn: PartTurn) -> list[str]:
    """What the part says that is no law of ours: what is not held, and what public pages say in its place."""
    return [*turn.limits, *(one.text for one in turn.sentences if one.support is Support.NONE)]


def contexts_of(found: Retrieved | None) -> tuple[Context, ...]:
    """Return the evidence given to the composer as contexts, in rank order."""
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


def _level(score: float) -> Literal["high", "medium", "low", "none"]:
    if score <= 0:
        return "none"
    if score >= ANSWERING.high_confidence:
        return "high"
    return "medium" if score >= ANSWERING.medium_confidence else "low"
