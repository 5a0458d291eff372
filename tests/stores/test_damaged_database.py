"""Pages that are not what was written: told with the mend that helps, by whoever meets them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from civicsetu.answering.doctor import examine
from civicsetu.errors import DatabaseDamaged
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.migrate import migrate
from civicsetu.stores.servers import postgres_folder, postgres_url, statuses, stop_all
from tests.stores.own_servers import embedded_postgres
from tests.stores.sample import act_parts, rows

_TABLES = (
    "select pg_relation_filepath(oid) from pg_class "
    "where relnamespace = 'public'::regnamespace and relkind = 'r'"
)


@pytest.fixture(scope="module")
async def damaged() -> AsyncIterator[Settings]:
    """A database that held an edition, and in whose tables other bytes stand now."""
    with embedded_postgres() as settings:
        database = await Database.open(settings)
        await LawStore(database).replace_edition(rows(act_parts()))
        async with database.connect() as connection:
            paths = [str(path) for path in await connection.scalars(text(_TABLES))]
        await database.close()
        stop_all(settings)
        for path in paths:
            spoil(postgres_folder(settings) / path)
        yield settings


def spoil(file: Path) -> None:
    file.write_bytes(bytes(byte ^ 255 for byte in file.read_bytes()))


async def test_who_reads_the_law_is_told_that_files_are_damaged(damaged: Settings) -> None:
    database = await Database.open(damaged)
    try:
        with pytest.raises(DatabaseDamaged) as told:
            await LawStore(database).documents()
    finally:
        await database.close()
    assert "conversations are lost" in told.value.user_message
    assert str(damaged.data_path) not in told.value.user_message


def test_a_start_is_told_so_too(damaged: Settings) -> None:
    with pytest.raises(DatabaseDamaged):
        migrate(postgres_url(damaged, "psycopg"))


def test_doctor_names_that_mend_and_not_another_start(damaged: Settings) -> None:
    postgres_url(damaged, "psycopg")
    [finding] = [one for one in examine(damaged) if one.part == "tables"]
    assert (finding.state, finding.what) == ("damaged", "The database's files are damaged")
    assert finding.mend.startswith("Run `civicsetu stop`, set the folder postgres")


def test_doctor_sees_a_stopped_database_that_cannot_start(damaged: Settings) -> None:
    stop_all(damaged)
    assert statuses(damaged)[0].state == "stopped"
    control = postgres_folder(damaged) / "global" / "pg_control"
    whole = control.read_bytes()
    control.write_bytes(whole[:100])
    try:
        [found] = [one for one in statuses(damaged) if one.name == "postgres"]
    finally:
        control.write_bytes(whole)
    assert found.state == "damaged" and "set the folder postgres" in found.mend
