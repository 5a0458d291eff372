"""One question's retrieval: legs side by side, fused by unit, narrowed, told.

The legs run inside LangChain's EnsembleRetriever (reciprocal rank fusion by unit id) and
that inside its ContextualCompressionRetriever. Both lose scores on the way, so each leg
keeps its own and the evidence is put together from them afterwards.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from civicsetu.errors import ModelError
from civicsetu.law.answers import QueryType
from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.cache import CacheCounts
from civicsetu.retrieval.exact import ExactRetriever
from civicsetu.retrieval.fulltext import FullTextRetriever, WordWeights
from civicsetu.retrieval.glossary import get_glossary
from civicsetu.retrieval.graph import GraphRetriever
from civicsetu.retrieval.jurisdictions import apart, reported, together
from civicsetu.retrieval.law_index import LawIndex, load_index
from civicsetu.retrieval.legs import UNIT_KEY, LegRetriever
from civicsetu.retrieval.narrow import Cap, CrossEncoder, Redundancy
from civicsetu.retrieval.plan import LegReport, RetrievalPlan
from civicsetu.retrieval.retrieved import KeptResults, Retrieved, Vector
from civicsetu.retrieval.vector import VectorRetriever, open_vector_store
from civicsetu.retrieval.words import words_of
from civicsetu.settings import Settings
from civicsetu.stores.database import Database

__all__ = ["Retrieved", "Retriever", "Vector", "spoken"]

_LEAST_PAIRS = 5


@dataclass(frozen=True)
class _Search:
    """What one jurisdiction's documents gave."""

    evidence: list[Evidence]
    legs: list[LegReport]
    top_vector_score: float
    known_share: float
    best_rerank: float | None
    pairs: int
    rerank_ms: float
    degraded: list[str]


class Retriever:
    """The room's door: `retrieve(plan) -> Retrieved`. Open once per process and loop."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        law: Any,
        embedder: Any,
        reranker: Any,
        store: Any,
        graph: Callable[[], Any],
    ) -> None:
        self._settings = settings.retrieval
        self._kept = KeptResults(settings)
        self._database = database
        self._law = law
        self._embedder = embedder
        self._reranker = reranker
        self._store = store
        self._graph = graph
        self._weights = WordWeights()
        self._index: LawIndex | None = None
        self._refreshing = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        settings: Settings,
        database: Database,
        law: Any,
        embedder: Any,
        reranker: Any,
        embeddings: Any,
        graph: Callable[[], Any],
    ) -> Retriever:
        """`graph` gives the graph store once it is there, None until then."""
        store = await open_vector_store(database, embeddings, embedder.profile.column)
        return cls(settings, database, law, embedder, reranker, store, graph)

    async def index(self) -> LawIndex:
        """The current law index; rebuilt when the corpus version has changed."""
        version = await self._law.corpus_version()
        if self._index is None or self._index.version != version:
            async with self._refreshing:
                if self._index is None or self._index.version != version:
                    await self._weights.refresh(self._database, version)
                    self._index = await load_index(self._law, version)
        return self._index

    @property
    def result_counts(self) -> CacheCounts:
        """How often a result was already there."""
        return self._kept.counts

    async def retrieve(self, plan: RetrievalPlan) -> Retrieved:
        """Find the evidence for a plan, or give what was found for it a little while ago.

        Raises:
            PostgresUnavailable: the law itself cannot be read; all else degrades.
        """
        started = time.perf_counter()
        index = await self.index()
        return await self._kept.of(plan, index.version, started, lambda: self._find(plan, index, started))

    async def _find(self, plan: RetrievalPlan, index: LawIndex, started: float) -> Retrieved:
        vector, embed_ms, no_vector = await self._embed(plan.query)
        plans = apart(plan, index)
        legs_of = [self._legs(one, vector, index) for one in plans]
        _look_across(legs_of, index, plan)
        searches = await asyncio.gather(
            *(self._search(one, len(plans), mine, index) for one, mine in zip(plans, legs_of, strict=True))
        )
        legs = reported([report for search in searches for report in search.legs])
        return Retrieved(
            tuple(together([search.evidence for search in searches], self._settings.max_context)),
            tuple(legs),
            vector,
            max(search.top_vector_score for search in searches),
            max(search.known_share for search in searches),
            max((search.best_rerank for search in searches if search.best_rerank is not None), default=None),
            sum(search.pairs for search in searches),
            (time.perf_counter() - started) * 1000,
            embed_ms + sum(search.rerank_ms for search in searches),
            tuple(
                dict.fromkeys(
                    text for text in [no_vector, *(t for s in searches for t in s.degraded)] if text
                )
            ),
        )

    async def _search(
        self, plan: RetrievalPlan, plans: int, legs: list[LegRetriever], index: LawIndex
    ) -> _Search:
        """One jurisdiction's evidence; the pairs that are reranked are shared between `plans`."""
        narrowing = self._cross_encoder(plan, plans)
        documents = await self._run(plan, legs, narrowing, index)
        by_name = {leg.name: leg.leg for leg in legs}
        scores = [hit.scores[0] for hit in by_name["vector"].hits[:1]] if "vector" in by_name else []
        degraded = [leg.leg.degraded for leg in legs]
        if narrowing is not None and narrowing.failed:
            degraded.append("The order of the provisions was not checked a second time.")
        return _Search(
            [_evidence(index, document, legs) for document in documents],
            [leg.leg.report() for leg in legs],
            scores[0] if scores else 0.0,
            next((leg.known_share for leg in legs if isinstance(leg, FullTextRetriever)), 0.0),
            narrowing.best if narrowing else None,
            narrowing.pairs if narrowing else 0,
            narrowing.model_ms if narrowing else 0.0,
            degraded,
        )

    async def _embed(self, query: str) -> tuple[Vector | None, float, str]:
        started = time.perf_counter()
        try:
            vector = await self._embedder.embed_query(spoken(query))
        except ModelError:
            return None, 0.0, "Search by meaning is unavailable right now; only words were searched."
        return vector, (time.perf_counter() - started) * 1000, ""

    def _legs(self, plan: RetrievalPlan, vector: Vector | None, index: LawIndex) -> list[LegRetriever]:
        settings = self._settings
        exact = ExactRetriever(name="exact", plan=plan, deadline_s=settings.leg_deadline_s, index=index)
        fulltext = FullTextRetriever(
            name="fulltext",
            plan=plan,
            deadline_s=settings.leg_deadline_s,
            database=self._database,
            weights=self._weights,
            glossary=get_glossary(),
            depth=settings.fulltext_depth,
            degraded_text="Search by words is unavailable right now.",
        )
        legs: list[LegRetriever] = [exact, fulltext]
        if vector is not None:
            legs.append(
                VectorRetriever(
                    name="vector",
                    plan=plan,
                    deadline_s=settings.leg_deadline_s,
                    store=self._store,
                    database=self._database,
                    vector=[float(value) for value in vector],
                    depth=settings.vector_depth,
                    degraded_text="Search by meaning is unavailable right now.",
                )
            )
        legs.append(
            GraphRetriever(
                name="graph",
                plan=plan,
                deadline_s=settings.leg_deadline_s,
                graph_deadline_s=settings.graph_deadline_s,
                graph=self._graph(),
                index=index,
                seeds=_Seeds(legs, index, plan).units,
                depth=settings.graph_depth,
            )
        )
        return legs

    def _cross_encoder(self, plan: RetrievalPlan, plans: int) -> CrossEncoder | None:
        settings = self._settings
        if self._reranker is None or not plan.rerank or not self._reranker.suits(plan.query):
            return None
        return CrossEncoder(
            reranker=self._reranker,
            pool=max(_LEAST_PAIRS, settings.rerank_pool // plans),
            words=settings.rerank_words,
            rrf_k=settings.rrf_k,
            weight=settings.rerank_weight,
            min_score=settings.rerank_min_score,
        )

    async def _run(
        self, plan: RetrievalPlan, legs: list[LegRetriever], narrowing: CrossEncoder | None, index: LawIndex
    ) -> list[Document]:
        from langchain_classic.retrievers import ContextualCompressionRetriever, EnsembleRetriever
        from langchain_classic.retrievers.document_compressors import DocumentCompressorPipeline

        settings = self._settings
        weights = {
            "exact": settings.exact_weight,
            "fulltext": settings.fulltext_weight,
            "vector": settings.vector_weight,
            "graph": settings.graph_weight_penalty
            if plan.query_type is QueryType.PENALTY
            else settings.graph_weight,
        }
        ensemble = EnsembleRetriever(
            retrievers=list(legs),
            weights=[weights[leg.name] for leg in legs],
            c=settings.rrf_k,
            id_key=UNIT_KEY,
        )
        prepared = _Prepared(base=ensemble, index=index, legs=legs, max_pinned=settings.max_pinned)
        steps = [Redundancy(), *([narrowing] if narrowing else []), Cap(limit=settings.max_context)]
        retriever = ContextualCompressionRetriever(
            base_retriever=prepared, base_compressor=DocumentCompressorPipeline(transformers=steps)
        )
        return await retriever.ainvoke(plan.query)


class _Prepared(BaseRetriever):
    """The ensemble's units with the text that narrowing reads, and the pinned ones first."""

    base: Any
    index: LawIndex
    legs: list[Any]
    max_pinned: int

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        raise NotImplementedError("retrieval is asynchronous: use ainvoke")

    async def _aget_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        fused = await self.base.ainvoke(query)
        asked = [
            hit.unit_id for leg in self.legs if leg.name == "exact" for hit in leg.leg.hits if not hit.note
        ]
        pinned = asked[: self.max_pinned] if len(asked) > self.max_pinned else asked
        prepared: list[Document] = []
        for document in fused:
            unit = self.index.units.get(document.metadata[UNIT_KEY])
            if unit is None:
                continue
            edition, where = self.index.editions_of(unit)[0]
            text = document.page_content or edition.body[where.start : where.end]
            metadata = {
                UNIT_KEY: unit.unit_id,
                "document": unit.document,
                "title": f"{unit.path} {unit.title}",
                "pinned": unit.unit_id in pinned,
            }
            prepared.append(Document(page_content=text, metadata=metadata))
        place = {unit: number for number, unit in enumerate(pinned)}
        return sorted(prepared, key=lambda document: place.get(document.metadata[UNIT_KEY], len(place)))


class _Seeds:
    """Where the graph leg starts: what was asked for by number, else the best by words and meaning."""

    def __init__(self, legs: list[LegRetriever], index: LawIndex, plan: RetrievalPlan) -> None:
        self._searches = [leg for leg in legs if leg.name in ("fulltext", "vector")]
        self._index, self._plan = index, plan

    async def units(self) -> list[str]:
        asked = [
            unit.unit_id
            for document, reference in self._plan.references
            for unit in self._index.units_at(document, reference.path)
        ]
        return asked or await self.found()

    async def found(self) -> list[str]:
        """The best of each search in turn, each once."""
        found = [[hit.unit_id for hit in (await leg.finished())[:2]] for leg in self._searches]
        return list(dict.fromkeys(unit for pair in zip_longest(*found) for unit in pair if unit))


def _look_across(legs_of: Sequence[Sequence[LegRetriever]], index: LawIndex, plan: RetrievalPlan) -> None:
    """Let each plan's graph leg start from what the other plans' searches find, too."""
    for mine in legs_of:
        others = [leg for legs in legs_of if legs is not mine for leg in legs]
        for leg in mine:
            if isinstance(leg, GraphRetriever) and others:
                leg.across = _Seeds(others, index, plan).found


def spoken(query: str) -> str:
    """The question with the law's words for its everyday ones behind it, as it is embedded."""
    added = get_glossary().added(words_of(query))
    return f"{query} ({', '.join(added)})" if added else query


def _evidence(index: LawIndex, document: Document, legs: Sequence[LegRetriever]) -> Evidence:
    unit = index.units[document.metadata[UNIT_KEY]]
    hits = [(leg.name, hit) for leg in legs for hit in leg.leg.hits if hit.unit_id == unit.unit_id]
    cosine = max((hit.scores[0] for name, hit in hits if hit.scores and name == "vector"), default=0.0)
    return Evidence(
        unit_id=unit.unit_id,
        document=unit.document,
        provision=unit.path,
        title=unit.title,
        jurisdiction=index.laws[unit.document].jurisdiction,
        score=round(float(cosine), 4),
        rerank_score=document.metadata.get("rerank_score"),
        found_by=tuple(dict.fromkeys(way for name, hit in hits for way in hit.found_by or (name,))),
        pinned=bool(document.metadata.get("pinned")),
        chunk_ids=tuple(dict.fromkeys(chunk for _, hit in hits for chunk in hit.chunk_ids)),
    )
