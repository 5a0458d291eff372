"""The graph beside answering: told as away within two seconds, back by itself, never in the way of an end."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import psutil
import pytest

from civicsetu.answering import graph_connection
from civicsetu.answering.graph_connection import GraphConnection
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import GraphTimeout, GraphUnavailable, PostgresUnavailable, SettingsError
from civicsetu.settings import Settings
from civicsetu.stores.graph.graph_store import GraphStore
from civicsetu.stores.servers import graph_address, graph_folder, stop_all
from tests.stores.own_servers import own_folder, settings_in


class Store:
    """A graph that does as it is told."""

    def __init__(self) -> None:
        self.fault: Exception | None = None
        self.hangs = False
        self.pings = 0
        self.closed = False
        self.on_fault: Callable[[], None] = lambda: None

    async def ping(self) -> None:
        self.pings += 1
        if self.fault is not None:
            raise self.fault

    async def warm(self) -> None:
        """Nothing to compile."""

    async def close(self) -> None:
        self.closed = True


class Opening:
    """Opens stores, unless it is told to fail; remembers them."""

    def __init__(self) -> None:
        self.stores: list[Store] = []
        self.faults: list[Exception] = []
        self.fault: Exception | None = None

    async def __call__(self, settings: Settings, wait_s: float) -> Store:
        if self.faults:
            raise self.faults.pop(0)
        if self.fault is not None:
            raise self.fault
        self.stores.append(Store())
        return self.stores[-1]


@pytest.fixture
def opening(monkeypatch: pytest.MonkeyPatch) -> Opening:
    made = Opening()

    async def in_step(law: Any, graph: Any) -> None:
        """It holds what Postgres holds."""

    monkeypatch.setattr(graph_connection, "open_graph", made)
    monkeypatch.setattr(graph_connection, "rebuild_stale_documents", in_step)
    monkeypatch.setattr(graph_connection, "_FIRST_RETRY_S", 0.05)  # that it is tried again, not how late
    return made


@pytest.fixture
async def connection(opening: Opening, tmp_path: Path) -> AsyncIterator[GraphConnection]:
    made = GraphConnection(settings_in(tmp_path / "data"), cast(Any, None))
    yield made
    await made.close()


async def until(reached: Callable[[], bool], seconds: float = 10) -> float:
    """How long it took."""
    began = time.monotonic()
    async with asyncio.timeout(seconds):
        while not reached():
            await asyncio.sleep(0.01)
    return time.monotonic() - began


async def test_a_graph_is_handed_out_once_it_answers(connection: GraphConnection, opening: Opening) -> None:
    assert connection.get_graph() is None
    connection.start()
    assert await connection.wait_until_ready(10)
    assert cast(Any, connection.get_graph()) is opening.stores[0]


async def test_a_failed_call_brings_a_look_long_before_the_next_round(
    connection: GraphConnection, opening: Opening
) -> None:
    connection.start()
    await connection.wait_until_ready(10)
    [store] = opening.stores
    store.fault = GraphUnavailable("gone")
    store.on_fault()
    assert await until(lambda: connection.get_graph() is None) < 2
    assert store.closed, "a connection that is broken is not kept"
    await until(lambda: connection.get_graph() is not None)
    assert len(opening.stores) == 2


async def test_a_graph_that_hangs_is_kept_and_back_as_soon_as_it_goes_on(
    connection: GraphConnection, opening: Opening
) -> None:
    connection.start()
    await connection.wait_until_ready(10)
    [store] = opening.stores
    store.fault = GraphTimeout("no answer in time")
    store.on_fault()
    await until(lambda: connection.get_graph() is None)
    assert not await connection.wait_until_ready(0.1)
    store.fault = None
    assert await connection.wait_until_ready(10)
    assert opening.stores == [store] and not store.closed


async def test_many_failed_calls_bring_few_looks(connection: GraphConnection, opening: Opening) -> None:
    connection.start()
    await connection.wait_until_ready(10)
    [store] = opening.stores
    for _ in range(50):
        store.on_fault()
        await asyncio.sleep(0.01)
    assert store.pings <= 4


@pytest.mark.parametrize(
    "fault", [PostgresUnavailable("away"), GraphUnavailable("x"), RuntimeError("a slip")]
)
async def test_no_fault_ends_the_looking(
    connection: GraphConnection, opening: Opening, fault: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    opening.faults = [fault, fault]
    connection.start()
    await until(lambda: connection.get_graph() is not None)
    told = capsys.readouterr().out
    event = "graph_look_failed" if isinstance(fault, RuntimeError) else "graph_unavailable"
    assert told.count(event) == 1, "told, and told once"


async def test_nobody_waits_long_for_a_graph_that_fails_again_and_again(
    connection: GraphConnection, opening: Opening
) -> None:
    opening.fault = GraphUnavailable("AuthError")
    connection.start()
    began = time.monotonic()
    assert not await connection.wait_until_ready(60)
    assert time.monotonic() - began < 10


async def test_closing_does_not_wait_for_an_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(settings: Settings, wait_s: float) -> Any:
        await asyncio.sleep(3600)

    monkeypatch.setattr(graph_connection, "open_graph", never)
    connection = GraphConnection(settings_in(tmp_path / "data"), cast(Any, None))
    connection.start()
    await asyncio.sleep(0.05)
    began = time.monotonic()
    await connection.close()
    assert time.monotonic() - began < 2


class Law:
    """Postgres is well."""

    async def corpus_version(self) -> str:
        return "1"


async def _never() -> bool:
    return False


async def test_who_asks_for_health_again_is_told_of_a_graph_that_died_meanwhile(
    opening: Opening, tmp_path: Path
) -> None:
    """Also where nobody asked a question that would have failed."""
    law: Any = Law()
    database: Any = SimpleNamespace(is_disk_full=_never)
    service = AnsweringService(settings_in(tmp_path / "data"), database, law, get_registry())
    service._graph.start()
    try:
        assert await service.wait_for_graph(10)
        assert (await service.check_health()).graph == "ok"
        opening.fault = opening.stores[0].fault = GraphUnavailable("gone")
        await service.check_health()
        await until(lambda: service._graph.get_graph() is None, 2)
        assert (await service.check_health()).graph == "degraded"
    finally:
        await service._graph.close()


@pytest.mark.parametrize(
    "uri", ["http://localhost:7687", "bolt://", "bolt://localhost:99999", "localhost:7687", "bolt://[x"]
)
async def test_a_given_address_that_can_be_none_is_told_before_anything_is_started(
    tmp_path: Path, uri: str
) -> None:
    with pytest.raises(SettingsError) as told:
        await AnsweringService.open(settings_in(tmp_path / "data", neo4j_uri=uri))
    assert "CIVICSETU_NEO4J_URI" in told.value.user_message
    assert not (tmp_path / "data").exists()


# -- with a server that takes connections and never says a word --------------------------------------


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of a server that hangs."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held: list[socket.socket] = []

        def take() -> None:
            while True:
                try:
                    held.append(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=take, daemon=True).start()
        yield server.getsockname()[1]
        for one in held:
            one.close()


async def test_a_given_graph_that_never_says_a_word_holds_nothing_up(silent: int, tmp_path: Path) -> None:
    connection = GraphConnection(
        settings_in(tmp_path / "data", neo4j_uri=f"bolt://127.0.0.1:{silent}"), cast(Any, None)
    )
    connection.start()
    began = time.monotonic()
    assert not await connection.wait_until_ready(60)
    assert time.monotonic() - began < 10
    began = time.monotonic()
    await connection.close()
    assert time.monotonic() - began < 4


# -- with the embedded server, stopped and going on --------------------------------------------------


@pytest.mark.slow
@pytest.mark.long
async def test_an_embedded_server_that_is_stopped_is_told_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def in_step(law: Any, graph: GraphStore) -> None:
        """It holds what Postgres holds."""

    monkeypatch.setattr(graph_connection, "rebuild_stale_documents", in_step)
    with own_folder() as folder:
        settings = settings_in(folder / "data")
        connection = GraphConnection(settings, cast(Any, None))
        connection.start()
        try:
            assert await connection.wait_until_ready(90)
            store, pid = connection.get_graph(), graph_address(settings, 0).pid
            assert store is not None and pid is not None and graph_folder(settings).is_dir()
            os.kill(pid, signal.SIGSTOP)
            await until(lambda: psutil.Process(pid).status() == psutil.STATUS_STOPPED)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(store.traverse(["x"]), 0.25)
            assert await until(lambda: connection.get_graph() is None) < 4, "a ping has a second and a half"
            os.kill(pid, signal.SIGCONT)
            assert await connection.wait_until_ready(30)
            assert connection.get_graph() is store
            os.kill(pid, signal.SIGSTOP)
        finally:
            began = time.monotonic()
            await connection.close()
            assert time.monotonic() - began < 5
            stop_all(settings)
            assert time.monotonic() - began < 15
