"""Statements in threads: never on the loop, never more at once than there are threads, none left behind."""

from __future__ import annotations

import asyncio
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

from civicsetu.errors import GraphTimeout, GraphUnavailable
from civicsetu.stores.embedded.graph_server import GraphAddress
from civicsetu.stores.graph import graph_reader
from civicsetu.stores.graph.graph_reader import GraphReader

ADDRESS = GraphAddress("bolt://127.0.0.1:9", "root", "secret")


class Connection:
    """What a `Neo4jGraph` is to the reader: answers after a while, or fails once its socket is closed."""

    opened: list[Connection]
    waits_s: float

    def __init__(self, address: GraphAddress) -> None:
        self.killed, self.closed = threading.Event(), False
        self.asked: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        socket = SimpleNamespace(kill=self.killed.set)
        pool = SimpleNamespace(lock=threading.Lock(), connections={"there": [socket]})
        self._driver = SimpleNamespace(_pool=pool)
        self.opened.append(self)

    def query(
        self, statement: str, parameters: dict[str, Any], session: dict[str, Any]
    ) -> list[dict[str, Any]]:
        assert threading.current_thread() is not threading.main_thread()
        self.asked.append((statement, parameters, session))
        if self.killed.wait(self.waits_s):
            raise OSError("the socket is closed")
        return [{"one": 1}]

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> type[Connection]:
    kind: type[Connection] = type("Opened", (Connection,), {"opened": [], "waits_s": 0.0})
    monkeypatch.setattr(graph_reader, "_open", kind)
    monkeypatch.setattr(graph_reader, "_GRACE_S", 0.2)
    return kind


async def until(fulfilled: Any) -> None:
    end = time.monotonic() + 20
    while not fulfilled():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def test_a_connection_is_used_again_and_reads_only(connections: type[Connection]) -> None:
    reader = GraphReader(ADDRESS)
    assert connections.opened == [], "nothing is opened before the first statement"
    for _ in range(3):
        assert await reader.read("RETURN $x AS one", x=1) == [{"one": 1}]
    [only] = connections.opened
    assert only.asked[0] == (
        "RETURN $x AS one", {"x": 1}, {"database": "neo4j", "default_access_mode": "READ"},
    )  # fmt: skip
    reader.close()
    await until(lambda: only.closed)
    with pytest.raises(GraphUnavailable):
        await reader.read("RETURN 1")


async def test_many_statements_at_once_use_a_bounded_number_of_connections(
    connections: type[Connection],
) -> None:
    connections.waits_s = 0.02
    reader = GraphReader(ADDRESS)
    assert len(await asyncio.gather(*(reader.read("RETURN 1") for _ in range(40)))) == 40
    assert len(connections.opened) <= 8
    reader.close()


async def test_a_call_past_its_deadline_is_told_and_its_thread_ends(connections: type[Connection]) -> None:
    connections.waits_s = 60.0
    reader = GraphReader(ADDRESS)
    with pytest.raises(GraphTimeout):
        await reader.read("RETURN 1", deadline_s=0.05)
    [hung] = connections.opened
    await until(lambda: hung.closed and not reader._running)
    connections.waits_s = 0.0
    assert await reader.read("RETURN 1") == [{"one": 1}]
    assert len(connections.opened) == 2
    reader.close()


async def test_an_answer_that_is_only_late_keeps_its_connection(
    connections: type[Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_reader, "_GRACE_S", 20.0)
    connections.waits_s = 0.3
    reader = GraphReader(ADDRESS)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read("RETURN 1"), 0.05)
    await until(lambda: not reader._running)
    assert await reader.read("RETURN 1") and len(connections.opened) == 1
    reader.close()


async def test_closing_ends_calls_that_are_under_way(connections: type[Connection]) -> None:
    connections.waits_s = 60.0
    reader = GraphReader(ADDRESS)
    call = asyncio.create_task(reader.read("RETURN 1"))
    await until(lambda: connections.opened and connections.opened[0].asked)
    reader.close()
    with pytest.raises(GraphUnavailable):
        await call
    await until(lambda: connections.opened[0].closed)


async def test_a_server_that_is_not_there_is_unavailable_and_names_no_secret() -> None:
    reader = GraphReader(ADDRESS)
    with pytest.raises(GraphUnavailable) as caught:
        await reader.read("RETURN 1")
    assert "secret" not in f"{caught.value} {caught.value.user_message}"
    reader.close()
