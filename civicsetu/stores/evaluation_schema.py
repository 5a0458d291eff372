"""The tables of runs: questions asked to be measured, and what was judged of each answer.

A row is written whole as soon as its question is judged, so that a run that broke off has all rows it
judged. `judgments` are those of `law.judgments`, a list of objects; `answer` is null where none was given.
`schema_version` says in which form a run's rows are written, so that one of another form is refused and
not misread.
"""

from __future__ import annotations

from sqlalchemy import ARRAY, Column, DateTime, Float, ForeignKey, Index, Integer, Table, Text
from sqlalchemy.dialects.postgresql import JSONB, UUID

from civicsetu.stores.schema_base import metadata, now

evaluation_runs = Table(
    "evaluation_runs",
    metadata,
    Column("run_id", UUID(as_uuid=True), primary_key=True),
    Column("schema_version", Integer, nullable=False),
    Column("question_set", Text, nullable=False),
    Column("set_digest", Text, nullable=False),
    Column("rows_wanted", Integer, nullable=False),
    Column("configuration", JSONB, nullable=False),
    Column("gates", JSONB, nullable=False, server_default="[]"),
    Column("started_at", DateTime(timezone=True), nullable=False, server_default=now),
    Column("finished_at", DateTime(timezone=True)),
    Index("evaluation_runs_set", "set_digest", "started_at"),
)

evaluation_rows = Table(
    "evaluation_rows",
    metadata,
    Column(
        "run_id",
        UUID(as_uuid=True),
        ForeignKey("evaluation_runs.run_id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("row_id", Text, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("question_type", Text, nullable=False),
    Column("states", ARRAY(Text), nullable=False, server_default="{}"),
    Column("answer", JSONB),
    Column("judgments", JSONB, nullable=False),
    Column("latency_ms", Float, nullable=False),
    Column("first_token_ms", Float),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=now),
)
