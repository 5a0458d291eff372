"""Ingestions asked for over HTTP: how far each is, one of a document at a time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ingestion_jobs",
        sa.Column("job_id", UUID(as_uuid=True), primary_key=True),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False, server_default="queued"),
        sa.Column("step", sa.Text, nullable=False, server_default=""),
        sa.Column("share", sa.Float, nullable=False, server_default="0"),
        sa.Column("error", sa.Text, nullable=False, server_default=""),
        sa.Column("results", JSONB, nullable=False, server_default="[]"),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.CheckConstraint("edition in ('official', 'plain')", name="ingestion_jobs_edition"),
        sa.CheckConstraint(
            "state in ('queued', 'running', 'done', 'failed', 'interrupted')", name="ingestion_jobs_state"
        ),
    )
    op.create_index(
        "ingestion_jobs_under_way",
        "ingestion_jobs",
        ["document"],
        unique=True,
        postgresql_where=sa.text("state in ('queued', 'running')"),
    )


def downgrade() -> None:
    op.drop_table("ingestion_jobs")
