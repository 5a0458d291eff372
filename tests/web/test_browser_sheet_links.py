"""What a sheet is joined to and where its law is to be found, in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.fakes import FIRST, HOSTILE, OFFICIAL_FILE
from tests.web.test_browser import LINK, PANEL, QUESTION, Visit, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

ACT, RULE, NAMING, NAMED = "RERA Act s.18(1)", "UP RERA Rules r.18(1)", "RERA Act s.1", "RERA Act s.11(4)"


async def follow(visit: Visit, heading: str, name: str) -> None:
    """Press a link under one of the headings of what the sheet is joined to; its provision opens in the sheet."""
    kind = visit.page.locator(f"{PANEL} .cs-related").filter(has=visit.page.get_by_role("heading", name=heading, exact=True))
    await kind.get_by_role("button", name=name, exact=True).click()
    await visit.page.locator("#side-view-title").get_by_text(name, exact=True).wait_for()


async def test_each_kind_of_related_provision_opens_in_the_sheet(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    kinds = page.locator(f"{PANEL} .cs-related h3")
    assert await kinds.all_inner_texts() == ["Rules made under this provision", "Refers to", "Referred to by"]
    await follow(visit, "Rules made under this provision", RULE)
    assert await page.locator(f"{PANEL} .cs-crumb").inner_text() == "UP RERA Rules › Chapter III › r.18 › (1)"
    assert await kinds.all_inner_texts() == ["Made under"]
    await follow(visit, "Made under", ACT)
    await follow(visit, "Referred to by", NAMING)
    assert HOSTILE in await page.locator(f"{PANEL} .cs-text").inner_text() and await page.locator(f"{PANEL} .cs-text img").count() == 0
    await page.go_back()
    await page.locator("#side-view-title").get_by_text(ACT, exact=True).wait_for()
    await follow(visit, "Refers to", NAMED)
    assert await sideways(page) == 0 and visit.errors == [] and visit.foreign == []


async def test_the_official_file_opens_at_its_page_and_a_text_that_is_lost_says_so(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(f"{QUESTION} One text is unreadable.")
    await page.locator(LINK).get_by_text("Act s.99", exact=True).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    assert await page.locator(f"{PANEL} mark").all_inner_texts() == [FIRST], "what was quoted is still known"
    assert await page.get_by_text("The rest of this provision could not be read just now.").count() == 1
    assert await page.get_by_role("button", name="Official text").count() == 0
    await page.keyboard.press("Escape")
    await page.locator(PANEL).wait_for(state="detached")
    await page.locator(LINK).get_by_text("Act s.18(1)", exact=True).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    assert await page.get_by_text("could not be read").count() == 0
    await page.get_by_role("button", name="Official text").click()
    link = page.locator(f"{PANEL} [data-edition='official']").get_by_role("link", name="The law at its official address")
    assert await link.get_attribute("href") == f"{OFFICIAL_FILE}#page=14"
    assert await link.get_attribute("rel") == "noopener noreferrer"
    assert visit.errors == [] and visit.foreign == []
