"""What the searches tell about whether the law held answers at all; the gate weighs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from civicsetu.retrieval.fulltext import FullTextRetriever
from civicsetu.retrieval.legs import LegRetriever
from civicsetu.retrieval.narrow import CrossEncoder
from civicsetu.retrieval.other_subjects import NOWHERE, Elsewhere

_AGREEING = 3
"""Retrievers that agree where all are asked: by meaning, by expected questions, by words."""


@dataclass(frozen=True, slots=True)
class Signals:
    """Each from 0 to 1 or nearly so, of one jurisdiction or the strongest of several.

    `best` is the best cosine of each retriever that gives cosines, by its name; `vector_margin` is that of
    the vector search's best above its fifth; `known_share` how much of the question's words the law knows;
    `agreement` how many of the retrievers that agree put the same provision first (0 to 1); `best_rerank`
    the cross-encoder's best score, None where it was not asked. `fixed_by_rules` tells by how much
    the rules of other states come nearer to the question than what was searched, None where every
    state asked about is held; `elsewhere` is the subject of other law that the question comes nearest to.
    """

    best: Mapping[str, float] = field(default_factory=dict)
    vector_margin: float = 0.0
    known_share: float = 0.0
    agreement: float = 0.0
    best_rerank: float | None = None
    fixed_by_rules: float | None = None
    elsewhere: Elsewhere = NOWHERE

    def top(self, retriever: str) -> float:
        """The retriever's best cosine; 0 where it found nothing or was not asked."""
        return self.best.get(retriever, 0.0)

    @property
    def looked_up(self) -> bool:
        """Whether anything was found by headwords: without them nothing tells our law from other subjects."""
        return self.top("headwords") > 0 or self.top("situations") > 0

    @property
    def margins(self) -> tuple[float, float]:
        """How much nearer the question comes to our phrases, and to our situations, than to another subject's.

        Where one of them was not searched the other speaks for both.
        """
        phrases = self.top("headwords") - self.elsewhere.phrases
        situations = self.top("situations") - self.elsewhere.situation
        if self.top("situations") <= 0:
            return phrases, phrases
        return (phrases if self.top("headwords") > 0 else situations), situations


def signals_of(legs: Sequence[LegRetriever], narrowing: CrossEncoder | None) -> Signals:
    """What the legs of one jurisdiction tell, and the cross-encoder where it was asked."""
    hits = {leg.name: leg.leg.hits for leg in legs}
    cosines = [hit.scores[0] for hit in hits.get("vector", ())]
    agreeing = [leg for leg in legs if leg.votes.agrees]
    firsts = [leg.leg.hits[0].unit_id for leg in agreeing if leg.leg.hits]
    same = max((firsts.count(unit) for unit in firsts), default=0)
    return Signals(
        best={leg.name: leg.leg.hits[0].scores[0] for leg in legs if leg.votes.cosine and leg.leg.hits},
        vector_margin=cosines[0] - cosines[min(4, len(cosines) - 1)] if cosines else 0.0,
        known_share=next((leg.known_share for leg in legs if isinstance(leg, FullTextRetriever)), 0.0),
        agreement=(same - 1) / (_AGREEING - 1) if same else 0.0,
        best_rerank=narrowing.best if narrowing else None,
    )


def strongest(signals: Sequence[Signals]) -> Signals:
    """Of several jurisdictions the strongest of each: one that answers is enough."""
    scores = [one.best_rerank for one in signals if one.best_rerank is not None]
    names = dict.fromkeys(name for one in signals for name in one.best)
    return Signals(
        {name: max(one.top(name) for one in signals) for name in names},
        max(one.vector_margin for one in signals),
        max(one.known_share for one in signals),
        max(one.agreement for one in signals),
        max(scores, default=None),
    )
