"""The table of ingestions that somebody asked for over HTTP: how far each is, and what came of it.

The index of what is under way lets one document be ingested once at a time, whichever process was asked.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, DateTime, Float, Index, Table, Text, text
from sqlalchemy.dialects.postgresql import JSONB, UUID

from civicsetu.stores.schema_base import metadata, now

UNDER_WAY = "state in ('queued', 'running')"

ingestion_jobs = Table(
    "ingestion_jobs",
    metadata,
    Column("job_id", UUID(as_uuid=True), primary_key=True),
    Column("document", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("state", Text, nullable=False, server_default="queued"),
    Column("step", Text, nullable=False, server_default=""),
    Column("share", Float, nullable=False, server_default="0"),
    Column("error", Text, nullable=False, server_default=""),
    Column("results", JSONB, nullable=False, server_default="[]"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=now),
    CheckConstraint("edition in ('official', 'plain')", name="ingestion_jobs_edition"),
    CheckConstraint(
        "state in ('queued', 'running', 'done', 'failed', 'interrupted')", name="ingestion_jobs_state"
    ),
    Index("ingestion_jobs_under_way", "document", unique=True, postgresql_where=text(UNDER_WAY)),
)
