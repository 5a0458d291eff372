"""How an answer came to be, as a front shows it on request: numbers, names and reasons, no text of the law."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.composing.statement_index import StatementHeld
from civicsetu.answering.part_turn import PartTurn, Trace
from civicsetu.law.answers import QueryType
from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.retrieved import Retrieved


class _Shown(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RetrieverTrace(_Shown):
    """One search: how many provisions it found, how long it took, and what is missed where it failed."""

    name: str
    found: int
    latency_ms: float
    degraded: str = ""


class EvidenceTrace(_Shown):
    """A provision found, in rank order; `relevance` is its share of the best of its jurisdiction."""

    document: str
    provision: str
    score: float
    relevance: float
    rerank_score: float | None = None
    found_by: tuple[str, ...]
    pinned: bool


class DecisionTrace(_Shown):
    """Decision on one part: the action, its reason, and the features it used."""

    action: str
    reason: str
    confidence: float
    features: dict[str, float] = Field(default_factory=dict)


class PartTrace(_Shown):
    """One of the things asked: how it was read, searched, decided and said."""

    asked: str
    searched_for: str
    query_type: QueryType
    documents: tuple[str, ...]
    references: tuple[str, ...] = Field(description="Provisions asked for by number, as document:path.")
    facts: dict[str, str] = Field(description="Facts of the asker that were given.")
    plan: tuple[str, ...]
    retrievers: tuple[RetrieverTrace, ...]
    evidence: tuple[EvidenceTrace, ...]
    decision: DecisionTrace | None = Field(description="Null where it was answered without one.")
    statements: tuple[str, ...] = Field(description="Ids of the statements it was answered with.")
    written: bool = Field(description="Its sentences are a model's, each checked.")


class TraceView(_Shown):
    """Record of how an answer came to be, part by part."""

    parts: tuple[PartTrace, ...]
    retrieval_ms: float
    reranked_pairs: int
    degraded: tuple[str, ...] = ()


def describe_trace(trace: Trace) -> TraceView:
    """Return what may be shown of a trace."""
    found = trace.found
    return TraceView(
        parts=tuple(map(_part, trace.parts)),
        retrieval_ms=found.latency_ms if found else 0.0,
        reranked_pairs=found.pairs if found else 0,
        degraded=found.degraded if found else (),
    )


def _part(turn: PartTurn) -> PartTrace:
    query, found = turn.query, turn.found
    return PartTrace(
        asked=query.heading,
        searched_for=query.sought,
        query_type=query.query_type,
        documents=query.documents,
        references=tuple(f"{document}:{reference.path}" for document, reference in query.references),
        facts=dict(query.facts_given),
        plan=turn.plan.describe(reranked=found is not None and found.pairs > 0) if turn.plan else (),
        retrievers=_retrievers(found) if found else (),
        evidence=tuple(map(_evidence, found.evidence)) if found else (),
        decision=_decision(turn),
        statements=tuple(one.statement.id for one in turn.chosen if isinstance(one, StatementHeld)),
        written=turn.written,
    )


def _retrievers(found: Retrieved) -> tuple[RetrieverTrace, ...]:
    return tuple(
        RetrieverTrace(name=one.name, found=one.found, latency_ms=one.latency_ms, degraded=one.degraded)
        for one in found.retrievers
    )


def _evidence(one: Evidence) -> EvidenceTrace:
    return EvidenceTrace(
        document=one.document, provision=one.provision, score=one.score, relevance=one.relevance,
        rerank_score=one.rerank_score, found_by=one.found_by, pinned=one.pinned,
    )  # fmt: skip


def _decision(turn: PartTurn) -> DecisionTrace | None:
    if turn.decision is None:
        return None
    decision = turn.decision
    return DecisionTrace(
        action=decision.action,
        reason=decision.reason.value,
        confidence=decision.confidence,
        features=dict(decision.features),
    )
