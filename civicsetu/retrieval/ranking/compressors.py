"""Narrow the ordered units: drop what says the same, read what is English once more, keep few.

LangChain compressors in one pipeline. Near-copies are dropped inside one document only: the
rules of two states resemble each other and both matter. The cross-encoder reads English only (it
ruined Indic questions when measured), reads at most a set number of pairs, and its scores are
added to the retrievers', since by itself it loses definitions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import Callbacks
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from pydantic import ConfigDict, PrivateAttr

from civicsetu.errors import ModelError
from civicsetu.lexicon.tokens import words_of
from civicsetu.retrieval.ranking.fusion import SCORE_KEY
from civicsetu.telemetry import get_logger

_SAME = 0.9
_LOOKED_AT = 40
_NEVER_CUT = 5


class _Asynchronous(BaseDocumentCompressor):
    """A compressor that works in the event loop only."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        raise NotImplementedError("narrowing is asynchronous: use acompress_documents")


class Deduplicate(_Asynchronous):
    """Keep the first of units of one document whose words are nearly the same; at most `limit` units.

    What stands behind those can no longer come into the evidence, and comparing all takes long.
    """

    limit: int = _LOOKED_AT

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        kept: list[tuple[Document, frozenset[str]]] = []
        for document in documents:
            if len(kept) == self.limit:
                break
            words = frozenset(words_of(document.page_content))
            twin = any(
                other.metadata["document"] == document.metadata["document"] and _overlap(words, seen) > _SAME
                for other, seen in kept
            )
            if not twin or document.metadata.get("pinned"):
                kept.append((document, words))
        return [document for document, _ in kept]


class Rerank(_Asynchronous):
    """Score title, matched keyphrases and text against the question, and add that to the retrievers' scores.

    The sum takes the place of the retrievers' in each document's metadata. Only the first `pool` units are
    read, and they stay before the others. With `retrievers`, nothing is read where two of these agree on what
    comes first: reading is the slowest step of all, and there it did more harm than good.
    """

    reranker: Any
    retrievers: tuple[Any, ...] = ()
    pool: int
    words: int
    weight: float
    _failed: bool = PrivateAttr(default=False)
    _pairs: int = PrivateAttr(default=0)
    _model_ms: float = PrivateAttr(default=0.0)
    _best: float | None = PrivateAttr(default=None)

    @property
    def failed(self) -> bool:
        return self._failed

    @property
    def best(self) -> float | None:
        """The best score; None when none was scored."""
        return self._best

    @property
    def model_ms(self) -> float:
        """What the scoring itself took, in milliseconds; part of a question's floor."""
        return self._model_ms

    @property
    def pairs(self) -> int:
        """How many pairs were scored."""
        return self._pairs

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        pinned = [document for document in documents if document.metadata.get("pinned")]
        others = [document for document in documents if not document.metadata.get("pinned")]
        head, rest = others[: self.pool], others[self.pool :]
        if len(head) < 2 or agreed(self.retrievers):
            return documents
        started = time.perf_counter()
        try:
            scores = await self.reranker.score(query, [_passage(document, self.words) for document in head])
        except ModelError as error:
            get_logger(__name__).warning("rerank_failed", error=type(error).__name__)
            self._failed = True
            return documents
        self._model_ms = (time.perf_counter() - started) * 1000
        self._pairs, self._best = len(head), max(scores)
        for document, score in zip(head, scores, strict=True):
            document.metadata["rerank_score"] = float(score)
            of_retrievers = document.metadata.get(SCORE_KEY, 0.0)
            document.metadata[SCORE_KEY] = of_retrievers + self.weight * normalised_logit(score)
        return [*pinned, *sorted(head, key=lambda document: -document.metadata[SCORE_KEY]), *rest]


def normalised_logit(score: float) -> float:
    """A cross-encoder's score from 0 to 1 on an even scale: its odds, of which it uses e^-11 to e^7."""
    odds = math.log(max(score, 1e-9) / max(1.0 - score, 1e-9))
    return min(max((odds + 11.0) / 18.0, 0.0), 1.0)


def agreed(retrievers: Sequence[Any]) -> bool:
    """Whether two of the searches by meaning, expected questions and words put the same unit first."""
    searched = [
        retriever
        for retriever in retrievers
        if retriever.name in ("vector", "expected_questions", "fulltext")
    ]
    firsts = [retriever.result.hits[0].unit_id for retriever in searched if retriever.result.hits]
    return len(set(firsts)) < len(firsts)


class ScoreGapCutoff(_Asynchronous):
    """End the list where it falls steeply: what follows only touches the subject.

    `least_share`: of the best sum, below which a unit is noise; `gap`: a fall between neighbours, of
    the best sum, after which nothing is kept. The first five are never cut, nor what is pinned.
    """

    least_share: float
    gap: float

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        sums = [float(document.metadata.get(SCORE_KEY, 0.0)) for document in documents]
        pinned = sum(bool(document.metadata.get("pinned")) for document in documents)
        return list(documents)[: kept(sums, self.least_share, self.gap, max(pinned, _NEVER_CUT))]


def kept(sums: Sequence[float], least_share: float, gap: float, never_cut: int = _NEVER_CUT) -> int:
    """How many of the units with these sums, in rank order, to keep; at least the first `never_cut`."""
    best = max(sums, default=0.0)
    for at in range(never_cut, len(sums)):
        if sums[at] < least_share * best or sums[at - 1] - sums[at] > gap * best:
            return at
    return len(sums)


class TopK(_Asynchronous):
    """Keep so many units; those asked for by number are never cut before others."""

    limit: int

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        return list(documents)[: self.limit]


def _passage(document: Document, words: int) -> str:
    text = " ".join(document.page_content.split()[:words])
    named = document.metadata.get("keyphrases", "")
    return (
        f"{document.metadata['title']}. {named}\n{text}" if named else f"{document.metadata['title']}\n{text}"
    )


def _overlap(first: frozenset[str], second: frozenset[str]) -> float:
    together = first | second
    return len(first & second) / len(together) if together else 0.0
