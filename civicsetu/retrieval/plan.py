"""What will be looked for and how: the value that passes from understanding to retrieval."""

from __future__ import annotations

from dataclasses import dataclass, field

from civicsetu.law.answers import QueryType
from civicsetu.law.references import Reference

_TOLD_CHARS = 200
EDITIONS = ("plain", "official")


@dataclass(frozen=True, slots=True)
class RetrieverWeights:
    """What each retriever's order counts; 0: the retriever ranks nothing."""

    exact: float = 1.5
    conversation: float = 0.5
    vector: float = 1.0
    keyphrases: float = 1.0
    expected_questions: float = 2.0
    fulltext: float = 1.0
    graph: float = 0.05

    def of(self, retriever: str) -> float:
        return float(getattr(self, retriever))


@dataclass(frozen=True, slots=True)
class RetrieverDepths:
    """How many chunks, rows of keyphrases or provisions each retriever asks for."""

    vector: int = 100
    keyphrases: int = 100
    expected_questions: int = 100
    fulltext: int = 60
    graph: int = 20


@dataclass(frozen=True, slots=True)
class RetrievalPlan:
    """One question, made to stand alone, with everything retrieval needs to know.

    `query` is what the vector and full-text retrievers read; `references` are the provisions
    asked for by number, already tied to a document; `documents` the keys searched; `asked_last`
    what a follow-up asked just now, empty where `query` is all that was asked; `other_state_documents`
    the rules held of other states, where a state is asked about whose own are not; `width` how many
    provisions are handed on. Built by
    `retrieval.policy`; `reasons` says in words what the policy saw.
    """

    query: str
    query_type: QueryType = QueryType.FACT
    documents: tuple[str, ...] = ()
    references: tuple[tuple[str, Reference], ...] = ()
    carried_units: tuple[str, ...] = ()
    asked_last: str = ""
    other_state_documents: tuple[str, ...] = ()
    rerank: bool = True
    rerank_pool: int = 10
    width: int = 7
    weights: RetrieverWeights = RetrieverWeights()
    depths: RetrieverDepths = RetrieverDepths()
    reasons: tuple[str, ...] = ()

    def told(self, *, reranked: bool) -> tuple[str, ...]:
        """The plan in a few words, as an answer shows it: each line capped, no internals.

        `reranked`: whether anything was; what a plan allows may still not have been worth it.
        """
        lines = [f"type: {self.query_type.value}", f"documents: {', '.join(self.documents) or 'none'}"]
        if self.references:
            named = ", ".join(f"{key} {reference.path}" for key, reference in self.references)
            lines.append(f"asked by number: {named}")
        lines.extend(self.reasons)
        lines.append("reranked" if reranked else "not reranked")
        return tuple(line[:_TOLD_CHARS] for line in lines)


@dataclass(frozen=True, slots=True)
class RetrieverReport:
    """What one retriever did: how many provisions, how long, and why it has none if it failed."""

    name: str
    found: int
    latency_ms: float
    degraded: str = ""


@dataclass(slots=True)
class RetrieverResult:
    """A retriever's result before fusion: units in rank order with their chunks and scores."""

    name: str
    hits: list[UnitHit] = field(default_factory=list)
    latency_ms: float = 0.0
    degraded: str = ""

    def report(self) -> RetrieverReport:
        return RetrieverReport(self.name, len(self.hits), round(self.latency_ms, 1), self.degraded)


@dataclass(slots=True)
class UnitHit:
    """One unit found by one retriever: its best score and every matching chunk, best first.

    `keyphrases` are the everyday words it was found under, for a model to read, never to show;
    `found_by` names the ways it was found inside the retriever; empty for the retriever's own name.
    """

    unit_id: str
    chunk_ids: list[str]
    scores: list[float]
    text: str = ""
    title: str = ""
    note: str = ""
    keyphrases: str = ""
    found_by: tuple[str, ...] = ()
