"""The size of the text, in a real Chromium: chosen in the head, remembered by the browser, in force before anything is seen."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.web.test_browser import ANSWER, QUESTION, SIZES, Visit, sideways, size, visits
from tests.web.test_browser_before_script import BOX, HeldScript

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

CHOICE = "#civicsetu-language"
HEAD = ("#sidebar-trigger-button", "#header #new-chat-button", "#civicsetu-jurisdiction", ".cs-language", "#readme-button", "#theme-toggle")
"""What stands in the head, from left to right."""


async def letters(page: Any, selector: str = "body") -> float:
    """The height of the letters there, in pixels."""
    return float(await page.locator(selector).first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)"))


async def see_nothing_overlaps_in_the_head(page: Any) -> None:
    boxes = [await page.locator(one).filter(visible=True).bounding_box() for one in HEAD]
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"] + 1, boxes
    assert boxes[-1]["x"] + boxes[-1]["width"] <= page.viewport_size["width"]


async def test_a_chosen_text_size_is_remembered_over_a_reload_and_in_a_new_tab(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    short = f"{ANSWER} .cs-short p"
    before = await letters(page, short)
    assert await page.locator(CHOICE).get_attribute("aria-label") == "Language and text size"
    await page.select_option(CHOICE, label="A++ · largest")
    assert await letters(page, short) == pytest.approx(1.4 * before)
    assert await page.locator(CHOICE).input_value() == "en", "the language stays"
    assert "A++ · largest ✓" in await page.locator(CHOICE).inner_text()
    assert await sideways(page) == 0
    await see_nothing_overlaps_in_the_head(page)
    await page.reload()
    await page.locator(short).wait_for()
    assert await letters(page, short) == pytest.approx(1.4 * before)
    tab = Visit(visit.context, await visit.context.new_page(), visit.address)
    script = HeldScript(tab)
    await script.open(visit.address)
    assert await letters(tab.page, BOX) == pytest.approx(1.4 * 16), "before the script has come"
    script.come()
    await tab.page.wait_for_selector("#chat-input")
    await tab.page.select_option(CHOICE, "100")
    assert await letters(tab.page) == pytest.approx(16)
    await page.reload()
    await page.locator(short).wait_for()
    assert await letters(page, short) == pytest.approx(before)
    assert visit.errors == []


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.long
async def test_the_largest_text_leaves_the_head_its_places_on_a_phone_set_to_large_text(visits: Any, width: int) -> None:
    visit: Visit = await visits("phone")
    page = visit.page
    await page.set_viewport_size({"width": width, "height": SIZES["phone"][1]})
    await visit.open()
    await page.add_style_tag(content="html { font-size: 280% !important }")
    await see_nothing_overlaps_in_the_head(page)
    assert await sideways(page) == 0
