"""Judgments: a verdict on each sentence a model wrote, and later on whole answers, with what it rests on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "judgments",
        sa.Column("judgment_id", sa.BigInteger, primary_key=True, autoincrement=True),
        sa.Column(
            "turn_id", UUID(as_uuid=True), sa.ForeignKey("turns.turn_id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("criterion", sa.Text, nullable=False),
        sa.Column("judge", sa.Text, nullable=False),
        sa.Column("sentence_index", sa.Integer),
        sa.Column("passed", sa.Boolean, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("evidence_json", JSONB, nullable=False, server_default="{}"),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("judgments_turn", "judgments", ["turn_id"])
    op.create_index("judgments_criterion", "judgments", ["criterion", "passed"])


def downgrade() -> None:
    op.drop_table("judgments")
