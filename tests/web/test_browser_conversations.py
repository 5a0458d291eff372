"""The list of conversations in a real Chromium: opened by its button, read with state and day, erased after a second word."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.test_browser import ANSWER, QUESTION, Visit, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]


async def test_conversations_are_found_again_and_all_erased(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.wait_for_url("**/thread/*")
    await page.goto(visit.address)
    await page.wait_for_selector("#chat-input")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    dialog = page.locator("#civicsetu-conversations")
    await dialog.get_by_role("link", name=QUESTION, exact=True).wait_for()
    assert await sideways(page) == 0
    async with page.expect_download() as saving:
        await dialog.get_by_role("link", name=f"Save as a file: {QUESTION}").click()
    assert (await saving.value).suggested_filename == "civicsetu.md"
    await page.go_back()
    await dialog.wait_for(state="hidden")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await dialog.get_by_role("link", name=QUESTION, exact=True).click()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await dialog.get_by_role("button", name="Erase all").click()
    await dialog.get_by_text("Erase all 1 for good, with their answers?").wait_for()
    await dialog.get_by_role("button", name="Keep").click()
    await dialog.get_by_role("button", name="Erase all").click()
    await dialog.get_by_role("button", name="Erase all").click()
    await page.wait_for_url(f"{visit.address}/")
    await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await dialog.get_by_text("There is no conversation yet.").wait_for()
    assert visit.errors == []
