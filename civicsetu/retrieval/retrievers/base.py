"""The base of the retrieval retrievers: LangChain retrievers that never break a question.

Each retriever returns one Document per unit (its best rank), keeps all matching chunks and
their scores beside it, works under its own deadline, and on failure returns nothing and
says so (`retriever.degraded`), because a retriever that raises inside an EnsembleRetriever would kill
the question. A retriever lives for one question.
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
    """One retriever of one question."""

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
        """Whether its order has a say; what it finds informs the decision all the same."""
        return self.votes.ranks and self.weight > 0

    @property
    def result(self) -> RetrieverResult:
        """What the retriever found; empty before it ran."""
        return self._result or RetrieverResult(self.name, beside=self.votes.beside)

    async def finished(self) -> list[UnitHit]:
        """What the retriever found, once it has run; for a retriever that goes on from another's result."""
        await self._done.wait()
        return self.result.hits

    @abstractmethod
    async def search(self, query: str) -> list[UnitHit]:
        """Units in rank order, each once.

        A retriever that searches in several places tells in `_partly` what it went without.

        Raises:
            StoreError, ModelError, TimeoutError: declared as degraded by the caller.
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
