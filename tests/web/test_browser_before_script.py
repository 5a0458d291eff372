"""The first page before Chainlit's script has come, in a real Chromium: what is typed or pressed there is never lost."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from tests.web.test_browser import ANSWER, SIZES, Visit, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

BOX = "#civicsetu-early-box"
SCRIPT = re.compile(r"/assets/index-.*\.js")


class HeldScript:
    """Chainlit's script as a slow network brings it: only when it is let go."""

    def __init__(self, visit: Visit) -> None:
        self._page = visit.page
        self._gone = asyncio.Event()

    async def open(self, address: str) -> None:
        await self._page.route(SCRIPT, self._wait)
        await self._page.goto(address, wait_until="commit")
        await self._page.locator("#civicsetu-early").get_by_role("navigation").wait_for()

    async def _wait(self, route: Any) -> None:
        await self._gone.wait()
        await route.continue_()

    def come(self) -> None:
        self._gone.set()


async def wait_for_box(visit: Visit, text: str) -> None:
    await visit.page.wait_for_function("(text) => document.getElementById('chat-input')?.value === text", arg=text)


async def test_what_is_typed_is_kept_over_a_change_of_language(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    script = HeldScript(visit)
    await script.open(visit.address)
    await visit.page.fill(BOX, "My builder is")
    await visit.page.get_by_role("link", name="हिन्दी").click(no_wait_after=True)
    await visit.page.get_by_label("आपका सवाल").wait_for()
    assert await visit.page.locator(BOX).input_value() == "My builder is", "it can be typed on at once"
    await visit.page.get_by_role("link", name="English").click(no_wait_after=True)
    await visit.page.get_by_label("Your question").wait_for()
    await visit.page.locator(BOX).press_sequentially(" late")
    script.come()
    await wait_for_box(visit, "My builder is late")
    assert await visit.page.locator("[data-step-type='user_message']").count() == 0
    assert visit.errors == []


@pytest.mark.long
async def test_a_starter_pressed_before_the_script_is_asked_once(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    script = HeldScript(visit)
    await script.open(visit.address)
    starter = page.locator("#civicsetu-early").get_by_role("button", name="Possession is late")
    await starter.click()
    await starter.click()
    await page.locator("#civicsetu-early-note").get_by_text("Connecting… Your question will be sent.").wait_for()
    script.come()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    asked = page.locator("[data-step-type='user_message']")
    assert await asked.count() == 1
    assert "The flat is not handed over on the promised date." in await asked.inner_text()
    assert await page.locator("#chat-input").input_value() == "" and visit.errors == []


async def test_without_javascript_the_page_says_what_it_needs(visits: Any, size: str) -> None:
    visit: Visit = await visits(size, java_script_enabled=False)
    page = visit.page
    await page.goto(visit.address)
    needed = page.locator("#civicsetu-early noscript p")
    assert await needed.is_visible() and await needed.text_content() == "This page needs JavaScript to answer. Please allow it for this site."
    for said in ("Indian real-estate law (RERA) in plain words.", "not legal advice"):
        assert await page.locator("#civicsetu-early").get_by_text(said).count() == 1
    whole = await page.locator("#civicsetu-early").bounding_box()
    assert whole and whole["x"] >= 0 and whole["x"] + whole["width"] <= SIZES[size][0]
    await page.get_by_role("link", name="हिन्दी").click()
    await page.get_by_label("आपका सवाल").wait_for()
