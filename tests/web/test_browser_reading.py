"""What surrounds the reading of an answer, in a real Chromium: theme, growing box, certainty, paper, what is heard, large text."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.fakes import FIRST, SECOND
from tests.web.test_browser import ANSWER, LINK, PANEL, QUESTION, SLOWLY, Visit, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

FOLD = f"{ANSWER} .cs-sources-fold"
HEARD = """() => {
  window.heard = [];
  const note = (one) => {
    const words = one.closest?.('[aria-live]') && one.textContent.trim();
    if (words && window.heard.at(-1) !== words) window.heard.push(words);
  };
  new MutationObserver((changes) => changes.forEach((change) => {
    if (change.type === 'characterData') note(change.target.parentElement);
    else change.addedNodes.forEach((one) => note(one.nodeType === 1 ? one : one.parentElement));
  })).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


@pytest.mark.long
async def test_the_theme_is_changed_the_box_grows_and_the_certainty_is_unfolded(visits: Any, size: str) -> None:
    visit: Visit = await visits(size, color_scheme="light")
    page = visit.page
    await visit.open()
    await page.click("#theme-toggle")
    await page.get_by_role("menuitem", name="Dark", exact=True).click()
    await page.wait_for_function("document.documentElement.classList.contains('dark')")
    await page.reload()
    await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
    await page.wait_for_function("document.documentElement.classList.contains('dark')")
    one_line = await page.locator("#message-composer").bounding_box()
    await page.fill("#chat-input", "One\nTwo\nThree\nFour\nFive")
    grown = await page.locator("#message-composer").bounding_box()
    assert one_line and grown and grown["height"] > one_line["height"] + 40
    assert grown["y"] + grown["height"] <= page.viewport_size["height"], "it grows upward"
    await page.fill("#chat-input", "")
    await visit.ask(QUESTION)
    told = page.locator(FOLD).get_by_text("These provisions most likely answer the question.")
    assert not await told.is_visible()
    await page.locator(f"{FOLD} summary").click()
    assert await told.is_visible() and await page.locator(f"{FOLD} li").count() == 1
    assert await sideways(page) == 0 and visit.errors == []


@pytest.mark.long
async def test_paper_opens_what_is_folded_and_closes_it_again(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await visit.ask(QUESTION)
    folds = page.locator(FOLD)
    await folds.nth(1).locator("summary").click()
    open_ones = f"[...document.querySelectorAll('{FOLD}')].map((one) => one.open)"
    assert await page.evaluate(open_ones) == [False, True]
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert await page.evaluate(open_ones) == [True, True]
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert await page.evaluate(open_ones) == [False, True], "what the reader opened stays open"


async def test_stages_the_short_answer_and_its_end_are_heard_and_no_card(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.evaluate(HEARD)
    await visit.ask(SLOWLY)
    await page.wait_for_function("window.heard.some((one) => one.includes('The answer is complete.'))")
    heard = await page.evaluate("window.heard")
    told = [part for one in heard for part in ("Looking in the law", FIRST, "The answer is complete.") if part in one]
    assert list(dict.fromkeys(told)) == ["Looking in the law", FIRST, "The answer is complete."], heard
    assert sum("The answer is complete." in one for one in heard) == 1 and not any(SECOND in one for one in heard)
    await page.reload()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    assert await page.get_by_text("The answer is complete.").count() == 0, "what was stored does not come"


@pytest.mark.long
async def test_a_citation_opens_after_going_to_another_conversation(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    first = visit.thread
    await page.click("#header #new-chat-button")
    await page.locator("#welcome-screen").wait_for()
    await visit.ask("What duties does the promoter have?")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await page.locator(f"#civicsetu-conversations a[href='/thread/{first}']").click()
    await page.get_by_text(SECOND).wait_for()
    await page.locator(LINK).first.click()
    mark = page.locator(f"{PANEL} mark").first
    await mark.wait_for()
    assert await mark.inner_text() == FIRST and visit.errors == []


@pytest.mark.long
async def test_large_text_leaves_the_state_its_room_on_a_wide_window(visits: Any) -> None:
    visit: Visit = await visits("desktop")
    page = visit.page
    await visit.open()
    await page.add_style_tag(content="html { font-size: 200% }")
    await visit.ask("My builder in Lucknow is late.")
    state = page.locator("#civicsetu-jurisdiction > span")
    assert await state.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 1, "its name is read whole"
    assert await sideways(page) == 0


@pytest.mark.long
async def test_a_phone_on_its_side_leaves_room_to_read(visits: Any) -> None:
    visit: Visit = await visits("phone")
    page = visit.page
    await page.set_viewport_size({"width": 844, "height": 390})
    await visit.open()
    await visit.ask(QUESTION)
    await page.locator(f"{ANSWER} .cs-short").scroll_into_view_if_needed()
    answer, composer = await page.locator(ANSWER).bounding_box(), await page.locator("#message-composer").bounding_box()
    head = [await page.locator(one).bounding_box() for one in ("#header", "#civicsetu-head")]
    assert answer and composer and all(head)
    top = max(answer["y"], *(box["y"] + box["height"] for box in head if box))
    bottom = min(answer["y"] + answer["height"], composer["y"])
    assert bottom - top >= 160, (top, bottom)
    seen = await page.evaluate(_ON_TOP_OF_IT, [ANSWER, top, bottom])
    assert seen == [True, True], "and nothing lies on it"
    assert await sideways(page) == 0 and visit.errors == []


_ON_TOP_OF_IT = """([selector, top, bottom]) => {
  const answer = document.querySelector(selector), box = answer.getBoundingClientRect();
  return [top + 8, bottom - 8].map((y) => answer.contains(document.elementFromPoint(box.left + box.width / 2, y)));
}"""
"""Whether a text can be read near its upper and its lower end."""
