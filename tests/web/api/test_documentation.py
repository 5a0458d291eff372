"""The documentation page: everything on it comes from this server, and it reads on a phone."""

from __future__ import annotations

import importlib.util
import re
from typing import TYPE_CHECKING

import pytest

from civicsetu.web.api import documentation
from tests.conftest import require_all
from tests.web.api.client import ApiClient
from tests.web.api.conftest import as_problem
from tests.web.api.in_process import Api
from tests.web.conftest import PATIENCE_MS
from tests.web.test_browser import SIZES, Visit, sideways, size

if TYPE_CHECKING:
    from playwright.async_api import Browser

__all__ = ["size"]


@pytest.fixture
def swagger() -> None:
    if importlib.util.find_spec("drf_spectacular_sidecar") is None:
        if require_all():
            pytest.fail("Swagger UI's wheel is absent, and CIVICSETU_REQUIRE_ALL=1 forbids skipping")
        pytest.skip("Swagger UI's wheel is absent: the page is not looked at")


async def test_page_script_and_style_come_from_here(client: ApiClient, swagger: None) -> None:
    page = await client.get("/api/docs")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    asked = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert asked and all(one.startswith("/") and not one.startswith("//") for one in asked)
    assert "https://" not in page.text
    for one in asked:
        if one.startswith("/api/docs/"):
            told = await client.get(one)
            assert told.status_code == 200 and len(told.content) > 100_000, one


async def test_there_are_no_other_files(client: ApiClient) -> None:
    for name in ("index.html", "..%2fLICENSE", "%2e%2e", "swagger-ui.css.map"):
        as_problem(await client.get(f"/api/docs/{name}"), 404, "not_found")


async def test_without_the_wheel_a_sentence_says_where_the_description_is(
    client: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documentation.importlib.util, "find_spec", lambda name: None)
    assert "/api/openapi.json" in as_problem(await client.get("/api/docs"), 404, "not_found")["detail"]
    told = await client.get("/api/openapi.json")
    assert told.json()["paths"]["/api/v1/query"]["post"]["summary"]


@pytest.mark.browser
@pytest.mark.long
async def test_the_page_in_a_browser_asks_nothing_of_another_host(
    browser: Browser, scripted_api: Api, size: str, swagger: None
) -> None:
    width, height = SIZES[size]
    context = await browser.new_context(viewport={"width": width, "height": height}, is_mobile=size == "phone")
    context.set_default_timeout(PATIENCE_MS)
    visit = Visit(context, await context.new_page(), scripted_api.address)
    page = visit.page
    await page.goto(f"{visit.address}/api/docs")
    await page.get_by_text("/api/v1/query/section-context").first.wait_for()
    await page.locator(".opblock-summary", has_text="/api/v1/query/stream").first.click()
    await page.get_by_text("server-sent events").first.wait_for()
    assert await sideways(page) == 0
    assert visit.foreign == [] and visit.errors == []
    await context.close()
