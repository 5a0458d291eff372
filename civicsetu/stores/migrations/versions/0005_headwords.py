"""Phrases under which a reader would look a provision up, with their vectors.

The table is filled by the next taking in; law that is held is not touched.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import Vector
from sqlalchemy.dialects.postgresql import TSVECTOR

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "headwords",
        sa.Column("headword_id", sa.UUID(), nullable=False),
        sa.Column("doc_id", sa.UUID(), nullable=False),
        sa.Column("unit_id", sa.UUID(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_with", sa.Text(), nullable=False),
        sa.Column("embedding", Vector(384)),
        sa.Column("embedding_768", Vector(768)),
        sa.Column("search", TSVECTOR(), sa.Computed("to_tsvector('english', text)", persisted=True)),
        sa.PrimaryKeyConstraint("headword_id"),
        sa.ForeignKeyConstraint(["doc_id"], ["documents.doc_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["unit_id"], ["provisions.provision_id"]),
    )
    op.create_index("headwords_doc", "headwords", ["doc_id"])
    op.create_index("headwords_unit", "headwords", ["unit_id"])
    op.create_index("headwords_search", "headwords", ["search"], postgresql_using="gin")


def downgrade() -> None:
    op.drop_table("headwords")
