"""The state that was asked is seen and changed in a real Chromium, with the mouse and with the keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.choosing import choose_state
from tests.web.test_browser import QUESTION, Visit, in_view, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

HEAD = "#civicsetu-jurisdiction"
BUTTONS = "button[data-ask]"
CHAINLITS = "button[id^='cs-ask-']"


async def test_the_state_is_chosen_under_the_answer_and_asked_once(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.get_by_text("For all of India: the central Act alone.").wait_for()
    await page.locator(BUTTONS).first.wait_for()
    assert await page.locator(BUTTONS).all_inner_texts() == ["Maharashtra", "Uttar Pradesh", "Another state"]
    assert await page.locator(CHAINLITS).count() == 3, "Chainlit draws them too, which nobody sees, not even before the answer"
    assert not [one for one in await page.locator(CHAINLITS).all() if await one.is_visible()]
    await page.evaluate("document.querySelector('.cs-answer').className = ''")
    assert not [one for one in await page.locator(CHAINLITS).all() if await one.is_visible()]
    await page.evaluate("document.querySelector('[data-phase]').className = 'cs-answer'")
    assert await sideways(page) == 0
    await page.get_by_role("button", name="Uttar Pradesh").dblclick()
    await page.get_by_text("(for Uttar Pradesh)").wait_for()
    await page.get_by_text("For Uttar Pradesh and the central Act (chosen by you).").wait_for()
    await page.locator(".cs-answer[data-phase='whole']").nth(1).wait_for()
    assert await page.locator(HEAD).inner_text() == "Law for: Uttar Pradesh"
    assert await page.locator(BUTTONS).count() == 0
    assert await page.locator("[data-step-type='user_message']").count() == 2
    assert await page.locator(".positive-feedback-off").count() == 2, "both answers can be rated"
    await page.wait_for_url("**/thread/*")
    await page.reload()
    await page.get_by_text("For Uttar Pradesh and the central Act (chosen by you).").wait_for()
    assert await page.locator(HEAD).inner_text() == "Law for: Uttar Pradesh"
    assert await sideways(page) == 0 and visit.errors == [] and visit.foreign == []


@pytest.mark.long
async def test_a_state_read_from_the_question_is_told_and_changed_by_keyboard(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("My builder in Lucknow is late. What can I do?")
    await page.get_by_text("For Uttar Pradesh and the central Act (from your question).").wait_for()
    await page.get_by_role("button", name="Not Uttar Pradesh?").focus()
    await in_view(page, BUTTONS)
    words = (await page.locator(HEAD).inner_text()).split()
    assert " ".join(words) == "Law for: Uttar Pradesh"
    assert await page.evaluate(_IN_FULL, HEAD), "the head is cut off"
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="All of India", exact=True).wait_for()
    await page.wait_for_function("document.activeElement.textContent === 'All of India'")
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.textContent") == "Maharashtra"
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await choose_state(page, "Goa")
    await page.get_by_role("button", name="Ask again for Goa").click()
    await page.get_by_text("For Goa (chosen by you): the central Act alone").wait_for()
    assert await sideways(page) == 0 and visit.errors == []


_IN_FULL = """(selector) => {
  const at = document.querySelector(selector);
  return at.scrollWidth <= at.clientWidth && at.scrollHeight <= at.clientHeight + 1;
}"""
