"""The door of the search: plan a question, retrieve its evidence, write what was found as one text.

Each jurisdiction is searched by itself, and what they give is merged.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from civicsetu.corpus.extracts import CitedSpan
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.lexicon.english import is_english
from civicsetu.lexicon.synonyms import Synonyms, get_synonyms
from civicsetu.models.embedder import Embedder
from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.models.reranker import Reranker
from civicsetu.models.shipped_vectors import with_shipped_vectors
from civicsetu.query.read_question import Query
from civicsetu.query.thresholds import READING, ReadingThresholds
from civicsetu.retrieval.answerability.out_of_scope import (
    NO_TOPICS,
    OutOfScopeTopics,
    open_out_of_scope_topics,
)
from civicsetu.retrieval.answerability.outside_signals import OutsideSignals
from civicsetu.retrieval.caching.bounded_cache import CacheCounts
from civicsetu.retrieval.caching.query_vectors import QueryVectors, SharedVectors
from civicsetu.retrieval.context.families import pool_of
from civicsetu.retrieval.context.law_context import ContextOptions, LawContext, law_context
from civicsetu.retrieval.current_index import CurrentIndex
from civicsetu.retrieval.jurisdiction_search import JurisdictionResult, JurisdictionSearch
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.plan_embedder import EmbedOnce, PlanEmbedder
from civicsetu.retrieval.policy import plan_of
from civicsetu.retrieval.protocols import QueryEmbedder, ReferenceGraph
from civicsetu.retrieval.ranking.asked_of_rules import put_asked_rule_first
from civicsetu.retrieval.ranking.by_jurisdiction import (
    act_first,
    interleave,
    merge_reports,
    rerank_budget,
    split_by_jurisdiction,
)
from civicsetu.retrieval.ranking.enabled_rules import joined_units, pin_joined
from civicsetu.retrieval.retrieved import ResultCache, Retrieved
from civicsetu.retrieval.retrievers.build import RetrieverFactory
from civicsetu.retrieval.retrievers.graph import share_seeds
from civicsetu.retrieval.retrievers.question_index import open_question_index_store
from civicsetu.retrieval.retrievers.spec import RetrieverResources, RetrieverSpec
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.retrieval.retrievers.vector import open_vector_store
from civicsetu.retrieval.signals import strongest
from civicsetu.retrieval.thresholds import ANSWERABILITY, AnswerabilityThresholds, RetrievalThresholds
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore

__all__ = ["ContextOptions", "LawContext", "Retriever", "RetrieverSpec", "Substitutes"]

_AT_ONCE = 2
CosineScorer = Callable[[Sequence[str]], Awaitable[Sequence[float]]]
"""Returns the cosine score of each of these sentences with what was asked."""


@dataclass(frozen=True)
class Substitutes:
    """Parts that replace the search's own when it is measured.

    `thresholds` are those of the search, `answerability` those of the decision, and `reading` those by which the
    question is read. `searched` returns the sources that are searched in place of those that were opened, and `kept`
    is the cache of results.
    """

    thresholds: RetrievalThresholds = field(default_factory=RetrievalThresholds)
    answerability: AnswerabilityThresholds = ANSWERABILITY
    reading: ReadingThresholds = READING
    searched: Callable[[RetrieverResources], RetrieverResources] = lambda opened: opened
    kept: ResultCache | None = None


def _english_of(reranker: Reranker | None) -> Callable[[str], bool]:
    """Return what knows the words of everyday English: the cross-encoder, else the list of its words that ships."""
    return is_english if reranker is None else reranker.knows


class Retriever:
    """Retriever of the evidence for a question: `plan`, then `retrieve`. Open it once per process and event loop.

    It runs the `UnitRetriever`s that the table of `RetrieverSpec`s builds for each question.
    """

    shipped_thresholds: ClassVar = RetrievalThresholds()
    """The numbers and switches of a search that is not measured."""
    shipped_retrievers: ClassVar = RETRIEVERS
    """The table of retrievers, with the weights and depths that count where the settings name none."""

    def __init__(
        self,
        settings: Settings,
        law: LawStore,
        embedder: QueryEmbedder,
        reranker: Reranker | None,
        searches: RetrieverFactory,
        others: OutOfScopeTopics = NO_TOPICS,
        thresholds: RetrievalThresholds = shipped_thresholds,
        kept: ResultCache | None = None,
    ) -> None:
        """`kept` is the cache of results; one of its own where none is given."""
        self._settings = settings.retrieval
        self._context = settings.context
        self._thresholds = thresholds
        self._kept = kept or ResultCache(settings)
        self._searches = searches
        self._current = CurrentIndex(law, searches, _english_of(reranker) if thresholds.spelling else None)
        self._embedder = PlanEmbedder(embedder, thresholds)
        self._jurisdiction = JurisdictionSearch(reranker, thresholds, settings.retrieval.max_pinned)
        self._outside = OutsideSignals(
            others,
            searches.sources,
            embedder.profile.name,
            settings.retrieval.retriever_deadline_s,
            thresholds,
        )

    @classmethod
    async def open(
        cls,
        settings: Settings,
        database: Database,
        law: LawStore,
        embedder: Embedder,
        reranker: Reranker | None,
        graph: Callable[[], ReferenceGraph | None],
        shared: SharedVectors | None = None,
        instead: Substitutes = Substitutes(),
    ) -> Retriever:
        """Open the vector stores and the out-of-scope topics; `graph` returns the graph store, or None while it is down.

        `shared` holds vectors of questions for all workers; `instead` is what a measurement puts in place.

        Raises:
            StoreError: the tables are missing or older than this version.
            SettingsError: a weight or depth is set for a retriever that there is not.
        """
        await law.corpus_version()
        column = embedder.profile.column
        assert column is not None, "a profile without one cannot be chosen"
        embeddings = LangChainEmbeddings(embedder)
        store = await open_vector_store(database, embeddings, column)
        keyphrases = await open_question_index_store(database, embeddings, column)
        thresholds = instead.thresholds
        synonyms = get_synonyms() if thresholds.synonyms else Synonyms()
        sources = instead.searched(
            RetrieverResources(settings.retrieval, database, store, keyphrases, graph, synonyms, thresholds)
        )
        folder = settings.data_path / "models"
        others = await open_out_of_scope_topics(folder, with_shipped_vectors(embedder))
        questions = QueryVectors(embedder, settings, shared)
        searches = RetrieverFactory(sources)
        return cls(settings, law, questions, reranker, searches, others, thresholds, instead.kept)

    async def index(self) -> LawIndex:
        """Return the current law index; raises as `CurrentIndex.get`."""
        return await self._current.get()

    @property
    def result_counts(self) -> CacheCounts:
        """Hits and misses of the result cache."""
        return self._kept.counts

    async def speller(self) -> Callable[[str], str]:
        """Return the function that corrects misspelt words; it changes nothing where spelling is off."""
        await self.index()
        spelling = self._current.spelling
        return spelling.correct if spelling is not None else str

    def plan(self, query: Query) -> RetrievalPlan:
        """Return how a question that was read is searched."""
        return plan_of(query, self._settings, self._thresholds)

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

        All parts are embedded in one batch and each is searched by itself, two at a time. The cross-encoder scores
        no pairs where there are several: that took longest and changed one lead of 567.
        """
        started = time.perf_counter()
        index = await self.index()
        planned = [self._as_part(plan, len(plans), width) for plan in plans]
        embedding = EmbedOnce(self._embedder, planned)
        room = asyncio.Semaphore(_AT_ONCE)

        async def one(plan: RetrievalPlan) -> Retrieved:
            async with room:
                return await self._kept.get_or_compute(
                    plan, index.version, started, lambda: self._find(plan, index, started, embedding)
                )

        return list(await asyncio.gather(*map(one, planned)))

    async def write_context(
        self,
        evidence: Sequence[Evidence],
        index: LawIndex,
        options: ContextOptions,
        score: CosineScorer,
        cited: Sequence[CitedSpan] = (),
    ) -> LawContext:
        """Write evidence as one text of limited length.

        A compressed one keeps of each provision the sentences that are nearest, and those that are `cited`; `near`
        is asked for no other.

        Raises:
            InputError: the limit has no room for one sentence of the best provision.
        """
        pool = pool_of(evidence, index, self._context, families=options.families)
        if options.compress:
            sentences = pool.sentences()
            scores = dict(zip(sentences, await score(sentences), strict=True))
            pool = pool.compress(self._context.sentences, scores.__getitem__, cited)
        return law_context(pool, index, options, self._context)

    def _as_part(self, plan: RetrievalPlan, parts: int, width: int | None) -> RetrievalPlan:
        """Return the plan with the part's share of the provisions, and without reranking where it is one of several."""
        if parts < 2:
            return plan if width is None else replace(plan, width=width)
        share = self._settings.part_context if width is None else math.ceil(width / parts)
        return replace(plan, width=share, rerank=False)

    async def _find(
        self, plan: RetrievalPlan, index: LawIndex, started: float, embedding: EmbedOnce
    ) -> Retrieved:
        embedded = await embedding.get(plan)
        vectors = embedded.vectors
        plans = split_by_jurisdiction(plan, index)
        retrievers_of = [self._searches.retrievers(one, vectors, index) for one in plans]
        share_seeds(retrievers_of, index, plan)
        pools = rerank_budget(plan.rerank_pool, plans, index, self._thresholds)
        joined = joined_units(plan, index)
        found = await asyncio.gather(
            *(
                self._jurisdiction.search(one, pool, mine, index, joined)
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
            max(given, self._thresholds.ranked),
            self._thresholds,
        )
        ranked = pin_joined(
            ranked,
            [item for search in found for item in search.evidence],
            [item for search in found for item in search.joined],
            plan,
            self._settings.max_joined,
            self._thresholds,
        )
        if self._thresholds.asked_rule_first:
            ranked = put_asked_rule_first(ranked, plan.query, index, self._thresholds.asked_rule_places)
        signals = strongest([search.signals for search in found])
        signals, no_rules = await self._outside.add_to(signals, plan, vectors)
        degraded = [embedded.degraded, *(text for search in found for text in search.degraded), no_rules]
        return Retrieved(
            tuple(ranked[:given]),
            tuple(merge_reports([report for search in found for report in search.retrievers])),
            vectors.expanded if vectors else None,
            signals,
            sum(search.pairs for search in found),
            (time.perf_counter() - started) * 1000,
            embedded.ms + sum(search.rerank_ms for search in found),
            tuple(dict.fromkeys(text for text in degraded if text)),
            tuple(ranked[given:]),
            vectors,
        )

    def _order(
        self, plans: Sequence[RetrievalPlan], found: Sequence[JurisdictionResult], index: LawIndex
    ) -> Sequence[int]:
        """Return the positions of the jurisdictions in the order of their first provisions."""
        if not self._thresholds.act_margin:
            return range(len(plans))
        near = [search.cosine_score for search in found]
        return act_first(plans, near, index, self._thresholds.act_first_margin)
