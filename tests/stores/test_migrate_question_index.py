"""An installation made before there was a question index keeps its law as it is, and gets a table to fill."""

from __future__ import annotations

from typing import Any

import numpy as np
from sqlalchemy import Engine, create_engine, inspect, text

from civicsetu.law.paths import document_id
from civicsetu.stores import migrate as migrating
from civicsetu.stores.database import Database, _engine
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.question_index_store import QuestionIndexRow
from civicsetu.stores.migrate import migrate
from civicsetu.stores.schema import metadata
from tests.stores.revisions import head_revision
from tests.stores.sample import ACT, act_parts, rows

LAW = ("documents", "editions", "provisions", "structure", "legal_chunks")


def step(engine: Engine, direction: str, revision: str) -> None:
    from alembic import command

    with engine.begin() as connection:
        config = migrating._config()
        config.attributes["connection"] = connection
        getattr(command, direction)(config, revision)


def law_in(engine: Engine) -> dict[str, list[Any]]:
    with engine.connect() as connection:
        return {
            table: sorted(str(tuple(row)) for row in connection.execute(text(f"select * from {table}")))
            for table in LAW
        }


async def test_law_that_is_held_stays_as_it_is_and_takes_a_question_index(empty: str) -> None:
    engine = create_engine(empty)
    migrate(empty)
    step(engine, "downgrade", "0004")
    with engine.connect() as connection:
        assert "question_index" not in inspect(connection).get_table_names()
    opened = Database(_engine(empty.replace("+psycopg", "+asyncpg")))
    law = LawStore(opened)
    written = rows(act_parts())
    assert await law.replace_edition(written)
    before = law_in(engine)

    assert migrate(empty) == head_revision()
    assert law_in(engine) == before
    assert await law.replace_edition(written) is False, "nothing of it is embedded again"
    assert await law.question_index_made(ACT.key) == ""
    one = QuestionIndexRow("3(1)", "keyphrase", "en", 0, "money back", np.ones(384, np.float32))
    await law.replace_question_index(ACT.key, [one], "a")

    assert migrate(empty) == head_revision(), "a second time"
    assert await law.question_index_made(ACT.key) == "a"
    await opened.close()
    engine.dispose()


_OF_0005 = text(
    "insert into headwords (headword_id, doc_id, unit_id, document, language, text, made_with)"
    " select gen_random_uuid(), doc_id, provision_id, :document, 'en', 'money back', 'before'"
    " from provisions where doc_id = :doc and path = '3(1)'"
)
_KEPT = text("select text, made_with from headwords")


async def test_phrases_held_before_there_were_situations_stay_and_situations_do_not_go_back(
    empty: str,
) -> None:
    engine = create_engine(empty)
    migrate(empty)
    opened = Database(_engine(empty.replace("+psycopg", "+asyncpg")))
    law = LawStore(opened)
    await law.replace_edition(rows(act_parts()))
    before = law_in(engine)
    step(engine, "downgrade", "0005")
    with engine.begin() as connection:
        assert "form" not in {one["name"] for one in inspect(connection).get_columns("headwords")}
        connection.execute(_OF_0005, {"document": ACT.key, "doc": document_id(ACT.key)})

    assert migrate(empty) == head_revision()
    with engine.connect() as connection:
        assert connection.execute(text("select form, text from question_index")).all() == [
            ("keyphrase", "money back")
        ]
        [form] = [one for one in inspect(connection).get_columns("question_index") if one["name"] == "form"]
        assert (form["nullable"], form["default"]) == (False, None), "every row is told what it is"
    assert await law.question_index_made(ACT.key) == "before", "so the next ingestion makes them anew"
    told = [
        QuestionIndexRow("3(1)", form, "en", 0, f"{form} of it", np.ones(384, np.float32))
        for form in ("keyphrase", "expected_question")
    ]
    await law.replace_question_index(ACT.key, told, "after")

    step(engine, "downgrade", "0005")
    with engine.connect() as connection:
        assert connection.execute(_KEPT).all() == [("keyphrase of it", "after")]
    assert law_in(engine) == before
    await opened.close()
    engine.dispose()


async def test_recorded_answers_name_the_retrievers_by_their_new_names_and_back(empty: str) -> None:
    engine = create_engine(empty)
    migrate(empty)
    step(engine, "downgrade", "0006")
    found_by = (
        '[{"found_by": ["headwords", "situations", "vector"], "title": "her \\"headwords\\" in a title"}]'
    )
    turn = "11111111-1111-1111-1111-111111111111"
    with engine.begin() as connection:
        connection.execute(
            text(
                "insert into turns (turn_id, session_id, turn, question, standalone_question, kind, answer,"
                " settings_hash, latency_ms) values (:turn, 's', 1, 'q', 'q', 'answer', '{}', 'h', 1)"
            ),
            {"turn": turn},
        )
        connection.execute(
            text(
                "insert into retrieval_log (turn_id, query, plan, legs, contexts, latency_ms)"
                " values (:turn, 'q', '{}', '[]', cast(:contexts as jsonb), 1)"
            ),
            {"turn": turn, "contexts": found_by},
        )
    migrate(empty)
    with engine.connect() as connection:
        [[kept]] = connection.execute(text("select contexts from retrieval_log")).all()
    assert kept == [
        {"found_by": ["keyphrases", "expected_questions", "vector"], "title": 'her "headwords" in a title'}
    ]
    step(engine, "downgrade", "0006")
    with engine.connect() as connection:
        [[back]] = connection.execute(text("select contexts from retrieval_log")).all()
    assert back[0]["found_by"] == ["headwords", "situations", "vector"]
    engine.dispose()


def test_the_table_is_that_of_the_schema(empty: str) -> None:
    migrate(empty)
    engine = create_engine(empty)
    table = metadata.tables["question_index"]
    with engine.connect() as connection:
        found = inspect(connection)
        indexes = {str(one["name"]): one for one in found.get_indexes("question_index")}
        [computed] = [one for one in found.get_columns("question_index") if one["name"] == "search"]
    assert set(indexes) == {str(index.name) for index in table.indexes}
    assert indexes["question_index_search"]["dialect_options"]["postgresql_using"] == "gin"
    assert "to_tsvector('english'" in computed["computed"]["sqltext"]  # type: ignore[typeddict-item]
    engine.dispose()
