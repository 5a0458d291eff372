"""What the graph of one document is made of, as `GraphStore.rebuild_document` takes it.

It is derived from Postgres alone (by the ingestion), so a lost graph can be made anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID


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
class SectionNode:
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
    """A mention, from the very clause it stands in to the provision it names."""

    source_id: UUID
    target_id: UUID
    source_path: str
    target_path: str
    target_document: str


@dataclass(frozen=True, slots=True)
class GraphRows:
    """One document's whole graph."""

    document: DocumentNode
    sections: tuple[SectionNode, ...]
    references: tuple[ReferenceEdge, ...]
