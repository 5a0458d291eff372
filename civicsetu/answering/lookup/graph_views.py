"""The law as a graph: how many nodes and edges there are, how documents hang together, what is joined to what.

Read from the graph server while it answers, and from Postgres, which it is drawn from, while it does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.lookup.places import name_provision
from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.law.documents import DocType, EditionKind
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.stores.graph.graph_views import (
    ALL_EDGE_KINDS,
    Between,
    BetweenKind,
    DrawnDocument,
    DrawnEdge,
    EdgeAt,
    EdgeKind,
)
from civicsetu.stores.law.law_views import SectionView

Source = Literal["graph", "postgres"]
Level = Literal["sections", "provisions"]
FROM_POSTGRES = "The graph server does not answer; this was read from Postgres, which the graph is drawn from."


class FromStore(BaseModel):
    """Source that a view of the graph was read from; `note` says so where that is not the graph server."""

    model_config = ConfigDict(frozen=True)

    source: Source = "graph"
    note: str = ""


class GraphStats(FromStore):
    """Counts of nodes and edges; `relational` holds the counts that Postgres requires.

    `sections` are provisions of every level; `rolled_up` edges join whole sections and are counted apart
    from those that start at the clause that says so.
    """

    counts: dict[str, int]
    relational: dict[str, int]
    agrees: bool = Field(description="The graph holds exactly what Postgres says.")
    by_document: dict[str, dict[str, int]]


class TopologyNode(BaseModel):
    """A document (`path` empty) or a provision; `id` is its key, or key and path as 'rera_act_2016:18'."""

    model_config = ConfigDict(frozen=True)

    id: str
    document: str
    path: str = ""
    title: str
    jurisdiction: str
    doc_type: DocType
    level: int = Field(description="0: a document; 1: a section or rule; and so on inside it.")
    parts: int = Field(0, description="How many provisions lie directly in it; 0 of a document, and of another document's.")


class TopologyEdge(BaseModel):
    """Edges of one kind from one node to another: `count` of them, where clauses are counted by section."""

    model_config = ConfigDict(frozen=True)

    kind: BetweenKind
    source: str
    target: str
    count: int = 1


class TopologyStats(BaseModel):
    """Size of the graph drawn."""

    model_config = ConfigDict(frozen=True)

    nodes: int
    edges: int
    by_kind: dict[str, int] = Field(description="Edges of the law itself by kind: the sum of their counts.")


class Topology(FromStore):
    """Nodes, and every edge that starts in one of the documents asked for; its other end is among the nodes."""

    nodes: tuple[TopologyNode, ...]
    edges: tuple[TopologyEdge, ...]
    stats: TopologyStats


class Neighbour(BaseModel):
    """A provision joined to the one asked for; `here` is the part of that one the edge starts or ends at."""

    model_config = ConfigDict(frozen=True)

    document: str
    document_title: str
    jurisdiction: str
    provision: str
    title: str
    here: str
    confidence: float = Field(1.0, description="How sure a derivation is, 0 to 1; a reference is 1.")


class NeighbourKind(BaseModel):
    """The neighbours by one kind of edge: at most `limit` of `count`."""

    model_config = ConfigDict(frozen=True)

    kind: EdgeKind
    count: int
    neighbours: tuple[Neighbour, ...]


class Neighbours(FromStore):
    """Neighbours of a provision and its parts, by kind of edge; edges inside it are left out."""

    document: str
    provision: str
    edges: tuple[NeighbourKind, ...]


class SectionNode(BaseModel):
    """A provision inside the section: `text[start:end]` of the section is its text."""

    model_config = ConfigDict(frozen=True)

    path: str
    kind: str
    level: int
    title: str = ""
    start: int
    end: int
    page: int | None = None


class WholeSection(FromStore):
    """A section or rule, whole, with the provisions in it and what they are joined to."""

    document: str
    document_title: str
    jurisdiction: str
    section: str
    name: str
    title: str
    edition: EditionKind
    edition_id: str
    text: str
    nodes: tuple[SectionNode, ...]
    edges: tuple[NeighbourKind, ...]
    stats: TopologyStats
    previous: str | None = Field(None, description="Path of the section before it.")
    following: str | None = Field(None, description="Path of the section after it.")


def sum_counts(by_document: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return the counts of all documents together."""
    total: Counter[str] = Counter()
    for counts in by_document.values():
        total.update(counts)
    return dict(total)


def compare_counts(
    found: Mapping[str, dict[str, int]], relational: Mapping[str, dict[str, int]], where: FromStore
) -> GraphStats:
    """Return the counts found beside those Postgres says; of documents that Postgres knows as public alone."""
    shown = {key: found.get(key, {}) for key in relational}
    return GraphStats(
        source=where.source,
        note=where.note,
        counts=sum_counts(shown),
        relational=sum_counts(relational),
        agrees=shown == dict(relational),
        by_document=shown,
    )


def topology_of_documents(index: LawIndex, between: Between, where: FromStore) -> Topology:
    """Return every document held, and the edges between them."""
    edges = [
        TopologyEdge(kind=kind, source=source, target=target, count=count)
        for (kind, source, target), count in sorted(between.items())
        if source in index.laws and target in index.laws
    ]
    return _topology([_document_node(law) for law in index.laws.values()], edges, where)


def topology_of_provisions(
    index: LawIndex, drawn: Iterable[DrawnDocument], level: Level, where: FromStore
) -> Topology:
    """Return the sections (or provisions) of documents and the edges that start in them."""
    nodes: dict[str, TopologyNode] = {}
    counted: Counter[tuple[BetweenKind, str, str]] = Counter()
    for document in drawn:
        law = index.laws[document.key]
        held = {path: title for path, title in document.titles.items() if index.holds(law.key, parse_path(path))}
        parts = count_parts(held)
        for path, title in held.items():
            if _at_level(path, level) == path:
                _add(nodes, law, path, title, parts[path])
        for edge in document.edges:
            other = index.laws.get(edge.document)
            ends = _at_level(edge.here, level), _at_level(edge.there, level)
            if other is None or not _is_shown(index, law, edge) or (law is other and ends[0] == ends[1]):
                continue
            _add(nodes, law, ends[0], document.titles.get(ends[0], ""))
            _add(nodes, other, ends[1], _title(other, ends[1]))
            counted[edge.kind, f"{law.key}:{ends[0]}", f"{other.key}:{ends[1]}"] += 1
    edges = [
        TopologyEdge(kind=kind, source=source, target=target, count=count)
        for (kind, source, target), count in sorted(counted.items())
    ]
    return _topology(list(nodes.values()), edges, where)


def count_parts(paths: Iterable[str]) -> Counter[str]:
    """Count for each provision those of `paths` that lie directly in it."""
    counted: Counter[str] = Counter()
    for path in map(parse_path, paths):
        if path.parent is not None:
            counted[str(path.parent)] += 1
    return counted


def group_neighbours(
    index: LawIndex, document: str, path: ProvisionPath, edges: Iterable[EdgeAt], kinds: Sequence[EdgeKind], limit: int
) -> tuple[NeighbourKind, ...]:
    """Return each provision that is held at the other end of an edge once, by kind; the law itself first."""
    found: dict[EdgeKind, dict[tuple[str, str], EdgeAt]] = {kind: {} for kind in ALL_EDGE_KINDS if kind in kinds}
    for edge in sorted(edges, key=lambda edge: _rank(edge, document)):
        there = parse_path(edge.there)
        inside = edge.document == document and path.contains(there)
        if edge.kind in found and not inside and index.holds(edge.document, there):
            found[edge.kind].setdefault((edge.document, edge.there), edge)
    return tuple(
        NeighbourKind(
            kind=kind,
            count=len(of_kind),
            neighbours=tuple(_neighbour(index, edge) for edge in list(of_kind.values())[:limit]),
        )
        for kind, of_kind in found.items()
    )


def forms_named(edges: Iterable[EdgeAt]) -> Iterator[EdgeAt]:
    """Yield the edges to and from forms and schedules, which a text names in words: the graph has none of them."""
    for edge in edges:
        if parse_path(edge.there).is_annex or parse_path(edge.here).is_annex:
            yield edge


def whole_section(
    law: HeldLaw, view: SectionView, edges: tuple[NeighbourKind, ...], where: FromStore
) -> WholeSection:
    """Return an opened section with what it is joined to; its heading is its title, and no part of its text."""
    raw = view.text[view.section.body - view.offset :]
    text, begins = raw.strip(), view.section.body + len(raw) - len(raw.lstrip())

    def place(at: int) -> int:
        return min(max(at - begins, 0), len(text))

    nodes = tuple(
        SectionNode(
            path=node.path,
            kind=node.kind.value,
            level=node.level,
            title=node.title,
            start=place(node.start),
            end=place(node.end),
            page=node.page,
        )
        for node in view.nodes
        if node.path
    )
    by_kind = {one.kind: one.count for one in edges}
    return WholeSection(
        source=where.source,
        note=where.note,
        document=law.key,
        document_title=law.title,
        jurisdiction=law.jurisdiction,
        section=view.section.path,
        name=name_provision(law, parse_path(view.section.path)),
        title=view.section.title,
        edition=view.kind,
        edition_id=str(view.edition_id),
        text=text,
        nodes=nodes,
        edges=edges,
        stats=TopologyStats(nodes=len(nodes), edges=sum(by_kind.values()), by_kind=dict(by_kind)),
        previous=view.previous,
        following=view.following,
    )


def _topology(nodes: Sequence[TopologyNode], edges: Sequence[TopologyEdge], where: FromStore) -> Topology:
    by_kind: Counter[str] = Counter()
    for edge in edges:
        by_kind[edge.kind] += edge.count
    stats = TopologyStats(nodes=len(nodes), edges=len(edges), by_kind=dict(by_kind))
    return Topology(source=where.source, note=where.note, nodes=tuple(nodes), edges=tuple(edges), stats=stats)


def _document_node(law: HeldLaw) -> TopologyNode:
    return TopologyNode(
        id=law.key, document=law.key, title=law.title, jurisdiction=law.jurisdiction, doc_type=law.doc_type, level=0
    )


def _add(nodes: dict[str, TopologyNode], law: HeldLaw, path: str, title: str, parts: int = 0) -> None:
    nodes.setdefault(
        f"{law.key}:{path}",
        TopologyNode(
            id=f"{law.key}:{path}",
            document=law.key,
            path=path,
            title=title,
            jurisdiction=law.jurisdiction,
            doc_type=law.doc_type,
            level=len(parse_path(path).labels) + 1,
            parts=parts,
        ),
    )


def _at_level(path: str, level: Level) -> str:
    return parse_path(path).number if level == "sections" else path


def _is_shown(index: LawIndex, law: HeldLaw, edge: DrawnEdge) -> bool:
    """A misprinted provision is in the graph, and is not law."""
    return index.holds(law.key, parse_path(edge.here)) and index.holds(edge.document, parse_path(edge.there))


def _neighbour(index: LawIndex, edge: EdgeAt) -> Neighbour:
    law = index.laws[edge.document]
    return Neighbour(
        document=law.key,
        document_title=law.title,
        jurisdiction=law.jurisdiction,
        provision=edge.there,
        title=_title(law, edge.there),
        here=edge.here,
        confidence=edge.confidence,
    )


def _title(law: HeldLaw, path: str) -> str:
    number = parse_path(path).number
    return next((one.titles[number] for one in law.editions.values() if one.titles.get(number)), "")


def _rank(edge: EdgeAt, document: str) -> tuple[object, ...]:
    there, here = parse_path(edge.there), parse_path(edge.here)
    return (edge.document != document, edge.document, there.rank, edge.there, -edge.confidence, here.rank, edge.here)
