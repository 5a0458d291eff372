"""The example page on top of the stream, in a browser, served from an origin of its own."""

from __future__ import annotations

import functools
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from tests.web.api.conftest import api_settings
from tests.web.api.in_process import serve_api
from tests.web.conftest import PATIENCE_MS
from tests.web.fakes import FIRST, HOSTILE, THIRD, FakeService
from tests.web.test_browser import SIZES, sideways, size

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = pytest.mark.browser
__all__ = ["size"]

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@dataclass
class Examples:
    """Where the page is served, and the API it may call."""

    origin: str
    api: str


@dataclass
class Opened:
    """The page in a browser, with every host it asked and every error of its script."""

    page: Page
    hosts: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)

    async def ask(self, question: str) -> None:
        await self.page.get_by_label("Your question").fill(question)
        await self.page.get_by_role("button", name="Ask").click()


@pytest.fixture(scope="module")
async def examples(postgres_settings: Settings, chainlit_server: Any) -> AsyncIterator[Examples]:
    """The folder of examples on a port of its own, and the API that allows that origin."""
    handler = functools.partial(_Quiet, directory=str(EXAMPLES))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{files.server_address[1]}"
        settings = api_settings(postgres_settings, api={"origins": [origin]})
        service = FakeService(await Database.open(settings), 0.5, settings.admission)  # type: ignore[arg-type]
        async with serve_api(service, settings) as api:
            yield Examples(origin, api.address)
        await service.close()
        files.shutdown()


@pytest.fixture
async def opened(size: str, browser: Browser, examples: Examples) -> AsyncIterator[Opened]:
    width, height = SIZES[size]
    context = await browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE_MS)
    made = Opened(await context.new_page())
    made.page.on("request", lambda sent: made.hosts.add(sent.url.split("/")[2]))
    made.page.on("pageerror", lambda error: made.errors.append(str(error)))
    await made.page.goto(f"{examples.origin}/ask.html?api={quote(examples.api, safe='')}")
    yield made
    await context.close()


async def test_an_answer_comes_sentence_by_sentence_with_its_citations(
    opened: Opened, examples: Examples
) -> None:
    page = opened.page
    await opened.ask("My builder is late. What can I do?")
    await page.get_by_text("Looking in the law").wait_for()
    await page.get_by_text(FIRST).first.wait_for()
    assert not await page.get_by_text(THIRD).count(), "the first sentence is shown before the last has come"
    await page.get_by_text(THIRD).first.wait_for()
    await page.get_by_role("button", name="Stop").wait_for(state="hidden")
    assert await page.locator("li").count() == 3
    await page.locator("summary").first.click()
    assert await page.locator("blockquote").first.inner_text() == FIRST
    assert await page.locator(".note").count() >= 1, "the disclaimer is shown"
    assert await sideways(page) == 0
    assert opened.hosts == {examples.origin.split("/")[2], examples.api.split("/")[2]} and opened.errors == []


async def test_what_the_law_says_is_shown_as_text(opened: Opened) -> None:
    await opened.ask("hostile")
    await opened.page.locator("li").first.wait_for()
    await opened.page.get_by_role("button", name="Stop").wait_for(state="hidden")
    assert HOSTILE in await opened.page.locator("li").first.inner_text()
    assert await opened.page.locator("img").count() == 0 and await opened.page.title() == "Ask the law"


async def test_an_error_is_told_in_a_sentence_and_stopping_is_none(opened: Opened) -> None:
    await opened.ask("explode")
    await opened.page.get_by_role("alert").get_by_text("Something went wrong on our side").wait_for()
    await opened.ask("My builder is late. What can I do?")
    await opened.page.get_by_role("button", name="Stop").click()
    await opened.page.get_by_role("button", name="Stop").wait_for(state="hidden")
    assert await opened.page.get_by_role("alert").inner_text() == ""


async def test_an_origin_that_is_not_allowed_gets_nothing(browser: Browser, examples: Examples) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    elsewhere = examples.origin.replace("127.0.0.1", "localhost")
    await page.goto(f"{elsewhere}/ask.html?api={quote(examples.api, safe='')}")
    await page.get_by_role("button", name="Ask").click()
    await page.wait_for_function("document.getElementById('error').textContent !== ''")
    assert await page.locator("li").count() == 0
    await context.close()
