"""The API behind the doors of the page, without Chainlit, served in the test's own process and loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn

from civicsetu.answering.composing.comparing import compare_states
from civicsetu.retrieval.answerability import answerability
from civicsetu.settings import Settings
from civicsetu.web.api.application import build_api
from civicsetu.web.bodies import BodyLimit
from civicsetu.web.hosts import KnownHosts, known_names
from civicsetu.web.identity import Identities
from civicsetu.web.open_routes import OpenRoutes
from civicsetu.web.ports import listen
from civicsetu.web.refusals import UnexpectedErrors
from civicsetu.web.request_log import RequestLog
from civicsetu.web.security import SecurityHeaders
from civicsetu.web.server import configure
from civicsetu.web.state import RunningPage, get_page, set_page


@dataclass(frozen=True)
class Api:
    """Where it is served, and what it answers with."""

    address: str
    page: RunningPage
    service: Any


class _Server(uvicorn.Server):
    """Leaves the signals to the tests."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serve_api(service: Any, settings: Settings) -> AsyncIterator[Api]:
    """Serve until the block ends; the page of this process is this one meanwhile."""
    page = RunningPage(settings, Identities(b"key of the tests", 365), service)
    set_page(page)
    app: Any = BodyLimit(build_api(settings), settings.web.largest_body)
    app = KnownHosts(OpenRoutes(app), known_names(settings))
    app = RequestLog(SecurityHeaders(UnexpectedErrors(app)))
    listener = listen("127.0.0.1", 0)
    config = configure(app, settings)
    config.lifespan = "off"
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield Api(f"http://127.0.0.1:{listener.getsockname()[1]}", get_page(), service)
    finally:
        server.should_exit = server.force_exit = True
        await serving
        listener.close()


@contextmanager
def kept_rules() -> Iterator[None]:
    """Put back what `MillService.open_on` sets for the whole process."""
    calibration, comparing = answerability.get_calibration, compare_states.COMPARING
    try:
        yield
    finally:
        setattr(answerability, "get_calibration", calibration)  # noqa: B010
        setattr(compare_states, "COMPARING", comparing)  # noqa: B010
