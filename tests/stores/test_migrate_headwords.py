"""An installation made before there were headwords keeps its law as it is, and gets a table to fill."""

from __future__ import annotations

from typing import Any

import numpy as np
from sqlalchemy import Engine, create_engine, inspect, text

from civicsetu.stores import migrate as migrating
from civicsetu.stores.database import Database, _engine
from civicsetu.stores.headword_store import HeadwordRow
from civicsetu.stores.law_store import LawStore
from civicsetu.stores.migrate import head_revision, migrate
from civicsetu.stores.schema import metadata

from .sample import ACT, act_parts, rows

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


async def test_law_that_is_held_stays_as_it_is_and_takes_headwords(empty: str) -> None:
    engine = create_engine(empty)
    migrate(empty)
    step(engine, "downgrade", "0004")
    with engine.connect() as connection:
        assert "headwords" not in inspect(connection).get_table_names()
    opened = Database(_engine(empty.replace("+psycopg", "+asyncpg")))
    law = LawStore(opened)
    written = rows(act_parts())
    assert await law.replace_edition(written)
    before = law_in(engine)

    assert migrate(empty) == head_revision()
    assert law_in(engine) == before
    assert await law.replace_edition(written) is False, "nothing of it is embedded again"
    assert await law.headwords_made(ACT.key) == ""
    one = HeadwordRow("3(1)", "en", 0, "money back", np.ones(384, np.float32))
    await law.replace_headwords(ACT.key, [one], "a")

    assert migrate(empty) == head_revision(), "a second time"
    assert await law.headwords_made(ACT.key) == "a"
    await opened.close()
    engine.dispose()


def test_the_table_is_that_of_the_schema(empty: str) -> None:
    migrate(empty)
    engine = create_engine(empty)
    table = metadata.tables["headwords"]
    with engine.connect() as connection:
        found = inspect(connection)
        indexes = {str(one["name"]): one for one in found.get_indexes("headwords")}
        [computed] = [one for one in found.get_columns("headwords") if one["name"] == "search"]
    assert set(indexes) == {str(index.name) for index in table.indexes}
    assert indexes["headwords_search"]["dialect_options"]["postgresql_using"] == "gin"
    assert "to_tsvector('english'" in computed["computed"]["sqltext"]  # type: ignore[typeddict-item]
    engine.dispose()
