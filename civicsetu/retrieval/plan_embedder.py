"""Embed the questions of several plans in one batch, and once: as they were asked, and with the law's words added."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from civicsetu.errors import ModelError
from civicsetu.lexicon.synonyms import Synonyms, get_synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.models.question_vectors import AskedVectors, QuestionVectors, Vector
from civicsetu.models.whitening import Whitening, load_whitening
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.protocols import QueryEmbedder
from civicsetu.retrieval.thresholds import RetrievalThresholds


@dataclass(frozen=True)
class EmbeddedPlan:
    """A question's vectors, the milliseconds they took, and what an answer says where there are none."""

    vectors: QuestionVectors | None
    ms: float
    degraded: str = ""


class PlanEmbedder:
    """Embedder of the questions of plans, with synonyms and mean vectors as the thresholds say."""

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
    """Embedder that embeds the questions of several plans once, when the first of them is searched."""

    def __init__(self, embedder: PlanEmbedder, plans: Sequence[RetrievalPlan]) -> None:
        self._embedder, self._plans = embedder, plans
        self._lock = asyncio.Lock()
        self._done: dict[RetrievalPlan, EmbeddedPlan] | None = None

    async def get(self, plan: RetrievalPlan) -> EmbeddedPlan:
        async with self._lock:
            if self._done is None:
                self._done = await self._embedder.embed(self._plans)
        return self._done[plan]


async def vectors_of(
    plans: Sequence[RetrievalPlan],
    embedder: QueryEmbedder,
    whitening: Whitening,
    synonyms: Synonyms,
    *,
    mean: bool,
    whole_weight: float,
) -> list[QuestionVectors]:
    """Embed the questions of all plans in one batch, each text once.

    With `mean`, a follow-up or a part of a post gets the weighted mean of the vectors of what it asks, which
    counts 1, and of the text with what it goes on from, which counts `whole_weight`.

    Raises:
        ModelError: the model fails, or is too late.
    """
    asked = [_texts(plan) if mean else [plan.query] for plan in plans]
    said = [[expand_query(text, synonyms) for text in texts] for texts in asked]
    halves = [[(text, expand_query(text, synonyms)) for text in plan.halves] for plan in plans]
    wanted = dict.fromkeys(text for texts in (*asked, *said) for text in texts)
    wanted |= dict.fromkeys(text for pairs in halves for pair in pairs for text in pair)
    of = dict(zip(wanted, await embedder.embed_queries(list(wanted)), strict=True))
    return [
        QuestionVectors(
            _mean_embedding([of[text] for text in own], whole_weight),
            _mean_embedding([of[text] for text in law], whole_weight),
            whitening,
            of[own[1]] if len(own) > 1 else None,
            of[law[1]] if len(law) > 1 else None,
            AskedVectors(of[own[2]], of[law[2]]) if len(own) > 2 else None,
            tuple(AskedVectors(of[as_put], of[in_law]) for as_put, in_law in pairs),
        )
        for own, law, pairs in zip(asked, said, halves, strict=True)
    ]


def _texts(plan: RetrievalPlan) -> list[str]:
    """The whole, then what is asked: of a part with what it leans on, last by its words alone."""
    return [text for text in (plan.query, plan.asked_last, plan.asked_itself) if text]


def _mean_embedding(vectors: Sequence[Vector], whole_weight: float) -> Vector:
    """Return the unit vector of the weighted mean of the whole and of what is asked, the one or two vectors behind it."""
    whole, *asked = vectors
    if not asked:
        return whole
    middle = whole_weight * whole + _unit(np.sum(asked, axis=0))
    return _unit(middle)


def _unit(vector: Vector) -> Vector:
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


def expand_query(query: str, synonyms: Synonyms) -> str:
    """Return the question with the law's words for its everyday ones added, as it is embedded."""
    added = synonyms.list_additions(split_words(query))
    return f"{query} ({', '.join(added)})" if added else query
