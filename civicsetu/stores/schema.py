"""The tables, as SQLAlchemy sees them. The migrations create them; a test compares both.

Law: `documents` -> `editions` (one row a version of an edition, with its whole text)
-> `structure` (the provision tree of that text), `removals` (what reading took out of its
pages) and `legal_chunks` (what is searched); `provisions` is what survives a change of
edition: the identity of a provision. `provision_references` are mentions, `derivations` say
which provision of an Act a rule carries out. `keyphrases` are phrases and expected questions (`form`)
that lead to a unit and are no law: rows of a unit and a language, all of a document written
together, so that one `made_with` says of all of them from what and with which model they were
made. `held_from`/`held_until` say when this installation held a version, `law_from`/`law_until`
when it was the law. A file from one address is held once: `source_url` and `sha256` are unique
together wherever an address is known.

`documents.status` follows from the editions; `visibility` decides who is shown the document,
and only what is public is searched. `structure` carries the columns a node needs to be kept
in step with copies elsewhere (`created_at`, `last_modified`, `version`, `client_id`,
`deleted`). A tree is written whole and replaced whole, so here they keep their defaults,
`client_id` '' being this installation; a node marked `deleted` by a copy is not read.
`legal_chunks.parent_chunk_id` is the node of the whole section or rule a chunk is a part of
(never another chunk: see `chunk_writer`), `section_path` its headings down to the unit with
the chapter, `chunk_type` whether it is a whole unit or a window of one.

The tables of conversations stand in `conversation_schema`, those of runs that measure in
`evaluation_schema`, that of ingestions under way in `ingestion_job_schema`; here they are passed on, so that whoever
wants the tables finds all of them.
"""

from __future__ import annotations

from uuid import UUID as UUIDValue

from pgvector.sqlalchemy import Vector
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Date,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR, UUID

from civicsetu.stores.conversation_schema import citations as citations
from civicsetu.stores.conversation_schema import elements as elements
from civicsetu.stores.conversation_schema import feedback_details as feedback_details
from civicsetu.stores.conversation_schema import feedbacks as feedbacks
from civicsetu.stores.conversation_schema import judgments as judgments
from civicsetu.stores.conversation_schema import retrieval_log as retrieval_log
from civicsetu.stores.conversation_schema import steps as steps
from civicsetu.stores.conversation_schema import threads as threads
from civicsetu.stores.conversation_schema import turns as turns
from civicsetu.stores.conversation_schema import users as users
from civicsetu.stores.evaluation_schema import evaluation_rows as evaluation_rows
from civicsetu.stores.evaluation_schema import evaluation_runs as evaluation_runs
from civicsetu.stores.ingestion_job_schema import ingestion_jobs as ingestion_jobs
from civicsetu.stores.schema_base import metadata as metadata
from civicsetu.stores.schema_base import now


def _owner(column: str) -> Column[UUIDValue]:
    """Refer to the row that this one belongs to, and goes with; named as `column` is in its own table."""
    return Column(
        column.partition(".")[2], UUID(as_uuid=True), ForeignKey(column, ondelete="CASCADE"), nullable=False
    )


documents = Table(
    "documents",
    metadata,
    Column("doc_id", UUID(as_uuid=True), primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("doc_name", Text, nullable=False),
    Column("short_title", Text, nullable=False),
    Column("jurisdiction", Text, nullable=False),
    Column("doc_type", Text, nullable=False),
    Column("source_url", Text, nullable=False, server_default=""),
    Column("effective_date", Date),
    Column("gazette_number", Text),
    Column("total_chunks", Integer, nullable=False, server_default="0"),
    Column("ingested_at", DateTime(timezone=True), nullable=False, server_default=now),
    Column("is_active", Boolean, nullable=False, server_default=text("true")),
    Column("visibility", Text, nullable=False, server_default="public"),
    Column("owner", Text, nullable=False, server_default=""),
    Column("tags", ARRAY(Text), nullable=False, server_default="{}"),
    Column("metadata", JSONB, nullable=False, server_default="{}"),
    Column("status", Text, nullable=False, server_default="EXPECTED"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=now),
    CheckConstraint("visibility in ('public', 'internal', 'restricted')", name="documents_visibility"),
    CheckConstraint("status in ('EXPECTED', 'HELD', 'LAPSED')", name="documents_status"),
    Index("documents_by_visibility", "visibility"),
    Index("documents_tags", "tags", postgresql_using="gin"),
    Index("documents_updated", "updated_at"),
)

editions = Table(
    "editions",
    metadata,
    Column("edition_id", UUID(as_uuid=True), primary_key=True),
    _owner("documents.doc_id"),
    Column("edition", Text, nullable=False),
    Column("language", Text, nullable=False, server_default="en"),
    Column("sha256", Text, nullable=False),
    Column("basis", Text, nullable=False),
    Column("embedding_profile", Text, nullable=False, server_default=""),
    Column("text_as_of", Date),
    Column("source_url", Text, nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
    Column("body", Text, nullable=False),
    Column("held_from", DateTime(timezone=True), nullable=False, server_default=now),
    Column("held_until", DateTime(timezone=True)),
    Column("version", Text, nullable=False, server_default=""),
    Column("label", Text, nullable=False, server_default=""),
    Column("law_from", Date),
    Column("law_until", Date),
    Column("page_starts", ARRAY(Integer), nullable=False, server_default="{}"),
    UniqueConstraint("doc_id", "edition", "language", "sha256", name="editions_version"),
    CheckConstraint("edition in ('official', 'plain')", name="editions_kind"),
    Index(
        "editions_current",
        "doc_id",
        "edition",
        "language",
        unique=True,
        postgresql_where=text("held_until is null and law_until is null"),
    ),
    Index(
        "editions_held",
        "doc_id",
        "edition",
        "language",
        "version",
        unique=True,
        postgresql_where=text("held_until is null"),
    ),
    Index(
        "editions_source",
        "source_url",
        "sha256",
        unique=True,
        postgresql_where=text("source_url <> ''"),
    ),
)

removals = Table(
    "removals",
    metadata,
    Column("removal_id", BigInteger, primary_key=True, autoincrement=True),
    _owner("editions.edition_id"),
    Column("page", Integer),
    Column("at_char", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index("removals_edition", "edition_id"),
)

provisions = Table(
    "provisions",
    metadata,
    Column("provision_id", UUID(as_uuid=True), primary_key=True),
    _owner("documents.doc_id"),
    Column("path", Text, nullable=False),
    Column("number", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("heading", Text, nullable=False, server_default=""),
    UniqueConstraint("doc_id", "path", name="provisions_path"),
)

structure = Table(
    "structure",
    metadata,
    Column("node_id", UUID(as_uuid=True), primary_key=True),
    _owner("editions.edition_id"),
    Column("parent_id", UUID(as_uuid=True), ForeignKey("structure.node_id", ondelete="CASCADE")),
    Column("provision_id", UUID(as_uuid=True), ForeignKey("provisions.provision_id")),
    Column("kind", Text, nullable=False),
    Column("level", Integer, nullable=False),
    Column("order_index", Integer, nullable=False),
    Column("title", Text, nullable=False, server_default=""),
    Column("path", Text, nullable=False, server_default=""),
    Column("is_unit", Boolean, nullable=False, server_default=text("false")),
    Column("start_char", Integer, nullable=False),
    Column("end_char", Integer, nullable=False),
    Column("body_char", Integer, nullable=False),
    Column("page", Integer),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Column("last_modified", DateTime(timezone=True), nullable=False, server_default=now),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("client_id", Text, nullable=False, server_default=""),
    Column("deleted", Boolean, nullable=False, server_default=text("false")),
    Index("structure_place", "edition_id", "start_char"),
    Index("structure_page", "edition_id", "page", "start_char"),
    Index("structure_kind", "edition_id", "kind"),
    Index("structure_path", "edition_id", "path"),
    Index("structure_parent", "parent_id"),
    Index("structure_provision", "provision_id"),
)

legal_chunks = Table(
    "legal_chunks",
    metadata,
    Column("chunk_id", UUID(as_uuid=True), primary_key=True),
    _owner("documents.doc_id"),
    _owner("editions.edition_id"),
    Column("unit_id", UUID(as_uuid=True), ForeignKey("provisions.provision_id"), nullable=False),
    Column("document", Text, nullable=False),
    Column("doc_name", Text, nullable=False),
    Column("doc_type", Text, nullable=False),
    Column("jurisdiction", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("section_id", Text, nullable=False),
    Column("section_title", Text, nullable=False),
    Column("section_hierarchy", ARRAY(Text), nullable=False),
    Column("text", Text, nullable=False),
    Column("start_char", Integer, nullable=False),
    Column("end_char", Integer, nullable=False),
    Column("page_number", Integer),
    Column("effective_date", Date),
    Column("status", Text, nullable=False, server_default="ACTIVE"),
    Column("superseded_by", UUID(as_uuid=True), ForeignKey("legal_chunks.chunk_id", ondelete="SET NULL")),
    Column("source_url", Text, nullable=False, server_default=""),
    Column("parent_chunk_id", UUID(as_uuid=True), ForeignKey("structure.node_id", ondelete="CASCADE")),
    Column("section_path", Text, nullable=False, server_default=""),
    Column("chunk_type", Text, nullable=False, server_default="unit"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Column("embedding", Vector(384)),
    Column("embedding_768", Vector(768)),
    Column(
        "search",
        TSVECTOR,
        Computed(
            "setweight(to_tsvector('english', section_title), 'A') || to_tsvector('english', text)",
            persisted=True,
        ),
    ),
    CheckConstraint("status in ('ACTIVE', 'SUPERSEDED', 'WITHDRAWN')", name="legal_chunks_status"),
    CheckConstraint("end_char > start_char", name="legal_chunks_span"),
    CheckConstraint("chunk_type in ('unit', 'window')", name="legal_chunks_type"),
    Index("legal_chunks_search", "search", postgresql_using="gin"),
    Index("legal_chunks_unit", "unit_id"),
    Index("legal_chunks_document", "document", "status"),
    Index("legal_chunks_edition", "edition_id"),
    Index("legal_chunks_successor", "superseded_by"),
    Index("legal_chunks_doc", "doc_id"),
    Index("legal_chunks_parent", "parent_chunk_id"),
)

provision_references = Table(
    "provision_references",
    metadata,
    Column("reference_id", BigInteger, primary_key=True, autoincrement=True),
    _owner("editions.edition_id"),
    Column("source_id", UUID(as_uuid=True), ForeignKey("provisions.provision_id"), nullable=False),
    Column("target_id", UUID(as_uuid=True), ForeignKey("provisions.provision_id", ondelete="SET NULL")),
    Column("source_path", Text, nullable=False),
    Column("target_document", Text, nullable=False),
    Column("target_path", Text, nullable=False),
    Column("start_char", Integer, nullable=False),
    Column("end_char", Integer, nullable=False),
    Index("provision_references_source", "source_id"),
    Index("provision_references_target", "target_id"),
    Index("provision_references_edition", "edition_id"),
)

derivations = Table(
    "derivations",
    metadata,
    Column("derivation_id", BigInteger, primary_key=True, autoincrement=True),
    _owner("editions.edition_id"),
    Column("source_id", UUID(as_uuid=True), ForeignKey("provisions.provision_id")),
    Column("target_id", UUID(as_uuid=True), ForeignKey("provisions.provision_id", ondelete="SET NULL")),
    Column("source_path", Text, nullable=False),
    Column("target_document", Text, nullable=False),
    Column("target_path", Text, nullable=False),
    Column("ground", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("start_char", Integer),
    Column("end_char", Integer),
    Column("reason", Text, nullable=False, server_default=""),
    UniqueConstraint("edition_id", "source_path", "target_document", "target_path", name="derivations_pair"),
    CheckConstraint("confidence > 0 and confidence <= 1", name="derivations_confidence"),
    Index("derivations_edition", "edition_id"),
    Index("derivations_source", "source_id"),
    Index("derivations_target", "target_id"),
)

question_index = Table(
    "question_index",
    metadata,
    Column("entry_id", UUID(as_uuid=True), primary_key=True),
    _owner("documents.doc_id"),
    Column("unit_id", UUID(as_uuid=True), ForeignKey("provisions.provision_id"), nullable=False),
    Column("document", Text, nullable=False),
    Column("form", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("made_with", Text, nullable=False),
    Column("embedding", Vector(384)),
    Column("embedding_768", Vector(768)),
    Column("search", TSVECTOR, Computed("to_tsvector('english', text)", persisted=True)),
    Index("question_index_doc", "doc_id"),
    Index("question_index_form", "document", "form"),
    Index("question_index_unit", "unit_id"),
    Index("question_index_search", "search", postgresql_using="gin"),
)
