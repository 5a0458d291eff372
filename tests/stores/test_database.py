"""One pool for all: our errors, deadlines, and a server that is killed while in use."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
import traceback
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from civicsetu.errors import (
    DataFolderUnusable,
    DiskFull,
    PostgresTimeout,
    PostgresUnavailable,
    SettingsError,
    StoreBusy,
    StoreError,
)
from civicsetu.settings import Settings
from civicsetu.stores import database as databases
from civicsetu.stores.database import WAIT_S, Database, ensure_vector_index, retry_once
from civicsetu.stores.embedded import postgres_server
from civicsetu.stores.faults import store_error
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.processes import wait_until
from civicsetu.stores.servers import postgres_folder
from tests.stores.own_servers import frozen_postgres, settings_in
from tests.stores.sample import act_parts, rows


def kill_postgres(settings: Settings) -> None:
    folder = postgres_folder(settings)
    found = postgres_server.status(folder)
    assert found is not None
    os.kill(found.pid, signal.SIGKILL)
    assert wait_until(lambda: (now := postgres_server.status(folder)) is None or now.pid != found.pid, 10)


async def test_what_a_transaction_does_is_kept_whole_or_not_at_all(database: Database) -> None:
    insert = text("insert into users (id, identifier, metadata) values (:id, :name, '{}')")
    async with database.transaction() as connection:
        await connection.execute(insert, {"id": uuid4(), "name": "kept"})
    with pytest.raises(RuntimeError, match="mine"):
        async with database.transaction() as connection:
            await connection.execute(insert, {"id": uuid4(), "name": "dropped"})
            raise RuntimeError("mine")
    async with database.connect() as connection:
        assert (await connection.execute(text("select identifier from users"))).scalars().all() == ["kept"]


async def test_a_failed_statement_is_a_store_error_that_repeats_no_value(database: Database) -> None:
    insert = text("insert into users (id, identifier, metadata) values (:id, :name, '{}')")
    for wrong in ({"id": uuid4(), "name": "my Aadhaar\x00"}, {"id": "my Aadhaar", "name": "x"}):
        with pytest.raises(StoreError) as caught:
            async with database.transaction() as connection:
                await connection.execute(insert, wrong)
        shown = "".join(traceback.format_exception(caught.value)) + caught.value.user_message
        assert "Aadhaar" not in shown
        assert not isinstance(caught.value, PostgresUnavailable)
    with pytest.raises(StoreError) as missing:
        async with database.connect() as connection:
            await connection.execute(text("select * from no_such_table"))
    assert "civicsetu up" in missing.value.user_message


async def test_a_statement_has_a_deadline(stores: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "COMMAND_TIMEOUT_S", 0.3)
    opened = await Database.open(stores)
    try:
        with pytest.raises(PostgresUnavailable):
            async with opened.connect() as connection:
                await connection.execute(text("select pg_sleep(20)"))
        await opened.ping()
    finally:
        await opened.close()


@pytest.fixture
async def of_one(stores: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """With one connection, for which a caller waits a third of a second."""
    monkeypatch.setattr(databases, "_POOL", {**databases._POOL, "pool_size": 1, "pool_timeout": 0.3})
    opened = await Database.open(stores)
    yield opened
    await opened.close()


async def test_when_every_connection_is_in_use_a_caller_waits(of_one: Database) -> None:
    async def hold() -> None:
        async with of_one.connect() as connection:
            await connection.execute(text("select pg_sleep(0.02)"))

    await asyncio.gather(*(hold() for _ in range(5)))


async def test_who_waited_too_long_for_a_connection_is_not_told_that_there_is_no_database(
    of_one: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    monkeypatch.setattr(of_one, "_restart", lambda: started.append("again"))
    async with of_one.connect() as connection:
        await connection.execute(text("select 1"))
        for use in (of_one.connect, of_one.transaction):
            with pytest.raises(StoreBusy) as told:
                async with use():
                    pass
        with pytest.raises(StoreBusy):
            async with of_one.guard():
                async with of_one.engine.connect():
                    pass
    assert told.value.retryable and "asking right now" in told.value.user_message
    await of_one.ping()
    assert started == [], "nothing was wrong with the server"


async def test_a_given_server_that_is_not_there_is_unavailable_at_once(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, postgres_url="postgresql://ann:s3cret@127.0.0.1:9/law")
    with pytest.raises(PostgresUnavailable) as caught:
        await asyncio.wait_for(Database.open(settings), 10)
    assert "s3cret" not in "".join(traceback.format_exception(caught.value)) + caught.value.user_message
    assert not (tmp_path / "postgres").exists()


async def test_a_given_server_with_another_database_name_says_what_to_check(
    stores: Settings, tmp_path: Path
) -> None:
    address = postgres_server.start(postgres_folder(stores)).replace("@/postgres?", "@/elsewhere?")
    with pytest.raises(PostgresUnavailable) as caught:
        await Database.open(settings_in(tmp_path, postgres_url=f"postgres://{address}"))
    assert "CIVICSETU_POSTGRES_URL" in caught.value.user_message


async def test_a_given_server_by_its_socket_is_used_as_it_is(stores: Settings, tmp_path: Path) -> None:
    address = postgres_server.start(postgres_folder(stores))
    opened = await Database.open(settings_in(tmp_path, postgres_url=f"postgres://{address}"))
    await opened.ping()
    await opened.close()
    with pytest.raises(SettingsError):
        await Database.open(settings_in(tmp_path, postgres_url="redis://localhost"))


async def test_errors_are_told_apart_by_their_code_alone() -> None:
    from asyncpg import exceptions as pg

    full = store_error(pg.DiskFullError("could not extend file"))
    assert isinstance(full, DiskFull) and isinstance(full, DataFolderUnusable)
    assert "Free some space" in full.user_message
    assert isinstance(store_error(pg.InvalidPasswordError("x")), PostgresUnavailable)
    assert isinstance(store_error(pg.CannotConnectNowError("x")), PostgresUnavailable)
    assert isinstance(store_error(pg.TooManyConnectionsError("x")), PostgresUnavailable)
    assert isinstance(store_error(ConnectionResetError("disk full")), PostgresUnavailable)
    assert type(store_error(pg.UniqueViolationError("connection lost"))) is StoreError


async def test_a_killed_server_is_back_for_the_next_caller_with_every_acknowledged_row(
    database: Database, stores: Settings
) -> None:
    insert = text("insert into users (id, identifier, metadata) values (:id, :name, '{}')")
    acknowledged: list[str] = []
    stopped = asyncio.Event()
    faults: list[StoreError] = []

    async def write(writer: int) -> None:
        number = 0
        while not stopped.is_set():
            number += 1
            name = f"{writer}-{number}"
            try:
                async with database.transaction() as connection:
                    await connection.execute(insert, {"id": uuid4(), "name": name})
                acknowledged.append(name)
            except PostgresUnavailable as fault:
                faults.append(fault)
            await asyncio.sleep(0)

    writers = [asyncio.create_task(write(writer)) for writer in range(4)]
    for _ in range(2):
        await asyncio.sleep(0.4)
        before = len(acknowledged)
        assert before
        await asyncio.to_thread(kill_postgres, stores)
        async with asyncio.timeout(30):
            while len(acknowledged) < before + 20:
                await asyncio.sleep(0.05)
    stopped.set()
    await asyncio.gather(*writers)
    assert len(faults) <= 16  # at most once or twice a writer and kill
    async with database.connect() as connection:
        held = set((await connection.execute(text("select identifier from users"))).scalars())
    assert set(acknowledged) <= held


async def test_the_first_call_after_a_kill_succeeds(
    database: Database, stores: Settings, law: LawStore
) -> None:
    await law.replace_edition(rows(act_parts()))
    await asyncio.to_thread(kill_postgres, stores)
    assert (await law.counts())["active_chunks"] == 5
    await asyncio.to_thread(postgres_server.stop, postgres_folder(stores))
    assert (await law.counts())["active_chunks"] == 5


async def elapsed(work: Awaitable[object], fault: type[StoreError] | None = None) -> float:
    """Seconds it took, and that it failed as told."""
    begun = time.monotonic()
    with pytest.raises(fault) if fault else contextlib.nullcontext():
        await work
    return time.monotonic() - begun


async def test_a_server_that_hangs_is_told_in_seconds_and_all_is_well_when_it_goes_on(
    stores: Settings,
) -> None:
    opened = await Database.open(stores)
    tries = 0

    async def once() -> None:
        nonlocal tries
        tries += 1
        await opened.ping(WAIT_S)

    async with opened.connect(), opened.connect(), opened.connect():
        pass
    with frozen_postgres(stores):
        assert await elapsed(opened.ping(WAIT_S), PostgresTimeout) < WAIT_S + 3
        assert await elapsed(retry_once(once), PostgresTimeout) < WAIT_S + 3
        assert tries == 1, "who waited is not made to wait again"
        waits = [elapsed(opened.ping(WAIT_S), PostgresTimeout) for _ in range(8)]
        assert max(await asyncio.gather(*waits)) < WAIT_S + 3
        assert await elapsed(Database.open(stores), PostgresTimeout) < 10
    assert await elapsed(opened.ping(WAIT_S)) < WAIT_S
    another = await Database.open(stores)
    async with another.connect(), another.connect(), another.connect():
        pass
    with frozen_postgres(stores):
        assert await elapsed(opened.close()) < 3, "known to hang"
        assert await elapsed(another.close()) < 3, "not known to hang"


async def test_work_that_takes_long_is_not_cut_short_by_a_start_of_the_server(
    stores: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time in which an embedded server that was down is started again does not count."""
    opened = await Database.open(stores)
    restart = opened._restart
    assert restart is not None

    def slowly() -> object:
        time.sleep(1.5)
        return restart()

    monkeypatch.setattr(opened, "_restart", slowly)
    try:
        await asyncio.to_thread(postgres_server.stop, postgres_folder(stores))
        await asyncio.gather(*(opened.ping(1.0) for _ in range(3)))
    finally:
        await opened.close()


async def test_what_can_be_done_twice_is_tried_twice_when_the_server_died() -> None:
    async def work() -> str:
        if faults:
            raise faults.pop()
        return "done"

    faults: list[StoreError] = [PostgresUnavailable("died")]
    assert await retry_once(work) == "done"
    for fault in (PostgresTimeout("hangs"), StoreError("wrong"), DiskFull("full")):
        faults = [fault]
        with pytest.raises(type(fault)):
            await retry_once(work)


async def test_a_full_disk_is_remembered_until_something_can_be_written(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from asyncpg import exceptions as pg

    assert await database.is_disk_full() is False
    with pytest.raises(DiskFull):
        async with database.transaction():
            raise DBAPIError("insert", {}, pg.DiskFullError("could not extend file"))  # type: ignore[arg-type]
    probe = databases._PROBE
    raises = "do $$ begin raise exception 'no room' using errcode = '53100'; end $$"
    monkeypatch.setattr(databases, "_PROBE", raises)
    assert await database.is_disk_full() is True
    assert await database.is_disk_full() is True
    monkeypatch.setattr(databases, "_PROBE", probe)
    assert await database.is_disk_full() is False
    monkeypatch.setattr(databases, "_PROBE", raises)
    assert await database.is_disk_full() is False, "asked only once a write has failed"


async def test_an_embedded_servers_disk_is_looked_at(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "_LEAST_FREE", 2**60)
    assert await database.is_disk_full() is True


async def test_a_library_on_the_engine_fails_once_and_then_goes_on(
    database: Database, stores: Settings
) -> None:
    async def through_the_engine() -> int:
        async with database.guard(), database.engine.connect() as connection:
            return int(await connection.scalar(text("select 1")) or 0)

    assert await through_the_engine() == 1
    await asyncio.to_thread(kill_postgres, stores)
    with pytest.raises(PostgresUnavailable):
        await through_the_engine()
    assert await through_the_engine() == 1


async def test_more_callers_than_connections_all_get_their_turn(database: Database) -> None:
    async def ask(number: int) -> int:
        async with database.connect() as connection:
            return int(await connection.scalar(text("select cast(:n as int)"), {"n": number}) or 0)

    assert await asyncio.gather(*(ask(number) for number in range(100))) == list(range(100))


async def test_the_vector_index_is_made_when_it_pays_and_used(database: Database, law: LawStore) -> None:
    await law.replace_edition(rows(act_parts(), window=5))
    assert await ensure_vector_index(database, "embedding", 1000) is False
    made = await asyncio.gather(*(ensure_vector_index(database, "embedding", 3) for _ in range(3)))
    assert made == [True, True, True]
    assert await ensure_vector_index(database, "embedding", 10**6) is True
    async with database.transaction() as connection:
        definition = await connection.scalar(
            text("select indexdef from pg_indexes where indexname = 'legal_chunks_embedding_hnsw'")
        )
        assert "hnsw" in definition and "vector_cosine_ops" in definition
        assert "m='16'" in definition and "ef_construction='64'" in definition
        await connection.execute(text("set local enable_seqscan = off"))
        plan = await connection.execute(
            text(
                "explain select chunk_id from legal_chunks order by embedding <=> cast(:v as vector) limit 3"
            ),
            {"v": str([0.1] * 384)},
        )
        assert "legal_chunks_embedding_hnsw" in "\n".join(plan.scalars())
        await connection.execute(text("drop index legal_chunks_embedding_hnsw"))
    with pytest.raises(StoreError):
        await ensure_vector_index(database, "embedding; drop table users", 1)


async def test_the_setting_makes_either_index_and_only_one_stands(database: Database, law: LawStore) -> None:
    await law.replace_edition(rows(act_parts(), window=5))
    for kind, given in (
        ("ivfflat", "lists='100'"),
        ("hnsw", "m='16', ef_construction='64'"),
        ("ivfflat", "lists"),
    ):
        assert await ensure_vector_index(database, "embedding", 3, kind)  # type: ignore[arg-type]
        async with database.connect() as connection:
            made = await connection.execute(
                text("select indexdef from pg_indexes where indexname like 'legal_chunks_embedding_%'")
            )
            [definition] = made.scalars()
            assert f"USING {kind}" in definition and given in definition
    async with database.transaction() as connection:
        await connection.execute(text("drop index legal_chunks_embedding_ivfflat"))


@pytest.mark.parametrize(("kind", "many"), [("ivfflat", True), ("hnsw", False)])
async def test_more_than_one_list_is_looked_through_where_there_are_lists(
    stores: Settings, kind: str, many: bool
) -> None:
    retrieval = stores.retrieval.model_copy(update={"vector_index": kind})
    opened = await Database.open(stores.model_copy(update={"retrieval": retrieval}))
    try:
        async with opened.connect() as connection:
            told = await connection.scalar(text("select current_setting('ivfflat.probes', true)"))
            assert (int(told or 1) > 1) is many
    finally:
        await opened.close()
