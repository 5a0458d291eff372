"""The base of the retrievers: LangChain retrievers that do not raise.

Each returns one Document per unit, at its best rank, keeps all matching chunks and their scores in its
result, works under its own deadline, and on failure returns nothing and says so (`result.degraded`):
a retriever that raised inside an EnsembleRetriever would end the question.
"""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field, PrivateAttr

from civicsetu.errors import ModelError, StoreError
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverResult, UnitHit, Votes
from civicsetu.telemetry import get_logger

UNIT_KEY = "unit_id"


class UnitRetriever(BaseRetriever):
    """One way to find units, built for one question and used once."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    name: str
    plan: RetrievalPlan
    deadline_s: float = Field(gt=0)
    degraded_text: str = ""
    weight: float = 1.0
    votes: Votes = Votes()
    _result: RetrieverResult | None = PrivateAttr(default=None)
    _partly: str = PrivateAttr(default="")
    _done: asyncio.Event = PrivateAttr(default_factory=asyncio.Event)

    @property
    def ranks(self) -> bool:
        """Whether its order is fused; with weight 0 its results only inform the decision."""
        return self.votes.ranks and self.weight > 0

    @property
    def result(self) -> RetrieverResult:
        """The result; empty before it ran."""
        return self._result or RetrieverResult(self.name, beside=self.votes.beside)

    async def wait_for_hits(self) -> list[UnitHit]:
        """Wait for the retriever and return its hits, for a retriever that starts from another's result."""
        await self._done.wait()
        return self.result.hits

    @abstractmethod
    async def search(self, query: str) -> list[UnitHit]:
        """Return units in rank order, each once, the best first; `by_unit` folds ranked chunks into them.

        A `UnitHit` has the scores of its chunks, best first, cosines where `votes.cosine` says so. `query` is the plan's.
        A retriever that searches several places sets `_partly` to the text for a place that failed.

        Raises:
            StoreError, ModelError, TimeoutError: declared as degraded by the caller. Any other error ends the
                question: what a store or a model raises is to be one of these.
        """

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        started = time.perf_counter()
        retriever = RetrieverResult(self.name, beside=self.votes.beside)
        try:
            retriever.hits = await asyncio.wait_for(self.search(query), self.deadline_s)
            retriever.degraded = self._partly
        except (StoreError, ModelError, TimeoutError) as error:
            retriever.degraded = self.degraded_text or f"{self.name} search is unavailable"
            get_logger(__name__).warning(
                "retriever_degraded", retriever=self.name, error=type(error).__name__
            )
        retriever.latency_ms = (time.perf_counter() - started) * 1000
        self._result = retriever
        self._done.set()
        return [_document(hit) for hit in retriever.hits]

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        raise NotImplementedError("retrieval is asynchronous: use ainvoke")


def _document(hit: UnitHit) -> Document:
    metadata: dict[str, str] = {UNIT_KEY: hit.unit_id, "title": hit.title}
    return Document(page_content=hit.text, metadata=metadata)


def by_unit(rows: list[tuple[str, str, float, str, str]]) -> list[UnitHit]:
    """Fold ranked chunks (unit, chunk, score, text, title) into units, best rank first."""
    hits: dict[str, UnitHit] = {}
    for unit, chunk, score, text, title in rows:
        hit = hits.get(unit)
        if hit is None:
            hits[unit] = UnitHit(unit, [chunk], [score], text, title)
        else:
            hit.chunk_ids.append(chunk)
            hit.scores.append(score)
    return list(hits.values())
