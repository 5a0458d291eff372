"""The tables, as SQLAlchemy sees them. The migrations create them; a test compares both.

Law: `documents` -> `editions` (one row a version of an edition, with its whole text)
-> `structure` (the provision tree of that text), `removals` (what reading took out of its
pages) and `legal_chunks` (what is searched); `provisions` is what survives a change of
edition: the identity of a provision. `provision_references` are mentions, `derivations` say
which provision of an Act a rule carries out. `held_from`/`held_until` say when this installation
held a version, `law_from`/`law_until` when it was the law. A file from one address is held
once: `source_url` and `sha256` are unique together wherever an address is known.

`documents.status` follows from the editions; `visibility` decides who is shown the document,
and only what is public is searched. `structure` carries the columns a node needs to be kept
in step with copies elsewhere (`created_at`, `last_modified`, `version`, `client_id`,
`deleted`). A tree is written whole and replaced whole, so here they keep their defaults,
`client_id` '' being this installation; a node marked `deleted` by a copy is not read.
`legal_chunks.parent_chunk_id` is the node of the whole section or rule a chunk is a part of
(never another chunk: see `chunk_writer`), `section_path` its headings down to the unit with
the chapter, `chunk_type` whether it is a whole unit or a window of one.

Conversations: Chainlit's own five tables, and ours beside them: `turns` (question and
answer), `retrieval_log`, `citations`. A turn's id is the id of the message that shows it,
so feedback on a message finds its contexts and settings by one join.
"""

from __future__ import annotations

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
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR, UUID

metadata = MetaData()

_now = func.now()

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
    Column("ingested_at", DateTime(timezone=True), nullable=False, server_default=_now),
    Column("is_active", Boolean, nullable=False, server_default=text("true")),
    Column("visibility", Text, nullable=False, server_default="public"),
    Column("owner", Text, nullable=False, server_default=""),
    Column("tags", ARRAY(Text), nullable=False, server_default="{}"),
    Column("metadata", JSONB, nullable=False, server_default="{}"),
    Column("status", Text, nullable=False, server_default="EXPECTED"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=_now),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=_now),
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
    Column("doc_id", UUID(as_uuid=True), ForeignKey("documents.doc_id", ondelete="CASCADE"), nullable=False),
    Column("edition", Text, nullable=False),
    Column("language", Text, nullable=False, server_default="en"),
    Column("sha256", Text, nullable=False),
    Column("basis", Text, nullable=False),
    Column("embedding_profile", Text, nullable=False, server_default=""),
    Column("text_as_of", Date),
    Column("source_url", Text, nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
    Column("body", Text, nullable=False),
    Column("held_from", DateTime(timezone=True), nullable=False, server_default=_now),
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
    Column(
        "edition_id",
        UUID(as_uuid=True),
        ForeignKey("editions.edition_id", ondelete="CASCADE"),
        nullable=False,
    ),
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
    Column("doc_id", UUID(as_uuid=True), ForeignKey("documents.doc_id", ondelete="CASCADE"), nullable=False),
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
    Column(
        "edition_id",
        UUID(as_uuid=True),
        ForeignKey("editions.edition_id", ondelete="CASCADE"),
        nullable=False,
    ),
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
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=_now),
    Column("last_modified", DateTime(timezone=True), nullable=False, server_default=_now),
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
    Column("doc_id", UUID(as_uuid=True), ForeignKey("documents.doc_id", ondelete="CASCADE"), nullable=False),
    Column(
        "edition_id",
        UUID(as_uuid=True),
        ForeignKey("editions.edition_id", ondelete="CASCADE"),
        nullable=False,
    ),
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
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=_now),
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
    Column(
        "edition_id",
        UUID(as_uuid=True),
        ForeignKey("editions.edition_id", ondelete="CASCADE"),
        nullable=False,
    ),
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
    Column(
        "edition_id",
        UUID(as_uuid=True),
        ForeignKey("editions.edition_id", ondelete="CASCADE"),
        nullable=False,
    ),
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

# Chainlit's own tables: names and columns are its, not ours.
users = Table(
    "users",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("identifier", Text, nullable=False, unique=True),
    Column("metadata", JSONB, nullable=False),
    Column("createdAt", Text),
)

threads = Table(
    "threads",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("createdAt", Text),
    Column("name", Text),
    Column("userId", UUID(as_uuid=True), ForeignKey("users.id", ondelete="CASCADE")),
    Column("userIdentifier", Text),
    Column("tags", ARRAY(Text)),
    Column("metadata", JSONB),
    Index("threads_user", "userId"),
)

steps = Table(
    "steps",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("name", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("threadId", UUID(as_uuid=True), ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    Column("parentId", UUID(as_uuid=True)),
    Column("command", Text),
    Column("modes", JSONB),
    Column("streaming", Boolean, nullable=False, server_default=text("false")),
    Column("waitForAnswer", Boolean),
    Column("isError", Boolean),
    Column("metadata", JSONB),
    Column("tags", ARRAY(Text)),
    Column("input", Text),
    Column("output", Text),
    Column("createdAt", Text),
    Column("start", Text),
    Column("end", Text),
    Column("generation", JSONB),
    Column("showInput", Text),
    Column("defaultOpen", Boolean),
    Column("autoCollapse", Boolean),
    Column("language", Text),
    Column("icon", Text),
    Column("indent", Integer),
    Index("steps_thread", "threadId"),
)

elements = Table(
    "elements",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("threadId", UUID(as_uuid=True), ForeignKey("threads.id", ondelete="CASCADE")),
    Column("type", Text),
    Column("url", Text),
    Column("path", Text),
    Column("chainlitKey", Text),
    Column("name", Text, nullable=False),
    Column("display", Text),
    Column("objectKey", Text),
    Column("size", Text),
    Column("page", Integer),
    Column("language", Text),
    Column("forId", UUID(as_uuid=True)),
    Column("mime", Text),
    Column("props", JSONB),
    Column("autoPlay", Boolean),
    Column("playerConfig", JSONB),
    Index("elements_thread", "threadId"),
)

feedbacks = Table(
    "feedbacks",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True),
    Column("forId", UUID(as_uuid=True), nullable=False, unique=True),
    Column("threadId", UUID(as_uuid=True), ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    Column("value", Integer, nullable=False),
    Column("comment", Text),
    Index("feedbacks_thread", "threadId"),
)

# Ours. `thread_id` is null for questions asked outside the page (command line).
turns = Table(
    "turns",
    metadata,
    Column("turn_id", UUID(as_uuid=True), primary_key=True),
    Column("session_id", Text, nullable=False),
    Column("thread_id", UUID(as_uuid=True), ForeignKey("threads.id", ondelete="CASCADE")),
    Column("turn", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("standalone_question", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("answer", JSONB, nullable=False),
    Column("settings_hash", Text, nullable=False),
    Column("first_token_ms", Float),
    Column("latency_ms", Float, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=_now),
    Index("turns_session", "session_id", "turn"),
    Index("turns_thread", "thread_id"),
)

retrieval_log = Table(
    "retrieval_log",
    metadata,
    Column("ret_id", BigInteger, primary_key=True, autoincrement=True),
    Column("turn_id", UUID(as_uuid=True), ForeignKey("turns.turn_id", ondelete="CASCADE"), nullable=False),
    Column("query", Text, nullable=False),
    Column("plan", JSONB, nullable=False),
    Column("legs", JSONB, nullable=False),
    Column("contexts", JSONB, nullable=False),
    Column("latency_ms", Float, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=_now),
    Index("retrieval_log_turn", "turn_id"),
)

citations = Table(
    "citations",
    metadata,
    Column("citation_id", BigInteger, primary_key=True, autoincrement=True),
    Column("turn_id", UUID(as_uuid=True), ForeignKey("turns.turn_id", ondelete="CASCADE"), nullable=False),
    Column("sentence_index", Integer, nullable=False),
    Column("span_start", Integer, nullable=False),
    Column("span_end", Integer, nullable=False),
    Column("support", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("provision", Text, nullable=False),
    Column("edition_id", UUID(as_uuid=True), nullable=False),
    Column("chunk_id", UUID(as_uuid=True), nullable=False),
    Column("quote_start", Integer, nullable=False),
    Column("quote_end", Integer, nullable=False),
    Column("correctness", Boolean),
    Index("citations_turn", "turn_id"),
)
