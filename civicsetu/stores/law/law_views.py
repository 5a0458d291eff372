"""What is read of a law: editions, nodes, sections and documents as `LawStore` returns them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from civicsetu.law.documents import DocType, DocumentStatus, EditionKind, Visibility
from civicsetu.law.provisions import NodeKind


@dataclass(frozen=True, slots=True)
class EditionText:
    """One version of an edition with its whole text.

    `held_until` is None while this installation holds it, `law_until` while it is the law;
    `page_starts[n]` is where page `n + 1` begins in `body`.
    """

    edition_id: UUID
    document: str
    title: str
    short_title: str
    jurisdiction: str
    doc_type: DocType
    effective_date: date | None
    kind: EditionKind
    language: str
    basis: str
    text_as_of: date | None
    source_url: str
    note: str
    body: str
    held_from: datetime
    held_until: datetime | None
    version: str = ""
    label: str = ""
    law_from: date | None = None
    law_until: date | None = None
    page_starts: tuple[int, ...] = ()
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class RemovalAt:
    """Words a page prints that reading took out; `at` is where, in the edition's text."""

    page: int | None
    at: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class NodeAt:
    """A node of an edition's tree: `body[start:end]` of the edition is its text.

    `path` is empty for what is not a provision (chapter lines, notes).
    """

    node_id: UUID
    edition_id: UUID
    parent_id: UUID | None
    provision_id: UUID | None
    kind: NodeKind
    level: int
    order: int
    path: str
    title: str
    is_unit: bool
    start: int
    end: int
    body: int
    page: int | None


@dataclass(frozen=True, slots=True)
class SectionView:
    """A whole section, opened: its text, the nodes in it (itself first) and its neighbours.

    `offset` is where `text` begins in the edition; `previous` and `following` are paths.
    """

    document: str
    edition_id: UUID
    kind: EditionKind
    section: NodeAt
    text: str
    offset: int
    nodes: tuple[NodeAt, ...]
    previous: str | None
    following: str | None


@dataclass(frozen=True, slots=True)
class HeldEdition:
    """A version of an edition that is held; with `law_until` it is no longer the law."""

    edition_id: UUID
    kind: EditionKind
    language: str
    sha256: str
    basis: str
    embedding_profile: str
    text_as_of: date | None
    held_from: datetime
    chunks: int
    version: str = ""
    label: str = ""
    law_from: date | None = None
    law_until: date | None = None


@dataclass(frozen=True, slots=True)
class HeldDocument:
    """A document, the editions of it that are current, and what was the law before."""

    doc_id: UUID
    key: str
    title: str
    short_title: str
    jurisdiction: str
    doc_type: DocType
    source_url: str
    effective_date: date | None
    gazette_number: str | None
    total_chunks: int
    is_active: bool
    ingested_at: datetime
    editions: tuple[HeldEdition, ...]
    earlier: tuple[HeldEdition, ...] = ()
    visibility: Visibility = Visibility.PUBLIC
    status: DocumentStatus = DocumentStatus.HELD
    tags: tuple[str, ...] = ()
    updated_at: datetime | None = None

    @property
    def is_public(self) -> bool:
        """Whether citizens may be shown it: only then is it searched."""
        return self.visibility is Visibility.PUBLIC


@dataclass(frozen=True, slots=True)
class ReferenceAt:
    """A mention in a current edition; `target_id` is None while its target is not held."""

    edition_id: UUID
    kind: EditionKind
    source_id: UUID
    source_path: str
    target_document: str
    target_path: str
    target_id: UUID | None
    start: int
    end: int
