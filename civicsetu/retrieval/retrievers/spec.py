"""What a row of the table of retrievers says, and what its `build` is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict

from civicsetu.corpus.law_index import LawIndex
from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.retrieval.plan import RetrievalPlan, Votes
from civicsetu.retrieval.protocols import ReferenceGraph, VectorStore
from civicsetu.retrieval.question_vectors import QuestionVectors
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.word_weights import WordWeights
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings
from civicsetu.stores.database import Database


@dataclass
class Sources:
    """What retrievers work on: stores, the graph where it is there, and what is read once per corpus."""

    settings: RetrievalSettings
    database: Database
    store: VectorStore
    question_index_store: VectorStore
    graph: Callable[[], ReferenceGraph | None]
    synonyms: Synonyms
    thresholds: RetrievalThresholds
    weights: WordWeights = field(default_factory=WordWeights)
    question_index_weights: WordWeights = field(default_factory=lambda: WordWeights("question_index"))


@dataclass(frozen=True)
class Substitutes:
    """What the search is opened with in place of its own parts, to measure it.

    `searched` gives the sources that are searched for those that were opened.
    """

    thresholds: RetrievalThresholds = field(default_factory=RetrievalThresholds)
    searched: Callable[[Sources], Sources] = lambda opened: opened


class Common(TypedDict):
    """What every retriever is built with."""

    name: str
    plan: RetrievalPlan
    deadline_s: float
    degraded_text: str
    weight: float
    votes: Votes


@dataclass(frozen=True)
class Asked:
    """One retriever's share of one question; `before` are the retrievers of the rows above."""

    common: Common
    depth: int
    vectors: QuestionVectors | None
    index: LawIndex
    sources: Sources
    before: tuple[UnitRetriever, ...]

    @property
    def plan(self) -> RetrievalPlan:
        return self.common["plan"]


@dataclass(frozen=True)
class RetrieverSpec:
    """One retriever: its name, what its order counts, how deep it looks, how it votes, what an answer says
    when it fails, and how it is built.

    `build` gives None where a question cannot be asked this way, as by meaning without a vector.
    `depth` counts the rows it asks for; 0 where it takes what there is.
    """

    name: str
    build: Callable[[Asked], UnitRetriever | None]
    weight: float
    depth: int = 0
    votes: Votes = field(default_factory=Votes)
    degraded: str = ""
