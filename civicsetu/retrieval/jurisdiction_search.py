"""Search one jurisdiction's documents: run the retrievers, fuse by unit, rerank, truncate.

The retrievers run inside LangChain's EnsembleRetriever (reciprocal rank fusion by unit id) and
that inside its ContextualCompressionRetriever. Both lose scores on the way, so each retriever
keeps its own and the evidence is put together from them afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor

from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.law.evidence import Evidence
from civicsetu.models.reranker import Reranker
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverReport
from civicsetu.retrieval.ranking.as_evidence import evidence_of
from civicsetu.retrieval.ranking.compressors import Rerank, TopK
from civicsetu.retrieval.ranking.fusion import SCORE_KEY, RelativeScoreFusion, cosine_score
from civicsetu.retrieval.ranking.hydrate import HydrateCandidates
from civicsetu.retrieval.retrievers.base import UNIT_KEY, UnitRetriever
from civicsetu.retrieval.signals import Signals, signals_of
from civicsetu.retrieval.thresholds import RetrievalThresholds


@dataclass(frozen=True)
class JurisdictionResult:
    """Result of searching one jurisdiction's documents."""

    evidence: list[Evidence]
    joined: list[Evidence]
    retrievers: list[RetrieverReport]
    signals: Signals
    cosine_score: float
    pairs: int
    rerank_ms: float
    degraded: list[str]


class JurisdictionSearch:
    """Search of one jurisdiction: the retrievers and the steps after them, each step where its switch is on."""

    def __init__(self, reranker: Reranker | None, thresholds: RetrievalThresholds, max_pinned: int) -> None:
        self._reranker = reranker
        self._thresholds = thresholds
        self._max_pinned = max_pinned if thresholds.pinning else 0

    async def search(
        self,
        plan: RetrievalPlan,
        pool: int,
        retrievers: list[UnitRetriever],
        index: LawIndex,
        joined: Sequence[Unit] = (),
    ) -> JurisdictionResult:
        """Search one jurisdiction; the cross-encoder scores at most `pool` pairs.

        Of the units of `joined` evidence is made whether or not they are found.
        """
        voting = [retriever for retriever in retrievers if retriever.ranks]
        narrowing = self._cross_encoder(plan, pool, voting)
        documents = await self._run(plan, retrievers, narrowing, index)
        best = max((document.metadata.get(SCORE_KEY, 0.0) for document in documents), default=0.0)
        degraded = [retriever.result.degraded for retriever in retrievers]
        if narrowing is not None and narrowing.failed:
            degraded.append("The order of the provisions was not checked a second time.")
        return JurisdictionResult(
            [
                evidence_of(index, document.metadata[UNIT_KEY], document, retrievers, best)
                for document in documents
            ],
            [
                evidence_of(index, unit.unit_id, None, retrievers, best)
                for unit in joined
                if unit.document in plan.documents
            ],
            [retriever.result.report() for retriever in retrievers],
            signals_of(retrievers, narrowing),
            cosine_score(documents[0].metadata[UNIT_KEY], voting) if documents else 0.0,
            narrowing.pairs if narrowing else 0,
            narrowing.model_ms if narrowing else 0.0,
            degraded,
        )

    def _cross_encoder(
        self, plan: RetrievalPlan, pool: int, retrievers: Sequence[UnitRetriever]
    ) -> Rerank | None:
        """Return the reranker of one search, or None where it is not asked.

        It compares only the retrievers that rank: the others may still be searching when it runs.
        """
        if self._reranker is None or not plan.rerank or not pool or not self._reranker.suits(plan.query):
            return None
        return Rerank(
            reranker=self._reranker,
            retrievers=() if self._thresholds.rerank_agreed else tuple(retrievers),
            pool=pool,
            thresholds=self._thresholds,
        )

    async def _run(
        self, plan: RetrievalPlan, retrievers: list[UnitRetriever], narrowing: Rerank | None, index: LawIndex
    ) -> list[Document]:
        """Return the units in rank order; a retriever of weight 0 runs for its signals and ranks nothing."""
        from langchain_classic.retrievers import ContextualCompressionRetriever, EnsembleRetriever
        from langchain_classic.retrievers.document_compressors import DocumentCompressorPipeline

        voting = [retriever for retriever in retrievers if retriever.ranks]
        ensemble = EnsembleRetriever(
            retrievers=list(voting), weights=[retriever.weight for retriever in voting], id_key=UNIT_KEY
        )
        prepared = HydrateCandidates(base=ensemble, index=index, retrievers=voting, max_pinned=self._max_pinned)
        steps = self._steps(voting, narrowing, plan.width)
        compressing = ContextualCompressionRetriever(
            base_retriever=prepared, base_compressor=DocumentCompressorPipeline(transformers=steps)
        )
        silent = [retriever.ainvoke(plan.query) for retriever in retrievers if not retriever.ranks]
        found, *_ = await asyncio.gather(compressing.ainvoke(plan.query), *silent)
        return list(found)

    def _steps(
        self, voting: list[UnitRetriever], narrowing: Rerank | None, width: int
    ) -> list[BaseDocumentCompressor]:
        """Return the compressors of the fused list, each where its switch is on."""
        ordered = [RelativeScoreFusion(retrievers=voting)] if self._thresholds.score_fusion else []
        read = [narrowing] if narrowing is not None else []
        return [*ordered, *read, TopK(limit=max(width, self._thresholds.ranked))]
