"""Signals of the searches about whether the law held answers; the rules and the classifier read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from civicsetu.retrieval.ranking.compressors import Rerank
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.fulltext import FullTextRetriever
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.retrieval.scope_kinds import NO_MATCH, UNKNOWN_SCOPE, OutOfScopeMatch, Scores

_VOTERS = sum(spec.votes.agrees for spec in RETRIEVERS)
"""Retrievers whose first provisions are compared; one that is left out or fails agrees with none."""


@dataclass(frozen=True, slots=True)
class Signals:
    """Signals of one jurisdiction, or the strongest of several; each is near 0 to 1.

    `best` is the best cosine of each retriever that gives cosines, by its name; `vector_margin` is that of
    the vector search's best above its fifth; `query_term_coverage` how much of the question's words the law knows;
    `agreement` how many of the retrievers that agree put the same provision first (0 to 1); `best_rerank`
    the cross-encoder's best score, None where it was not asked. `state_rule_score` is by how much the
    rules of other states are nearer to the question than what was searched, None where every state
    asked about is held; `out_of_scope` is the nearest topic out of scope, `scope` the scores of the scope
    model, `scope_alone` those of what a part asks without its story.
    """

    best: Mapping[str, float] = field(default_factory=dict)
    vector_margin: float = 0.0
    query_term_coverage: float = 0.0
    agreement: float = 0.0
    best_rerank: float | None = None
    state_rule_score: float | None = None
    out_of_scope: OutOfScopeMatch = NO_MATCH
    scope: Scores = field(default_factory=lambda: UNKNOWN_SCOPE)
    scope_alone: Scores | None = None

    def top(self, retriever: str) -> float:
        """Return the retriever's best cosine; 0 where it found nothing or was not asked."""
        return self.best.get(retriever, 0.0)

    @property
    def looked_up(self) -> bool:
        """Whether the question index found anything: without it other topics cannot be compared."""
        return self.top("keyphrases") > 0 or self.top("expected_questions") > 0

    @property
    def margins(self) -> tuple[float, float]:
        """Margins by which the law's keyphrases, and its expected questions, are nearer than those of other topics.

        Where one of them was not searched, the other counts for both.
        """
        phrases = self.top("keyphrases") - self.out_of_scope.phrases
        expected_questions = self.top("expected_questions") - self.out_of_scope.expected_question
        if self.top("expected_questions") <= 0:
            return phrases, phrases
        return (phrases if self.top("keyphrases") > 0 else expected_questions), expected_questions


def signals_of(retrievers: Sequence[UnitRetriever], narrowing: Rerank | None) -> Signals:
    """Return the signals of one jurisdiction's retrievers, and of the cross-encoder where it was asked."""
    hits = {retriever.name: retriever.result.hits for retriever in retrievers}
    cosines = [hit.scores[0] for hit in hits.get("vector", ())]
    agreeing = [retriever for retriever in retrievers if retriever.votes.agrees]
    firsts = [retriever.result.hits[0].unit_id for retriever in agreeing if retriever.result.hits]
    same = max((firsts.count(unit) for unit in firsts), default=0)
    return Signals(
        best={
            retriever.name: retriever.result.hits[0].scores[0]
            for retriever in retrievers
            if retriever.votes.cosine and retriever.result.hits
        },
        vector_margin=cosines[0] - cosines[min(4, len(cosines) - 1)] if cosines else 0.0,
        query_term_coverage=next(
            (
                retriever.query_term_coverage
                for retriever in retrievers
                if isinstance(retriever, FullTextRetriever)
            ),
            0.0,
        ),
        agreement=(same - 1) / max(_VOTERS - 1, 1) if same else 0.0,
        best_rerank=narrowing.best if narrowing else None,
    )


def strongest(signals: Sequence[Signals]) -> Signals:
    """Return the strongest of each signal: one jurisdiction that answers is enough."""
    scores = [one.best_rerank for one in signals if one.best_rerank is not None]
    names = dict.fromkeys(name for one in signals for name in one.best)
    return Signals(
        {name: max(one.top(name) for one in signals) for name in names},
        max(one.vector_margin for one in signals),
        max(one.query_term_coverage for one in signals),
        max(one.agreement for one in signals),
        max(scores, default=None),
    )
