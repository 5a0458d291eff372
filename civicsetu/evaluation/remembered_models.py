"""Models that remember what they gave, and how long it took.

Variants of a search ask the models mostly the same. Each text is embedded and each pair scored
once; asked again, the answer is at once there, and the time it took the first time is counted as
if it had passed.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import numpy as np

from civicsetu.models.embedder import Embedder
from civicsetu.models.embedding import Done
from civicsetu.models.packed import Floats
from civicsetu.models.reranker import Reranker


class SavedTime:
    """Milliseconds that remembered answers saved of one question.

    Models are asked one after another and their times add up; searches run side by side, and of them
    the longest counts.
    """

    def __init__(self) -> None:
        self._models = 0.0
        self._searches: dict[str, float] = {}

    @property
    def ms(self) -> float:
        return self._models + max(self._searches.values(), default=0.0)

    def restart(self) -> None:
        """Begin another question."""
        self._models, self._searches = 0.0, {}

    def by_model(self, ms: float) -> None:
        self._models += ms

    def by_search(self, name: str, ms: float) -> None:
        self._searches[name] = self._searches.get(name, 0.0) + ms


class RememberedEmbedder:
    """An embedder that embeds each text once for each purpose; all else is the embedder's own."""

    def __init__(self, embedder: Embedder, saved: SavedTime) -> None:
        self._embedder, self._saved = embedder, saved
        self._known: dict[tuple[str, str], tuple[Floats, float]] = {}
        self.profile = embedder.profile

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    async def embed_query(self, text: str) -> Floats:
        async def embed(texts: Sequence[str]) -> Sequence[Floats]:
            return [await self._embedder.embed_query(one) for one in texts]

        return (await self._each("question", [text], embed))[0]

    async def embed_questions(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        return np.stack(await self._each("question", texts, self._embedder.embed_questions))

    async def embed_passages(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        if not texts:
            return await self._embedder.embed_passages(texts)
        return np.stack(await self._each("passage", texts, self._embedder.embed_passages))

    async def _each(
        self,
        purpose: str,
        texts: Sequence[str],
        embed: Callable[[Sequence[str]], Awaitable[Iterable[Floats]]],
    ) -> list[Floats]:
        """A vector for each text; those that are new are embedded in one batch."""
        new = list(dict.fromkeys(text for text in texts if (purpose, text) not in self._known))
        for text in set(texts).difference(new):
            self._again((purpose, text))
        if new:
            started = time.perf_counter()
            vectors = await embed(new)
            each = (time.perf_counter() - started) * 1000 / len(new)
            self._known |= {(purpose, text): (one, each) for text, one in zip(new, vectors, strict=True)}
        return [self._known[purpose, text][0] for text in texts]

    def _again(self, key: tuple[str, str]) -> None:
        self._saved.by_model(self._known[key][1])


class RememberedReranker:
    """A reranker that scores each pair once."""

    def __init__(self, reranker: Reranker, saved: SavedTime) -> None:
        self._reranker, self._saved = reranker, saved
        self._known: dict[tuple[str, str], tuple[float, float]] = {}

    def suits(self, query: str) -> bool:
        return self._reranker.suits(query)

    def knows(self, word: str) -> bool:
        return self._reranker.knows(word)

    async def score(self, query: str, passages: Sequence[str]) -> list[float]:
        new = list(dict.fromkeys(one for one in passages if (query, one) not in self._known))
        self._saved.by_model(sum(self._known[query, one][1] for one in passages if one not in new))
        if new:
            started = time.perf_counter()
            scores = await self._reranker.score(query, new)
            each = (time.perf_counter() - started) * 1000 / len(new)
            self._known |= {(query, one): (score, each) for one, score in zip(new, scores, strict=True)}
        return [self._known[query, one][0] for one in passages]
