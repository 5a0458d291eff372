"""The graph leg: what the provisions found refer to, and what refers to them.

It starts from the provisions asked for by number, else from the best of the full-text
leg, which runs beside it and is not run twice. The graph only names provisions; their
text is read from Postgres with everybody else's.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from civicsetu.errors import GraphUnavailable
from civicsetu.law.answers import QueryType
from civicsetu.retrieval.law_index import LawIndex, Unit
from civicsetu.retrieval.legs import LegRetriever
from civicsetu.retrieval.plan import UnitHit

_SEEDS = 3
_PUNISHES = re.compile(r"\b(?:penalt|punish|offence)", re.IGNORECASE)


class GraphRetriever(LegRetriever):
    """Neighbours by REFERENCES, at most two steps away, nearest first."""

    name: str = "graph"
    degraded_text: str = "Cross-references between provisions are unavailable right now."
    graph: Any
    index: LawIndex
    seeds: Any
    depth: int
    graph_deadline_s: float

    async def search(self, query: str) -> list[UnitHit]:
        if self.graph is None:
            raise GraphUnavailable("the graph server has not answered yet")
        seeds = (await self.seeds())[:_SEEDS]
        if not seeds:
            return []
        around = [self.index.section_id(unit) for unit in seeds]
        neighbours = await asyncio.wait_for(
            self.graph.neighbours(list(dict.fromkeys([*seeds, *around])), depth=1, limit=self.depth),
            self.graph_deadline_s,
        )
        hits: dict[str, UnitHit] = {}
        for neighbour in neighbours:
            for unit in self.index.units_of(str(neighbour.provision_id)):
                news = self.index.section_id(unit.unit_id) not in around and self._wanted(unit)
                if news and unit.document in self.plan.documents:
                    hits.setdefault(unit.unit_id, UnitHit(unit.unit_id, [], [], note=neighbour.path))
        return list(hits.values())

    def _wanted(self, unit: Unit) -> bool:
        """When a penalty is asked for, only what punishes is news."""
        return self.plan.query_type is not QueryType.PENALTY or _PUNISHES.search(unit.title) is not None
