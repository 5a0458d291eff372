"""Where the graph leg starts from: what was asked for by number, else what the searches found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from civicsetu.retrieval.law_index import LawIndex
from civicsetu.retrieval.legs import LegRetriever
from civicsetu.retrieval.plan import RetrievalPlan


class Seeds:
    """Where the graph leg starts: what was asked for by number, else the best by words and meaning."""

    def __init__(self, legs: Sequence[LegRetriever], index: LawIndex, plan: RetrievalPlan) -> None:
        self._searches = [leg for leg in legs if leg.votes.seeds]
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
