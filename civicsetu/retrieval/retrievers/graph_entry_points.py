"""Where the graph leg starts from: what was asked for by number, else what the searches found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrievers.base import LegRetriever
from civicsetu.retrieval.retrievers.graph import GraphRetriever


class Seeds:
    """Where the graph leg starts: what was asked for by number, else the best by words and meaning."""

    def __init__(self, legs: list[LegRetriever], index: LawIndex, plan: RetrievalPlan) -> None:
        self._searches = [leg for leg in legs if leg.name in ("fulltext", "vector")]
        self._index, self._plan = index, plan

    async def units(self) -> list[str]:
        asked = [
            unit.unit_id
            for document, reference in self._plan.references
            for unit in self._index.units_at(document, reference.path)
        ]
        return asked or await self.found()

    async def found(self) -> list[str]:
        """The best of each search in turn, each once."""
        found = [[hit.unit_id for hit in (await leg.finished())[:2]] for leg in self._searches]
        return list(dict.fromkeys(unit for pair in zip_longest(*found) for unit in pair if unit))


def look_across(legs_of: Sequence[Sequence[LegRetriever]], index: LawIndex, plan: RetrievalPlan) -> None:
    """Let each plan's graph leg start from what the other plans' searches find, too."""
    for mine in legs_of:
        others = [leg for legs in legs_of if legs is not mine for leg in legs]
        for leg in mine:
            if isinstance(leg, GraphRetriever) and others:
                leg.across = Seeds(others, index, plan).found
