"""Add to the fused units the text that the compressors read, and mark the pinned ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from civicsetu.corpus.law_index import LawIndex
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.retrievers.base import UNIT_KEY, UnitRetriever


class HydrateCandidates(BaseRetriever):
    """Retriever of the ensemble's units with their texts, the pinned ones first."""

    base: BaseRetriever
    index: LawIndex
    retrievers: list[UnitRetriever]
    max_pinned: int

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        raise NotImplementedError("retrieval is asynchronous: use ainvoke")

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        fused = await self.base.ainvoke(query)
        hits = [hit for retriever in self.retrievers for hit in retriever.result.hits]
        matched, named = _first_of(hits, "text"), _first_of(hits, "keyphrases")
        asked = [
            hit.unit_id
            for retriever in self.retrievers
            if retriever.votes.pins
            for hit in retriever.result.hits
        ]
        pinned = asked[: self.max_pinned]
        prepared: list[Document] = []
        for document in fused:
            unit = self.index.units.get(document.metadata[UNIT_KEY])
            if unit is None:
                continue
            edition, where = self.index.editions_of(unit)[0]
            text = document.page_content or matched.get(unit.unit_id) or edition.body[where.start : where.end]
            metadata = {
                UNIT_KEY: unit.unit_id,
                "document": unit.document,
                "title": f"{unit.path} {unit.title}",
                "pinned": unit.unit_id in pinned,
                "keyphrases": named.get(unit.unit_id, ""),
            }
            prepared.append(Document(page_content=text, metadata=metadata))
        place = {unit: number for number, unit in enumerate(pinned)}
        return sorted(prepared, key=lambda document: place.get(document.metadata[UNIT_KEY], len(place)))


def _first_of(hits: Sequence[UnitHit], field: Literal["text", "keyphrases"]) -> dict[str, str]:
    """Return by unit the first matched text, or the first keyphrases it was found under."""
    found: dict[str, str] = {}
    for hit in hits:
        said = getattr(hit, field)
        if said and hit.unit_id not in found:
            found[hit.unit_id] = said
    return found
