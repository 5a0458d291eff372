"""The API beside the running page: cookies and tokens, its own paths, origins that are let in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from civicsetu.settings import Settings, load_settings
from civicsetu.stores.database import Database
from tests.web.api.client import ApiClient
from tests.web.api.conftest import api_settings, as_problem
from tests.web.api.in_process import Api, serve_api
from tests.web.client import Visitor
from tests.web.conftest import Served
from tests.web.fakes import FakeService

QUESTION = "My builder is late. What can I do?"
PAPER = "https://paper.example"


async def test_the_pages_cookie_does_as_well_as_a_token(visitor: Visitor, stranger: Visitor) -> None:
    told = (await visitor.http.post("/api/v1/query", json={"question": QUESTION})).json()
    assert told["conversation"]
    listed = await visitor.http.post("/project/threads", json={"pagination": {"first": 5}, "filter": {}})
    [thread] = [one for one in listed.json()["data"] if one["id"] == told["conversation"]]
    assert thread["name"] == QUESTION
    shown = (await visitor.http.get(f"/project/thread/{told['conversation']}")).json()
    assert [step["type"] for step in shown["steps"]] == ["user_message", "run", "assistant_message"]
    assert (await stranger.http.get(f"/project/thread/{told['conversation']}")).status_code == 404
    again = {"question": "And?", "conversation": told["conversation"]}
    as_problem(await stranger.http.post("/api/v1/query", json=again), 404, "not_found")


async def test_no_cookie_is_set_and_nothing_is_stored_by_a_browser(served: Served, anybody: ApiClient) -> None:
    for method, path in (("GET", "/health"), ("GET", "/ready"), ("POST", "/api/v1/tokens"), ("GET", "/api/openapi.json")):
        answer = await anybody.request(method, path)
        assert answer.status_code in (200, 201) and "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store" and answer.headers["x-request-id"]
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_requests_are_logged_without_their_text(served: Served, holder: ApiClient) -> None:
    answer = await holder.query("4711-private late")
    request = answer.headers["x-request-id"]
    lines: list[str] = []
    async with asyncio.timeout(10):
        while not lines:  # the line is written once the answer has gone
            log = served.log.read_text()
            lines = [one for one in log.splitlines() if request in one and '"event": "request"' in one]
            await asyncio.sleep(0.05)
    [line] = lines
    assert '"path": "/api/v1/query"' in line and '"status": 200' in line
    assert "4711-private" not in log


@pytest.fixture
async def open_api(postgres_settings: Settings, chainlit_server: Any) -> AsyncIterator[Api]:
    """A server that lets the pages of one paper in."""
    settings = api_settings(postgres_settings, api={"origins": [PAPER]})
    service = FakeService(await Database.open(settings), admission=settings.admission)  # type: ignore[arg-type]
    async with serve_api(service, settings) as api:
        yield api
    await service.close()


async def test_an_origin_that_is_set_may_call(open_api: Api) -> None:
    async with httpx.AsyncClient(base_url=open_api.address) as page:
        asked = {"origin": PAPER, "access-control-request-method": "POST", "access-control-request-headers": "authorization"}
        allowed = await page.options("/api/v1/query", headers=asked)
        assert allowed.status_code == 204 and allowed.headers["access-control-allow-origin"] == PAPER
        assert "authorization" in allowed.headers["access-control-allow-headers"]
        answer = await page.post("/api/v1/query", json={"question": QUESTION}, headers={"origin": PAPER})
        assert answer.status_code == 200 and answer.headers["access-control-allow-origin"] == PAPER
        assert "access-control-allow-credentials" not in answer.headers, "nobody's cookie crosses"
        assert "origin" in answer.headers["vary"]
        refused = await page.post("/api/v1/query", json={}, headers={"origin": PAPER})
        assert as_problem(refused, 422, "invalid_request") and refused.headers["access-control-allow-origin"] == PAPER
        for origin in ("https://evil.example", f"{PAPER}.evil.example", "http://paper.example"):
            as_problem(await page.post("/api/v1/query", json={"question": QUESTION}, headers={"origin": origin}), 403, "origin_not_allowed")


@pytest.mark.parametrize("value", ['["paper.example"]', '["https://x/y"]', '["*"]', '["https://"]'])
def test_an_origin_is_scheme_and_host(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIVICSETU_API__ORIGINS", value)
    with pytest.raises(Exception, match="API__ORIGINS"):
        load_settings(_env_file=None)
