"""Clients of the API: of the running page, and of one served in the test's own process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from tests.retrieval.lantern_act_held import hold, open_lanterns
from tests.stores.own_servers import embedded_postgres
from tests.web.api.client import ApiClient
from tests.web.api.in_process import Api, kept_rules, serve_api
from tests.web.api.lanterns import LanternService, open_page
from tests.web.conftest import Served
from tests.web.fakes import FakeService
from tests.web.mill_service import MillService


@pytest.fixture
async def anybody(served: Served) -> AsyncIterator[ApiClient]:
    """Somebody with neither token nor cookie, at the page in a process of its own."""
    async with ApiClient(served.address) as one:
        yield one


@pytest.fixture
async def holder(served: Served) -> AsyncIterator[ApiClient]:
    """Somebody who has taken a token there."""
    async with ApiClient(served.address) as one:
        await one.take_token()
        yield one


@pytest.fixture
async def other(served: Served) -> AsyncIterator[ApiClient]:
    """Somebody else, with another token."""
    async with ApiClient(served.address) as one:
        await one.take_token()
        yield one


@pytest.fixture(scope="session")
async def lanterns() -> AsyncIterator[LanternService]:
    """A service that holds the Lantern Act and the rules of two states, and nothing else; its graph is away."""
    with embedded_postgres() as settings:
        database = await Database.open(settings)
        await hold(database)
        yield LanternService(settings, database, await open_lanterns(settings, database))
        await database.close()


@pytest.fixture
async def reader(lanterns: LanternService) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who reads those laws over the API, in this process."""
    lanterns.graph = None
    _, client = open_page(lanterns)
    async with client:
        yield client


def api_settings(settings: Settings, **groups: dict[str, Any]) -> Settings:
    """The settings with fields of some groups changed; nobody asks too often unless told."""
    wanted = {"admission": {"per_person_rate": 0}, **groups}
    changed = {name: getattr(settings, name).model_copy(update=fields) for name, fields in wanted.items()}
    return settings.model_copy(update=changed)


@pytest.fixture(scope="module")
async def mill(postgres_settings: Settings, chainlit_server: Any) -> AsyncIterator[MillService]:
    """The real service over the Mill Act, without a model that writes."""
    with kept_rules():
        service = await MillService.open_on(api_settings(postgres_settings))
        yield service
        await service.close()


@pytest.fixture
async def mill_api(mill: MillService) -> AsyncIterator[Api]:
    """The API over the Mill Act."""
    async with serve_api(mill, mill.settings) as api:
        yield api


@pytest.fixture
async def scripted_api(postgres_settings: Settings, chainlit_server: Any) -> AsyncIterator[Api]:
    """The API over the service that answers from a script, at once."""
    settings = api_settings(postgres_settings)
    service = FakeService(await Database.open(settings), admission=settings.admission)  # type: ignore[arg-type]
    async with serve_api(service, settings) as api:
        yield api
    await service.close()


@pytest.fixture
async def client(scripted_api: Api) -> AsyncIterator[ApiClient]:
    """Somebody with a token, at the service that answers from a script."""
    async with ApiClient(scripted_api.address) as one:
        await one.take_token()
        yield one


def as_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem in an answer, once its form is what is documented."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    told: dict[str, Any] = answer.json()
    assert told.keys() == {"type", "title", "status", "code", "detail", "request_id", "errors"}
    assert (told["status"], told["code"], told["type"]) == (status, code, f"urn:civicsetu:problem:{code}")
    assert told["request_id"] == answer.headers["x-request-id"] and told["detail"]
    return told
