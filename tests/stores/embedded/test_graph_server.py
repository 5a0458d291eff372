"""The embedded graph server: one for all starters, back after a kill, secrets in files only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil
import pytest
from neo4j import GraphDatabase

from civicsetu.errors import DataFolderUnusable, GraphUnavailable
from civicsetu.stores.embedded import graph_server
from civicsetu.stores.embedded.graph_server import GraphAddress
from civicsetu.stores.processes import hold_lock, wait_until
from tests.stores.own_servers import own_folder

_START = (
    "import sys\nfrom pathlib import Path\nfrom civicsetu.stores.embedded import graph_server as server\n"
    "a = server.start(Path(sys.argv[1]), 60)\nprint(a.uri, a.pid)\n"
)


def ask(address: GraphAddress, query: str) -> list[dict[str, object]]:
    with GraphDatabase.driver(address.uri, auth=(address.user, address.password)) as driver:
        return [record.data() for record in driver.execute_query(query, database_=address.database).records]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with own_folder() as parent:
        yield parent / "graph"
        graph_server.stop(parent / "graph")


def test_concurrent_starters_share_one_server_that_outlives_them(folder: Path) -> None:
    command = [sys.executable, "-c", _START, str(folder)]
    starters = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    told = {starter.communicate(timeout=120)[0] for starter in starters}
    assert [starter.returncode for starter in starters] == [0, 0, 0]
    assert len(told) == 1
    address = graph_server.start(folder)
    assert f"{address.uri} {address.pid}\n" in told
    assert ask(address, "RETURN 1 AS one") == [{"one": 1}]


def test_it_listens_on_loopback_only_and_keeps_its_password_to_itself(folder: Path) -> None:
    address = graph_server.start(folder)
    process = psutil.Process(address.pid)
    places = {
        c.laddr.ip.removeprefix("::ffff:") for c in process.net_connections("inet") if c.status == "LISTEN"
    }
    assert places == {"127.0.0.1"}
    assert address.password not in " ".join(process.cmdline())
    assert address.password not in str(process.environ())
    assert address.password not in repr(address)
    assert len(address.password) >= 24
    for file in folder.rglob("*"):
        assert file.stat().st_mode & 0o077 == 0, file
        if (file.is_file() and file.suffix in (".out", ".json", ".jsonl", "")) or ".log" in file.name:
            assert file.name == "root.password" or address.password.encode() not in file.read_bytes()


def test_after_a_kill_it_is_back_at_the_same_place_with_what_was_committed(folder: Path) -> None:
    address = graph_server.start(folder)
    ask(address, "MERGE (n:Kept {id: 'x'}) SET n.v = 1")
    assert address.pid is not None
    os.kill(address.pid, signal.SIGKILL)
    assert wait_until(lambda: graph_server.status(folder) is None, 10)
    again = graph_server.start(folder)
    assert again.pid != address.pid
    assert again.uri == address.uri
    assert ask(again, "MATCH (n:Kept) RETURN n.v AS v") == [{"v": 1}]


def test_a_lost_state_file_makes_no_second_server(folder: Path) -> None:
    address = graph_server.start(folder)
    (folder / "server.json").unlink()
    assert graph_server.start(folder) == address
    (folder / "server.json").write_text('{"pid": 1, "bolt": 7, "http": 8}')
    assert graph_server.status(folder) is None
    assert graph_server.start(folder) == address


def test_a_taken_port_is_given_up(folder: Path) -> None:
    import socket

    address = graph_server.start(folder)
    graph_server.stop(folder)
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", int(address.uri.rpartition(":")[2])))
        taken.listen()
        moved = graph_server.start(folder)
    assert moved.uri != address.uri
    assert graph_server.probe(moved) == ""


@pytest.mark.long
def test_a_lost_password_is_made_anew(folder: Path) -> None:
    before = graph_server.start(folder)
    graph_server.stop(folder)
    (folder / "root.password").unlink()
    after = graph_server.start(folder)
    assert after.password != before.password
    assert ask(after, "MATCH (n:Kept) RETURN n.v AS v") == [{"v": 1}]


def test_a_damaged_password_is_told_and_made_anew_at_the_next_start(folder: Path) -> None:
    before = graph_server.start(folder)
    for content in (b"", b"short", bytes(range(256))):
        (folder / "root.password").write_bytes(content)
        with pytest.raises(GraphUnavailable) as told:
            graph_server.start(folder)
        assert "civicsetu stop" in told.value.user_message and str(folder) not in told.value.user_message
    graph_server.stop(folder)
    after = graph_server.start(folder)
    assert after.password != before.password and graph_server.probe(after) == ""


@pytest.mark.long
def test_a_damaged_state_file_is_as_one_that_was_lost(folder: Path) -> None:
    address = graph_server.start(folder)
    for content in (
        b"", b"{", bytes(range(256)), b"[]", b'{"pid": null}', b'{"pid": "x", "bolt": 7, "http": 8}',
        b'{"pid": -1, "bolt": 7, "http": 8}', b'{"pid": 99999999999999999999, "bolt": 7, "http": 8}',
    ):  # fmt: skip
        (folder / "server.json").write_bytes(content)
        assert graph_server.status(folder) is None, content
        assert graph_server.start(folder) == address
    graph_server.stop(folder)
    (folder / "server.json").write_bytes(b'{"pid": 1, "bolt": 99999999, "http": -8}')
    assert graph_server.probe(graph_server.start(folder)) == ""


def test_a_folder_in_the_place_of_the_state_file_is_told(folder: Path) -> None:
    graph_server.stop(folder)
    (folder / "server.json").unlink()
    (folder / "server.json").mkdir()
    assert graph_server.status(folder) is None
    with pytest.raises(DataFolderUnusable) as told:
        graph_server.start(folder)
    assert told.value.user_message.startswith("server.json in the data folder is a folder")
    (folder / "server.json").rmdir()


def test_it_is_given_neither_our_settings_nor_the_key_of_the_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph_server.stop(folder)
    for name in ("CHAINLIT_AUTH_SECRET", "CIVICSETU_POSTGRES_URL", "JAVA_TOOL_OPTIONS", "SOMEBODYS_TOKEN"):
        monkeypatch.setenv(name, "s3cr3t")
    process = psutil.Process(graph_server.start(folder).pid)
    assert process.environ()["PATH"] == os.environ["PATH"]
    assert "s3cr3t" not in str(process.environ())


def test_its_web_tool_is_not_served_and_its_data_ask_for_a_password(folder: Path) -> None:
    graph_server.start(folder)
    running = graph_server.status(folder)
    assert running is not None

    def status_of(path: str) -> int:
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://127.0.0.1:{running.http}{path}", timeout=10)
        return int(refused.value.code)

    assert [status_of(path) for path in ("/", "/index.html", "/studio")] == [404, 404, 404]
    assert status_of("/api/v1/server") == 401


def test_one_that_is_stopped_or_hangs_is_ended_within_ten_seconds(folder: Path) -> None:
    address = graph_server.start(folder)
    assert address.pid is not None
    ask(address, "MERGE (n:Kept {id: 'x'}) SET n.v = 2")
    os.kill(address.pid, signal.SIGSTOP)
    began = time.monotonic()
    assert graph_server.stop(folder) is True
    assert time.monotonic() - began < 10
    assert ask(graph_server.start(folder), "MATCH (n:Kept) RETURN n.v AS v") == [{"v": 2}]


def test_a_stop_that_another_process_holds_up_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_server, "_LOCK_WAIT_S", 0.2)
    with hold_lock(folder.parent / "graph.lock", 1):
        for work in (graph_server.stop, graph_server.start):
            with pytest.raises(GraphUnavailable) as told:
                work(folder)
            assert "Another process" in told.value.user_message


def test_stop_stops_once(folder: Path) -> None:
    graph_server.start(folder)
    assert graph_server.stop(folder) is True
    assert graph_server.status(folder) is None
    assert graph_server.stop(folder) is False
    assert graph_server.stop(folder / "not" / "there") is False


def test_a_server_that_dies_is_said_to_have_died(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_server, "_JAVA_OPTIONS", ("-XX:NoSuchOption",))
    with pytest.raises(GraphUnavailable) as caught:
        graph_server.start(folder, 20)
    assert "server.out" in caught.value.user_message
    assert str(folder) not in caught.value.user_message
