"""The graph retriever: what the provisions found refer to, what refers to them, and what carries them out.

It starts from the provisions asked for by number, else from the best of the full-text
retriever, which runs beside it and is not run twice. The graph only names provisions; their
text is read from Postgres with everybody else's.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.errors import GraphUnavailable
from civicsetu.law.answers import QueryType
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.stores.graph.graph_walk import Neighbour

_SEEDS = 3
_DERIVED = 6
_PUNISHES = re.compile(r"\b(?:penalt|punish|offence)", re.IGNORECASE)


class GraphRetriever(UnitRetriever):
    """Neighbours by REFERENCES, nearest first, then by DERIVED_FROM, surest first.

    A rule that carries out a section found is told as found by `derived`, and so is the section
    that a rule found carries out. Those walks start from what the searches of the other
    jurisdictions found as well, for a state's rule carries out a section of the central Act.
    """

    name: str = "graph"
    degraded_text: str = "Cross-references between provisions are unavailable right now."
    graph: Any
    index: LawIndex
    seeds: Any
    across: Any = None
    depth: int
    graph_deadline_s: float

    async def search(self, query: str) -> list[UnitHit]:
        if self.graph is None:
            raise GraphUnavailable("the graph server has not answered yet")
        seeds = (await self.seeds())[:_SEEDS]
        beside = (await self.across())[:_SEEDS] if self.across else []
        around = self._with_sections(seeds)
        if not around and not beside:
            return []
        near, derived = await self._asked(around, [*around, *self._with_sections(beside)])
        sections = {self.index.section_id(unit) for unit in seeds}
        hits: dict[str, UnitHit] = {}
        for neighbour in near:
            for unit in self._news(neighbour, sections):
                hit = UnitHit(unit.unit_id, [], [], note=neighbour.path, found_by=(self.name,))
                hits.setdefault(unit.unit_id, hit)
        carried = [(neighbour, unit) for neighbour in derived for unit in self._news(neighbour, sections)]
        for neighbour, unit in carried[:_DERIVED]:
            known = hits.setdefault(unit.unit_id, UnitHit(unit.unit_id, [], [], note=neighbour.path))
            known.found_by = (*known.found_by, "derived")
        return list(hits.values())

    async def _asked(
        self, around: list[str], carried_out: list[str]
    ) -> tuple[list[Neighbour], list[Neighbour]]:
        """What is joined to the first and what is derived from the second, both asked at once.

        The deadline counts from here: waiting for the searches that give the seeds is not the graph's doing.
        When one fails the other is not left running.

        Raises:
            GraphUnavailable, TimeoutError.
        """
        near = asyncio.create_task(self.graph.neighbours(around, depth=1, limit=self.depth))
        derived = asyncio.create_task(self.graph.derived(carried_out, limit=self.depth))
        try:
            async with asyncio.timeout(self.graph_deadline_s):
                return await near, await derived
        finally:
            for task in (near, derived):
                task.cancel()
            await asyncio.gather(near, derived, return_exceptions=True)

    def _with_sections(self, units: list[str]) -> list[str]:
        """The units and the whole sections they belong to, each once."""
        return list(dict.fromkeys([*units, *(self.index.section_id(unit) for unit in units)]))

    def _news(self, neighbour: Neighbour, sections: set[str]) -> list[Unit]:
        """The units the neighbour leads to: of the documents asked for, outside the sections it began in."""
        return [
            unit
            for unit in self.index.units_of(str(neighbour.provision_id))
            if self.index.section_id(unit.unit_id) not in sections
            and self._wanted(unit)
            and unit.document in self.plan.documents
        ]

    def _wanted(self, unit: Unit) -> bool:
        """When a penalty is asked for, only what punishes is news."""
        return self.plan.query_type is not QueryType.PENALTY or _PUNISHES.search(unit.title) is not None
