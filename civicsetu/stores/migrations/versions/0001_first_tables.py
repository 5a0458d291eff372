"""The first tables: law, conversations as Chainlit keeps them, and what we keep beside them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import Vector
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_TABLES = (
    "documents",
    "editions",
    "provisions",
    "structure",
    "legal_chunks",
    "provision_references",
    "users",
    "threads",
    "steps",
    "elements",
    "feedbacks",
    "turns",
    "retrieval_log",
    "citations",
)


def upgrade() -> None:
    _documents()
    _editions()
    _provisions()
    _structure()
    _legal_chunks()
    _provision_references()
    _users()
    _threads()
    _steps()
    _elements()
    _feedbacks()
    _turns()
    _retrieval_log()
    _citations()


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)


def _documents() -> None:
    op.create_table(
        "documents",
        sa.Column("doc_id", sa.UUID(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("doc_name", sa.Text(), nullable=False),
        sa.Column("short_title", sa.Text(), nullable=False),
        sa.Column("jurisdiction", sa.Text(), nullable=False),
        sa.Column("doc_type", sa.Text(), nullable=False),
        sa.Column("source_url", sa.Text(), server_default="", nullable=False),
        sa.Column("effective_date", sa.Date()),
        sa.Column("gazette_number", sa.Text()),
        sa.Column("total_chunks", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ingested_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("is_active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.PrimaryKeyConstraint("doc_id"),
        sa.UniqueConstraint("key"),
    )


def _editions() -> None:
    op.create_table(
        "editions",
        sa.Column("edition_id", sa.UUID(), nullable=False),
        sa.Column("doc_id", sa.UUID(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), server_default="en", nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("basis", sa.Text(), nullable=False),
        sa.Column("embedding_profile", sa.Text(), server_default="", nullable=False),
        sa.Column("text_as_of", sa.Date()),
        sa.Column("source_url", sa.Text(), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("held_from", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("held_until", sa.DateTime(timezone=True)),
        sa.CheckConstraint("edition in ('official', 'plain')", name="editions_kind"),
        sa.ForeignKeyConstraint(["doc_id"], ["documents.doc_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("edition_id"),
        sa.UniqueConstraint("doc_id", "edition", "language", "sha256", name="editions_version"),
    )
    op.create_index(
        "editions_current",
        "editions",
        ["doc_id", "edition", "language"],
        unique=True,
        postgresql_where=sa.text("held_until is null"),
    )


def _provisions() -> None:
    op.create_table(
        "provisions",
        sa.Column("provision_id", sa.UUID(), nullable=False),
        sa.Column("doc_id", sa.UUID(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("heading", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["doc_id"], ["documents.doc_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("provision_id"),
        sa.UniqueConstraint("doc_id", "path", name="provisions_path"),
    )


def _structure() -> None:
    op.create_table(
        "structure",
        sa.Column("node_id", sa.UUID(), nullable=False),
        sa.Column("edition_id", sa.UUID(), nullable=False),
        sa.Column("parent_id", sa.UUID()),
        sa.Column("provision_id", sa.UUID()),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("order_index", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("path", sa.Text(), server_default="", nullable=False),
        sa.Column("is_unit", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("start_char", sa.Integer(), nullable=False),
        sa.Column("end_char", sa.Integer(), nullable=False),
        sa.Column("body_char", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer()),
        sa.ForeignKeyConstraint(["edition_id"], ["editions.edition_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["parent_id"], ["structure.node_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["provision_id"], ["provisions.provision_id"]),
        sa.PrimaryKeyConstraint("node_id"),
    )
    op.create_index("structure_kind", "structure", ["edition_id", "kind"])
    op.create_index("structure_parent", "structure", ["parent_id"])
    op.create_index("structure_path", "structure", ["edition_id", "path"])
    op.create_index("structure_place", "structure", ["edition_id", "start_char"])
    op.create_index("structure_provision", "structure", ["provision_id"])


def _legal_chunks() -> None:
    op.create_table(
        "legal_chunks",
        sa.Column("chunk_id", sa.UUID(), nullable=False),
        sa.Column("doc_id", sa.UUID(), nullable=False),
        sa.Column("edition_id", sa.UUID(), nullable=False),
        sa.Column("unit_id", sa.UUID(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("doc_name", sa.Text(), nullable=False),
        sa.Column("doc_type", sa.Text(), nullable=False),
        sa.Column("jurisdiction", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("section_id", sa.Text(), nullable=False),
        sa.Column("section_title", sa.Text(), nullable=False),
        sa.Column("section_hierarchy", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("start_char", sa.Integer(), nullable=False),
        sa.Column("end_char", sa.Integer(), nullable=False),
        sa.Column("page_number", sa.Integer()),
        sa.Column("effective_date", sa.Date()),
        sa.Column("status", sa.Text(), server_default="ACTIVE", nullable=False),
        sa.Column("superseded_by", sa.UUID()),
        sa.Column("source_url", sa.Text(), server_default="", nullable=False),
        sa.Column("embedding", Vector(384)),
        sa.Column("embedding_768", Vector(768)),
        sa.Column(
            "search",
            TSVECTOR(),
            sa.Computed(
                "setweight(to_tsvector('english', section_title), 'A') || to_tsvector('english', text)",
                persisted=True,
            ),
        ),
        sa.CheckConstraint("status in ('ACTIVE', 'SUPERSEDED', 'WITHDRAWN')", name="legal_chunks_status"),
        sa.CheckConstraint("end_char > start_char", name="legal_chunks_span"),
        sa.ForeignKeyConstraint(["doc_id"], ["documents.doc_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["edition_id"], ["editions.edition_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["superseded_by"], ["legal_chunks.chunk_id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["unit_id"], ["provisions.provision_id"]),
        sa.PrimaryKeyConstraint("chunk_id"),
    )
    op.create_index("legal_chunks_document", "legal_chunks", ["document", "status"])
    op.create_index("legal_chunks_edition", "legal_chunks", ["edition_id"])
    op.create_index("legal_chunks_search", "legal_chunks", ["search"], postgresql_using="gin")
    op.create_index("legal_chunks_successor", "legal_chunks", ["superseded_by"])
    op.create_index("legal_chunks_unit", "legal_chunks", ["unit_id"])


def _provision_references() -> None:
    op.create_table(
        "provision_references",
        sa.Column("reference_id", sa.BigInteger(), nullable=False),
        sa.Column("edition_id", sa.UUID(), nullable=False),
        sa.Column("source_id", sa.UUID(), nullable=False),
        sa.Column("target_id", sa.UUID()),
        sa.Column("source_path", sa.Text(), nullable=False),
        sa.Column("target_document", sa.Text(), nullable=False),
        sa.Column("target_path", sa.Text(), nullable=False),
        sa.Column("start_char", sa.Integer(), nullable=False),
        sa.Column("end_char", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["edition_id"], ["editions.edition_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["source_id"], ["provisions.provision_id"]),
        sa.ForeignKeyConstraint(["target_id"], ["provisions.provision_id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("reference_id"),
    )
    op.create_index("provision_references_edition", "provision_references", ["edition_id"])
    op.create_index("provision_references_source", "provision_references", ["source_id"])
    op.create_index("provision_references_target", "provision_references", ["target_id"])


def _users() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.UUID(), nullable=False),
        sa.Column("identifier", sa.Text(), nullable=False),
        sa.Column("metadata", JSONB(), nullable=False),
        sa.Column("createdAt", sa.Text()),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("identifier"),
    )


def _threads() -> None:
    op.create_table(
        "threads",
        sa.Column("id", sa.UUID(), nullable=False),
        sa.Column("createdAt", sa.Text()),
        sa.Column("name", sa.Text()),
        sa.Column("userId", sa.UUID()),
        sa.Column("userIdentifier", sa.Text()),
        sa.Column("tags", sa.ARRAY(sa.Text())),
        sa.Column("metadata", JSONB()),
        sa.ForeignKeyConstraint(["userId"], ["users.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("threads_user", "threads", ["userId"])


def _steps() -> None:
    op.create_table(
        "steps",
        sa.Column("id", sa.UUID(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("threadId", sa.UUID(), nullable=False),
        sa.Column("parentId", sa.UUID()),
        sa.Column("command", sa.Text()),
        sa.Column("modes", JSONB()),
        sa.Column("streaming", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("waitForAnswer", sa.Boolean()),
        sa.Column("isError", sa.Boolean()),
        sa.Column("metadata", JSONB()),
        sa.Column("tags", sa.ARRAY(sa.Text())),
        sa.Column("input", sa.Text()),
        sa.Column("output", sa.Text()),
        sa.Column("createdAt", sa.Text()),
        sa.Column("start", sa.Text()),
        sa.Column("end", sa.Text()),
        sa.Column("generation", JSONB()),
        sa.Column("showInput", sa.Text()),
        sa.Column("defaultOpen", sa.Boolean()),
        sa.Column("autoCollapse", sa.Boolean()),
        sa.Column("language", sa.Text()),
        sa.Column("icon", sa.Text()),
        sa.Column("indent", sa.Integer()),
        sa.ForeignKeyConstraint(["threadId"], ["threads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("steps_thread", "steps", ["threadId"])


def _elements() -> None:
    op.create_table(
        "elements",
        sa.Column("id", sa.UUID(), nullable=False),
        sa.Column("threadId", sa.UUID()),
        sa.Column("type", sa.Text()),
        sa.Column("url", sa.Text()),
        sa.Column("path", sa.Text()),
        sa.Column("chainlitKey", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("display", sa.Text()),
        sa.Column("objectKey", sa.Text()),
        sa.Column("size", sa.Text()),
        sa.Column("page", sa.Integer()),
        sa.Column("language", sa.Text()),
        sa.Column("forId", sa.UUID()),
        sa.Column("mime", sa.Text()),
        sa.Column("props", JSONB()),
        sa.Column("autoPlay", sa.Boolean()),
        sa.Column("playerConfig", JSONB()),
        sa.ForeignKeyConstraint(["threadId"], ["threads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("elements_thread", "elements", ["threadId"])


def _feedbacks() -> None:
    op.create_table(
        "feedbacks",
        sa.Column("id", sa.UUID(), nullable=False),
        sa.Column("forId", sa.UUID(), nullable=False),
        sa.Column("threadId", sa.UUID(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text()),
        sa.ForeignKeyConstraint(["threadId"], ["threads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("forId"),
    )
    op.create_index("feedbacks_thread", "feedbacks", ["threadId"])


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("turn_id", sa.UUID(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("thread_id", sa.UUID()),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("standalone_question", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("answer", JSONB(), nullable=False),
        sa.Column("settings_hash", sa.Text(), nullable=False),
        sa.Column("first_token_ms", sa.Float()),
        sa.Column("latency_ms", sa.Float(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("turn_id"),
    )
    op.create_index("turns_session", "turns", ["session_id", "turn"])
    op.create_index("turns_thread", "turns", ["thread_id"])


def _retrieval_log() -> None:
    op.create_table(
        "retrieval_log",
        sa.Column("ret_id", sa.BigInteger(), nullable=False),
        sa.Column("turn_id", sa.UUID(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("plan", JSONB(), nullable=False),
        sa.Column("legs", JSONB(), nullable=False),
        sa.Column("contexts", JSONB(), nullable=False),
        sa.Column("latency_ms", sa.Float(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.turn_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("ret_id"),
    )
    op.create_index("retrieval_log_turn", "retrieval_log", ["turn_id"])


def _citations() -> None:
    op.create_table(
        "citations",
        sa.Column("citation_id", sa.BigInteger(), nullable=False),
        sa.Column("turn_id", sa.UUID(), nullable=False),
        sa.Column("sentence_index", sa.Integer(), nullable=False),
        sa.Column("span_start", sa.Integer(), nullable=False),
        sa.Column("span_end", sa.Integer(), nullable=False),
        sa.Column("support", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("provision", sa.Text(), nullable=False),
        sa.Column("edition_id", sa.UUID(), nullable=False),
        sa.Column("chunk_id", sa.UUID(), nullable=False),
        sa.Column("quote_start", sa.Integer(), nullable=False),
        sa.Column("quote_end", sa.Integer(), nullable=False),
        sa.Column("correctness", sa.Boolean()),
        sa.ForeignKeyConstraint(["turn_id"], ["turns.turn_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("citation_id"),
    )
    op.create_index("citations_turn", "citations", ["turn_id"])
