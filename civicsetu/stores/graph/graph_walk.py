"""Walking the graph: what provisions refer to and what refers to them, and which rule carries out which section.

Edges hang on the very clause that says so; a walk starts from provisions with all their parts
and reads those edges, never the rolled-up ones, so that the way told is the place itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from civicsetu.law.paths import ProvisionPath, parse_path

Read = Callable[..., Awaitable[list[dict[str, Any]]]]

_OUT = (
    "UNWIND $ids AS id MATCH (s:Section {id: id})-[:HAS_PART*0..6]->(p:Section)-[r:REFERENCES]->(t:Section) "
    "WHERE r.rolled_up = false AND t.is_active = true "
    "RETURN DISTINCT id, s.key AS key, s.path AS seed, p.path AS here, t.id AS found, t.key AS there_key, "
    "t.path AS there"
)
_IN = _OUT.replace("-[r:REFERENCES]->(t", "<-[r:REFERENCES]-(t")
_CARRIES_OUT = _OUT.replace("REFERENCES", "DERIVED_FROM") + ", r.confidence AS confidence"
_CARRIED_OUT_BY = _IN.replace("REFERENCES", "DERIVED_FROM") + ", r.confidence AS confidence"
QUERIES = (_OUT, _IN, _CARRIES_OUT, _CARRIED_OUT_BY)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A provision that is joined to one we started from; `path` tells the way, as `18(1)(a) -> 71(1)`."""

    provision_id: UUID
    hops: int
    path: str


class _Home:
    """The provisions we started from: what lies inside one of them tells nothing new."""

    def __init__(self) -> None:
        self._roots: set[tuple[str, ProvisionPath]] = set()

    def learn(self, rows: Iterable[dict[str, Any]], ways: dict[str, str]) -> None:
        """Remember where the seeds lie; a seed has no way that leads to it."""
        self._roots |= {(row["key"], parse_path(row["seed"])) for row in rows if not ways[row["id"]]}

    def holds(self, row: dict[str, Any]) -> bool:
        there = parse_path(row["there"])
        return any(key == row["there_key"] and root.contains(there) for key, root in self._roots)


async def neighbours(
    read: Read, provision_ids: Sequence[UUID | str], depth: int, limit: int
) -> list[Neighbour]:
    """What the provisions and their parts refer to, and what refers to them; nearest first.

    Within one distance what is referred to comes before what refers, in the order of
    the seeds and then of the paths.
    """
    ways = {str(seed): "" for seed in provision_ids}
    frontier, home = list(ways), _Home()
    found: list[Neighbour] = []
    for hop in range(1, depth + 1):
        reached = await _step(read, frontier, ways, home)
        found += [Neighbour(UUID(found_id), hop, way) for found_id, way in reached.items()]
        frontier = list(reached)
        if not frontier or len(found) >= limit:
            break
    return found[:limit]


async def derived(read: Read, provision_ids: Sequence[UUID | str], limit: int) -> list[Neighbour]:
    """Rules that carry out the provisions or parts of them, and provisions that those carry out.

    In the order of the seeds; for one seed the surest first, and the narrowest of equals.
    """
    seeds = list(dict.fromkeys(str(seed) for seed in provision_ids))
    order = {seed: index for index, seed in enumerate(seeds)}
    found: dict[str, Neighbour] = {}
    rows = [
        {**row, "arrow": arrow}
        for query, arrow in ((_CARRIED_OUT_BY, "<="), (_CARRIES_OUT, "=>"))
        for row in await read(query, ids=seeds)
    ]
    for row in sorted(rows, key=lambda row: (order[row["id"]], -row["confidence"], *_narrowest(row))):
        way = f"{row['here']} {row['arrow']} {row['there']}"
        found.setdefault(row["found"], Neighbour(UUID(row["found"]), 1, way))
    return list(found.values())[:limit]


async def _step(read: Read, frontier: Sequence[str], ways: dict[str, str], home: _Home) -> dict[str, str]:
    """One hop from `frontier`: ids first reached, with their way; `ways` learns them."""
    order = {seed: index for index, seed in enumerate(frontier)}
    reached: dict[str, str] = {}
    for query, arrow in ((_OUT, "->"), (_IN, "<-")):
        rows = await read(query, ids=list(frontier))
        home.learn(rows, ways)
        for row in sorted(rows, key=lambda row: (order[row["id"]], row["there_key"], _rank(row["there"]))):
            if row["found"] in ways or home.holds(row):
                continue
            way = f"{ways[row['id']] or row['here']} {arrow} {row['there']}"
            ways[row["found"]] = reached[row["found"]] = way
    return reached


def _narrowest(row: dict[str, Any]) -> tuple[int, str, tuple[int, str]]:
    return -len(parse_path(row["there"]).labels), row["there_key"], _rank(row["there"])


def _rank(path: str) -> tuple[int, str]:
    """Sections by number, then as printed."""
    return parse_path(path).rank, path
