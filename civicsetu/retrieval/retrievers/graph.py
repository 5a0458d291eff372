"""The graph retriever: what the provisions found refer to, what refers to them, and what carries them out.

It starts from the provisions asked for by number, else from the best of the retrievers that seed it
(`Votes.seeds`), which run beside it and are not run twice. The graph only names provisions; their text
is read from Postgres.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence

from pydantic import SkipValidation

from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.errors import GraphUnavailable
from civicsetu.law.answers import QueryType
from civicsetu.retrieval.plan import RetrievalPlan, UnitHit
from civicsetu.retrieval.protocols import ReferenceGraph
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.graph_entry_points import GraphEntryPoints
from civicsetu.retrieval.retrievers.spec import RetrieverInputs
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.stores.graph.graph_walk import ReachedProvision

_PUNISHES = re.compile(r"\b(?:penalt|punish|offence)", re.IGNORECASE)

StartingUnits = Callable[[], Awaitable[list[str]]]


class GraphRetriever(UnitRetriever):
    """Neighbours by REFERENCES, nearest first, then by DERIVED_FROM, surest first.

    A rule that carries out a section found has `derived` in `found_by`, and so has the section that a
    rule found carries out. Derivations are also followed from what the searches of the other
    jurisdictions found, since a state's rule carries out a section of the central Act. The deadline
    counts from when the graph is asked, without the wait for the searches that give the seeds.
    """

    name: str = "graph"
    graph: SkipValidation[ReferenceGraph | None]
    index: LawIndex
    seeds: StartingUnits
    across: StartingUnits | None = None
    depth: int
    hops: int = 1
    graph_deadline_s: float
    thresholds: RetrievalThresholds = RetrievalThresholds()

    async def search(self, query: str) -> list[UnitHit]:
        if self.graph is None:
            raise GraphUnavailable("the graph server has not answered yet")
        seeds = (await self.seeds())[: self.thresholds.graph_seeds]
        beside = (await self.across())[: self.thresholds.graph_seeds] if self.across else []
        around = self._with_sections(seeds)
        if not around and not beside:
            return []
        async with asyncio.timeout(self.graph_deadline_s):
            traversal = await self.graph.traverse(
                around,
                beside=self._with_sections(beside),
                depth=self.hops,
                limit=self.depth,
                jurisdictions=self._jurisdictions(),
            )
        sections = {self.index.section_id(unit) for unit in seeds}
        hits: dict[str, UnitHit] = {}
        for neighbour in traversal.references[: self.depth]:
            for unit in self._news(neighbour, sections):
                hit = UnitHit(unit.unit_id, [], [], note=neighbour.path, found_by=(self.name,))
                hits.setdefault(unit.unit_id, hit)
        derived = traversal.derivations[: self.depth]
        carried = [(neighbour, unit) for neighbour in derived for unit in self._news(neighbour, sections)]
        for neighbour, unit in carried[: self.thresholds.graph_derived]:
            known = hits.setdefault(unit.unit_id, UnitHit(unit.unit_id, [], [], note=neighbour.path))
            known.found_by = (*known.found_by, "derived")
        return list(hits.values())

    def _jurisdictions(self) -> list[str]:
        """Return the jurisdictions of the plan's documents, which limit the traversal."""
        laws = (self.index.laws[key] for key in self.plan.documents if key in self.index.laws)
        return list(dict.fromkeys(law.jurisdiction for law in laws))

    def _with_sections(self, units: list[str]) -> list[str]:
        """Return the units and the whole sections they belong to, each once."""
        return list(dict.fromkeys([*units, *(self.index.section_id(unit) for unit in units)]))

    def _news(self, neighbour: ReachedProvision, sections: set[str]) -> list[Unit]:
        """Return the units of a neighbour: in the plan's documents, outside the sections of the seeds."""
        return [
            unit
            for unit in self.index.units_of(str(neighbour.provision_id))
            if self.index.section_id(unit.unit_id) not in sections
            and self._wanted(unit)
            and unit.document in self.plan.documents
        ]

    def _wanted(self, unit: Unit) -> bool:
        """Return whether a unit is kept: where a penalty is asked for, only one whose title punishes."""
        return self.plan.query_type is not QueryType.PENALTY or _PUNISHES.search(unit.title) is not None


def build(asked: RetrieverInputs) -> GraphRetriever:
    sources = asked.sources
    return GraphRetriever(
        **asked.common,
        graph_deadline_s=sources.settings.graph_deadline_s,
        thresholds=sources.thresholds,
        graph=sources.graph(),
        index=asked.index,
        seeds=GraphEntryPoints(asked.before, asked.index, asked.plan).units,
        depth=asked.depth,
        hops=sources.settings.graph_hops,
    )


def share_seeds(
    retrievers_of: Sequence[Sequence[UnitRetriever]], index: LawIndex, plan: RetrievalPlan
) -> None:
    """Let each plan's graph retriever start from what the other plans' searches find, too."""
    for mine in retrievers_of:
        others = [
            retriever for retrievers in retrievers_of if retrievers is not mine for retriever in retrievers
        ]
        for retriever in mine:
            if isinstance(retriever, GraphRetriever) and others:
                retriever.across = GraphEntryPoints(others, index, plan).read_best
