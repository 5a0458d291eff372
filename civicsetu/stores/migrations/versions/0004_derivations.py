"""Which provision of an Act each rule carries out, with the words that say so."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "derivations",
        sa.Column("derivation_id", sa.BigInteger(), autoincrement=True, nullable=False),
        sa.Column("edition_id", sa.UUID(), nullable=False),
        sa.Column("source_id", sa.UUID()),
        sa.Column("target_id", sa.UUID()),
        sa.Column("source_path", sa.Text(), nullable=False),
        sa.Column("target_document", sa.Text(), nullable=False),
        sa.Column("target_path", sa.Text(), nullable=False),
        sa.Column("ground", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("start_char", sa.Integer()),
        sa.Column("end_char", sa.Integer()),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("derivation_id"),
        sa.ForeignKeyConstraint(["edition_id"], ["editions.edition_id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["source_id"], ["provisions.provision_id"]),
        sa.ForeignKeyConstraint(["target_id"], ["provisions.provision_id"], ondelete="SET NULL"),
        sa.UniqueConstraint(
            "edition_id", "source_path", "target_document", "target_path", name="derivations_pair"
        ),
        sa.CheckConstraint("confidence > 0 and confidence <= 1", name="derivations_confidence"),
    )
    op.create_index("derivations_edition", "derivations", ["edition_id"])
    op.create_index("derivations_source", "derivations", ["source_id"])
    op.create_index("derivations_target", "derivations", ["target_id"])


def downgrade() -> None:
    op.drop_table("derivations")
