"""What was retrieved by type and id, citations that readers judge, answers searched by content, and runs.

Turns recorded before get what follows from them: the provisions found, their documents and scores from
`contexts`, the type of search from what found them, the question as it was asked from the turn.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_LOG_COLUMNS = (
    "original_query", "retriever_type", "top_k", "retrieved_ids", "retrieved_documents", "retrieved_scores",
)  # fmt: skip
_OF_EACH = """(SELECT coalesce(array_agg({what} ORDER BY at), '{{}}')
    FROM jsonb_array_elements(l.contexts) WITH ORDINALITY AS c(one, at))"""
_FOUND = f"""
UPDATE retrieval_log l SET original_query = t.question, top_k = jsonb_array_length(l.contexts),
    retrieved_ids = {_OF_EACH.format(what="(one->>'document') || ' ' || (one->>'provision')")},
    retrieved_documents = {_OF_EACH.format(what="one->>'document'")},
    retrieved_scores = {_OF_EACH.format(what="coalesce((one->>'score')::float, 0)")}
FROM turns t WHERE t.turn_id = l.turn_id AND jsonb_typeof(l.contexts) = 'array'
"""
_TYPES = """
UPDATE retrieval_log l SET retriever_type = f.kind FROM (
    SELECT ret_id, CASE WHEN bool_or(by.name = ANY (ARRAY['vector', 'keyphrases', 'expected_questions']))
            AND bool_or(by.name = ANY (ARRAY['exact', 'fulltext'])) THEN 'hybrid'
        WHEN bool_or(by.name = ANY (ARRAY['vector', 'keyphrases', 'expected_questions'])) THEN 'semantic'
        WHEN bool_or(by.name = ANY (ARRAY['exact', 'fulltext'])) THEN 'keyword' END AS kind
    FROM retrieval_log, jsonb_array_elements(contexts) AS c(one), jsonb_array_elements_text(
        CASE jsonb_typeof(one->'found_by') WHEN 'array' THEN one->'found_by' ELSE '[]' END) AS by(name)
    WHERE jsonb_typeof(contexts) = 'array' GROUP BY ret_id) f
WHERE f.ret_id = l.ret_id
"""
_CITED = "UPDATE citations c SET created_at = t.created_at FROM turns t WHERE t.turn_id = c.turn_id"


def upgrade() -> None:
    _retrieval_log()
    _citations()
    op.create_index(
        "turns_answer", "turns", ["answer"], postgresql_using="gin", postgresql_ops={"answer": "jsonb_path_ops"}
    )
    _runs()


def _retrieval_log() -> None:
    op.add_column("retrieval_log", sa.Column("original_query", sa.Text(), server_default="", nullable=False))
    op.add_column("retrieval_log", sa.Column("retriever_type", sa.Text()))
    op.add_column("retrieval_log", sa.Column("top_k", sa.Integer(), server_default="0", nullable=False))
    _add_list("retrieved_ids", sa.ARRAY(sa.Text()))
    _add_list("retrieved_documents", sa.ARRAY(sa.Text()))
    _add_list("retrieved_scores", sa.ARRAY(sa.Float()))
    for filled in (_FOUND, _TYPES):
        op.execute(filled)
    types = "retriever_type in ('semantic', 'keyword', 'hybrid')"
    op.create_check_constraint("retrieval_log_type", "retrieval_log", types)
    op.create_index("retrieval_log_ids", "retrieval_log", ["retrieved_ids"], postgresql_using="gin")
    op.create_index("retrieval_log_documents", "retrieval_log", ["retrieved_documents"], postgresql_using="gin")


def _add_list(name: str, kind: sa.types.TypeEngine[Any]) -> None:
    op.add_column("retrieval_log", sa.Column(name, kind, server_default="{}", nullable=False))


def _citations() -> None:
    op.add_column("citations", sa.Column("note", sa.Text()))
    op.add_column("citations", _now("created_at"))
    op.execute(_CITED)
    op.create_index("citations_document", "citations", ["document"])
    judged = sa.text("correctness is not null")
    op.create_index("citations_correctness", "citations", ["correctness"], postgresql_where=judged)


def _runs() -> None:
    op.create_table(
        "evaluation_runs",
        sa.Column("run_id", UUID(as_uuid=True), primary_key=True),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        sa.Column("question_set", sa.Text(), nullable=False),
        sa.Column("set_digest", sa.Text(), nullable=False),
        sa.Column("rows_wanted", sa.Integer(), nullable=False),
        sa.Column("configuration", JSONB(), nullable=False),
        sa.Column("gates", JSONB(), server_default="[]", nullable=False),
        _now("started_at"),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
    )
    op.create_index("evaluation_runs_set", "evaluation_runs", ["set_digest", "started_at"])
    op.create_table(
        "evaluation_rows",
        sa.Column(
            "run_id",
            UUID(as_uuid=True),
            sa.ForeignKey("evaluation_runs.run_id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("row_id", sa.Text(), primary_key=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("question_type", sa.Text(), nullable=False),
        sa.Column("states", sa.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("answer", JSONB()),
        sa.Column("judgments", JSONB(), nullable=False),
        sa.Column("latency_ms", sa.Float(), nullable=False),
        sa.Column("first_token_ms", sa.Float()),
        _now("created_at"),
    )


def _now(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)


def downgrade() -> None:
    op.drop_table("evaluation_rows")
    op.drop_table("evaluation_runs")
    op.drop_index("turns_answer", "turns")
    op.drop_index("citations_document", "citations")
    for column in ("created_at", "note"):
        op.drop_column("citations", column)
    op.drop_index("citations_correctness", "citations")
    for column in _LOG_COLUMNS:
        op.drop_column("retrieval_log", column)
