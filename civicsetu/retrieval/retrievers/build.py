"""The legs of one question over one jurisdiction's documents, as its plan wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from civicsetu.corpus.law_index import LawIndex
from civicsetu.lexicon.synonyms import Glossary, get_glossary
from civicsetu.retrieval.plan import EDITIONS, RetrievalPlan
from civicsetu.retrieval.question_vectors import QuestionVectors
from civicsetu.retrieval.retrievers.base import LegRetriever
from civicsetu.retrieval.retrievers.conversation import ConversationRetriever
from civicsetu.retrieval.retrievers.exact import ExactRetriever
from civicsetu.retrieval.retrievers.fulltext import FullTextRetriever, WordWeights
from civicsetu.retrieval.retrievers.graph import GraphRetriever
from civicsetu.retrieval.retrievers.graph_entry_points import Seeds
from civicsetu.retrieval.retrievers.question_index import HeadwordRetriever, SituationRetriever
from civicsetu.retrieval.retrievers.vector import VectorRetriever
from civicsetu.settings import RetrievalSettings
from civicsetu.stores.database import Database


@dataclass
class Searches:
    """What the legs work on; `legs` builds those of one question, in the order they are told."""

    settings: RetrievalSettings
    database: Database
    store: Any
    headword_store: Any
    graph: Callable[[], Any]
    weights: WordWeights = field(default_factory=WordWeights)
    headword_weights: WordWeights = field(default_factory=lambda: WordWeights("headwords"))

    @property
    def _editions(self) -> tuple[str, ...]:
        told = self.settings.editions
        return EDITIONS if told == "both" else (told,)

    async def refresh(self, version: str) -> None:
        """Weigh the words anew when the corpus has changed."""
        await self.weights.refresh(self.database, version)
        await self.headword_weights.refresh(self.database, version)

    def legs(
        self, plan: RetrievalPlan, vectors: QuestionVectors | None, index: LawIndex
    ) -> list[LegRetriever]:
        """Without vectors nothing is searched by meaning; headwords of no weight are not searched."""
        deadline = self.settings.leg_deadline_s
        legs: list[LegRetriever] = [
            ExactRetriever(plan=plan, deadline_s=deadline, index=index),
            ConversationRetriever(plan=plan, deadline_s=deadline, index=index),
            self._fulltext(plan),
        ]
        if vectors is not None:
            legs.append(
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
            legs.extend(self._by_headwords(plan, vectors))
        legs.append(
            GraphRetriever(
                plan=plan,
                deadline_s=deadline,
                graph_deadline_s=self.settings.graph_deadline_s,
                graph=self.graph(),
                index=index,
                seeds=Seeds(legs, index, plan).units,
                depth=plan.depths.graph,
            )
        )
        return legs

    def _by_headwords(self, plan: RetrievalPlan, vectors: QuestionVectors) -> Iterator[LegRetriever]:
        common: dict[str, Any] = {
            "plan": plan,
            "deadline_s": self.settings.leg_deadline_s,
            "store": self.headword_store,
            "database": self.database,
        }
        if plan.weights.headwords > 0:
            vector = vectors.for_phrases.tolist()
            yield HeadwordRetriever(**common, vector=vector, depth=plan.depths.headwords)
        if plan.weights.situations > 0:
            vector = vectors.for_situations.tolist()
            yield SituationRetriever(**common, vector=vector, depth=plan.depths.situations)

    def _fulltext(self, plan: RetrievalPlan) -> FullTextRetriever:
        return FullTextRetriever(
            plan=plan,
            deadline_s=self.settings.leg_deadline_s,
            database=self.database,
            weights=self.weights,
            headword_weights=self.headword_weights if self.settings.headwords_in_fulltext else None,
            glossary=get_glossary() if self.settings.glossary else Glossary(),
            depth=plan.depths.fulltext,
            editions=self._editions,
        )
