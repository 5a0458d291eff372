"""Cache the vectors of questions: in this process, and in Redis for all workers where one is given.

A repeated question skips the model. Redis is asked only for what is not in this process; what it
lacks is embedded. Hindi in Latin letters is embedded as its gloss, and held under that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from civicsetu.lexicon.romanised_hindi import gloss
from civicsetu.models.embedder import Embedder
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.models.question_vectors import Vector
from civicsetu.retrieval.caching.bounded_cache import BoundedCache, CacheCounts
from civicsetu.retrieval.caching.cache_keys import vector_key
from civicsetu.settings import Settings

_ROUNDING = 1e-3


class SharedVectors(Protocol):
    """A cache of vectors shared by workers; it never raises, and returns None for what it lacks."""

    async def get(self, key: str) -> Vector | None: ...

    async def put(self, key: str, vector: Vector) -> None: ...


class QueryVectors:
    """An embedder of questions with a cache; its vectors are read-only."""

    def __init__(self, embedder: Embedder, settings: Settings, shared: SharedVectors | None = None) -> None:
        self._embedder = embedder
        self._settings = settings.models
        cache = settings.cache
        self._kept: BoundedCache[str, Vector] = BoundedCache(
            cache.vectors_max if cache.vectors else 0, cache.vectors_ttl_s
        )
        self._shared = shared if cache.vectors else None

    @property
    def profile(self) -> EmbeddingProfile:
        return self._embedder.profile

    @property
    def counts(self) -> CacheCounts:
        """Hits and misses of the cache of this process."""
        return self._kept.counts

    async def embed_queries(self, texts: Sequence[str]) -> list[Vector]:
        """Return (dimension,) for each question; those not cached are embedded in one batch.

        Raises as `Embedder.embed_questions`.
        """
        texts = [gloss(text) for text in texts]
        found = {text: vector for text in texts if (vector := await self._known(text)) is not None}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            vectors = await self._embedder.embed_questions(missing)
            for text, vector in zip(missing, vectors, strict=True):
                found[text] = await self._keep(text, _read_only(vector))
        return [found[text] for text in texts]

    async def _known(self, text: str) -> Vector | None:
        """Return a vector cached here or by another worker."""
        key = vector_key(self.profile, self._settings, text)
        kept = self._kept.get(key)
        if kept is None and (kept := await self._from_others(key)) is not None:
            self._kept.put(key, kept)
        return kept

    async def _keep(self, text: str, vector: Vector) -> Vector:
        key = vector_key(self.profile, self._settings, text)
        if self._shared is not None:
            await self._shared.put(key, vector)
        self._kept.put(key, vector)
        return vector

    async def _from_others(self, key: str) -> Vector | None:
        found = await self._shared.get(key) if self._shared is not None else None
        if found is None or found.shape != (self.profile.dimension,):
            return None
        of_unit_length = abs(float(np.linalg.norm(found)) - 1.0) < _ROUNDING
        return _read_only(found) if of_unit_length else None


def _read_only(vector: Vector) -> Vector:
    """Return a read-only copy: every caller receives the same array."""
    own = np.array(vector, dtype=np.float32)
    own.flags.writeable = False
    return own
