"""Law that was held before the third step is held after it, and nothing of it is read in again."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, inspect, text

from civicsetu.law.documents import EditionKind
from civicsetu.law.provisions import NodeKind
from civicsetu.stores import migrate as migrating
from civicsetu.stores.database import Database, _engine
from civicsetu.stores.law.law_rows import EditionRows
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.migrate import migrate
from tests.stores.revisions import head_revision
from tests.stores.sample import ACT, RULES, Part, act_parts, as_enacted, consolidated, rows

ADDED = {
    "documents": {"visibility", "owner", "tags", "metadata", "status", "created_at", "updated_at"},
    "structure": {"created_at", "last_modified", "version", "client_id", "deleted"},
    "legal_chunks": {"parent_chunk_id", "section_path", "chunk_type", "created_at"},
}
FOLLOWS = {
    "documents": "key, visibility, owner, tags, status",
    "structure": "node_id, version, client_id, deleted",
    "legal_chunks": "chunk_id, parent_chunk_id, section_path, chunk_type",
    "editions": "edition_id, source_url, sha256, basis",
}
"""What the step makes of the rows that are there; times are when they were ingested."""


def chapters(extra: str = "") -> list[Part]:
    """The Act in two chapters, a line of the second's heading broken."""
    first, definitions, money = act_parts(extra)
    return [
        Part("", "CHAPTER I\n", NodeKind.CHAPTER), first, definitions,
        Part("", "CHAPTER II\nOF MONEY\n", NodeKind.CHAPTER), money,
    ]  # fmt: skip


def law_held() -> list[EditionRows]:
    """The Act in both official versions and in plain words, cut small; of the rules what was the law."""
    return [
        as_enacted(chapters(" as passed")),
        consolidated(chapters(), window=25, source_url="https://example.org/now"),
        rows(act_parts(" in plain words"), edition=EditionKind.PLAIN),
        as_enacted(act_parts(), spec=RULES),
    ]


@pytest.fixture
async def held(empty: str) -> Engine:
    """A database in which all that is held, as this version writes it."""
    migrate(empty)
    opened = Database(_engine(empty.replace("+psycopg", "+asyncpg")))
    for written in law_held():
        assert await LawStore(opened).replace_edition(written)
    await opened.close()
    return create_engine(empty)


def read(engine: Engine) -> dict[str, list[Any]]:
    with engine.connect() as connection:
        return {
            table: sorted(tuple(map(str, row)) for row in connection.execute(text(f"select {names} from {table}")))
            for table, names in FOLLOWS.items()
        }  # fmt: skip


def columns(engine: Engine) -> dict[str, set[str]]:
    with engine.connect() as connection:
        return {table: {one["name"] for one in inspect(connection).get_columns(table)} for table in ADDED}


def step(engine: Engine, direction: str, revision: str) -> None:
    from alembic import command

    with engine.begin() as connection:
        config = migrating._config()
        config.attributes["connection"] = connection
        getattr(command, direction)(config, revision)


async def test_what_the_step_says_of_held_law_is_what_writing_it_says(held: Engine, empty: str) -> None:
    written, now = read(held), columns(held)
    assert {row[3] for row in written["legal_chunks"]} == {"unit", "window"}
    paths = {row[2] for row in written["legal_chunks"]}
    assert {"Homes Act > CHAPTER I > section 2(a)", "Homes Act > CHAPTER II OF MONEY > section 3(1)"} <= paths
    assert [row[4] for row in written["documents"]] == ["HELD", "LAPSED"]

    step(held, "downgrade", "0002")
    assert columns(held) == {table: now[table] - ADDED[table] for table in ADDED}
    assert migrate(empty) == head_revision()
    assert migrate(empty) == head_revision(), "a second time"
    assert columns(held) == now
    assert read(held) == written
    with held.connect() as connection:
        times = connection.execute(
            text("select count(*) from documents where created_at = ingested_at and updated_at = ingested_at")
        )
        assert times.scalar() == 2
    held.dispose()


async def test_no_held_text_is_taken_in_again_after_the_step(held: Engine, empty: str) -> None:
    step(held, "downgrade", "0002")
    held.dispose()
    migrate(empty)
    opened = Database(_engine(empty.replace("+psycopg", "+asyncpg")))
    law = LawStore(opened)
    for written in law_held():
        assert await law.is_held(
            written.spec.key, written.edition, "en", written.sha256, "tiny",
            version=written.version, law_until=written.law_until,
        )  # fmt: skip
        assert await law.replace_edition(written) is False
    assert [document.key for document in await law.list_documents()] == [ACT.key, RULES.key]
    await opened.close()


async def test_two_documents_of_one_file_keep_their_texts_and_the_later_gives_up_the_address(
    held: Engine, empty: str
) -> None:
    step(held, "downgrade", "0002")
    with held.begin() as connection:
        connection.execute(
            text("update editions set sha256 = 'same', source_url = 'https://example.org/one' where version = 'as_enacted'")
        )  # fmt: skip
    before = {row[0] for row in _editions(held)}
    assert migrate(empty) == head_revision()
    assert {row[0] for row in _editions(held)} == before
    assert sorted(row[1] for row in _editions(held) if row[2] == "same") == ["", "https://example.org/one"]
    held.dispose()


def _editions(engine: Engine) -> list[Any]:
    with engine.connect() as connection:
        return list(connection.execute(text("select edition_id, source_url, sha256 from editions")))
