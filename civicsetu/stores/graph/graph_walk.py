"""Traverse the graph: what provisions refer to, what refers to them, and which rule carries out which section.

Edges start at the clause that says so. A traversal starts from provisions with all their parts and
follows those edges, never the rolled-up ones, so that the path it reports names the exact place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from pydantic import TypeAdapter

from civicsetu.law.paths import parse_path
from civicsetu.stores.graph.graph_reader import GraphRow

_OUT = (
    "UNWIND $ids AS id MATCH (s:Section {id: id})-[:HAS_PART*0..6]->(p:Section)-[r:REFERENCES]->(t:Section) "
    "WHERE r.rolled_up = false AND t.is_active = true "
    "AND ($jurisdictions IS NULL OR t.jurisdiction IN $jurisdictions) "
    "RETURN DISTINCT id, s.key AS key, s.path AS seed, p.path AS here, t.id AS found, t.key AS there_key, "
    "t.path AS there"
)
_IN = _OUT.replace("-[r:REFERENCES]->(t", "<-[r:REFERENCES]-(t")
_CARRIES_OUT = _OUT.replace("REFERENCES", "DERIVED_FROM") + ", r.confidence AS confidence"
_CARRIED_OUT_BY = _IN.replace("REFERENCES", "DERIVED_FROM") + ", r.confidence AS confidence"
_SOURCE = "UNWIND $ids AS id MATCH (s:Section {id: id}) RETURN s.id AS id, s.key AS key, s.path AS path"
QUERIES = (_SOURCE, _OUT, _IN, _CARRIES_OUT, _CARRIED_OUT_BY)


class Read(Protocol):
    """Protocol of a function that runs a statement of `QUERIES`."""

    async def __call__(
        self, statement: str, *, ids: Sequence[str], jurisdictions: Sequence[str] | None
    ) -> list[GraphRow]:
        """Return its rows."""
        ...


@dataclass(frozen=True, slots=True)
class _Source:
    """A provision we started from, as `_SOURCE` returns it."""

    id: str
    key: str
    path: str


@dataclass(frozen=True, slots=True)
class _Edge:
    """One edge: from the place `here` below the seed `id` to the provision `found` at the place `there`."""

    id: str
    here: str
    found: str
    there_key: str
    there: str
    confidence: float = 0.0


_SOURCES, _EDGES = TypeAdapter(list[_Source]), TypeAdapter(list[_Edge])


@dataclass(frozen=True, slots=True)
class ReachedProvision:
    """A provision joined to a seed; `path` is the way to it, as `18(1)(a) -> 71(1)`.

    `seed` is the position of the seed that leads to it.
    """

    provision_id: UUID
    hops: int
    path: str
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Traversal:
    """Result of one traversal: each provision reached, with the way to it; `source` are the seeds held.

    `refers_to` goes as deep as was asked; the others are one hop away.
    """

    source: tuple[UUID, ...] = ()
    refers_to: tuple[ReachedProvision, ...] = ()
    referred_to_by: tuple[ReachedProvision, ...] = ()
    carries_out: tuple[ReachedProvision, ...] = ()
    carried_out_by: tuple[ReachedProvision, ...] = ()

    @property
    def references(self) -> tuple[ReachedProvision, ...]:
        """Both kinds of reference, nearest first; at one distance outgoing before incoming."""
        return tuple(sorted((*self.refers_to, *self.referred_to_by), key=lambda one: one.hops))

    @property
    def derivations(self) -> tuple[ReachedProvision, ...]:
        """Both kinds of derivation, in the order of the seeds."""
        return tuple(sorted((*self.carried_out_by, *self.carries_out), key=lambda one: one.seed))


class _Home:
    """The seeds; a provision inside one of them is no neighbour."""

    def __init__(self, sources: Iterable[_Source]) -> None:
        self._roots = {(source.key, parse_path(source.path)) for source in sources}

    def holds(self, edge: _Edge) -> bool:
        there = parse_path(edge.there)
        return any(key == edge.there_key and root.contains(there) for key, root in self._roots)


async def traverse(
    read: Read,
    provision_ids: Sequence[UUID | str],
    *,
    beside: Sequence[UUID | str] = (),
    depth: int,
    limit: int,
    jurisdictions: Sequence[str] | None = None,
) -> Traversal:
    """Follow every kind of edge from the provisions and their parts; from those of `beside` derivations alone.

    Each kind is read by its own statement, concurrently; where one fails the others are cancelled.
    At most `limit` provisions of each kind are returned, in the order of the seeds.
    """
    seeds = list(dict.fromkeys(map(str, provision_ids)))
    rules = list(dict.fromkeys([*seeds, *map(str, beside)]))
    wanted = None if jurisdictions is None else list(jurisdictions)

    async def rows_of(statement: str, ids: Sequence[str]) -> list[GraphRow]:
        return await read(statement, ids=list(ids), jurisdictions=wanted) if ids else []

    asked = (_SOURCE, rules), (_OUT, seeds), (_IN, seeds), (_CARRIES_OUT, rules), (_CARRIED_OUT_BY, rules)
    tasks = [asyncio.create_task(rows_of(statement, ids)) for statement, ids in asked]
    try:
        source, *edges = [await task for task in tasks]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    sources = _SOURCES.validate_python(source)
    out, into, carries, carried = map(_EDGES.validate_python, edges)
    ways, home = dict.fromkeys(seeds, ""), _Home(one for one in sources if one.id in seeds)
    refers_to = _reached(out, seeds, ways, home, "->", 1)
    referred_to_by = _reached(into, seeds, ways, home, "<-", 1)
    for hop in range(2, depth + 1):
        frontier = [str(one.provision_id) for one in refers_to if one.hops == hop - 1]
        further = _EDGES.validate_python(await rows_of(_OUT, frontier))
        refers_to += _reached(further, frontier, ways, home, "->", hop)
    held = {one.id for one in sources}
    return Traversal(
        tuple(UUID(seed) for seed in rules if seed in held),
        tuple(refers_to[:limit]),
        tuple(referred_to_by[:limit]),
        tuple(_derived(carries, rules, "=>")[:limit]),
        tuple(_derived(carried, rules, "<=")[:limit]),
    )


def _reached(
    edges: Sequence[_Edge],
    frontier: Sequence[str],
    ways: dict[str, str],
    home: _Home,
    arrow: str,
    hop: int,
) -> list[ReachedProvision]:
    """Return the provisions first reached by this hop, and add them to `ways`."""
    order = {seed: index for index, seed in enumerate(frontier)}
    found = []
    for edge in sorted(edges, key=lambda edge: (order[edge.id], edge.there_key, *_ends(edge))):
        if edge.found in ways or home.holds(edge):
            continue
        way = ways[edge.found] = f"{ways[edge.id] or edge.here} {arrow} {edge.there}"
        found.append(ReachedProvision(UUID(edge.found), hop, way, order[edge.id]))
    return found


def _derived(edges: Sequence[_Edge], seeds: Sequence[str], arrow: str) -> list[ReachedProvision]:
    """Return derivations in the order of the seeds; for one seed the surest first, of equals the narrowest."""
    order = {seed: index for index, seed in enumerate(seeds)}
    found: dict[str, ReachedProvision] = {}
    for edge in sorted(edges, key=lambda edge: (order[edge.id], -edge.confidence, *_narrowest(edge))):
        way = f"{edge.here} {arrow} {edge.there}"
        found.setdefault(edge.found, ReachedProvision(UUID(edge.found), 1, way, order[edge.id]))
    return list(found.values())


def _narrowest(edge: _Edge) -> tuple[int, str, tuple[int, str], tuple[int, str]]:
    return -len(parse_path(edge.there).labels), edge.there_key, *_ends(edge)


def _ends(edge: _Edge) -> tuple[tuple[int, str], tuple[int, str]]:
    """Return the sort key of both ends of an edge, which is unique between two laws."""
    return _rank(edge.there), _rank(edge.here)


def _rank(path: str) -> tuple[int, str]:
    """Return the sort key of a path: by number, then as printed."""
    return parse_path(path).rank, path
