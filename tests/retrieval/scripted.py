"""Stand-ins for what a retriever works with: retrievers, a graph and an embedder that do what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import ModelTimeout
from civicsetu.law.paths import parse_path, provision_id
from civicsetu.law.references import Reference
from civicsetu.lexicon.synonyms import Synonyms
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.models.question_vectors import QuestionVectors, Vector
from civicsetu.retrieval.answerability.out_of_scope import NO_TOPICS
from civicsetu.retrieval.plan import RetrievalPlan, UnitHit
from civicsetu.retrieval.retriever import Retriever
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.build import RetrieverFactory
from civicsetu.retrieval.retrievers.graph import GraphRetriever
from civicsetu.retrieval.retrievers.spec import RetrieverResources, RetrieverSpec
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings, Settings
from civicsetu.stores.graph.graph_walk import ReachedProvision, Traversal
from tests.retrieval.lantern_act import ACT, unit_id

PROFILE = EmbeddingProfile(name="scripted", backend="onnx", model_id="none", dimension=4, max_tokens=512)


class ScriptedRetriever(UnitRetriever):
    """Finds what it is told to, the first at 0.9 unless told and each next at 0.01 less, late or not at all."""

    found: list[str] = []  # noqa: RUF012
    best: float = 0.9
    waits_s: float = 0.0
    meets: Any = None
    fails: Any = None

    async def search(self, query: str) -> list[UnitHit]:
        if self.meets is not None:
            await self.meets.wait()
        await asyncio.sleep(self.waits_s)
        if self.fails is not None:
            raise self.fails
        return [
            UnitHit(unit, [f"chunk of {unit}"], [self.best - 0.01 * at], f"words of {unit}", unit)
            for at, unit in enumerate(self.found)
        ]


SPECS = {spec.name: spec for spec in RETRIEVERS}


def unit_retriever(name: str, *found: str, **more: Any) -> ScriptedRetriever:
    """Weighs and votes as the row of that name in the table."""
    told = {"deadline_s": 5.0, "plan": RetrievalPlan("q", documents=(ACT,))}
    if spec := SPECS.get(name):
        told |= {"weight": spec.weight, "votes": spec.votes, "degraded_text": spec.degraded}
    told |= more
    return ScriptedRetriever(name=name, found=list(found), **told)


def plan(*asked: str, query: str = "when is the lantern closed", **more: Any) -> RetrievalPlan:
    """A question on the Lantern Act, by number where paths are told."""
    references = tuple((ACT, Reference(parse_path(path), "section", 0, 1)) for path in asked)
    return RetrievalPlan(query, documents=(ACT,), references=references, **more)


class Embedder:
    """One vector for every text; remembers the texts."""

    profile = PROFILE

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed_queries(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        return [np.ones(4, np.float32) / 2 for _ in texts]


class FailingEmbedder:
    profile = PROFILE

    async def embed_queries(self, texts: Sequence[str]) -> list[Vector]:
        raise ModelTimeout("slow")


class _Texts:
    """A `LawStore` that is never read again: the index is given."""

    def __init__(self, version: str) -> None:
        self._version = version

    async def corpus_version(self) -> str:
        return self._version


def apart(given: dict[str, Any]) -> tuple[dict[str, Any], RetrievalThresholds]:
    """What is a setting, and the thresholds with what is one."""
    ours = {name: value for name, value in given.items() if name in RetrievalThresholds.model_fields}
    return {name: value for name, value in given.items() if name not in ours}, RetrievalThresholds(**ours)


Legs = Callable[[RetrievalPlan, QuestionVectors | None, LawIndex], list[UnitRetriever]]


class ScriptedSearches:
    """The retrievers that are told, whatever is asked, or made by what is told for a plan; keeps the plans."""

    def __init__(self, retrievers: list[UnitRetriever] | Legs) -> None:
        self._retrievers = retrievers
        self.plans: list[RetrievalPlan] = []
        self.sources = searches_of_nothing().sources

    def retrievers(
        self, plan: RetrievalPlan, vectors: QuestionVectors | None, index: LawIndex
    ) -> list[UnitRetriever]:
        self.plans.append(plan)
        return (
            self._retrievers if isinstance(self._retrievers, list) else self._retrievers(plan, vectors, index)
        )


def searches_of_nothing(table: Sequence[RetrieverSpec] = RETRIEVERS, **given: Any) -> RetrieverFactory:
    """Those that are built, over no stores at all, for who asks none of them."""
    told, thresholds = apart(given)
    none: Any = None
    sources = RetrieverResources(RetrievalSettings(**told), none, none, none, lambda: None, Synonyms(), thresholds)
    return RetrieverFactory(sources, table)


def scripted_retriever(
    retrievers: list[UnitRetriever] | list[ScriptedRetriever] | Legs,
    index: LawIndex,
    reranker: Any = None,
    embedder: Any = None,
    **given: Any,
) -> Retriever:
    """The real retriever with other retrievers, these settings of retrieval and these thresholds."""
    told, thresholds = apart(given)
    settings = Settings(_env_file=None, retrieval=RetrievalSettings(**told))  # type: ignore[call-arg]
    law: Any = _Texts(index.version)
    searches: Any = ScriptedSearches(retrievers)  # type: ignore[arg-type]
    retriever = Retriever(settings, law, embedder or Embedder(), reranker, searches, NO_TOPICS, thresholds)
    retriever._current._index = index
    return retriever


class Graph:
    """Says which provisions it was asked from."""

    def __init__(self, *near: str, waits_s: float = 0.0, derived: tuple[tuple[str, str], ...] = ()) -> None:
        self._near, self._waits_s, self._derived = near, waits_s, derived
        self.asked: list[str] = []
        self.asked_of_rules: list[str] = []

    async def traverse(
        self, seeds: list[str], *, beside: list[str], depth: int, limit: int, jurisdictions: list[str]
    ) -> Traversal:
        self.asked, self.depth, self.jurisdictions = list(seeds), depth, jurisdictions
        self.asked_of_rules = list(dict.fromkeys([*seeds, *beside]))
        await asyncio.sleep(self._waits_s)
        return Traversal(
            refers_to=tuple(ReachedProvision(provision_id(ACT, path), 1, "way") for path in self._near),
            carried_out_by=tuple(
                ReachedProvision(provision_id(document, path), 1, f"<= {path}") for document, path in self._derived
            ),
        )


def graph_retriever(index: LawIndex, graph: Any, seeds: list[str], **changes: Any) -> GraphRetriever:
    async def given() -> list[str]:
        return seeds

    told = {
        "name": "graph",
        "plan": plan(),
        "deadline_s": 5.0,
        "graph_deadline_s": 0.2,
        "depth": 20,
        "degraded_text": SPECS["graph"].degraded,
    } | changes
    return GraphRetriever(graph=graph, index=index, seeds=given, **told)


def units(*paths: str) -> list[str]:
    """Ids of units of the Lantern Act."""
    return [unit_id(path) for path in paths]
