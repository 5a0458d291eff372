"""What was read from a question, corrected in a real Chromium.

Long: `test_correcting_facts` makes the same corrections without a browser.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.choosing import choose_state
from tests.web.test_browser import ANSWER, QUESTION, Visit, sideways, size, visits

pytestmark = [pytest.mark.browser, pytest.mark.long]
__all__ = ["size", "visits"]

CHIP = ".cs-fact"


async def wait_for_answers(visit: Visit, count: int) -> None:
    await visit.page.locator(f"{ANSWER}[data-phase='whole']").nth(count - 1).wait_for()


async def test_a_fact_is_corrected_by_one_choice_and_the_question_asked_again(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    chip = page.locator(f"{CHIP}[data-fact='party']")
    assert await chip.inner_text() == "buyer"
    await chip.click()
    dialog = page.locator("#civicsetu-fact")
    await dialog.get_by_role("heading", name="Who are you in this?").wait_for()
    assert await sideways(page) == 0
    await page.keyboard.press("Escape")
    await dialog.wait_for(state="hidden")
    await chip.click()
    await dialog.get_by_role("button", name="Builder").click()
    await dialog.wait_for(state="hidden")
    await wait_for_answers(visit, 2)
    assert await page.get_by_text("(corrected: builder)").count() == 1
    assert await page.locator(f"{ANSWER} {CHIP}[data-fact='party']").last.inner_text() == "builder"
    await chip.first.click()
    await dialog.get_by_role("button", name="Broker").click()
    await dialog.get_by_text("A newer question has been asked since").wait_for()
    assert await page.locator(ANSWER).count() == 2 and visit.errors == []


async def test_the_state_of_an_answer_is_corrected_in_its_first_line(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.open()
    await visit.ask(f"{QUESTION} It is in Lucknow.")
    await visit.page.locator(".cs-change").click()
    await choose_state(visit.page, "Maharashtra")
    await wait_for_answers(visit, 2)
    assert "Maharashtra" in await visit.page.locator(".cs-scope").last.inner_text()


async def test_a_day_that_is_none_is_told_in_the_dialog(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    fact = {"name": "as_on", "value": "31 March 2021", "words": "law as of 31 March 2021", "asks": "Which day?", "options": []}
    await page.evaluate("(fact) => window.postMessage({ civicsetu: { fact, turn: 'none' } }, '*')", fact)
    dialog = page.locator("#civicsetu-fact")
    await dialog.get_by_label("Date, for example 31 March 2021").fill("31 February 2021")
    await dialog.get_by_role("button", name="Ask again under the law of this date").click()
    await dialog.get_by_text("There is no such day; please write it like 31 March 2021.").wait_for()
    assert await page.locator(ANSWER).count() == 0


async def test_the_day_whose_law_is_asked_stands_in_the_first_line_and_is_taken_back(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(f"{QUESTION} I ask as on 31 March 2021.")
    assert "Law as of 31 March 2021." in await page.locator(".cs-scope").inner_text()
    assert await sideways(page) == 0
    await page.locator(f"{CHIP}[data-fact='as_on']").click()
    await page.locator("#civicsetu-fact").get_by_role("button", name="Ask again under today's law").click()
    await wait_for_answers(visit, 2)
    assert await page.locator(f"{ANSWER} {CHIP}[data-fact='as_on']").count() == 1, "of the first answer alone"
    assert "31 March 2021" not in await page.locator(".cs-scope").last.inner_text()


async def test_a_day_that_was_set_holds_for_its_conversation_and_for_no_new_one(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(f"{QUESTION} I ask as on 31 March 2021.")
    await page.locator(f"{CHIP}[data-fact='as_on']").click()
    dialog = page.locator("#civicsetu-fact")
    await dialog.get_by_label("Date, for example 31 March 2021").fill("1 April 2022")
    await dialog.get_by_role("button", name="Ask again under the law of this date").click()
    await wait_for_answers(visit, 2)
    await visit.ask("What duties does the promoter have?")
    assert "Law as of 1 April 2022." in await page.locator(".cs-scope").last.inner_text(), "it is kept"
    await page.click("#header #new-chat-button")
    await page.locator("#welcome-screen").wait_for()
    await visit.ask("What duties does the promoter have?")
    assert await page.locator(".cs-scope").count() == 1
    assert "2022" not in await page.locator(".cs-scope").inner_text()
    assert await page.locator(f"{CHIP}[data-fact='as_on']").count() == 0 and visit.errors == []


async def test_off_topic_with_a_city_names_no_state_and_says_what_can_be_asked(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("May I fly a spacecraft in Lucknow?")
    assert await page.locator(".cs-refusal").count() == 1 and await page.locator(".cs-scope").count() == 0
    assert await page.get_by_text("Not Uttar Pradesh?").count() == 0
    assert await page.locator(f"{ANSWER} .cs-next button").count() > 0
    assert await sideways(page) == 0
