"""What a reader of the graph is shown: counts by document, a document drawn, and the edges at a provision.

Each returns what Postgres gives under the same names (`corpus.drawn_law`, `corpus.provision_edges`), so that whoever shows it need
not care which of the two it was read from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

EdgeKind = Literal[
    "refers_to", "referred_to_by", "carries_out", "carried_out_by", "under_same_section", "conflicts_with"
]
"""An edge seen from one of its ends; carrying out is what a rule does for a section of its Act.

The last but one are two edges: from a rule to what it carries out, and on to a provision of another document that does the same.
"""
DrawnKind = Literal["references", "derived_from", "conflicts_with"]
BetweenKind = Literal[DrawnKind, "made_under"]
Between = dict[tuple[BetweenKind, str, str], int]
"""How many edges of a kind lead from one document to another."""
EDGE_KINDS: tuple[EdgeKind, ...] = ("refers_to", "referred_to_by", "carries_out", "carried_out_by")
"""Those that are told where none is asked for."""
ALL_EDGE_KINDS: tuple[EdgeKind, ...] = (*EDGE_KINDS, "under_same_section", "conflicts_with")

_COUNTED = {
    "documents": "MATCH (d:Document) RETURN d.key AS key, count(d) AS n",
    "sections": "MATCH (s:Section) RETURN s.key AS key, count(s) AS n",
    "versions": "MATCH (v:Version) RETURN v.key AS key, count(v) AS n",
    "amendments": "MATCH (a:Amendment) RETURN a.key AS key, count(a) AS n",
    "has_section": "MATCH (d:Document)-[r:HAS_SECTION]->() RETURN d.key AS key, count(r) AS n",
    "has_part": "MATCH (s:Section)-[r:HAS_PART]->() RETURN s.key AS key, count(r) AS n",
    "references": "MATCH (s:Section)-[r:REFERENCES {rolled_up: false}]->() RETURN s.key AS key, count(r) AS n",
    "rolled_up": "MATCH (s:Section)-[r:REFERENCES {rolled_up: true}]->() RETURN s.key AS key, count(r) AS n",
    "derived_from": "MATCH (s:Section)-[r:DERIVED_FROM {rolled_up: false}]->() RETURN s.key AS key, count(r) AS n",
    "derived_from_rolled_up": (
        "MATCH (s:Section)-[r:DERIVED_FROM {rolled_up: true}]->() RETURN s.key AS key, count(r) AS n"
    ),
    "made_under": "MATCH (d:Document)-[r:DERIVED_FROM]->(:Document) RETURN d.key AS key, count(r) AS n",
    "conflicts_with": "MATCH (s:Section)-[r:CONFLICTS_WITH]->() RETURN s.key AS key, count(r) AS n",
    "amended_by": "MATCH (s:Section)-[r:AMENDED_BY]->() RETURN s.key AS key, count(r) AS n",
    "made_by": "MATCH (a:Amendment)-[r:MADE_BY]->() RETURN a.key AS key, count(r) AS n",
    "supersedes": "MATCH (v:Version)-[r:SUPERSEDES]->() RETURN v.key AS key, count(r) AS n",
}
_NODES = "MATCH (s:Section {key: $key}) RETURN s.path AS path, s.title AS title"
_DRAWN: dict[DrawnKind, str] = {
    "references": (
        "MATCH (s:Section {key: $key})-[r:REFERENCES]->(t:Section) WHERE r.rolled_up = false "
        "RETURN s.path AS here, t.key AS key, t.path AS there"
    ),
    "derived_from": (
        "MATCH (s:Section {key: $key})-[r:DERIVED_FROM]->(t:Section) WHERE r.rolled_up = false "
        "RETURN s.path AS here, t.key AS key, t.path AS there"
    ),
    "conflicts_with": (
        "MATCH (s:Section {key: $key})-[:CONFLICTS_WITH]->(t:Section) "
        "RETURN s.path AS here, t.key AS key, t.path AS there"
    ),
}
_WITHIN = "MATCH (s:Section {id: $id})-[:HAS_PART*0..6]->(p:Section)"
_OTHER_END = "WHERE r.rolled_up = false AND t.is_active = true RETURN DISTINCT p.path AS here, t.key AS key, t.path AS there"
_BETWEEN: dict[BetweenKind, str] = {
    "references": (
        "MATCH (s:Section)-[r:REFERENCES {rolled_up: false}]->(t:Section) WHERE s.key <> t.key "
        "RETURN s.key AS here, t.key AS there, count(r) AS n"
    ),
    "derived_from": (
        "MATCH (s:Section)-[r:DERIVED_FROM {rolled_up: false}]->(t:Section) WHERE s.key <> t.key "
        "RETURN s.key AS here, t.key AS there, count(r) AS n"
    ),
    "conflicts_with": (
        "MATCH (s:Section)-[r:CONFLICTS_WITH]->(t:Section) WHERE s.key <> t.key "
        "RETURN s.key AS here, t.key AS there, count(r) AS n"
    ),
    "made_under": (
        "MATCH (d:Document)-[r:DERIVED_FROM]->(t:Document) RETURN d.key AS here, t.key AS there, count(r) AS n"
    ),
}
_EDGES: dict[EdgeKind, str] = {
    "refers_to": f"{_WITHIN}-[r:REFERENCES]->(t:Section) {_OTHER_END}",
    "referred_to_by": f"{_WITHIN}<-[r:REFERENCES]-(t:Section) {_OTHER_END}",
    "carries_out": f"{_WITHIN}-[r:DERIVED_FROM]->(t:Section) {_OTHER_END}, r.confidence AS confidence",
    "carried_out_by": f"{_WITHIN}<-[r:DERIVED_FROM]-(t:Section) {_OTHER_END}, r.confidence AS confidence",
    "under_same_section": (
        f"{_WITHIN}-[r:DERIVED_FROM]->(:Section)<-[q:DERIVED_FROM]-(t:Section) "
        "WHERE r.rolled_up = false AND q.rolled_up = false AND t.is_active = true AND t.key <> p.key "
        "RETURN DISTINCT p.path AS here, t.key AS key, t.path AS there, "
        "CASE WHEN r.confidence < q.confidence THEN r.confidence ELSE q.confidence END AS confidence"
    ),
    "conflicts_with": (
        f"{_WITHIN}-[:CONFLICTS_WITH]-(t:Section) WHERE t.is_active = true "
        "RETURN DISTINCT p.path AS here, t.key AS key, t.path AS there"
    ),
}


class ReadRows(Protocol):
    """Protocol of a function that runs one read statement."""

    async def __call__(self, query: str, **parameters: Any) -> Sequence[Any]:
        """Return its rows, by name."""
        ...


@dataclass(frozen=True, slots=True, order=True)
class DrawnEdge:
    """An edge that starts in a document, from the clause that says so."""

    kind: DrawnKind
    here: str
    document: str
    there: str


@dataclass(frozen=True, slots=True)
class DrawnDocument:
    """The provisions of a document with their headings, and every edge that starts in one of them."""

    key: str
    titles: dict[str, str]
    edges: tuple[DrawnEdge, ...]


@dataclass(frozen=True, slots=True, order=True)
class EdgeAt:
    """An edge at a provision or a part of it (`here`), and the provision at its other end."""

    kind: EdgeKind
    here: str
    document: str
    there: str
    confidence: float = 1.0


async def count_by_document(read: ReadRows) -> dict[str, dict[str, int]]:
    """Return for each document in the graph what `GraphRows.counts` says of one."""
    found: dict[str, dict[str, int]] = {}
    for name, query in _COUNTED.items():
        for row in await read(query):
            found.setdefault(row["key"], dict.fromkeys(_COUNTED, 0))[name] = int(row["n"])
    return found


async def count_between_documents(read: ReadRows) -> Between:
    """Return how many edges lead from which document to which other."""
    return {
        (kind, row["here"], row["there"]): int(row["n"])
        for kind, query in _BETWEEN.items()
        for row in await read(query)
    }


async def read_drawn(read: ReadRows, key: str) -> DrawnDocument:
    """Return a document as the graph holds it; without provisions where it does not."""
    titles = {row["path"]: row["title"] or "" for row in await read(_NODES, key=key)}
    edges = [
        DrawnEdge(kind, row["here"], row["key"], row["there"])
        for kind, query in _DRAWN.items()
        for row in await read(query, key=key)
    ]
    return DrawnDocument(key, titles, tuple(sorted(set(edges))))


async def read_edges_at(
    read: ReadRows, provision_id: str, kinds: Sequence[EdgeKind] = EDGE_KINDS
) -> list[EdgeAt]:
    """Return the edges of those kinds at a provision and its parts, those between its own parts among them."""

    async def of_kind(kind: EdgeKind) -> Iterator[EdgeAt]:
        rows = await read(_EDGES[kind], id=provision_id)
        return (
            EdgeAt(kind, row["here"], row["key"], row["there"], float(row.get("confidence") or 1.0))
            for row in rows
        )

    return [edge for kind in kinds for edge in await of_kind(kind)]
