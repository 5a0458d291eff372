"""The database dying while a law is written: what was held stays whole, and the next run completes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import psutil
import pytest
from sqlalchemy import create_engine, event, text

from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.registry import Registry
from civicsetu.errors import PostgresUnavailable
from civicsetu.law.documents import ChunkStatus
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.embedded import postgres_server
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.servers import postgres_folder, postgres_url
from tests.corpus.reading_here import ReaderHere
from tests.corpus.test_ingest import AFTER, BEFORE, KEY, SPEC, TABLES, Vectors
from tests.holding import quiet

NEWER = AFTER.replace("night", "moonlight")
TABLES_WRITTEN = ("editions", "provisions", "structure", "legal_chunks", "provision_references")


def cut_off(stores: Settings) -> None:
    """End every other connection to the database, as an administrator or a network would."""
    admin = create_engine(postgres_url(stores, "psycopg"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(
            text(
                "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'civicsetu'"
            )
        )
    admin.dispose()


def kill(stores: Settings) -> None:
    """End the server and the processes that serve its connections, without leave to finish anything."""
    found = postgres_server.status(postgres_folder(stores))
    assert found is not None
    serving = psutil.Process(found.pid).children(recursive=True)
    os.kill(found.pid, signal.SIGKILL)
    for one in serving:
        with suppress(psutil.NoSuchProcess):
            one.kill()


@pytest.fixture
def taker(database: Database, law: LawStore) -> Ingestion:
    profile = EmbeddingProfile(name="tiny", backend="onnx", model_id="none", dimension=384, max_tokens=512)
    registry = Registry({KEY: SPEC}, {})
    return Ingestion(
        database, law, lambda: cast(Any, Vectors()), profile, None, registry, 10**9, reader=ReaderHere()
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / KEY).mkdir()
    (tmp_path / KEY / "enacted.txt").write_text(BEFORE, "utf-8")
    (tmp_path / KEY / "text.txt").write_text(AFTER, "utf-8")
    return tmp_path


async def rows_of(database: Database) -> dict[str, list[str]]:
    """Every row as the server writes it: a connection made anew may read types in another way."""
    async with database.connect() as connection:
        return {
            table: sorted((await connection.execute(text(f"select t::text from {table} t"))).scalars())
            for table in TABLES
        }  # fmt: skip


@contextmanager
def dying_at(database: Database, table: str, end: Callable[[], None]) -> Iterator[None]:
    """`end` is called once, when the first row of the table is about to be written."""
    ended: list[bool] = []

    def strike(*told: Any) -> None:
        if told[2].startswith(f"INSERT INTO {table} ") and not ended:
            ended.append(True)
            end()

    event.listen(database.engine.sync_engine, "before_cursor_execute", strike)
    try:
        yield
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", strike)
    assert ended, f"nothing was written to {table}"


@pytest.mark.parametrize(
    ("end", "table"),
    [
        (cut_off, "legal_chunks"),
        (kill, "provision_references"),
        *(pytest.param(cut_off, one, marks=pytest.mark.long) for one in TABLES_WRITTEN if one != "legal_chunks"),
        *(pytest.param(kill, one, marks=pytest.mark.long) for one in TABLES_WRITTEN if one != "provision_references"),
    ],
)
async def test_what_was_held_stays_whole_and_the_next_run_completes(
    taker: Ingestion,
    law: LawStore,
    database: Database,
    stores: Settings,
    folder: Path,
    table: str,
    end: Callable[[Settings], None],
) -> None:
    await taker.ingest_official(KEY, folder, quiet)
    [held] = await law.list_documents()
    before = await rows_of(database)
    (folder / KEY / "text.txt").write_text(NEWER, "utf-8")
    with dying_at(database, table, lambda: end(stores)), pytest.raises(PostgresUnavailable):
        await taker.ingest_official(KEY, folder, quiet)
    assert await rows_of(database) == before

    enacted, current = await taker.ingest_official(KEY, folder, quiet)
    assert (enacted.changed, current.changed) == (False, True)
    [after] = await law.list_documents()
    assert after.earlier == held.earlier
    assert [one.chunks for one in after.editions] == [4]
    text_now = await law.edition_text(after.editions[0].edition_id)
    assert text_now is not None and text_now.body == NEWER
    spans = [chunk for _, _, chunk in await law.chunk_spans(held.editions[0].edition_id)]
    assert {chunk.status for chunk in await law.read_chunks(spans)} == {ChunkStatus.SUPERSEDED}
    assert {chunk.edition_id for chunk in (await law.current_chunks(spans)).values()} == {
        after.editions[0].edition_id
    }


async def test_a_first_run_that_dies_leaves_nothing_but_what_was_whole(
    taker: Ingestion, law: LawStore, database: Database, stores: Settings, folder: Path
) -> None:
    """The earlier version is written first, in a transaction of its own: it stays."""
    with dying_at(database, "legal_chunks", lambda: cut_off(stores)), pytest.raises(PostgresUnavailable):
        await taker.ingest_official(KEY, folder, quiet)
    [held] = await law.list_documents()
    assert (held.editions, [one.version for one in held.earlier]) == ((), ["as_enacted"])
    enacted, current = await taker.ingest_official(KEY, folder, quiet)
    assert (enacted.changed, current.changed) == (False, True)
    again = await taker.ingest_official(KEY, folder, quiet)
    assert [one.changed for one in again] == [False, False]
