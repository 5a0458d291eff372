"""Words that are four tenths longer, as another language may need, have room on every view of the page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import PATIENCE_MS, Served, serving
from tests.web.longer_words import CUT, LANGUAGE
from tests.web.test_browser import ANSWER, LINK, PANEL, SIZES, Visit, sideways, size
from tests.web.test_browser_before_script import HeldScript

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.long]
__all__ = ["size"]

STEPS = "My builder in Northland is a month late and I want to stay. What can I do?"
COMPARED = "What is the fee in Northland and Southland?"
OFF_TOPIC = "May I keep geese at home?"


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("longer"), database_url, script="served_pseudo.py") as page:
        yield page


class Looked:
    """A visit that notes what is cut on each view it looks at."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.page = visit, visit.page
        self._cut: dict[str, list[str]] = {}

    async def look(self, view: str, at: str) -> None:
        """Look once what is at that selector has come, longer, and stands still."""
        await self.page.locator(at).get_by_text("é").first.wait_for()
        await self.page.evaluate(_STANDS_STILL)
        self._cut[view] = await self.page.evaluate(CUT)

    def check(self) -> None:
        cut = [f"{view}: {one[-150:]}" for view, found in self._cut.items() for one in found]
        assert not cut, "\n".join(cut)


_STANDS_STILL = "Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})))"


@pytest.fixture
async def looks(browser: Browser, longer: Served) -> AsyncIterator[Any]:
    opened: list[Visit] = []

    async def look(size: str) -> Looked:
        width, height = SIZES[size]
        phone = size == "phone"
        context = await browser.new_context(
            viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone, locale=f"{LANGUAGE}-IN"
        )
        context.set_default_timeout(PATIENCE_MS)
        opened.append(Visit(context, await context.new_page(), longer.address))
        return Looked(opened[-1])

    yield look
    for one in opened:
        assert one.errors == [] and one.foreign == [] and await sideways(one.page) == 0
        await one.context.close()


async def test_longer_words_are_not_cut_on_the_first_page_and_what_it_opens(looks: Any, size: str) -> None:
    seen: Looked = await looks(size)
    page = seen.page
    script = HeldScript(seen.visit)
    await script.open(seen.visit.address)
    await seen.look("before the script", "#civicsetu-early")
    script.come()
    await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
    await seen.look("first page", "#starters")
    await page.click("#civicsetu-jurisdiction")
    await seen.look("states", "#civicsetu-states")
    await page.keyboard.press("Escape")
    await page.click("#readme-button")
    await seen.look("About", "[role='dialog']")
    await page.keyboard.press("Escape")
    await page.locator("[role='dialog']").wait_for(state="detached")
    await seen.visit.ask(OFF_TOPIC)
    await seen.look("refusal", ".cs-refusal")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await page.locator("#civicsetu-conversations li").first.wait_for()
    await seen.look("conversations", "#civicsetu-conversations")
    await page.locator("#civicsetu-conversations li button").first.click()
    await seen.look("erasing", "#civicsetu-conversations li")
    seen.check()


async def test_longer_words_are_not_cut_in_an_answer_and_what_it_opens(looks: Any, size: str) -> None:
    seen: Looked = await looks(size)
    page = seen.page
    await seen.visit.open()
    await seen.visit.ask(STEPS)
    await page.locator(".cs-sources-fold summary").click()
    await seen.look("steps", ".cs-steps")
    await page.locator(".cs-fact").first.click()
    await seen.look("fact", "#civicsetu-fact")
    await page.keyboard.press("Escape")
    await page.locator(".negative-feedback-off").last.click()
    await seen.look("feedback", "#cs-feedback")
    await page.keyboard.press("Escape")
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    await seen.look("sheet", PANEL)
    await page.keyboard.press("Escape")
    await page.locator(PANEL).wait_for(state="detached")
    await seen.visit.ask(COMPARED)
    await page.locator(ANSWER).last.scroll_into_view_if_needed()
    await seen.look("comparison", ".cs-compare")
    seen.check()
