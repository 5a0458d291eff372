"""Narrow the fused units: drop what says the same, order what is English, keep few.

Three LangChain compressors in one pipeline. Near-copies are dropped inside one document
only: the rules of two states resemble each other and both matter. The cross-encoder reads
Latin script only (it ruined Indic questions when measured), reads at most a set number of
pairs, and its order is fused with the legs' order, since by itself it loses definitions.
Where it finds nothing that answers (all scores near 0), its order is chance and not used.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import Callbacks
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from pydantic import ConfigDict, PrivateAttr

from civicsetu.errors import ModelError
from civicsetu.retrieval.words import words_of
from civicsetu.telemetry import get_logger

_SAME = 0.9


class _Asynchronous(BaseDocumentCompressor):
    """A compressor that works in the event loop only."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        raise NotImplementedError("narrowing is asynchronous: use acompress_documents")


class Redundancy(_Asynchronous):
    """Keep the first of units of one document whose words are nearly the same."""

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        kept: list[tuple[Document, frozenset[str]]] = []
        for document in documents:
            words = frozenset(words_of(document.page_content))
            twin = any(
                other.metadata["document"] == document.metadata["document"] and _overlap(words, seen) > _SAME
                for other, seen in kept
            )
            if not twin or document.metadata.get("pinned"):
                kept.append((document, words))
        return [document for document, _ in kept]


class CrossEncoder(_Asynchronous):
    """Score heading and text against the question, and fuse that order with the present one."""

    reranker: Any
    pool: int
    words: int
    rrf_k: int
    weight: float
    min_score: float
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
        head = [document for document in documents if not document.metadata.get("pinned")][: self.pool]
        if len(head) < 2:
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
        if max(scores) < self.min_score:
            return documents
        order = self._fused(head, scores)
        rest = [document for document in documents if document not in head]
        pinned = [document for document in rest if document.metadata.get("pinned")]
        others = [document for document in rest if not document.metadata.get("pinned")]
        return [*pinned, *order, *others]

    def _fused(self, head: list[Document], scores: Sequence[float]) -> list[Document]:
        by_score = sorted(range(len(head)), key=lambda index: -scores[index])
        rank = {index: place for place, index in enumerate(by_score, start=1)}
        value = {
            index: 1 / (self.rrf_k + index + 1) + self.weight / (self.rrf_k + rank[index])
            for index in range(len(head))
        }
        return [head[index] for index in sorted(value, key=lambda index: (-value[index], index))]


class Cap(_Asynchronous):
    """Keep so many units; those asked for by number are never cut before others."""

    limit: int

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        return list(documents)[: self.limit]


def _passage(document: Document, words: int) -> str:
    text = " ".join(document.page_content.split()[:words])
    return f"{document.metadata['title']}\n{text}"


def _overlap(first: frozenset[str], second: frozenset[str]) -> float:
    together = first | second
    return len(first & second) / len(together) if together else 0.0
