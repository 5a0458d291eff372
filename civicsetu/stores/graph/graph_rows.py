"""Nodes and edges of one document's graph, as `GraphStore.rebuild_document` takes them.

They are derived from Postgres and the registry alone (by `corpus.graph_sync`), so a lost graph can
be rebuilt. Every edge starts in the document it is written with; `GraphRows.counts` is what
the graph must hold of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from civicsetu.law.paths import parse_path, provision_id


@dataclass(frozen=True, slots=True)
class DocumentNode:
    """A law."""

    doc_id: UUID
    key: str
    doc_name: str
    jurisdiction: str
    doc_type: str
    effective_date: date | None


@dataclass(frozen=True, slots=True)
class ProvisionNode:
    """A provision at any level; `section_id` is the path of the whole section it lies in.

    `chunk_id` is the first active chunk that holds its words; `parent_id` None for a section.
    """

    id: UUID
    section_id: str
    path: str
    level: int
    title: str
    chunk_id: UUID | None
    parent_id: UUID | None
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class ReferenceEdge:
    """A mention: from the clause that contains it to the provision it names."""

    source_id: UUID
    target_id: UUID
    source_path: str
    target_path: str
    target_document: str


@dataclass(frozen=True, slots=True)
class DerivedEdge(ReferenceEdge):
    """Edge from a rule, or the part of it that says so, to the provision of the Act it carries out.

    The span is that of the words that say so, in the text of the edition that is read first.
    """

    ground: str = ""
    confidence: float = 1.0
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class DerivedDocument:
    """The law a document is made under, and the provision of that law which enables it."""

    document: str
    section: str
    confidence: float


@dataclass(frozen=True, slots=True)
class ConflictEdge:
    """Two provisions of different laws that disagree, and how."""

    source_id: UUID
    target_id: UUID
    reason: str


@dataclass(frozen=True, slots=True)
class AmendmentNode:
    """The changes made by one instrument; `made_by` is the key of that instrument where it is held.

    `places` are the provisions it changed, each with the path that was changed (what was taken
    out hangs on what held it) and what was changed there.
    """

    id: UUID
    title: str
    number: str
    law_from: date
    in_text: bool
    made_by: str
    places: tuple[tuple[UUID, str, str], ...]


@dataclass(frozen=True, slots=True)
class VersionNode:
    """One version of an edition that is held, and the version it replaced as the law."""

    id: UUID
    edition: str
    language: str
    name: str
    label: str
    law_from: date | None
    law_until: date | None
    supersedes: UUID | None = None


@dataclass(frozen=True, slots=True)
class GraphRows:
    """The whole graph of one document."""

    document: DocumentNode
    sections: tuple[ProvisionNode, ...]
    references: tuple[ReferenceEdge, ...]
    derivations: tuple[DerivedEdge, ...] = ()
    made_under: tuple[DerivedDocument, ...] = ()
    conflicts: tuple[ConflictEdge, ...] = ()
    amendments: tuple[AmendmentNode, ...] = ()
    versions: tuple[VersionNode, ...] = ()

    def counts(self) -> dict[str, int]:
        """Return what `GraphStore.counts` returns for the document once all of it is written."""
        key = self.document.key
        return {
            "documents": 1,
            "sections": len(self.sections),
            "versions": len(self.versions),
            "amendments": len(self.amendments),
            "has_section": sum(section.parent_id is None for section in self.sections),
            "has_part": sum(section.parent_id is not None for section in self.sections),
            "references": len({(one.source_id, one.target_id) for one in self.references}),
            "rolled_up": sum(1 for _ in rolled_up(key, self.references)),
            "derived_from": len({(one.source_id, one.target_id) for one in self.derivations}),
            "derived_from_rolled_up": sum(1 for _ in rolled_up(key, self.derivations)),
            "made_under": len(self.made_under),
            "conflicts_with": len(self.conflicts),
            "amended_by": sum(len(amendment.places) for amendment in self.amendments),
            "made_by": sum(bool(amendment.made_by) for amendment in self.amendments),
            "supersedes": sum(version.supersedes is not None for version in self.versions),
        }


def rolled_up(key: str, edges: Iterable[ReferenceEdge]) -> Iterator[tuple[UUID, UUID, str]]:
    """Yield one edge for each pair of different sections joined only by their parts: both ids, and the source's number."""
    edges = list(edges)
    direct = {(edge.source_id, edge.target_id) for edge in edges}
    seen = set(direct)
    for edge in edges:
        number = parse_path(edge.source_path).number
        source = provision_id(key, number)
        target = provision_id(edge.target_document, parse_path(edge.target_path).number)
        if source != target and (source, target) not in seen:
            seen.add((source, target))
            yield source, target, number
