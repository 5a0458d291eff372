"""The sheet of a provision in a real Chromium: its address, its own link, its chapter, its grip; and the fold of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.fakes import DUTIES, FIRST, THIRD
from tests.web.test_browser import ANSWER, LINK, PANEL, QUESTION, Visit, sideways, size, visits

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

HEAD = "#side-view-title"
SHEET = "[role='dialog']:has(#side-view-content)"
GRIP_X = 195


async def open_sheet(visit: Visit, chip: str = "", question: str = QUESTION) -> Page:
    """Ask, and open the provision of the first chip with those words."""
    await visit.open()
    await visit.ask(question)
    await visit.page.locator(LINK, has_text=chip).first.click()
    await visit.page.locator(f"{PANEL} mark").first.wait_for()
    await visit.page.wait_for_timeout(700)  # it slides in
    return visit.page


async def test_a_law_is_linked_only_at_its_exact_address(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = await open_sheet(visit, "Karnataka", "How much does my builder pay for being late?")
    check = page.locator(".cs-check")
    assert "RERA Act as of 26 October 2020; Karnataka RERA Rules as of" in await check.inner_text()
    assert await check.locator("a").all_inner_texts() == ["RERA Act"], "of the other law only the authority's first page is known"
    told = "Official site: rera.karnataka.gov.in. We do not have the exact address of this text there."
    assert await page.locator(PANEL).get_by_text(told).count() == 1
    assert await page.locator(f"{PANEL} .cs-edition a").count() == 0
    await page.go_back()
    await page.locator(PANEL).wait_for(state="detached")
    await page.locator(f"{ANSWER} .cs-short .cs-chip").click()
    exact = page.locator(f"{PANEL} [data-edition='plain'] a")
    assert await exact.inner_text() == "The law at its official address"
    assert (await exact.get_attribute("href") or "").startswith("https://www.indiacode.nic.in/handle/")
    await page.locator(f"{PANEL} [data-edition='earlier'] summary").click()
    assert await page.locator(f"{PANEL} [data-edition='earlier'] a").count() == 0
    assert await sideways(page) == 0 and visit.errors == []


@pytest.mark.parametrize("clipboard", [True, pytest.param(False, marks=pytest.mark.long)], ids=["clipboard", "plain_http"])
async def test_the_link_that_is_copied_leads_to_the_provision_alone(visits: Any, size: str, clipboard: bool) -> None:
    visit: Visit = await visits(size)
    await visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if not clipboard:
        await visit.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = await open_sheet(visit)
    button = page.get_by_role("button", name="Copy link")
    box = await button.bounding_box()
    assert box and box["height"] >= 44
    await button.focus()
    await page.keyboard.press("Enter")
    await page.locator("[data-act='copy-link']").get_by_text("Copied").wait_for()
    assert await page.evaluate("document.activeElement.dataset.act") == "copy-link"
    await page.get_by_role("button", name="Copy link").wait_for()
    reader = await visit.context.new_page()
    await reader.goto(f"{visit.address}/health")
    copied = await reader.evaluate("navigator.clipboard.readText()")
    assert copied == f"{visit.address}/law/map?document=rera_act_2016&path=18%281%29"
    await page.locator(f"{PANEL} .cs-links").get_by_role("button", name="RERA Act s.11(4)").click()
    await page.locator(HEAD).get_by_text("RERA Act s.11(4)").wait_for()
    await page.locator("[data-act='copy-link']").click()
    await page.locator("[data-act='copy-link']").get_by_text("Copied").wait_for()
    assert (await reader.evaluate("navigator.clipboard.readText()")).endswith("path=11%284%29"), "the one that is open now"
    assert await sideways(page) == 0 and visit.errors == []


async def test_the_chapter_is_named_in_the_readers_language(visits: Any, size: str) -> None:
    visit: Visit = await visits(size, locale="mr-IN")
    page = await open_sheet(visit)
    assert await page.locator(f"{PANEL} .cs-crumb").inner_text() == "RERA Act › प्रकरण III › s.18 › (1)"
    assert await page.locator("[data-act='copy-link']").inner_text() == "लिंक कॉपी करा"


class Finger:
    """One finger on a phone."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page, self._session = page, session

    async def draw(self, start: float, end: float, pause_ms: int, steps: int = 8) -> None:
        """Put it down, draw it from one height to the other, and keep it there."""
        await self._touch("touchStart", start)
        for step in range(1, steps + 1):
            await self._page.wait_for_timeout(pause_ms)
            await self._touch("touchMove", start + (end - start) * step / steps)

    async def lift(self) -> None:
        await self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    async def _touch(self, kind: str, height: float) -> None:
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": GRIP_X, "y": height}]})


async def top_of(page: Page) -> float:
    return float(await page.locator(SHEET).evaluate("(one) => one.getBoundingClientRect().top"))


@pytest.mark.parametrize("motion", ["no-preference", pytest.param("reduce", marks=pytest.mark.long)])
async def test_a_sheet_is_drawn_down_to_close_and_goes_back_before_a_third(visits: Any, motion: str) -> None:
    visit: Visit = await visits("phone", reduced_motion=motion)
    page = await open_sheet(visit)
    finger = Finger(page, await visit.context.new_cdp_session(page))
    rest = await top_of(page)
    await finger.draw(rest + 8, rest + 158, 60)
    assert abs(await top_of(page) - rest - 150) < 3, "it follows the finger"
    await page.wait_for_timeout(200)
    await finger.lift()
    await page.wait_for_timeout(400)
    assert await top_of(page) == rest, "it goes back"
    await finger.draw(rest + 300, rest + 600, 20)
    await finger.lift()
    await page.wait_for_timeout(400)
    assert await top_of(page) == rest, "its text scrolls and draws nothing"
    await finger.draw(rest + 8, rest + 308, 60)
    await page.wait_for_timeout(200)
    await finger.lift()
    await page.locator(PANEL).wait_for(state="detached")
    await page.wait_for_function("document.activeElement.classList.contains('cs-chip')")
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    assert await page.locator(f"{PANEL} mark").first.inner_text() == FIRST and visit.errors == []


async def test_a_quick_flick_closes_the_sheet_and_a_tap_on_its_name_does_not(visits: Any) -> None:
    visit: Visit = await visits("phone")
    page = await open_sheet(visit)
    await page.locator(HEAD).tap()
    await page.wait_for_timeout(300)
    rest = await top_of(page)
    finger = Finger(page, await visit.context.new_cdp_session(page))
    await finger.draw(rest + 8, rest + 128, 10, steps=4)
    await finger.lift()
    await page.locator(PANEL).wait_for(state="detached")
    assert visit.errors == []


@pytest.mark.long
async def test_beside_the_conversation_nothing_is_drawn(visits: Any) -> None:
    visit: Visit = await visits("desktop")
    page = await open_sheet(visit)
    before = await page.locator(PANEL).bounding_box()
    box = await page.locator(HEAD).bounding_box()
    assert box
    await page.mouse.move(box["x"] + 120, box["y"] + 20)
    await page.mouse.down()
    await page.mouse.move(box["x"] + 120, box["y"] + 500, steps=4)
    await page.mouse.up()
    await page.wait_for_timeout(300)
    assert await page.locator(PANEL).bounding_box() == before


async def test_of_six_cards_three_are_shown_and_the_fold_stays_open_over_a_sheet(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("Tell me all of it")
    cards = page.locator(f"{ANSWER} .cs-law .cs-card")
    shown = await cards.filter(visible=True).locator("> p").all_inner_texts()
    assert [told.partition(": ")[2] for told in shown] == list(DUTIES[1:4])
    fold = page.locator(f"{ANSWER} .cs-law details")
    summary = fold.locator("summary")
    assert await summary.inner_text() == "3 more"
    await summary.focus()
    await page.keyboard.press("Enter")
    assert await cards.filter(visible=True).count() == 6
    await cards.nth(3).click(position={"x": 6, "y": 6})
    await page.locator(HEAD).get_by_text("RERA Act s.18(1)", exact=True).wait_for()
    assert await page.locator(f"{PANEL} mark").first.inner_text() == THIRD
    assert await fold.get_attribute("open") is not None, "it stays open under the sheet"
    await page.go_back()
    await page.locator(PANEL).wait_for(state="detached")
    assert await fold.get_attribute("open") is not None and await cards.filter(visible=True).count() == 6
    assert await sideways(page) == 0 and visit.errors == []
