"""Reasons of a thumb with the evidence it was given on; turns by time, for the operator's list."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "feedback_details",
        sa.Column(
            "feedback_id",
            UUID(as_uuid=True),
            sa.ForeignKey("feedbacks.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("turn_id", UUID(as_uuid=True), sa.ForeignKey("turns.turn_id", ondelete="CASCADE")),
        sa.Column("reasons", sa.ARRAY(sa.Text), nullable=False, server_default="{}"),
        sa.Column("sentence_index", sa.Integer),
        sa.Column("evidence_json", JSONB, nullable=False, server_default="{}"),
        sa.Column("answer_hash", sa.Text, nullable=False, server_default=""),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("feedback_details_turn", "feedback_details", ["turn_id"])
    op.create_index("feedback_details_reasons", "feedback_details", ["reasons"], postgresql_using="gin")
    op.create_index("turns_created", "turns", ["created_at"])
    op.create_index("judgments_judge", "judgments", ["judge"])


def downgrade() -> None:
    op.drop_index("judgments_judge", "judgments")
    op.drop_index("turns_created", "turns")
    op.drop_table("feedback_details")
