"""The legs of one question over one jurisdiction's documents, as its plan wants them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from civicsetu.retrieval.conversation import ConversationRetriever
from civicsetu.retrieval.exact import ExactRetriever
from civicsetu.retrieval.fulltext import FullTextRetriever, WordWeights
from civicsetu.retrieval.glossary import Glossary, get_glossary
from civicsetu.retrieval.graph import GraphRetriever
from civicsetu.retrieval.headwords import HeadwordRetriever
from civicsetu.retrieval.law_index import LawIndex
from civicsetu.retrieval.legs import LegRetriever
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Vector
from civicsetu.retrieval.seeds import Seeds
from civicsetu.retrieval.vector import VectorRetriever
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

    async def refresh(self, version: str) -> None:
        """Weigh the words anew when the corpus has changed."""
        await self.weights.refresh(self.database, version)
        await self.headword_weights.refresh(self.database, version)

    def legs(self, plan: RetrievalPlan, vector: Vector | None, index: LawIndex) -> list[LegRetriever]:
        """Without a vector nothing is searched by meaning; headwords of no weight are not searched."""
        deadline = self.settings.leg_deadline_s
        legs: list[LegRetriever] = [
            ExactRetriever(plan=plan, deadline_s=deadline, index=index),
            ConversationRetriever(plan=plan, deadline_s=deadline, index=index),
            self._fulltext(plan),
        ]
        if vector is not None:
            numbers = [float(value) for value in vector]
            legs.append(
                VectorRetriever(
                    plan=plan,
                    deadline_s=deadline,
                    store=self.store,
                    database=self.database,
                    vector=numbers,
                    depth=plan.depths.vector,
                )
            )
            if plan.weights.headwords > 0:
                legs.append(
                    HeadwordRetriever(
                        plan=plan,
                        deadline_s=deadline,
                        store=self.headword_store,
                        database=self.database,
                        vector=numbers,
                        depth=plan.depths.headwords,
                    )
                )
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

    def _fulltext(self, plan: RetrievalPlan) -> FullTextRetriever:
        return FullTextRetriever(
            plan=plan,
            deadline_s=self.settings.leg_deadline_s,
            database=self.database,
            weights=self.weights,
            headword_weights=self.headword_weights if self.settings.headwords_in_fulltext else None,
            glossary=get_glossary() if self.settings.glossary else Glossary(),
            depth=plan.depths.fulltext,
        )
