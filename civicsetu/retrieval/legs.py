"""The base of the retrieval legs: LangChain retrievers that never break a question.

Each leg returns one Document per unit (its best rank), keeps all matching chunks and
their scores beside it, works under its own deadline, and on failure returns nothing and
says so (`leg.degraded`), because a leg that raises inside an EnsembleRetriever would kill
the question. A leg lives for one question.
"""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field, PrivateAttr

from civicsetu.errors import ModelError, StoreError
from civicsetu.retrieval.plan import Leg, RetrievalPlan, UnitHit, Votes
from civicsetu.telemetry import get_logger

UNIT_KEY = "unit_id"


class LegRetriever(BaseRetriever):
    """One leg of one question."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    name: str
    plan: RetrievalPlan
    deadline_s: float = Field(gt=0)
    degraded_text: str = ""
    weight: float = 1.0
    votes: Votes = Votes()
    _leg: Leg | None = PrivateAttr(default=None)
    _partly: str = PrivateAttr(default="")
    _done: asyncio.Event = PrivateAttr(default_factory=asyncio.Event)

    @property
    def ranks(self) -> bool:
        """Whether its order has a say; what it finds informs the decision all the same."""
        return self.votes.ranks and self.weight > 0

    @property
    def leg(self) -> Leg:
        """What the leg found; empty before it ran."""
        return self._leg or Leg(self.name, beside=self.votes.beside)

    async def finished(self) -> list[UnitHit]:
        """What the leg found, once it has run; for a leg that goes on from another's result."""
        await self._done.wait()
        return self.leg.hits

    @abstractmethod
    async def search(self, query: str) -> list[UnitHit]:
        """Units in rank order, each once.

        A leg that searches in several places tells in `_partly` what it went without.

        Raises:
            StoreError, ModelError, TimeoutError: declared as degraded by the caller.
        """

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        started = time.perf_counter()
        leg = Leg(self.name, beside=self.votes.beside)
        try:
            leg.hits = await asyncio.wait_for(self.search(query), self.deadline_s)
            leg.degraded = self._partly
        except (StoreError, ModelError, TimeoutError) as error:
            leg.degraded = self.degraded_text or f"{self.name} search is unavailable"
            get_logger(__name__).warning("leg_degraded", leg=self.name, error=type(error).__name__)
        leg.latency_ms = (time.perf_counter() - started) * 1000
        self._leg = leg
        self._done.set()
        return [_document(hit) for hit in leg.hits]

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        raise NotImplementedError("retrieval is asynchronous: use ainvoke")


def _document(hit: UnitHit) -> Document:
    metadata: dict[str, Any] = {UNIT_KEY: hit.unit_id, "title": hit.title}
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
