"""What retrieval hands on, and how it is kept for the next one who asks the same."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, replace

from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.cache import BoundedCache, CacheCounts
from civicsetu.retrieval.cache_keys import result_key
from civicsetu.retrieval.other_subjects import NOWHERE, Elsewhere
from civicsetu.retrieval.plan import LegReport, RetrievalPlan
from civicsetu.retrieval.question_vectors import Vector
from civicsetu.settings import Settings


@dataclass(frozen=True, slots=True)
class Signals:
    """What the searches tell about whether the law held answers at all; the gate weighs them.

    `top_vector`, `top_headwords` and `top_situations` are best cosines, `vector_margin` that of the best above the
    fifth; `known_share` how much of the question's words the law knows, `agreement` how many of the
    searches by meaning, situations and words put the same provision first (0 to 1); `best_rerank`
    the cross-encoder's best score, None where it was not asked. `fixed_by_rules` tells by how much
    the rules of other states come nearer to the question than what was searched, None where every
    state asked about is held; `elsewhere` is the subject of other law that the question comes nearest to.
    """

    top_vector: float = 0.0
    vector_margin: float = 0.0
    top_headwords: float = 0.0
    top_situations: float = 0.0
    known_share: float = 0.0
    agreement: float = 0.0
    best_rerank: float | None = None
    fixed_by_rules: float | None = None
    elsewhere: Elsewhere = NOWHERE


@dataclass(frozen=True)
class Retrieved:
    """Evidence in rank order, and what is needed to judge and explain it.

    `further` is what ranks next, up to the tenth place: only measuring looks at it. Nothing in it
    changes, since a repeated question is given the same object's parts.
    """

    evidence: tuple[Evidence, ...]
    legs: tuple[LegReport, ...]
    vector: Vector | None
    signals: Signals
    pairs: int
    latency_ms: float
    model_ms: float
    degraded: tuple[str, ...]
    further: tuple[Evidence, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether every part did its work: only then may the next one who asks be given it."""
        failed = any(leg.degraded for leg in self.legs)
        return self.vector is not None and not self.degraded and not failed

    def told_again(self, latency_ms: float) -> Retrieved:
        """The same for somebody who asks it again: no model ran and no leg did."""
        legs = tuple(replace(leg, latency_ms=0.0) for leg in self.legs)
        return replace(self, legs=legs, pairs=0, latency_ms=latency_ms, model_ms=0.0)


class KeptResults:
    """Results of this process by plan, law held and settings, each for a limited time."""

    def __init__(self, settings: Settings) -> None:
        self._settings_hash = settings.settings_hash()
        cache = settings.cache
        self._kept: BoundedCache[Hashable, Retrieved] = BoundedCache(
            cache.results_max if cache.results else 0, cache.results_ttl_s
        )

    @property
    def counts(self) -> CacheCounts:
        return self._kept.counts

    async def of(
        self,
        plan: RetrievalPlan,
        corpus_version: str,
        started: float,
        find: Callable[[], Awaitable[Retrieved]],
    ) -> Retrieved:
        """What is kept for the plan, else what `find` finds, which is kept if nothing of it failed.

        `started` is when the question came (`time.perf_counter`): a kept result tells its own latency.
        """
        key = result_key(plan, corpus_version, self._settings_hash)
        kept = self._kept.get(key)
        if kept is not None:
            return kept.told_again((time.perf_counter() - started) * 1000)
        found = await find()
        if found.is_whole:
            self._kept.put(key, found)
        return found
