"""The retrievers of one question over one jurisdiction's documents, as its plan wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from civicsetu.corpus.law_index import LawIndex
from civicsetu.lexicon.synonyms import Synonyms, get_synonyms
from civicsetu.retrieval.plan import EDITIONS, RetrievalPlan
from civicsetu.retrieval.question_vectors import QuestionVectors
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.conversation import ConversationRetriever
from civicsetu.retrieval.retrievers.exact import ExactRetriever
from civicsetu.retrieval.retrievers.fulltext import FullTextRetriever, WordWeights
from civicsetu.retrieval.retrievers.graph import GraphRetriever
from civicsetu.retrieval.retrievers.graph_entry_points import GraphEntryPoints
from civicsetu.retrieval.retrievers.question_index import ExpectedQuestionRetriever, KeyphraseRetriever
from civicsetu.retrieval.retrievers.vector import VectorRetriever
from civicsetu.settings import RetrievalSettings
from civicsetu.stores.database import Database


@dataclass
class RetrieverFactory:
    """What the retrievers work on; `retrievers` builds those of one question, in the order they are told."""

    settings: RetrievalSettings
    database: Database
    store: Any
    question_index_store: Any
    graph: Callable[[], Any]
    weights: WordWeights = field(default_factory=WordWeights)
    question_index_weights: WordWeights = field(default_factory=lambda: WordWeights("question_index"))

    @property
    def _editions(self) -> tuple[str, ...]:
        told = self.settings.editions
        return EDITIONS if told == "both" else (told,)

    async def refresh(self, version: str) -> None:
        """Weigh the words anew when the corpus has changed."""
        await self.weights.refresh(self.database, version)
        await self.question_index_weights.refresh(self.database, version)

    def retrievers(
        self, plan: RetrievalPlan, vectors: QuestionVectors | None, index: LawIndex
    ) -> list[UnitRetriever]:
        """Without vectors nothing is searched by meaning; keyphrases of no weight are not searched."""
        deadline = self.settings.retriever_deadline_s
        retrievers: list[UnitRetriever] = [
            ExactRetriever(plan=plan, deadline_s=deadline, index=index),
            ConversationRetriever(plan=plan, deadline_s=deadline, index=index),
            self._fulltext(plan),
        ]
        if vectors is not None:
            retrievers.append(
                VectorRetriever(
                    plan=plan,
                    deadline_s=deadline,
                    store=self.store,
                    database=self.database,
                    vector=vectors.spoken.tolist(),
                    depth=plan.depths.vector,
                    editions=self._editions,
                )
            )
            retrievers.extend(self._by_keyphrases(plan, vectors))
        retrievers.append(
            GraphRetriever(
                plan=plan,
                deadline_s=deadline,
                graph_deadline_s=self.settings.graph_deadline_s,
                graph=self.graph(),
                index=index,
                seeds=GraphEntryPoints(retrievers, index, plan).units,
                depth=plan.depths.graph,
            )
        )
        return retrievers

    def _by_keyphrases(self, plan: RetrievalPlan, vectors: QuestionVectors) -> Iterator[UnitRetriever]:
        common: dict[str, Any] = {
            "plan": plan,
            "deadline_s": self.settings.retriever_deadline_s,
            "store": self.question_index_store,
            "database": self.database,
        }
        if plan.weights.keyphrases > 0:
            vector = vectors.for_keyphrases.tolist()
            yield KeyphraseRetriever(**common, vector=vector, depth=plan.depths.keyphrases)
        if plan.weights.expected_questions > 0:
            vector = vectors.for_expected_questions.tolist()
            yield ExpectedQuestionRetriever(**common, vector=vector, depth=plan.depths.expected_questions)

    def _fulltext(self, plan: RetrievalPlan) -> FullTextRetriever:
        return FullTextRetriever(
            plan=plan,
            deadline_s=self.settings.retriever_deadline_s,
            database=self.database,
            weights=self.weights,
            question_index_weights=self.question_index_weights
            if self.settings.question_index_in_fulltext
            else None,
            synonyms=get_synonyms() if self.settings.synonyms else Synonyms(),
            depth=plan.depths.fulltext,
            editions=self._editions,
        )
