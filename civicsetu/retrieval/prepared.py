"""The fused units made ready for narrowing: with the text that is read, and what is pinned told."""

from __future__ import annotations

from typing import Any

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from civicsetu.retrieval.law_index import LawIndex, Unit
from civicsetu.retrieval.legs import UNIT_KEY


class Prepared(BaseRetriever):
    """The ensemble's units with the text that narrowing reads, and the pinned ones first."""

    base: Any
    index: LawIndex
    legs: list[Any]
    max_pinned: int

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        raise NotImplementedError("retrieval is asynchronous: use ainvoke")

    async def _aget_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        fused = await self.base.ainvoke(query)
        asked = [hit.unit_id for leg in self.legs if leg.name == "exact" for hit in leg.leg.hits]
        pinned = asked[: self.max_pinned]
        prepared: list[Document] = []
        for document in fused:
            unit = self.index.units.get(document.metadata[UNIT_KEY])
            if unit is None:
                continue
            edition, where = self.index.editions_of(unit)[0]
            text = document.page_content or self._matched(unit) or edition.body[where.start : where.end]
            metadata = {
                UNIT_KEY: unit.unit_id,
                "document": unit.document,
                "title": f"{unit.path} {unit.title}",
                "pinned": unit.unit_id in pinned,
                "headwords": self._headwords(unit),
            }
            prepared.append(Document(page_content=text, metadata=metadata))
        place = {unit: number for number, unit in enumerate(pinned)}
        return sorted(prepared, key=lambda document: place.get(document.metadata[UNIT_KEY], len(place)))

    def _matched(self, unit: Unit) -> str:
        """What some leg matched in the unit's text, where the leg that is read first only named it."""
        hits = (hit for leg in self.legs for hit in leg.leg.hits)
        return next((hit.text for hit in hits if hit.unit_id == unit.unit_id and hit.text), "")

    def _headwords(self, unit: Unit) -> str:
        """The everyday words under which the unit was found, if it was."""
        hits = (hit for leg in self.legs for hit in leg.leg.hits)
        return next((hit.headwords for hit in hits if hit.unit_id == unit.unit_id and hit.headwords), "")
