"""The field's names: the table `headwords` is the question index, and legs are retrievers.

Rows keep their vectors: only names and the values of `form` change, and what was found by which
retriever in recorded answers.
"""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_INDEXES = ("doc", "form", "unit", "search")
_FORMS = (("phrases", "keyphrase"), ("situation", "expected_question"))
_FOUND_BY = (("headwords", "keyphrases"), ("situations", "expected_questions"))


def upgrade() -> None:
    op.rename_table("headwords", "question_index")
    op.alter_column("question_index", "headword_id", new_column_name="entry_id")
    op.execute("ALTER INDEX headwords_pkey RENAME TO question_index_pkey")
    for name in _INDEXES:
        op.execute(f"ALTER INDEX headwords_{name} RENAME TO question_index_{name}")
    for before, after in _FORMS:
        op.execute(f"UPDATE question_index SET form = '{after}' WHERE form = '{before}'")
    op.alter_column("retrieval_log", "legs", new_column_name="retrievers")
    _rename_in_records(_FOUND_BY)


def downgrade() -> None:
    _rename_in_records([(after, before) for before, after in _FOUND_BY])
    op.alter_column("retrieval_log", "retrievers", new_column_name="legs")
    for before, after in _FORMS:
        op.execute(f"UPDATE question_index SET form = '{before}' WHERE form = '{after}'")
    for name in _INDEXES:
        op.execute(f"ALTER INDEX question_index_{name} RENAME TO headwords_{name}")
    op.execute("ALTER INDEX question_index_pkey RENAME TO headwords_pkey")
    op.alter_column("question_index", "entry_id", new_column_name="headword_id")
    op.rename_table("question_index", "headwords")


def _rename_in_records(names: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> None:
    """In JSON a quote inside a text is escaped: `"name"` is a whole string and no part of one."""
    for table, column in (
        ("retrieval_log", "contexts"),
        ("retrieval_log", "retrievers"),
        ("turns", "answer"),
    ):
        for before, after in names:
            op.execute(
                f"""UPDATE {table} SET {column} = replace({column}::text, '"{before}"', '"{after}"')::jsonb
                    WHERE {column}::text LIKE '%"{before}"%'"""
            )
