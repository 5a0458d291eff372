"""Embed the questions of several plans in one batch, and once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from civicsetu.errors import ModelError
from civicsetu.lexicon.synonyms import Synonyms, get_synonyms
from civicsetu.models.whitening import load_whitening
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.protocols import QueryEmbedder
from civicsetu.retrieval.question_vectors import QuestionVectors, vectors_of
from civicsetu.retrieval.thresholds import RetrievalThresholds


@dataclass(frozen=True)
class EmbeddedPlan:
    """A question's vectors, the milliseconds they took, and what an answer says where there are none."""

    vectors: QuestionVectors | None
    ms: float
    degraded: str = ""


class PlanEmbedder:
    """Embed the questions of plans, with synonyms and mean vectors as the thresholds say."""

    def __init__(self, embedder: QueryEmbedder, thresholds: RetrievalThresholds) -> None:
        self._embedder = embedder
        self._synonyms = get_synonyms() if thresholds.synonyms else Synonyms()
        self._whitening = load_whitening(embedder.profile.name, embedder.profile.dimension)
        self._thresholds = thresholds

    async def embed(self, plans: Sequence[RetrievalPlan]) -> dict[RetrievalPlan, EmbeddedPlan]:
        """Embed the question of each plan; where the model fails, every plan goes on without vectors."""
        started = time.perf_counter()
        try:
            vectors = await vectors_of(
                plans,
                self._embedder,
                self._whitening,
                self._synonyms,
                mean=self._thresholds.mean_embedding,
                whole_weight=self._thresholds.whole_weight,
            )
        except ModelError:
            missed = "Search by meaning is unavailable right now; only words were searched."
            return {plan: EmbeddedPlan(None, 0.0, missed) for plan in plans}
        each = (time.perf_counter() - started) * 1000 / len(plans)
        return {plan: EmbeddedPlan(one, each) for plan, one in zip(plans, vectors, strict=True)}


class EmbedOnce:
    """Embed the questions of several plans once, when the first of them is searched."""

    def __init__(self, embedder: PlanEmbedder, plans: Sequence[RetrievalPlan]) -> None:
        self._embedder, self._plans = embedder, plans
        self._lock = asyncio.Lock()
        self._done: dict[RetrievalPlan, EmbeddedPlan] | None = None

    async def get(self, plan: RetrievalPlan) -> EmbeddedPlan:
        async with self._lock:
            if self._done is None:
                self._done = await self._embedder.embed(self._plans)
        return self._done[plan]
