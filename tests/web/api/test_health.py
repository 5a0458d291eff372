"""Alive, and able to answer: as it is said while the database is away or hangs, and while the graph does."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from pydantic import SecretStr

from civicsetu.answering.graph_connection import GraphConnection
from civicsetu.answering.service import AnsweringService
from civicsetu.settings import Settings
from civicsetu.stores.servers import postgres_url, stop_all
from tests.stores.own_servers import embedded_postgres, frozen_postgres
from tests.web.api.client import ApiClient
from tests.web.api.conftest import api_settings, as_problem
from tests.web.api.in_process import Api, kept_rules, serve_api
from tests.web.mill_service import MillService

pytestmark = pytest.mark.beside_one
_PATIENCE_S = 4.0


class WatchedMill(MillService):
    """Looks at its parts as the real service does."""

    check_health = AnsweringService.check_health


@asynccontextmanager
async def watched(settings: Settings) -> AsyncIterator[Api]:
    with kept_rules():
        service = await WatchedMill.open_on(api_settings(settings))
        try:
            async with serve_api(service, service.settings) as api:
                yield api
        finally:
            await service.close()


def given(settings: Settings) -> Settings:
    """The same database by its address: nobody here starts it again."""
    return settings.model_copy(update={"postgres_url": SecretStr(postgres_url(settings, "asyncpg"))})


async def look(api: Api, path: str) -> Any:
    """The answer, which comes in time."""
    began = time.perf_counter()
    async with ApiClient(api.address) as http:
        answer = await http.get(path)
    assert time.perf_counter() - began < _PATIENCE_S
    return answer


async def test_a_stopped_database(chainlit_server: Any) -> None:
    with embedded_postgres() as settings:
        async with watched(given(settings)) as api, ApiClient(api.address) as asker:
            ready = await look(api, "/ready")
            assert (ready.status_code, ready.json()["ready"]) == (200, True)
            await asyncio.to_thread(stop_all, settings)
            health = await look(api, "/health")
            assert (health.status_code, health.json()["status"], health.json()["postgres"]) == (200, "degraded", "down")
            told = as_problem(await look(api, "/ready"), 503, "not_ready")
            assert {"field": "postgres", "message": "down"} in told["errors"]
            refused = await asker.query("What is a mill?")
            as_problem(refused, 503, "database_unavailable")
            assert refused.headers["retry-after"]
            as_problem(await asker.post("/api/v1/query/stream", json={"question": "What is a mill?"}), 503, "database_unavailable")


async def test_a_database_that_hangs(postgres_settings: Settings, chainlit_server: Any) -> None:
    async with watched(postgres_settings) as api:
        with frozen_postgres(postgres_settings):
            health = await look(api, "/health")
            assert (health.status_code, health.json()["postgres"]) == (200, "down")
            as_problem(await look(api, "/ready"), 503, "not_ready")
        async with asyncio.timeout(10):
            while (await look(api, "/ready")).status_code != 200:
                await asyncio.sleep(0.1)


@contextmanager
def silent_server() -> Iterator[str]:
    """The address of a server that takes connections and never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(50)
        yield f"bolt://127.0.0.1:{listener.getsockname()[1]}"


async def test_a_graph_that_hangs(postgres_settings: Settings, chainlit_server: Any) -> None:
    with silent_server() as address:
        async with watched(postgres_settings) as api, ApiClient(api.address) as asker:
            api.service._graph = GraphConnection(api.service.settings.model_copy(update={"neo4j_uri": address}), api.service._law)
            api.service._graph.start()
            await asyncio.sleep(0.1)
            health = await look(api, "/health")
            told = health.json()
            assert (health.status_code, told["status"], told["graph"], told["postgres"]) == (200, "degraded", "degraded", "ok")
            assert (await look(api, "/ready")).status_code == 200, "questions are answered without it"
            assert (await asker.query("What is a mill?")).json()["kind"] == "answer"


async def test_while_it_starts_and_while_it_stops(scripted_api: Api) -> None:
    scripted_api.page.stopping = True
    assert (await look(scripted_api, "/health")).status_code == 200
    as_problem(await look(scripted_api, "/ready"), 503, "not_ready")
    async with ApiClient(scripted_api.address) as asker:
        as_problem(await asker.query("late"), 503, "not_ready")
    scripted_api.page.service = None
    for path in ("/health", "/ready"):
        as_problem(await look(scripted_api, path), 503, "not_ready")
