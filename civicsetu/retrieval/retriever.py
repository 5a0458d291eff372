"""Retrieve the evidence for one question: run the retrievers, fuse by unit, rerank, truncate.

The retrievers run inside LangChain's EnsembleRetriever (reciprocal rank fusion by unit id) and
that inside its ContextualCompressionRetriever. Both lose scores on the way, so each retriever
keeps its own and the evidence is put together from them afterwards.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor

from civicsetu.corpus.law_index import LawIndex, Unit, load_index
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import ModelError, PostgresUnavailable, StoreError
from civicsetu.law.evidence import Evidence
from civicsetu.lexicon.spelling import Spelling, count_words
from civicsetu.lexicon.synonyms import Synonyms, get_synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.models.reranker import Reranker
from civicsetu.models.shipped_vectors import with_shipped_vectors
from civicsetu.models.whitening import load_whitening
from civicsetu.retrieval.answerability.out_of_scope import (
    NO_TOPICS,
    OutOfScopeTopics,
    open_out_of_scope_topics,
)
from civicsetu.retrieval.answerability.scope_model import UNKNOWN_SCOPE, Scores, scope_model_of
from civicsetu.retrieval.answerability.scope_texts import scope_texts
from civicsetu.retrieval.answerability.signals import Signals, signals_of, strongest
from civicsetu.retrieval.answerability.state_rules import CHUNK_WEIGHT, nearest
from civicsetu.retrieval.caching.bounded_cache import CacheCounts
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverReport
from civicsetu.retrieval.protocols import QueryEmbedder, ReferenceGraph
from civicsetu.retrieval.question_vectors import QuestionVectors, vectors_of
from civicsetu.retrieval.ranking.as_evidence import evidence_of
from civicsetu.retrieval.ranking.by_jurisdiction import (
    act_first,
    interleave,
    merge_reports,
    rerank_budget,
    split_by_jurisdiction,
)
from civicsetu.retrieval.ranking.compressors import Rerank, TopK
from civicsetu.retrieval.ranking.enabled_rules import joined_units, pin_joined
from civicsetu.retrieval.ranking.fusion import SCORE_KEY, RelativeScoreFusion, cosine_score
from civicsetu.retrieval.ranking.hydrate import HydrateCandidates
from civicsetu.retrieval.retrieved import ResultCache, Retrieved
from civicsetu.retrieval.retrievers.base import UNIT_KEY, UnitRetriever
from civicsetu.retrieval.retrievers.build import RetrieverFactory
from civicsetu.retrieval.retrievers.graph import share_seeds
from civicsetu.retrieval.retrievers.question_index import open_question_index_store, texts_of_keyphrases
from civicsetu.retrieval.retrievers.spec import Sources, Substitutes
from civicsetu.retrieval.retrievers.vector import open_vector_store
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from civicsetu.telemetry import get_logger

_AT_ONCE = 2


@dataclass(frozen=True)
class _Search:
    """Result of searching one jurisdiction's documents."""

    evidence: list[Evidence]
    joined: list[Evidence]
    retrievers: list[RetrieverReport]
    signals: Signals
    cosine_score: float
    pairs: int
    rerank_ms: float
    degraded: list[str]


@dataclass(frozen=True)
class _Embedded:
    """A question's vectors, the milliseconds they took, and what an answer says where there are none."""

    vectors: QuestionVectors | None
    ms: float
    degraded: str = ""


class _EmbedOnce:
    """Embed the questions of several plans once, when the first of them is searched."""

    def __init__(self, embed: Callable[[], Awaitable[dict[RetrievalPlan, _Embedded]]]) -> None:
        self._embed = embed
        self._lock = asyncio.Lock()
        self._done: dict[RetrievalPlan, _Embedded] | None = None

    async def of(self, plan: RetrievalPlan) -> _Embedded:
        async with self._lock:
            if self._done is None:
                self._done = await self._embed()
        return self._done[plan]


class Retriever:
    """Find the evidence for a plan: `retrieve(plan) -> Retrieved`. Open it once per process and event loop.

    It runs the `UnitRetriever`s that the table of `RetrieverSpec`s builds for each question.
    """

    def __init__(
        self,
        settings: Settings,
        law: LawStore,
        embedder: QueryEmbedder,
        reranker: Reranker | None,
        searches: RetrieverFactory,
        others: OutOfScopeTopics = NO_TOPICS,
        thresholds: RetrievalThresholds = RetrievalThresholds(),
    ) -> None:
        self._settings = settings.retrieval
        self.thresholds = thresholds
        self._glossary = get_synonyms() if thresholds.synonyms else Synonyms()
        self._kept = ResultCache(settings)
        self._law = law
        self._embedder = embedder
        self._reranker = reranker
        self._searches = searches
        self._others = others
        self._whitening = load_whitening(embedder.profile.name, embedder.profile.dimension)
        self._scope_model = scope_model_of(embedder.profile.name)
        self._spelling: Spelling | None = None
        self._index: LawIndex | None = None
        self._refreshing = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        settings: Settings,
        database: Database,
        law: LawStore,
        embedder: QueryEmbedder,
        reranker: Reranker | None,
        embeddings: LangChainEmbeddings,
        graph: Callable[[], ReferenceGraph | None],
        instead: Substitutes = Substitutes(),
    ) -> Retriever:
        """Open the vector stores and the out-of-scope topics; `graph` returns the graph store, or None while it is down.

        Raises:
            StoreError: the tables are missing or older than this version.
            SettingsError: a weight or depth is set for a retriever that there is not.
        """
        await law.corpus_version()
        column = embedder.profile.column
        assert column is not None, "a profile without one cannot be chosen"
        store = await open_vector_store(database, embeddings, column)
        keyphrases = await open_question_index_store(database, embeddings, column)
        thresholds = instead.thresholds
        synonyms = get_synonyms() if thresholds.synonyms else Synonyms()
        sources = instead.searched(
            Sources(settings.retrieval, database, store, keyphrases, graph, synonyms, thresholds)
        )
        folder = settings.data_path / "models"
        others = await open_out_of_scope_topics(folder, with_shipped_vectors(embeddings.embedder))
        return cls(settings, law, embedder, reranker, RetrieverFactory(sources), others, thresholds)

    async def index(self) -> LawIndex:
        """Return the current law index; rebuild it where the corpus version has changed.

        Where a table that the version is read from is gone, the index read before is kept.

        Raises:
            PostgresUnavailable: the database does not answer.
            StoreError: a table is gone, and nothing was read yet.
        """
        try:
            version = await self._law.corpus_version()
        except PostgresUnavailable:
            raise
        except StoreError as error:
            if self._index is None:
                raise
            get_logger(__name__).warning("corpus_version_unavailable", error=type(error).__name__)
            return self._index
        if self._index is None or self._index.version != version:
            async with self._refreshing:
                if self._index is None or self._index.version != version:
                    await self._searches.refresh(version)
                    index = await load_index(self._law, version)
                    self._spelling = await self._spelling_of(index)
                    self._index = index
        return self._index

    async def _spelling_of(self, index: LawIndex) -> Spelling | None:
        """Build the speller; None without the English model, since everyday English would look misspelt.

        A word of another law is right as it is: "probate" is no slip of "private". Expected questions may be
        misspelt on purpose, and teach no word.
        """
        if self._reranker is None or not self.thresholds.spelling:
            return None
        said = count_words(edition.body for law in index.laws.values() for edition in law.editions.values())
        everyday = count_words(await texts_of_keyphrases(self._searches.sources.database))
        elsewhere = count_words(one.text for one in scope_texts() if not one.is_question)
        also = {*get_synonyms().terms, *everyday, *elsewhere, *_place_words()}
        return Spelling(said, also, self._reranker.knows)

    @property
    def result_counts(self) -> CacheCounts:
        """Hits and misses of the result cache."""
        return self._kept.counts

    async def speller(self) -> Callable[[str], str]:
        """Return the function that corrects misspelt words; it changes nothing where spelling is off."""
        await self.index()
        return self._spelling.corrected if self._spelling is not None else str

    async def retrieve(self, plan: RetrievalPlan, width: int | None = None) -> Retrieved:
        """Return the evidence for a plan, from the cache where it was found a little while ago.

        `width` is how many provisions are returned; by default the plan's own number.

        Raises:
            PostgresUnavailable: the law itself cannot be read; all else degrades.
        """
        [found] = await self.retrieve_parts([plan], width)
        return found

    async def retrieve_parts(
        self, plans: Sequence[RetrievalPlan], width: int | None = None
    ) -> list[Retrieved]:
        """Return the evidence for each part of a post; `width` is that of all parts together.

        All parts are embedded in one batch and each is searched by itself, two at a time. The cross-encoder
        scores for all of them as many pairs as for two questions, but at least a few for each part.
        """
        started = time.perf_counter()
        index = await self.index()
        planned = [self._as_part(plan, len(plans), width) for plan in plans]
        embedding = _EmbedOnce(lambda: self._embed(planned))
        room = asyncio.Semaphore(_AT_ONCE)

        async def one(plan: RetrievalPlan) -> Retrieved:
            async with room:
                return await self._kept.of(
                    plan, index.version, started, lambda: self._find(plan, index, started, embedding)
                )

        return list(await asyncio.gather(*map(one, planned)))

    def _as_part(self, plan: RetrievalPlan, parts: int, width: int | None) -> RetrievalPlan:
        """Return the plan with the part's share of the provisions and of the pairs that are scored."""
        if parts < 2:
            return plan if width is None else replace(plan, width=width)
        share = self._settings.part_context if width is None else math.ceil(width / parts)
        pairs = min(plan.rerank_pool, max(self.thresholds.part_fewest_pairs, 2 * plan.rerank_pool // parts))
        return replace(plan, width=share, rerank_pool=pairs)

    async def _find(
        self, plan: RetrievalPlan, index: LawIndex, started: float, embedding: _EmbedOnce
    ) -> Retrieved:
        embedded = await embedding.of(plan)
        vectors = embedded.vectors
        plans = split_by_jurisdiction(plan, index)
        retrievers_of = [self._searches.retrievers(one, vectors, index) for one in plans]
        share_seeds(retrievers_of, index, plan)
        pools = rerank_budget(plan.rerank_pool, plans, index, self.thresholds)
        joined = joined_units(plan, index)
        found = await asyncio.gather(
            *(
                self._search(one, pool, mine, index, joined)
                for one, pool, mine in zip(plans, pools, retrievers_of, strict=True)
            )
        )
        given = plan.width or self._settings.max_context
        order = self._order(plans, found, index)
        ranked = interleave(
            [plans[at] for at in order],
            [found[at].evidence for at in order],
            index,
            given,
            max(given, self.thresholds.ranked),
            self.thresholds,
        )
        ranked = pin_joined(
            ranked,
            [item for search in found for item in search.evidence],
            [item for search in found for item in search.joined],
            plan,
            self._settings.max_joined,
        )
        signals = strongest([search.signals for search in found])
        signals, no_rules = await self._looked_around(signals, plan, vectors)
        degraded = [embedded.degraded, *(text for search in found for text in search.degraded), no_rules]
        return Retrieved(
            tuple(ranked[:given]),
            tuple(merge_reports([report for search in found for report in search.retrievers])),
            vectors.spoken if vectors else None,
            signals,
            sum(search.pairs for search in found),
            (time.perf_counter() - started) * 1000,
            embedded.ms + sum(search.rerank_ms for search in found),
            tuple(dict.fromkeys(text for text in degraded if text)),
            tuple(ranked[given:]),
        )

    def _order(
        self, plans: Sequence[RetrievalPlan], found: Sequence[_Search], index: LawIndex
    ) -> Sequence[int]:
        """Return the positions of the jurisdictions in the order of their first provisions."""
        if not self.thresholds.act_margin:
            return range(len(plans))
        near = [search.cosine_score for search in found]
        return act_first(plans, near, index, self.thresholds.act_first_margin)

    async def _search(
        self,
        plan: RetrievalPlan,
        pool: int,
        retrievers: list[UnitRetriever],
        index: LawIndex,
        joined: Sequence[Unit] = (),
    ) -> _Search:
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
        return _Search(
            [
                evidence_of(index, document.metadata[UNIT_KEY], document.metadata, retrievers, best)
                for document in documents
            ],
            [
                evidence_of(index, unit.unit_id, {}, retrievers, best)
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

    async def _embed(self, plans: Sequence[RetrievalPlan]) -> dict[RetrievalPlan, _Embedded]:
        """Embed the question of each plan; where the model fails, every plan goes on without vectors."""
        started = time.perf_counter()
        try:
            vectors = await vectors_of(
                plans, self._embedder, self._whitening, self._glossary, mean=self.thresholds.mean_embedding
            )
        except ModelError:
            missed = "Search by meaning is unavailable right now; only words were searched."
            return {plan: _Embedded(None, 0.0, missed) for plan in plans}
        each = (time.perf_counter() - started) * 1000 / len(plans)
        return {plan: _Embedded(one, each) for plan, one in zip(plans, vectors, strict=True)}

    async def _looked_around(
        self, signals: Signals, plan: RetrievalPlan, vectors: QuestionVectors | None
    ) -> tuple[Signals, str]:
        """Add to the signals how near other topics come, and other states' rules where the state's own are not held.

        Where those rules cannot be searched the signals stay as they are, and the second value says so: a
        state's own rules may then say otherwise.
        """
        if vectors is None:
            return signals, ""
        signals = replace(signals, elsewhere=self._others.nearest(vectors), scope=self._scope(vectors))
        if not self.thresholds.state_rules or not plan.other_state_documents or not signals.looked_up:
            return signals, ""
        sources = self._searches.sources
        try:
            async with asyncio.timeout(self._settings.retriever_deadline_s):
                chunk, phrases, expected_question = await nearest(
                    vectors,
                    plan.other_state_documents,
                    sources.store,
                    sources.question_index_store,
                    sources.database,
                )
        except (StoreError, TimeoutError) as error:
            get_logger(__name__).warning("state_rules_unavailable", error=type(error).__name__)
            return signals, "Whether rules of the state fix this could not be looked up right now."
        nearer = CHUNK_WEIGHT * (chunk - signals.top("vector"))
        nearer += phrases - signals.top("keyphrases") + expected_question - signals.top("expected_questions")
        return replace(signals, state_rule_score=nearer), ""

    def _scope(self, vectors: QuestionVectors) -> Scores:
        """Return the scope model's scores; the same for every kind where no model ships for the profile."""
        if self._scope_model is None:
            return UNKNOWN_SCOPE
        return self._scope_model.scores(vectors.for_expected_questions)

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
            retrievers=tuple(retrievers) if self.thresholds.selective_rerank else (),
            pool=pool,
            thresholds=self.thresholds,
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
        pinned = self._settings.max_pinned if self.thresholds.pinning else 0
        prepared = HydrateCandidates(base=ensemble, index=index, retrievers=voting, max_pinned=pinned)
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
        ordered = [RelativeScoreFusion(retrievers=voting)] if self.thresholds.score_fusion else []
        read = [narrowing] if narrowing is not None else []
        return [*ordered, *read, TopK(limit=max(width, self.thresholds.ranked))]


def _place_words() -> set[str]:
    """Return the words of place names: a city is no misspelt word of the law."""
    entries = get_registry().jurisdictions.values()
    return {word for entry in entries for alias in entry.aliases for word in split_words(alias)}
