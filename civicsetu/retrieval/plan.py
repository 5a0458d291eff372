"""What is searched for and how: the plan of one question, and what each retriever returns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from civicsetu.law.answers import QueryType
from civicsetu.law.references import Reference
from civicsetu.query.asking import Asking

_LINE_CHARS = 200
EDITIONS = ("plain", "official")


@dataclass(frozen=True, slots=True)
class Votes:
    """Votes of a retriever: the ways in which its results count, apart from its weight.

    `ranks`: its order is fused; else it only informs the decision. `cosine`: its scores are cosines, which
    compare across jurisdictions. `agrees`: its first provision is compared with those of the others that
    agree. `seeds`: the graph starts from its best. `pins`: what it finds comes first. `beside`: a question
    may be declined although it failed.
    """

    ranks: bool = True
    cosine: bool = False
    agrees: bool = False
    seeds: bool = False
    pins: bool = False
    beside: bool = False


@dataclass(frozen=True)
class RetrievalPlan:
    """One question, made to stand alone, with everything retrieval needs to know.

    `query` is what the vector and full-text retrievers read; `references` are the provisions
    asked for by number, already tied to a document; `documents` the keys searched; `asked_last`
    what a follow-up asked just now, empty where `query` is all that was asked; `asked_itself` the words of a part
    that asks, where `asked_last` has what they lean on, too; `is_part` where it is one; `other_state_documents`
    the rules held of other states, where a state is asked about whose own are not; `state_named` whether the
    question itself names a state; `halves` are the things it asks in a breath, embedded beside it; `width` how many provisions are handed on, 0 for as many as the settings say. Built by `retrieval.policy`, which boosts
    retrievers; `reasons` says in words what it saw.
    """

    query: str
    query_type: QueryType = QueryType.FACT
    documents: tuple[str, ...] = ()
    references: tuple[tuple[str, Reference], ...] = ()
    asked_last: str = ""
    asked_itself: str = ""
    is_part: bool = False
    other_state_documents: tuple[str, ...] = ()
    state_named: bool = False
    rerank: bool = True
    rerank_pool: int = 10
    width: int = 0
    boosts: tuple[tuple[str, float], ...] = ()
    reasons: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()

    @cached_property
    def asking(self) -> Asking:
        """What is read of `query`."""
        return Asking(self.query)

    def boost(self, retriever: str) -> float:
        """Return the factor of the retriever's weight for this question."""
        return math.prod(factor for name, factor in self.boosts if name == retriever)

    def limited_to(self, documents: Sequence[str]) -> RetrievalPlan:
        """Return the plan of searching those documents alone, provisions asked for by number included."""
        references = tuple(one for one in self.references if one[0] in documents)
        return replace(self, documents=tuple(documents), references=references)

    def describe(self, *, reranked: bool) -> tuple[str, ...]:
        """Return the plan as the lines an answer shows, each of limited length.

        `reranked` says whether anything was: a plan may allow it and the search not need it.
        """
        lines = [f"type: {self.query_type.value}", f"documents: {', '.join(self.documents) or 'none'}"]
        if self.references:
            named = ", ".join(f"{key} {reference.path}" for key, reference in self.references)
            lines.append(f"asked by number: {named}")
        lines.extend(self.reasons)
        lines.append("reranked" if reranked else "not reranked")
        return tuple(line[:_LINE_CHARS] for line in lines)


@dataclass(frozen=True, slots=True)
class RetrieverReport:
    """Report of one retriever: provisions found, time taken, and what is missed where it failed."""

    name: str
    found: int
    latency_ms: float
    degraded: str = ""
    beside: bool = False


@dataclass(slots=True)
class RetrieverResult:
    """Result of one retriever before fusion: units in rank order with their chunks and scores."""

    name: str
    hits: list[UnitHit] = field(default_factory=list)
    latency_ms: float = 0.0
    degraded: str = ""
    beside: bool = False

    def report(self) -> RetrieverReport:
        return RetrieverReport(
            self.name, len(self.hits), round(self.latency_ms, 1), self.degraded, beside=self.beside
        )


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
