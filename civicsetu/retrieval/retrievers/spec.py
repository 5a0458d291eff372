"""`RetrieverSpec`, the row of a retriever, and what its `build` is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict

from civicsetu.corpus.law_index import LawIndex
from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.retrieval.plan import RetrievalPlan, Votes
from civicsetu.retrieval.protocols import ReferenceGraph, VectorStore
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.word_weights import WordWeights
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings
from civicsetu.stores.database import Database


@dataclass
class RetrieverResources:
    """The stores, the graph where it is up, the synonyms, and the word weights read once per corpus version."""

    settings: RetrievalSettings
    database: Database
    store: VectorStore
    question_index_store: VectorStore
    graph: Callable[[], ReferenceGraph | None]
    synonyms: Synonyms
    thresholds: RetrievalThresholds
    weights: WordWeights = field(default_factory=WordWeights)
    question_index_weights: WordWeights = field(default_factory=lambda: WordWeights("question_index"))


class Common(TypedDict):
    """Fields of every retriever."""

    name: str
    plan: RetrievalPlan
    deadline_s: float
    degraded_text: str
    weight: float
    votes: Votes


@dataclass(frozen=True)
class RetrieverInputs:
    """Inputs of a `build` for one question; `before` are the retrievers of the rows above."""

    common: Common
    depth: int
    vectors: QuestionVectors | None
    index: LawIndex
    sources: RetrieverResources
    before: tuple[UnitRetriever, ...]

    @property
    def plan(self) -> RetrievalPlan:
        return self.common["plan"]


@dataclass(frozen=True)
class RetrieverSpec:
    """The row of one retriever in the table, from which a `UnitRetriever` is built for each question.

    `build` makes the retriever of one question and one jurisdiction, without searching. It returns None where a question
    cannot be searched this way, as by meaning without a vector; the retriever then takes no part, and nothing is
    degraded.
    `weight` is that of its order in the fusion, `depth` the rows it asks for (0: all there are), `votes`
    how else its results count, `degraded` what an answer says where it fails.
    """

    name: str
    build: Callable[[RetrieverInputs], UnitRetriever | None]
    weight: float
    depth: int = 0
    votes: Votes = field(default_factory=Votes)
    degraded: str = ""
