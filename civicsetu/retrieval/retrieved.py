"""What retrieval hands on, and how it is kept for the next one who asks the same."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.answerability.signals import Signals
from civicsetu.retrieval.caching.bounded_cache import BoundedCache, CacheCounts
from civicsetu.retrieval.caching.cache_keys import result_key
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverReport
from civicsetu.retrieval.question_vectors import QuestionVectors, Vector
from civicsetu.retrieval.ranking.by_jurisdiction import merge_reports
from civicsetu.settings import Settings


@dataclass(frozen=True)
class Retrieved:
    """Evidence in rank order, and what is needed to judge and explain it.

    `further` is what ranks next, up to the thirtieth place: only measuring looks at it. `degraded` tells of
    every part that failed, for each can change the order. Nothing in it changes, since a repeated question
    is given the same object's parts.
    """

    evidence: tuple[Evidence, ...]
    retrievers: tuple[RetrieverReport, ...]
    vector: Vector | None
    signals: Signals
    pairs: int
    latency_ms: float
    model_ms: float
    degraded: tuple[str, ...]
    further: tuple[Evidence, ...] = ()
    vectors: QuestionVectors | None = None

    @property
    def is_whole(self) -> bool:
        """Whether every part did its work: only then may the next one who asks be given it."""
        return not self.degraded

    @property
    def may_decline(self) -> bool:
        """Whether what was not found is known not to be there: every part did its work that decides.

        The graph is beside them: it adds what stands next to the law found, and decides nothing.
        """
        beside = {retriever.degraded for retriever in self.retrievers if retriever.beside}
        return beside.issuperset(self.degraded)

    def from_cache(self, latency_ms: float) -> Retrieved:
        """The same for somebody who asks it again: no model ran and no retriever did."""
        retrievers = tuple(replace(retriever, latency_ms=0.0) for retriever in self.retrievers)
        return replace(self, retrievers=retrievers, pairs=0, latency_ms=latency_ms, model_ms=0.0)


def merge_parts(found: Sequence[Retrieved], most: int) -> Retrieved:
    """What the parts of a post found as one result: the first of each part, then the second, each provision once.

    At most `most` provisions are handed on. Vector and signals are the first part's: each part is decided
    by its own.
    """
    first = found[0]
    if len(found) == 1:
        return first
    given = _in_turn([one.evidence for one in found])
    beyond = _in_turn([one.further for one in found])
    seen = {item.unit_id for item in given}
    rest = [*given[most:], *(item for item in beyond if item.unit_id not in seen)]
    return replace(
        first,
        evidence=tuple(given[:most]),
        retrievers=tuple(merge_reports([report for one in found for report in one.retrievers])),
        pairs=sum(one.pairs for one in found),
        latency_ms=max(one.latency_ms for one in found),
        model_ms=sum(one.model_ms for one in found),
        degraded=tuple(dict.fromkeys(text for one in found for text in one.degraded)),
        further=tuple(rest),
    )


def _in_turn(ranked: Sequence[Sequence[Evidence]]) -> list[Evidence]:
    """The first of each list, then the second of each; of a provision found twice the first stays."""
    first: dict[str, Evidence] = {}
    for row in zip_longest(*ranked):
        for item in row:
            if item is not None:
                first.setdefault(item.unit_id, item)
    return list(first.values())


class ResultCache:
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
            return kept.from_cache((time.perf_counter() - started) * 1000)
        found = await find()
        if found.is_whole:
            self._kept.put(key, found)
        return found
