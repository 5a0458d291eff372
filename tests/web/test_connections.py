"""Slow and many connections on a real server process with few files to open: others are still served."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from civicsetu.settings import WebSettings
from civicsetu.web.connections import ConnectionLimits, raise_open_files
from tests.web.conftest import ROOT, Served, free_port

pytestmark = pytest.mark.beside_one

PROGRAM = Path(__file__).with_name("slow_server.py")
FILES = 300
HEAD_S, BODY_S = 2.5, 3.5


@contextlib.contextmanager
def few_files(folder: Path, files: int = FILES, **settings: str) -> Iterator[Served]:
    """A page without Chainlit in a process that may open so many files."""
    port, log = free_port(), folder / "page.log"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 200), files))

    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(port), str(HEAD_S), str(BODY_S)],
            stdout=file, stderr=subprocess.STDOUT, preexec_fn=limit, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
        )  # fmt: skip
    served = Served(f"http://127.0.0.1:{port}", process, log)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"{served.address}/health")
                break
            time.sleep(0.1)
        yield served
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with few_files(tmp_path_factory.mktemp("few")) as served:
        yield served


@contextlib.contextmanager
def connected(page: Served, first: bytes = b"", count: int = 1) -> Iterator[list[socket.socket]]:
    """Connections on which so much was said, and no more."""
    with contextlib.ExitStack() as stack:
        made = []
        for _ in range(count):
            with contextlib.suppress(OSError):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(page)), 10))
                one.sendall(first)
                made.append(one)
        yield made


def port_of(page: Served) -> int:
    return int(page.address.rpartition(":")[2])


def all_of(one: socket.socket, patience_s: float = 20) -> bytes:
    """What comes until the other side closes."""
    one.settimeout(patience_s)
    got = b""
    with contextlib.suppress(ConnectionError):
        while more := one.recv(65_536):
            got += more
    return got


def is_well(page: Served) -> bool:
    return httpx.get(f"{page.address}/health", timeout=10).text == "well"


HALF_A_HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_A_BODY = b"PUT /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"


def test_a_half_sent_head_is_ended_in_time_and_told(page: Served) -> None:
    with connected(page, HALF_A_HEAD) as [one]:
        began = time.monotonic()
        told = all_of(one)
        assert time.monotonic() - began >= HEAD_S - 0.2
    assert told.startswith(b"HTTP/1.1 408 ") and b"took too long" in told


def test_bytes_that_drip_in_do_not_hold_a_connection_open(page: Served) -> None:
    for first in (HALF_A_HEAD, HALF_A_BODY):
        with connected(page, first) as [one]:
            ended = False
            until = time.monotonic() + 20
            while not ended and time.monotonic() < until:
                time.sleep(0.1)
                try:
                    one.sendall(b"x")
                    ended = bool(one.recv(65_536, socket.MSG_DONTWAIT))
                except BlockingIOError:
                    continue
                except OSError:
                    ended = True
            assert ended


def test_a_half_sent_body_is_ended_in_time_and_told(page: Served) -> None:
    with connected(page, HALF_A_BODY) as [one]:
        began = time.monotonic()
        told = all_of(one)
        assert time.monotonic() - began >= BODY_S - 0.2
    assert told.startswith(b"HTTP/1.1 408 ") and b"took too long" in told


def test_a_half_sent_body_is_refused_in_the_language_of_the_page(page: Served) -> None:
    in_tamil = HALF_A_BODY.replace(b"Content-Length", b"Accept-Language: ta-IN\r\nContent-Length")
    with connected(page, in_tamil) as [one]:
        told = all_of(one)
    assert "கோரிக்கை வந்துசேர மிகவும் நேரமானது." in json.loads(told.partition(b"\r\n\r\n")[2])["detail"]


def test_a_body_that_goes_on_after_its_refusal_does_not_hold_a_connection_open(page: Served) -> None:
    with connected(page, HALF_A_BODY.replace(b"/length", b"/nowhere")) as [one]:
        assert all_of(one)[:12] in (b"HTTP/1.1 408", b"HTTP/1.1 404")


def test_a_body_that_is_refused_for_its_size_is_told_so_while_it_still_comes(page: Served) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 100_000

    for content in (pieces(), b"x" * 10_000_000):
        answer = httpx.put(f"{page.address}/length", content=content, timeout=20)
        assert answer.status_code == 413


def test_a_connection_on_which_nothing_is_said_is_closed_without_a_word(page: Served) -> None:
    with connected(page) as [one]:
        assert all_of(one) == b""


def test_a_request_in_time_is_answered_and_the_connection_kept_for_the_next(page: Served) -> None:
    with connected(page) as [one]:
        for _ in range(3):
            one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            one.settimeout(10)
            got = b""
            while not got.endswith(b"well"):
                more = one.recv(65_536)
                assert more, "it was closed"
                got += more
            time.sleep(HEAD_S / 5)


def test_an_answer_that_takes_long_is_waited_for(page: Served) -> None:
    """The deadlines are for what the other side has to say, not for us."""
    assert httpx.get(f"{page.address}/slow", timeout=20).text == "at last"


def test_a_large_answer_is_sent_to_whoever_reads_and_not_to_whoever_does_not(page: Served) -> None:
    assert len(httpx.get(f"{page.address}/large", timeout=20).content) == 20_000_000
    with connected(page, b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n") as [one]:
        assert one.recv(1, socket.MSG_PEEK), "it is sent, and whoever came before has left"
        meanwhile = sockets_of(page)
        wait_until(lambda: sockets_of(page) < meanwhile)
        assert len(all_of(one)) < 20_000_000


def wait_until(reached: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not reached():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize("first", [b"", HALF_A_HEAD, HALF_A_BODY])
def test_more_slow_connections_than_files_neither_shut_others_out_nor_fill_the_log(
    page: Served, first: bytes
) -> None:
    before = page.log.stat().st_size
    with connected(page, first, count=320) as made:
        assert len(made) == 320
        for _ in range(5):
            assert is_well(page)
            assert sockets_of(page) < FILES / 2
    assert is_well(page)
    assert page.log.stat().st_size - before < 20_000


def test_open_websockets_leave_room_for_pages(page: Served) -> None:
    upgrade = (
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    most = ConnectionLimits.limit_to_files(WebSettings(), FILES).all * 0.8
    with connected(page, upgrade, count=200) as made:
        opened = sum(taken(one) for one in made)
        assert most / 2 < opened <= most + 1
        assert is_well(page)


def taken(one: socket.socket) -> bool:
    one.settimeout(10)
    try:
        return one.recv(65_536).startswith(b"HTTP/1.1 101")
    except ConnectionError:
        return False


def sockets_of(page: Served) -> int:
    """How many sockets the server has open."""
    folder = Path(f"/proc/{page.process.pid}/fd")
    found = 0
    for one in folder.iterdir():
        with contextlib.suppress(OSError):
            found += str(one.readlink()).startswith("socket:")
    return found


def test_connections_are_as_many_as_set_where_files_allow_and_fewer_where_they_do_not() -> None:
    assert ConnectionLimits.limit_to_files(WebSettings(), 65_536).all == 1000
    assert ConnectionLimits.limit_to_files(WebSettings(), 65_536).backlog == 2048
    for files in (64, 256, 300, 1024, 4096):
        limits = ConnectionLimits.limit_to_files(WebSettings(connections=50_000), files)
        assert limits.all >= 20 and limits.backlog >= 8
        assert limits.all + limits.backlog <= max(files - 128, 32), (
            "all of them at once leave the stores theirs"
        )


def test_the_limit_of_open_files_is_raised_as_far_as_it_may_be(tmp_path: Path) -> None:
    with few_files(tmp_path, 400) as page:
        limits = Path(f"/proc/{page.process.pid}/limits").read_text()
    [line] = [line for line in limits.splitlines() if line.startswith("Max open files")]
    assert line.split()[3:5] == ["400", "400"]
    assert raise_open_files() == raise_open_files()


def test_one_address_may_be_held_to_fewer_connections(tmp_path: Path) -> None:
    with few_files(tmp_path, CIVICSETU_WEB__CONNECTIONS_PER_ADDRESS="3") as page:
        with connected(page, HALF_A_HEAD, count=3):
            refused = httpx.get(f"{page.address}/health", timeout=10)
            assert refused.status_code == 503 and refused.headers["retry-after"] == "5"
            assert refused.json()["detail"].startswith("Too many people are here")
        wait_until(lambda: httpx.get(f"{page.address}/health", timeout=10).status_code == 200)
