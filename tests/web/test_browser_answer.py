"""The parts of an answer in a real Chromium: how much, conditions, doubt, dates, and cards that open anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.fakes import FIRST, IF_ASKED, RATE, THIRD
from tests.web.test_browser import ANSWER, AT_BOTH_SIZES, PANEL, Visit, sideways, size, visits

if TYPE_CHECKING:
    from playwright.async_api import Locator

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

RULE, ACT, DUTIES = "Karnataka RERA Rules r.16", "RERA Act s.18(1)", "RERA Act s.11(4)"


@AT_BOTH_SIZES
@pytest.mark.long
async def test_how_much_stands_below_the_short_answer_and_above_what_the_law_says(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("How much does my builder pay for being late?")
    short, amount, law = (page.locator(f"{ANSWER} {part}") for part in (".cs-short p", ".cs-amount", ".cs-law"))
    assert await short.inner_text() == FIRST
    assert await short.evaluate("(one) => getComputedStyle(one).fontSize") == "18px"
    assert await amount.locator("h3").inner_text() == "How much"
    assert await amount.locator("p").inner_text() == RATE and await amount.locator(".cs-chip").count() == 1
    assert await law.get_by_text(RATE).count() == 0, "it is said once"
    assert await tops(short, amount, law) == sorted(await tops(short, amount, law))
    dates = await page.locator(".cs-check").inner_text()
    assert "RERA Act as of 26 October 2020; Karnataka RERA Rules as of 11 July 2017." in dates
    assert await sideways(page) == 0 and visit.errors == []


async def tops(*parts: Locator) -> list[float]:
    """How far down each part begins."""
    return [float(await part.first.evaluate("(one) => one.getBoundingClientRect().top")) for part in parts]


@AT_BOTH_SIZES
@pytest.mark.long
async def test_a_card_opens_wherever_it_is_pressed_and_holds_its_condition(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("How much does my builder pay for being late?")
    [card] = await page.locator(f"{ANSWER} .cs-law .cs-card").all()
    condition = card.locator(".cs-condition")
    assert await card.locator("> p").inner_text() == THIRD and await condition.locator("p").inner_text() == IF_ASKED
    await press_at_the_edge(card)
    await see_sheet(visit, ACT)
    await press_at_the_edge(page.locator(f"{ANSWER} .cs-amount .cs-card"))
    await see_sheet(visit, RULE)
    await condition.locator(".cs-chip").click()
    await see_sheet(visit, DUTIES)
    assert visit.errors == []


async def press_at_the_edge(card: Locator) -> None:
    """Press a card where neither a word nor a chip stands."""
    box = await card.bounding_box()
    assert box and box["height"] >= 44
    await card.click(position={"x": box["width"] - 6, "y": 6})


async def see_sheet(visit: Visit, name: str) -> None:
    """The sheet of that provision has opened; Back closes it."""
    await visit.page.locator("#side-view-title").get_by_text(name, exact=True).wait_for()
    await visit.page.go_back()
    await visit.page.locator(PANEL).wait_for(state="detached")


async def test_an_unsure_answer_says_so_and_gives_no_short_answer(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("Is it perhaps so?")
    assert await page.locator(".cs-unsure").inner_text() == "I found these provisions, but am not sure that they answer you."
    assert await page.locator(".cs-short").count() == 0
    assert await page.locator(f"{ANSWER} .cs-card p").all_inner_texts() == [f"From the provision's own text: {FIRST}"]


@pytest.mark.long
async def test_whether_the_state_is_right_is_asked_less_loudly_than_what_to_ask_next(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("My builder in Lucknow is late. What can I do?")
    doubt = page.get_by_role("button", name="Not Uttar Pradesh?")
    assert await doubt.evaluate("(one) => getComputedStyle(one).borderTopWidth") == "0px"
    box = await doubt.bounding_box()
    assert box and box["height"] >= 44
    await doubt.click()
    state = page.get_by_role("button", name="Maharashtra", exact=True)
    assert await state.evaluate("(one) => getComputedStyle(one).borderTopWidth") == "1px"


@pytest.mark.long
async def test_a_related_provision_begins_at_its_top(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("How much does my builder pay for being late?")
    await page.locator(f"{ANSWER} .cs-chip").first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    await page.locator(f"{PANEL} .cs-links").get_by_role("button", name=DUTIES).click()
    await page.locator("#side-view-title").get_by_text(DUTIES, exact=True).wait_for()
    await page.wait_for_function(_SEEN, arg=f"{PANEL} .cs-crumb")


_SEEN = """(selector) => {
  const one = document.querySelector(selector), box = one.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + 20, box.top + box.height / 2);
  return !!at && one.contains(at);
}"""
