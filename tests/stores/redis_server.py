"""A Redis of the tests' own: a real server on a free port of this machine, or one that never answers."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import pytest

from tests.conftest import require_all
from tests.stores.own_servers import own_folder

_START_S = 20.0


def redis_program() -> str:
    """Where the server is; the test is skipped without it, or fails where all must run."""
    found = shutil.which("redis-server")
    if found is None:
        reason = "redis-server is not installed"
        if require_all():
            pytest.fail(f"{reason} (CIVICSETU_REQUIRE_ALL=1 forbids skipping)")
        pytest.skip(reason)
    return found


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_redis(port: int, *options: str) -> Iterator[str]:
    """The address of a Redis that keeps nothing on disk; it is ended, and only it, at the end."""
    with own_folder() as folder:
        arguments = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder), *options]
        server = subprocess.Popen(
            [redis_program(), *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _until_it_listens(port, server)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(10)


def _until_it_listens(port: int, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _START_S
    while time.monotonic() < end and server.poll() is None:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("redis-server did not start")


@asynccontextmanager
async def slow_redis(after_s: float, late: int = 10**9) -> AsyncIterator[tuple[str, list[bytes]]]:
    """The address of a server that answers its first `late` GETs with the number 1, late, and others with nothing.

    Beside it every GET it was sent; whatever else it is told it agrees to.
    """
    asked: list[bytes] = []

    async def answer(said: bytes) -> bytes:
        if b"\r\nGET\r\n" not in said:
            return b"+OK\r\n" * said.count(b"*")
        asked.append(said)
        if len(asked) > late:
            return b"$-1\r\n"
        await asyncio.sleep(after_s)
        return b"$4\r\n\x00\x00\x80?\r\n"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while said := await reader.read(65536):
                writer.write(await answer(said))
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"redis://127.0.0.1:{port}", asked
