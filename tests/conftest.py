"""What every room's tests share."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import structlog

from civicsetu.garbage_collection import collect_seldom
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.settings import Settings

from . import budget, bundles

disable_library_telemetry()
collect_seldom()
budget.register()
# Until it is configured, structlog prints each value of each frame of an error: twenty seconds for one of ours.
structlog.dev.ConsoleRenderer.get_active().exception_formatter = structlog.dev.plain_traceback
# Each HTTP client reads 150 certificates, fifty milliseconds of the processor; no test asks a server that has one.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)

if TYPE_CHECKING:
    from civicsetu.answering.service import AnsweringService

CHECKOUT = Path(__file__).resolve().parents[1]
_GRAPH_WAIT_S = 90.0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several workers share the tests, those of one server stand together."""
    if hasattr(config, "workerinput"):
        items[:] = bundles.bundled(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> bundles.Bundling | None:
    """Files that share a costly server go to one worker; without workers the hook is not asked."""
    return bundles.Bundling(config, log) if config.getoption("dist") == "loadfile" else None


def require_all() -> bool:
    """True where a test that cannot run must fail instead of being skipped (`.ci/run`)."""
    return os.environ.get("CIVICSETU_REQUIRE_ALL") == "1"


@pytest.fixture(autouse=True)
def logging_as_at_first() -> Iterator[None]:
    """Each test finds logging as a new process does, whichever tests came before it."""
    _forget_logging()
    yield
    _forget_logging()


def _forget_logging() -> None:
    if structlog.is_configured():
        structlog.reset_defaults()
        root = logging.getLogger()
        ours = structlog.stdlib.ProcessorFormatter
        root.handlers = [one for one in root.handlers if not isinstance(one.formatter, ours)]
        root.setLevel(logging.WARNING)


@pytest.fixture(scope="session")
def corpus_dir() -> Path:
    """The folder of official texts; they cannot ship with the project, so its place is told."""
    told = os.environ.get("CIVICSETU_CORPUS_DIR", "")
    if told and Path(told).is_dir():
        return Path(told)
    reason = "the official texts are not at hand: set CIVICSETU_CORPUS_DIR to their folder"
    if require_all():
        pytest.fail(f"{reason} (CIVICSETU_REQUIRE_ALL=1 forbids skipping)")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def prepared_settings(request: pytest.FixtureRequest) -> Settings:
    """Settings whose models are ready: those of the checkout if whole, else pytest's cache."""
    from civicsetu.models.prepare import is_prepared, prepare
    from tests.stores.own_servers import settings_in

    from .holding import quiet

    of_checkout = settings_in(CHECKOUT / "data")
    if is_prepared(of_checkout):
        return of_checkout
    cached = settings_in(Path(request.config.cache.mkdir("models")))
    prepare(cached, quiet)
    return cached


@pytest.fixture(scope="session")
def starters(prepared_settings: Settings) -> Iterator[Settings]:
    """Settings of a data folder that holds the starter texts and is only ever copied (`held_law`)."""
    from .holding import taken_in

    with taken_in(prepared_settings, os.environ.get("PYTEST_XDIST_TESTRUNUID")) as settings:
        yield settings


@pytest.fixture(scope="session")
def running(starters: Settings) -> Iterator[Settings]:
    """Settings of a data folder of the tests' own: Postgres runs and holds the starter texts.

    The graph server starts with the first service; both are stopped at the end.
    """
    from .holding import held_law

    with held_law(starters) as settings:
        yield settings


@pytest.fixture(scope="session")
def both(starters: Settings, corpus_dir: Path) -> Iterator[Settings]:
    """Settings of a data folder that holds both editions of the Act, the official one in both versions."""
    from .holding import held_law, taken_in_besides

    with taken_in_besides(starters, corpus_dir, os.environ.get("PYTEST_XDIST_TESTRUNUID")) as held:
        with held_law(held) as settings:
            yield settings


@pytest.fixture(scope="session")
async def service(running: Settings) -> AsyncIterator[AnsweringService]:
    """The answering service on `running`, its graph answering."""
    from civicsetu.answering.service import AnsweringService

    opened = await AnsweringService.open(running)
    assert await opened.wait_for_graph(_GRAPH_WAIT_S), "the graph server did not answer in time"
    yield opened
    await opened.close()
