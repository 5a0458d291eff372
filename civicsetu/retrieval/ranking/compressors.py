"""Rerank Latin-script candidates, then truncate.

LangChain compressors in one pipeline. The cross-encoder reads English only (it ruined Indic
questions when measured), reads at most a set number of pairs, and its scores are added to the
retrievers', since by itself it loses definitions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from langchain_core.callbacks import Callbacks
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from pydantic import ConfigDict, PrivateAttr, SkipValidation

from civicsetu.errors import ModelError
from civicsetu.models.reranker import Reranker
from civicsetu.retrieval.ranking.fusion import SCORE_KEY
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.telemetry import get_logger


class _Asynchronous(BaseDocumentCompressor):
    """A compressor that has only the asynchronous method."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        raise NotImplementedError("narrowing is asynchronous: use acompress_documents")


class Rerank(_Asynchronous):
    """Reranker of title, matched keyphrases and text against the question; adds its score to the retrievers'.

    The sum replaces the retrievers' score in each document's metadata. Only the first `pool` units are
    scored, and they stay before the others. With `retrievers`, nothing is scored where two of these agree on
    the first unit: scoring is the slowest step, and there it did more harm than good.
    """

    reranker: SkipValidation[Reranker]
    retrievers: tuple[UnitRetriever, ...] = ()
    pool: int
    thresholds: RetrievalThresholds = RetrievalThresholds()
    _failed: bool = PrivateAttr(default=False)
    _pairs: int = PrivateAttr(default=0)
    _model_ms: float = PrivateAttr(default=0.0)
    _best: float | None = PrivateAttr(default=None)

    @property
    def failed(self) -> bool:
        return self._failed

    @property
    def best(self) -> float | None:
        """The best score; None where nothing was scored."""
        return self._best

    @property
    def model_ms(self) -> float:
        """Milliseconds that scoring took."""
        return self._model_ms

    @property
    def pairs(self) -> int:
        """Number of pairs scored."""
        return self._pairs

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        pinned = [document for document in documents if document.metadata.get("pinned")]
        others = [document for document in documents if not document.metadata.get("pinned")]
        head, rest = others[: self.pool], others[self.pool :]
        if len(head) < 2 or agree_on_first(self.retrievers):
            return documents
        started = time.perf_counter()
        try:
            scores = await self.reranker.score(
                query, [_passage(document, self.thresholds.rerank_words) for document in head]
            )
        except ModelError as error:
            get_logger(__name__).warning("rerank_failed", error=type(error).__name__)
            self._failed = True
            return documents
        self._model_ms = (time.perf_counter() - started) * 1000
        self._pairs, self._best = len(head), max(scores)
        for document, score in zip(head, scores, strict=True):
            document.metadata["rerank_score"] = float(score)
            of_retrievers = document.metadata.get(SCORE_KEY, 0.0)
            share = normalised_logit(score, self.thresholds)
            document.metadata[SCORE_KEY] = of_retrievers + self.thresholds.rerank_weight * share
        return [*pinned, *sorted(head, key=lambda document: -document.metadata[SCORE_KEY]), *rest]


def normalised_logit(score: float, thresholds: RetrievalThresholds = RetrievalThresholds()) -> float:
    """Return the logit of a cross-encoder's score, scaled from 0 to 1; it uses logits from -11 to 7."""
    odds = math.log(max(score, 1e-9) / max(1.0 - score, 1e-9))
    return min(max((odds - thresholds.rerank_floor) / thresholds.rerank_span, 0.0), 1.0)


def agree_on_first(retrievers: Sequence[UnitRetriever]) -> bool:
    """Return whether two of the retrievers that vote on agreement have the same first unit."""
    searched = [retriever for retriever in retrievers if retriever.votes.agrees]
    firsts = [retriever.result.hits[0].unit_id for retriever in searched if retriever.result.hits]
    return len(set(firsts)) < len(firsts)


class TopK(_Asynchronous):
    """Compressor that keeps the first `limit` units; pinned ones come first, and are cut last."""

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
