"""The seeds of the graph retriever."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrievers.base import UnitRetriever


class GraphEntryPoints:
    """The seeds of the graph retriever: provisions asked for by number, else the best of the searches."""

    def __init__(self, retrievers: Sequence[UnitRetriever], index: LawIndex, plan: RetrievalPlan) -> None:
        self._searches = [retriever for retriever in retrievers if retriever.votes.seeds]
        self._index, self._plan = index, plan

    async def units(self) -> list[str]:
        asked = [
            unit.unit_id
            for document, reference in self._plan.references
            for unit in self._index.units_at(document, reference.path)
        ]
        return asked or await self.read_best()

    async def read_best(self) -> list[str]:
        """Return the first two of each search that seeds, in turn, each once."""
        found = [[hit.unit_id for hit in (await retriever.wait_for_hits())[:2]] for retriever in self._searches]
        return list(dict.fromkeys(unit for pair in zip_longest(*found) for unit in pair if unit))
