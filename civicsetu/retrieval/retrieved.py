"""The result of retrieval, and its cache."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from civicsetu.law.evidence import Evidence
from civicsetu.models.question_vectors import QuestionVectors, Vector
from civicsetu.retrieval.caching.bounded_cache import BoundedCache, CacheCounts
from civicsetu.retrieval.caching.cache_keys import result_key
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverReport
from civicsetu.retrieval.ranking.by_jurisdiction import merge_reports
from civicsetu.retrieval.retriever_type import name_retriever_type
from civicsetu.retrieval.signals import Signals
from civicsetu.settings import Settings
from civicsetu.stores.turn_store import RetrieverType


@dataclass(frozen=True)
class Retrieved:
    """Result of retrieval for one plan: evidence in rank order, signals, and what each retriever did.

    `further` is what ranks next, up to the thirtieth place; only measuring reads it. `degraded` has a text
    for every step that failed, since each can change the order. The object is immutable: a repeated question
    receives the same parts.
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
    def is_complete(self) -> bool:
        """Whether every step succeeded; only then is the result cached."""
        return not self.degraded

    @property
    def may_decline(self) -> bool:
        """Whether the question may be declined: every step succeeded but those that decide nothing.

        The graph is such a step: it adds neighbours of the law found (`Votes.beside`).
        """
        beside = {retriever.degraded for retriever in self.retrievers if retriever.beside}
        return beside.issuperset(self.degraded)

    @property
    def retriever_type(self) -> RetrieverType | None:
        """Way the evidence was found: by meaning, by words, or both; None where there is none."""
        return name_retriever_type(way for item in self.evidence for way in item.found_by)

    def from_cache(self, latency_ms: float) -> Retrieved:
        """Return the same for a repeated question, for which no model and no retriever ran."""
        retrievers = tuple(replace(retriever, latency_ms=0.0) for retriever in self.retrievers)
        return replace(self, retrievers=retrievers, pairs=0, latency_ms=latency_ms, model_ms=0.0)


def merge_parts(found: Sequence[Retrieved], most: int) -> Retrieved:
    """Merge the results of the parts of a post: the first of each part, then the second, each provision once.

    At most `most` provisions are evidence. Vector and signals are the first part's, since each part is
    decided by its own.
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
    """Interleave the lists; of a provision found twice the first is kept."""
    first: dict[str, Evidence] = {}
    for row in zip_longest(*ranked):
        for item in row:
            if item is not None:
                first.setdefault(item.unit_id, item)
    return list(first.values())


class ResultCache:
    """A cache of results by plan, law held and settings, each kept for a limited time."""

    def __init__(self, settings: Settings) -> None:
        self._settings_hash = settings.settings_hash()
        cache = settings.cache
        self._kept: BoundedCache[Hashable, Retrieved] = BoundedCache(
            cache.results_max if cache.results else 0, cache.results_ttl_s
        )

    @property
    def counts(self) -> CacheCounts:
        return self._kept.counts

    async def get_or_compute(
        self,
        plan: RetrievalPlan,
        corpus_version: str,
        started: float,
        find: Callable[[], Awaitable[Retrieved]],
    ) -> Retrieved:
        """Return the cached result of the plan, else what `find` returns, which is cached if nothing failed.

        `started` is when the question came (`time.perf_counter`), from which a cached result's latency counts.
        """
        key = result_key(plan, corpus_version, self._settings_hash)
        kept = self._kept.get(key)
        if kept is not None:
            return kept.from_cache((time.perf_counter() - started) * 1000)
        found = await find()
        if found.is_complete:
            self._kept.put(key, found)
        return found
