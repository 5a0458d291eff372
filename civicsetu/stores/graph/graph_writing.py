"""Cypher statements that write one document's graph, with their parameters, for Neo4j and the embedded server.

Nodes are merged by identity and edges made anew, so that edges from other documents stay and
writing twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from uuid import UUID

from civicsetu.stores.graph.graph_rows import (
    AmendmentNode,
    DerivedEdge,
    DocumentNode,
    GraphRows,
    ProvisionNode,
    ReferenceEdge,
    VersionNode,
    rolled_up,
)

Values = dict[str, object]
"""Named values, as the driver takes them."""
Statement = tuple[str, Values]

SCHEMA = (
    "CREATE CONSTRAINT section_id IF NOT EXISTS FOR (s:Section) REQUIRE s.id IS UNIQUE",
    "CREATE CONSTRAINT document_id IF NOT EXISTS FOR (d:Document) REQUIRE d.doc_id IS UNIQUE",
    "CREATE CONSTRAINT amendment_id IF NOT EXISTS FOR (a:Amendment) REQUIRE a.id IS UNIQUE",
    "CREATE CONSTRAINT version_id IF NOT EXISTS FOR (v:Version) REQUIRE v.id IS UNIQUE",
    "CREATE INDEX section_key IF NOT EXISTS FOR (s:Section) ON (s.key)",
    "CREATE INDEX amendment_key IF NOT EXISTS FOR (a:Amendment) ON (a.key)",
    "CREATE INDEX version_key IF NOT EXISTS FOR (v:Version) ON (v.key)",
)
# Collected before the first is deleted: the embedded server walks a node's edges in place, and deleting
# one while it does makes it pass over another.
_EDGES = " WITH collect(r) AS found UNWIND found AS r DELETE r"
_NODES = " WITH collect(n) AS found UNWIND found AS n DETACH DELETE n"
_FORGET = (
    "MATCH (s:Section {key: $key})-[r:REFERENCES]->()" + _EDGES,
    "MATCH (s:Section {key: $key})-[r:DERIVED_FROM]->()" + _EDGES,
    "MATCH (s:Section {key: $key})-[r:CONFLICTS_WITH]->()" + _EDGES,
    "MATCH (s:Section {key: $key})-[r:HAS_PART]->()" + _EDGES,
    "MATCH (n:Amendment {key: $key})" + _NODES,
    "MATCH (n:Version {key: $key})" + _NODES,
    "MATCH (d:Document {doc_id: $doc_id})-[r:HAS_SECTION]->()" + _EDGES,
    "MATCH (d:Document {doc_id: $doc_id})-[r:DERIVED_FROM]->()" + _EDGES,
)
_BETWEEN = "UNWIND $edges AS e MATCH (a:Section {id: e.source}) MATCH (b:Section {id: e.target}) "


def rebuild(rows: GraphRows) -> Iterator[Statement]:
    """Yield the statements that write a document, in order."""
    key, doc_id = rows.document.key, str(rows.document.doc_id)
    yield (
        "MERGE (d:Document {doc_id: $doc_id}) SET d += $told",
        {"doc_id": doc_id, "told": _document(rows.document)},
    )
    yield (
        "UNWIND $rows AS row MERGE (s:Section {id: row.id}) SET s += row.told",
        {"rows": [{"id": str(s.id), "told": _section(s, rows.document)} for s in rows.sections]},
    )
    for statement in _FORGET:
        yield statement, {"doc_id": doc_id} if "$doc_id" in statement else {"key": key}
    yield from _parts(rows, doc_id)
    yield _BETWEEN + "CREATE (a)-[r:REFERENCES]->(b) SET r += e.told", {"edges": _references(rows)}
    yield _BETWEEN + "CREATE (a)-[r:DERIVED_FROM]->(b) SET r += e.told", {"edges": _derivations(rows)}
    yield (
        _BETWEEN + "CREATE (a)-[r:CONFLICTS_WITH]->(b) SET r += e.told",
        {"edges": [_edge(one.source_id, one.target_id, {"reason": one.reason}) for one in rows.conflicts]},
    )
    yield (
        "MATCH (d:Document {doc_id: $doc_id}) UNWIND $rows AS row MATCH (law:Document {key: row.law}) "
        "CREATE (d)-[r:DERIVED_FROM]->(law) SET r += row.told",
        {
            "doc_id": doc_id,
            "rows": [
                {"law": one.document, "told": {"section": one.section, "confidence": one.confidence}}
                for one in rows.made_under
            ],
        },
    )
    yield from _amendments(rows.amendments, key)
    yield from _versions(rows.versions, key, doc_id)


def _parts(rows: GraphRows, doc_id: str) -> Iterator[Statement]:
    top = [str(section.id) for section in rows.sections if section.parent_id is None]
    parts = [
        {"up": str(section.parent_id), "down": str(section.id)}
        for section in rows.sections
        if section.parent_id is not None
    ]
    yield (
        "MATCH (d:Document {doc_id: $doc_id}) UNWIND $ids AS id MATCH (s:Section {id: id}) "
        "CREATE (d)-[:HAS_SECTION]->(s)",
        {"doc_id": doc_id, "ids": top},
    )
    yield (
        "UNWIND $rows AS row MATCH (a:Section {id: row.up}) MATCH (b:Section {id: row.down}) "
        "CREATE (a)-[:HAS_PART]->(b)",
        {"rows": parts},
    )


def _references(rows: GraphRows) -> list[Values]:
    """Return each clause edge once, then the rolled-up edges."""
    direct = {(one.source_id, one.target_id): one for one in rows.references}
    return [_said(one, {}) for one in direct.values()] + _rolled(rows.document.key, rows.references)


def _derivations(rows: GraphRows) -> list[Values]:
    """Return the surest derivation of each pair, then the rolled-up edges."""
    surest: dict[tuple[UUID, UUID], DerivedEdge] = {}
    for one in sorted(rows.derivations, key=lambda one: one.confidence):
        surest[one.source_id, one.target_id] = one
    direct = [
        _said(
            one,
            {
                "ground": one.ground,
                "confidence": one.confidence,
                "start_char": one.start,
                "end_char": one.end,
            },
        )
        for one in surest.values()
    ]
    return direct + _rolled(rows.document.key, rows.derivations)


def _said(one: ReferenceEdge, told: Values) -> Values:
    return _edge(one.source_id, one.target_id, {"rolled_up": False, "source_path": one.source_path, **told})


def _rolled(key: str, edges: Sequence[ReferenceEdge]) -> list[Values]:
    return [
        _edge(source, target, {"rolled_up": True, "source_path": number})
        for source, target, number in rolled_up(key, edges)
    ]


def _edge(source: UUID, target: UUID, told: Values) -> Values:
    return {"source": str(source), "target": str(target), "told": told}


def _amendments(amendments: Iterable[AmendmentNode], key: str) -> Iterator[Statement]:
    amendments = list(amendments)
    yield (
        "UNWIND $rows AS row MERGE (a:Amendment {id: row.id}) SET a += row.told",
        {"rows": [{"id": str(one.id), "told": _amendment(one, key)} for one in amendments]},
    )
    yield (
        "UNWIND $rows AS row MATCH (s:Section {id: row.section}) MATCH (a:Amendment {id: row.amendment}) "
        "CREATE (s)-[r:AMENDED_BY]->(a) SET r += row.told",
        {
            "rows": [
                {"section": str(section), "amendment": str(one.id), "told": {"path": path, "told": told}}
                for one in amendments
                for section, path, told in one.places
            ]
        },
    )
    yield (
        "UNWIND $rows AS row MATCH (a:Amendment {id: row.amendment}) MATCH (d:Document {key: row.document}) "
        "CREATE (a)-[:MADE_BY]->(d)",
        {"rows": [{"amendment": str(one.id), "document": one.made_by} for one in amendments if one.made_by]},
    )


def _versions(versions: Sequence[VersionNode], key: str, doc_id: str) -> Iterator[Statement]:
    yield (
        "UNWIND $rows AS row MERGE (v:Version {id: row.id}) SET v += row.told",
        {"rows": [{"id": str(one.id), "told": _version(one, key)} for one in versions]},
    )
    yield (
        "MATCH (d:Document {doc_id: $doc_id}) UNWIND $ids AS id MATCH (v:Version {id: id}) "
        "CREATE (d)-[:HAS_VERSION]->(v)",
        {"doc_id": doc_id, "ids": [str(one.id) for one in versions]},
    )
    yield (
        "UNWIND $rows AS row MATCH (a:Version {id: row.later}) MATCH (b:Version {id: row.earlier}) "
        "CREATE (a)-[:SUPERSEDES]->(b)",
        {
            "rows": [
                {"later": str(one.id), "earlier": str(one.supersedes)} for one in versions if one.supersedes
            ]
        },
    )


def _document(document: DocumentNode) -> Values:
    return {
        "key": document.key,
        "doc_name": document.doc_name,
        "jurisdiction": document.jurisdiction,
        "doc_type": document.doc_type,
        "effective_date": _day(document.effective_date),
    }


def _section(section: ProvisionNode, document: DocumentNode) -> Values:
    return {
        "section_id": section.section_id,
        "path": section.path,
        "level": section.level,
        "title": section.title,
        "chunk_id": str(section.chunk_id) if section.chunk_id else None,
        "is_active": section.is_active,
        "key": document.key,
        "doc_name": document.doc_name,
        "jurisdiction": document.jurisdiction,
    }


def _amendment(amendment: AmendmentNode, key: str) -> Values:
    return {
        "key": key,
        "title": amendment.title,
        "number": amendment.number,
        "law_from": _day(amendment.law_from),
        "in_text": amendment.in_text,
    }


def _version(version: VersionNode, key: str) -> Values:
    return {
        "key": key,
        "edition": version.edition,
        "language": version.language,
        "name": version.name,
        "label": version.label,
        "law_from": _day(version.law_from),
        "law_until": _day(version.law_until),
    }


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
