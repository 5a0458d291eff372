"""Who is shown a document and how it is held, trees kept in step, and the section each chunk is a part of.

Law that is held stays held: what the new columns say of it follows from what is there.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_DOCUMENT_COLUMNS = ("visibility", "owner", "tags", "metadata", "status", "created_at", "updated_at")
_NODE_COLUMNS = ("created_at", "last_modified", "version", "client_id", "deleted")
_CHUNK_COLUMNS = ("parent_chunk_id", "section_path", "chunk_type", "created_at")

_STATUS = """
UPDATE documents d SET created_at = d.ingested_at, updated_at = d.ingested_at, status = CASE
    WHEN EXISTS (SELECT FROM editions e WHERE e.doc_id = d.doc_id AND e.held_until IS NULL AND e.law_until IS NULL)
    THEN 'HELD'
    WHEN EXISTS (SELECT FROM editions e WHERE e.doc_id = d.doc_id AND e.held_until IS NULL)
    THEN 'LAPSED' ELSE 'EXPECTED' END
"""
# Two documents from one file at one address: the text of both stays, the later gives up the address.
_ONE_ADDRESS = """
UPDATE editions later SET source_url = '' WHERE source_url <> '' AND EXISTS (
    SELECT FROM editions first WHERE first.source_url = later.source_url AND first.sha256 = later.sha256
    AND (first.held_from, first.edition_id) < (later.held_from, later.edition_id))
"""
_NODES = """
UPDATE structure s SET created_at = e.held_from, last_modified = e.held_from
FROM editions e WHERE e.edition_id = s.edition_id
"""
_PARENTS = r"""
UPDATE legal_chunks c SET parent_chunk_id = s.node_id, section_path = array_to_string(
    c.section_hierarchy[1:1]
    || (SELECT regexp_replace(ch.title, '\s+', ' ', 'g') FROM structure ch WHERE ch.edition_id = s.edition_id
        AND ch.kind = 'chapter' AND ch.start_char < s.start_char ORDER BY ch.start_char DESC LIMIT 1)
    || c.section_hierarchy[2:], ' > ')
FROM structure s, provisions p
WHERE p.provision_id = c.unit_id AND s.edition_id = c.edition_id AND s.path = p.number
"""
_TYPES = """
UPDATE legal_chunks c SET created_at = e.held_from, chunk_type = CASE WHEN w.windows > 1 THEN 'window' ELSE 'unit' END
FROM editions e, (SELECT edition_id, unit_id, count(*) AS windows FROM legal_chunks GROUP BY edition_id, unit_id) w
WHERE e.edition_id = c.edition_id AND w.edition_id = c.edition_id AND w.unit_id = c.unit_id
"""


def upgrade() -> None:
    _documents()
    _structure()
    _chunks()
    for filled in (_STATUS, _ONE_ADDRESS, _NODES, _PARENTS, _TYPES):
        op.execute(filled)
    source = ["source_url", "sha256"]
    where = sa.text("source_url <> ''")
    op.create_index("editions_source", "editions", source, unique=True, postgresql_where=where)


def _documents() -> None:
    op.add_column("documents", sa.Column("visibility", sa.Text(), server_default="public", nullable=False))
    op.add_column("documents", sa.Column("owner", sa.Text(), server_default="", nullable=False))
    op.add_column("documents", sa.Column("tags", sa.ARRAY(sa.Text()), server_default="{}", nullable=False))
    op.add_column("documents", sa.Column("metadata", JSONB(), server_default="{}", nullable=False))
    op.add_column("documents", sa.Column("status", sa.Text(), server_default="EXPECTED", nullable=False))
    _times("documents", "created_at", "updated_at")
    shown = "visibility in ('public', 'internal', 'restricted')"
    op.create_check_constraint("documents_visibility", "documents", shown)
    op.create_check_constraint("documents_status", "documents", "status in ('EXPECTED', 'HELD', 'LAPSED')")
    op.create_index("documents_by_visibility", "documents", ["visibility"])
    op.create_index("documents_tags", "documents", ["tags"], postgresql_using="gin")
    op.create_index("documents_updated", "documents", ["updated_at"])


def _structure() -> None:
    _times("structure", "created_at", "last_modified")
    op.add_column("structure", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.add_column("structure", sa.Column("client_id", sa.Text(), server_default="", nullable=False))
    op.add_column(
        "structure", sa.Column("deleted", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.create_index("structure_page", "structure", ["edition_id", "page", "start_char"])


def _chunks() -> None:
    op.add_column("legal_chunks", sa.Column("parent_chunk_id", sa.UUID()))
    op.add_column("legal_chunks", sa.Column("section_path", sa.Text(), server_default="", nullable=False))
    op.add_column("legal_chunks", sa.Column("chunk_type", sa.Text(), server_default="unit", nullable=False))
    _times("legal_chunks", "created_at")
    op.create_foreign_key(
        "legal_chunks_parent_chunk_id_fkey",
        "legal_chunks",
        "structure",
        ["parent_chunk_id"],
        ["node_id"],
        ondelete="CASCADE",
    )
    op.create_check_constraint("legal_chunks_type", "legal_chunks", "chunk_type in ('unit', 'window')")
    op.create_index("legal_chunks_doc", "legal_chunks", ["doc_id"])
    op.create_index("legal_chunks_parent", "legal_chunks", ["parent_chunk_id"])


def _times(table: str, *columns: str) -> None:
    for name in columns:
        now = sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)
        op.add_column(table, now)


def downgrade() -> None:
    op.drop_index("editions_source", "editions")
    op.drop_index("structure_page", "structure")
    op.drop_index("legal_chunks_doc", "legal_chunks")
    for table, columns in (
        ("legal_chunks", _CHUNK_COLUMNS),
        ("structure", _NODE_COLUMNS),
        ("documents", _DOCUMENT_COLUMNS),
    ):
        for column in columns:
            op.drop_column(table, column)
