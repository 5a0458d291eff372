"""What a finger meets in a real Chromium: everything that is pressed is 44 px high, whatever is drawn smaller."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.test_browser import ANSWER, LINK, PANEL, QUESTION, Visit, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

LONG = "We booked a flat in Lucknow for 62 lakhs and paid 54 lakh. " + "The builder says it will come. " * 12 + "He is late. What can I do?"
_SHORT_REACH = """(root) => [...document.querySelectorAll(`${root} :is(button, summary, input, a[href])`)]
  .filter((one) => one.checkVisibility() && !one.disabled && !one.closest('.cs-text, .cs-check, .cs-sources'))
  .filter((one) => {
    one.scrollIntoView({ block: 'center' });
    const box = one.getBoundingClientRect();
    const [x, y] = [Math.min(box.left + box.width / 2, innerWidth - 2), box.top + box.height / 2];
    const reached = (dy) => { const at = document.elementFromPoint(x, y + dy); return at && (one === at || one.contains(at)); };
    return box.width < 44 || !(reached(0) && reached(-21) && reached(21));
  })
  .map((one) => `${one.id || one.className || one.tagName} ${one.textContent.slice(0, 30)}`)"""
"""Links within a sentence are left out: they are as high as its lines."""


async def test_everything_that_is_pressed_is_reached_within_44_px(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    short = {"first page": await page.evaluate(_SHORT_REACH, "body")}
    await visit.ask("My builder in Lucknow is two years late. What can I do?")
    await page.locator("button[data-ask]").first.wait_for()
    short["answer"] = await page.evaluate(_SHORT_REACH, "body")
    await page.click("#civicsetu-jurisdiction")
    await page.locator("#civicsetu-states").wait_for()
    short["states"] = await page.evaluate(_SHORT_REACH, "#civicsetu-states")
    await page.keyboard.press("Escape")
    await page.locator(".cs-fact").first.click()
    await page.locator("#civicsetu-fact").wait_for()
    short["fact"] = await page.evaluate(_SHORT_REACH, "#civicsetu-fact")
    await page.keyboard.press("Escape")
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    await page.wait_for_timeout(500)
    short["sheet"] = await page.evaluate(_SHORT_REACH, PANEL)
    await page.keyboard.press("Escape")
    await page.locator(PANEL).wait_for(state="detached")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await page.locator("#civicsetu-conversations li").first.wait_for()
    short["conversations"] = await page.evaluate(_SHORT_REACH, "#civicsetu-conversations")
    assert {view: found for view, found in short.items() if found} == {}


@pytest.mark.long
async def test_a_long_question_is_folded_and_shown_on_demand(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(f"{QUESTION} {QUESTION} He wants more money, too.")
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    await page.keyboard.press("Escape")
    await page.locator(PANEL).wait_for(state="detached")
    assert await page.locator(".cs-more").count() == 0, "a short one is not folded, also when the page was narrow for a moment"
    await visit.ask(LONG * 3)
    bubble = page.locator("[data-step-type='user_message'] .bg-accent").last
    more = bubble.get_by_role("button", name="Show all of the question")
    folded = await bubble.bounding_box()
    assert folded and folded["height"] <= 180
    await more.click()
    opened = await bubble.bounding_box()
    assert opened and opened["height"] > 2 * folded["height"] and await sideways(page) == 0
    await bubble.get_by_role("button", name="Show less").click()
    await more.wait_for()
    await page.emulate_media(media="print")
    printed = await bubble.locator("pre").bounding_box()
    assert printed and printed["height"] > folded["height"] and not await bubble.locator(".cs-more").is_visible()


@pytest.mark.long
async def test_a_state_has_room_in_the_head_of_a_phone(visits: Any) -> None:
    visit: Visit = await visits("phone")
    await visit.open()
    await visit.ask("My builder in Lucknow is late. What can I do?")
    head = visit.page.locator("#civicsetu-jurisdiction > span")
    await head.get_by_text("Uttar Pradesh").wait_for()
    assert await head.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "it is cut off"


@pytest.mark.long
async def test_the_heading_of_a_dialog_wraps_like_any_other(visits: Any) -> None:
    visit: Visit = await visits("phone")
    page = visit.page
    await visit.open()
    fact = {"name": "told.0", "value": "1 lakh", "words": "1 lakh", "asks": "Which sum is it? " * 4, "options": [], "written": "rupee"}
    await page.evaluate("(fact) => window.postMessage({ civicsetu: { fact, turn: 'none' } }, '*')", fact)
    heading = page.locator("#civicsetu-fact h2")
    await heading.wait_for()
    box = await heading.bounding_box()
    assert box and box["height"] < 110, "three lines"


@pytest.mark.long
async def test_the_provisions_beside_one_are_read_from_the_sheet(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.locator(LINK).first.click()
    place = page.locator("#side-view-title")
    await place.get_by_text("RERA Act s.18(1)").wait_for()
    beside = page.get_by_role("navigation", name="Next to it in the law")
    await beside.get_by_role("button").first.wait_for()
    assert await beside.get_by_role("button").all_inner_texts() == ["‹ Before\nRERA Act s.11(4)", "Next ›\nRERA Act s.99"]
    await beside.get_by_role("button", name="RERA Act s.11(4)").click()
    await place.get_by_text("RERA Act s.11(4)").wait_for()
    await page.go_back()
    await place.get_by_text("RERA Act s.18(1)").wait_for()
    await beside.get_by_role("button", name="RERA Act s.99").click()
    await page.get_by_text("That provision could not be opened just now.").wait_for()


@pytest.mark.long
async def test_a_sheet_that_is_scrolled_keeps_its_way_out_and_its_switch(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    await page.wait_for_timeout(500)
    await page.locator(f"{PANEL} .cs-related").last.scroll_into_view_if_needed()
    for name in ("Close", "Plain words", "Copy"):
        button = page.get_by_role("button", name=name, exact=True).filter(visible=True).last
        assert await button.evaluate(_ON_TOP), f"{name} is covered"


_ON_TOP = """(one) => {
  const box = one.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !!at && (one === at || one.contains(at));
}"""


@pytest.mark.long
async def test_the_heading_of_a_dialog_leaves_room_for_its_way_out(visits: Any) -> None:
    visit: Visit = await visits("phone")
    page = visit.page
    await visit.open()
    await page.click("#civicsetu-jurisdiction")
    await page.locator("#civicsetu-states").wait_for()
    heading = await page.locator("#civicsetu-states h2").bounding_box()
    out = await page.locator("#civicsetu-states .cs-close").bounding_box()
    assert heading and out and abs(heading["y"] - out["y"]) < 8 and out["x"] + out["width"] <= 390


@pytest.mark.long
async def test_one_line_to_type_in_and_the_disclaimer_once(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    box = await page.locator("#message-composer").bounding_box()
    assert box and box["height"] <= 60
    assert await page.get_by_text("not legal advice").filter(visible=True).count() == 1


@pytest.mark.long
async def test_the_first_page_bears_its_name_once(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.locator("#welcome-screen").wait_for()
    name = await page.locator("#civicsetu-head h1").bounding_box()
    assert name and name["width"] <= 1, "the name stands in the middle"
    await visit.ask(QUESTION)
    name = await page.locator("#civicsetu-head h1").bounding_box()
    assert name and (name["width"] > 40) is (size == "desktop"), "on a phone there is no room for it"


@pytest.mark.long
async def test_a_sum_and_a_day_of_the_question_are_put_right(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("I paid 54 lakh to my builder on 14 June 2019 and he is late. Can I have my 54 lakh back?")
    chips = page.locator(".cs-fact")
    assert await chips.all_inner_texts() == ["buyer", "builder failed", "54 lakh", "14 June 2019"]
    await chips.filter(has_text="14 June 2019").click()
    dialog = page.locator("#civicsetu-fact")
    await dialog.get_by_label("Date, for example 31 March 2021").fill("31 February 2019")
    await dialog.get_by_role("button", name="Ask again with this date").click()
    await dialog.get_by_text("There is no such day; please write it like 31 March 2021.").wait_for()
    await page.keyboard.press("Escape")
    await chips.filter(has_text="54 lakh").click()
    await dialog.get_by_label("Amount, for example 62 lakh").fill("45 lakh")
    await dialog.get_by_role("button", name="Ask again with this amount").click()
    await dialog.wait_for(state="hidden")
    await page.locator(f"{ANSWER}[data-phase='whole']").nth(1).wait_for()
    again = page.locator("[data-step-type='user_message'] pre").last
    told = "I paid 45 lakh to my builder on 14 June 2019 and he is late. Can I have my 45 lakh back?\n(corrected: 45 lakh)"
    assert await again.inner_text() == told
    assert await page.locator(ANSWER).last.locator(".cs-fact").all_inner_texts() == ["buyer", "builder failed", "45 lakh", "14 June 2019"]
