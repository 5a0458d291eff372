"""A real Postgres of the tests' own, the page served by a process of its own, and browsers for both."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from civicsetu.settings import Settings, load_settings
from tests.web.client import Visitor

if TYPE_CHECKING:
    from playwright.async_api import Browser

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = os.pathsep.join((str(ROOT), str(ROOT / "tests" / "web" / "without_evaluation")))
"""Where a page finds what it imports: as for a citizen, without what the evaluation brings along, a second and more."""
CHROMIUM = Path("/usr/bin/chromium")
OPERATOR_TOKEN = "a-token-of-twenty-and-more"
SOURCE = "https://code.example/civicsetu"
"""Where the page that the tests share says that its source is."""
LAW_OPERATOR_TOKEN = "change-me-change-me-now"
"""The operator's token where the law that ships is served, as docs/api.md has it."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@dataclass
class Served:
    """The running page."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path


@pytest.fixture(scope="session")
def postgres_settings() -> Iterator[Settings]:
    """Settings whose embedded Postgres is migrated; stopped at the end."""
    from civicsetu.stores import servers
    from civicsetu.stores.migrate import migrate

    with tempfile.TemporaryDirectory(prefix="civicsetu-web-") as folder:
        settings = load_settings(data_dir=Path(folder), postgres_url="")
        try:
            migrate(servers.postgres_url(settings, "psycopg"))
            yield settings
        finally:
            servers.stop_all(settings)


@pytest.fixture(scope="session")
def database_url(postgres_settings: Settings) -> str:
    from civicsetu.stores import servers

    return servers.postgres_url(postgres_settings, "asyncpg")


@pytest.fixture(scope="session")
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    made = create_async_engine(database_url)
    yield made
    await made.dispose()


class Rows:
    """Reads the tables behind the page's back."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def all(self, query: str, **values: Any) -> list[dict[str, Any]]:
        async with self._engine.begin() as connection:
            return [dict(row) for row in (await connection.execute(text(query), values)).mappings()]

    async def run(self, statement: str, **values: Any) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(text(statement), values)


@pytest.fixture(scope="session")
def rows(engine: AsyncEngine) -> Rows:
    return Rows(engine)


PATIENCE_MS = 60_000
"""How long a browser waits for what has to come. What comes is not waited for: a limit this wide tells a fault from a busy machine."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def page_environment(data_dir: Path, database_url: str, port: int, **more: str) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("CIVICSETU_", "CHAINLIT_"))
    }
    return {
        **kept,
        "PYTHONPATH": PACKAGES,
        "CIVICSETU_DATA_DIR": str(data_dir),
        "CIVICSETU_POSTGRES_URL": database_url,
        "CIVICSETU_PORT": str(port),
        "FAKE_PAUSE_S": "0.5",
        **more,
    }


@contextlib.contextmanager
def serving(
    folder: Path, database_url: str, port: int = 0, script: str = "served.py", **more: str
) -> Iterator[Served]:
    """The page in a process of its own, started from a folder that is not the checkout."""
    port = port or free_port()
    log = folder / "page.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "web" / script)],
            cwd=folder,
            env=page_environment(folder / "data", database_url, port, **more),
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        served = Served(f"http://127.0.0.1:{port}", process, log)
        _wait_until_ready(served)
        yield served
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait(120)


def _wait_until_ready(served: Served) -> None:
    until = time.monotonic() + 240
    while time.monotonic() < until:
        assert served.process.poll() is None, served.log.read_text()
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{served.address}/health").status_code == 200:
                return
        time.sleep(0.1)
    raise AssertionError(f"the page did not start: {served.log.read_text()}")


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Served]:
    """The page that the tests share, with an operator.

    Who needs to see or to stop an answer on its way asks to be told slowly, or steadily (`PACES`).
    """
    told = {"FAKE_PAUSE_S": "0.2", "CIVICSETU_OPERATOR__TOKEN": OPERATOR_TOKEN, "CIVICSETU_WEB__SOURCE_URL": SOURCE}
    with serving(tmp_path_factory.mktemp("page"), database_url, **told) as page:
        yield page


@pytest.fixture(scope="session")
def served_law(running: Settings) -> Iterator[str]:
    """Where the law that ships is served, by the command that a citizen or an operator types."""
    port = free_port()
    told = {
        **os.environ,
        "PYTHONPATH": PACKAGES,
        "CIVICSETU_DATA_DIR": str(running.data_path),
        "CIVICSETU_PORT": str(port),
        "CIVICSETU_CORPUS__FETCH": "false",
        "CIVICSETU_OPERATOR__TOKEN": LAW_OPERATOR_TOKEN,
    }
    process = subprocess.Popen([sys.executable, "-m", "civicsetu", "up"], env=told, stderr=subprocess.DEVNULL)
    try:
        _wait_until_whole(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def _wait_until_whole(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until nothing is missing: an answer before the graph is ready has a line more."""
    until = time.monotonic() + 240
    while time.monotonic() < until:
        assert process.poll() is None, "the page stopped while starting"
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{address}/health", timeout=2).json().get("status") == "ok":
                return
        time.sleep(0.2)
    pytest.fail("the page did not start in time")


@pytest.fixture
async def visitor(served: Served) -> AsyncIterator[Visitor]:
    """A browser that has opened the page once."""
    async with Visitor(served.address) as one:
        await one.open_page()
        yield one


@pytest.fixture
async def stranger(served: Served) -> AsyncIterator[Visitor]:
    """Another browser."""
    async with Visitor(served.address) as one:
        await one.open_page()
        yield one


@pytest.fixture(scope="session")
def chainlit_server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Chainlit's server module, imported with a folder of its own to write into."""
    os.environ["CHAINLIT_APP_ROOT"] = str(tmp_path_factory.mktemp("chainlit"))
    import chainlit.server

    return chainlit.server


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Skips visibly where Chromium is absent, unless everything is required."""
    if CHROMIUM.exists():
        return CHROMIUM
    if os.environ.get("CIVICSETU_REQUIRE_ALL") == "1":
        pytest.fail(f"{CHROMIUM} is absent, and CIVICSETU_REQUIRE_ALL=1 forbids skipping")
    pytest.skip(f"{CHROMIUM} is absent: browser tests are not run")


@pytest.fixture(scope="session")
async def browser(chromium: Path) -> AsyncIterator[Browser]:
    """One Chromium; whoever visits has a context of their own."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        started = await driver.chromium.launch(executable_path=str(chromium), args=FLAGS)
        yield started
        await started.close()
