"""What a reader of screens meets: no critical or serious fault by axe, and the order in which an answer is read."""

from __future__ import annotations

from typing import Any

import pytest

from civicsetu.evaluation.bench.measure_accessibility import find_grave
from tests.web.fakes import FIRST, SECOND, THIRD
from tests.web.test_browser import ANSWER, LINK, PANEL, QUESTION, Visit, size, visits
from tests.web.test_browser_before_script import HeldScript

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

READ_IN_ORDER = (
    'heading "Answer" [level=2]', "all of India", 'button "Choose your state"', FIRST,
    'button "Act s.18(1): read this provision"', 'heading "More on this" [level=3]', SECOND, THIRD,
    'button "buyer: correct this"', "Check first", "Sources and certainty", 'heading "Ask next" [level=3]',
    "not legal advice", 'button "Copy"', 'button "Share"', 'button "PDF"',
)  # fmt: skip

STATES_IN_ORDER = (
    'heading "Where is the property?" [level=2]', 'button "Close"', 'searchbox "Search your state"', 'button "All of India"',
    'heading "States whose own rules we have" [level=3]', 'group "States whose own rules we have"', 'button "Maharashtra"',
    'heading "The central Act only" [level=3]', 'button "Assam"',
)  # fmt: skip
SHEET_IN_ORDER = (
    'button "Plain words" [pressed]', 'button "Official text"', 'navigation "Where it stands in the law"',
    'heading "Return of amount and compensation" [level=2]', 'heading "in plain words" [level=3]', f"mark: {FIRST}",
    'link "The law at its official address"', 'navigation "Next to it in the law"',
)  # fmt: skip


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.long)])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def test_axe_finds_nothing_grave_on_any_view_of_the_page(visits: Any, size: str, theme: str) -> None:
    visit: Visit = await visits(size, color_scheme=theme)
    page = visit.page
    await visit.open()
    found = {"first page": await find_grave(page)}
    await page.click("#civicsetu-jurisdiction")
    await page.locator("#civicsetu-states").wait_for()
    found["states"] = await find_grave(page)
    await page.keyboard.press("Escape")
    await visit.ask(QUESTION)
    found["answer"] = await find_grave(page)
    await page.locator(".cs-fact").first.click()
    await page.locator("#civicsetu-fact").wait_for()
    found["fact"] = await find_grave(page)
    await page.keyboard.press("Escape")
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    found["sheet"] = await find_grave(page)
    await page.keyboard.press("Escape")
    await page.locator(PANEL).wait_for(state="detached")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await page.locator("#civicsetu-conversations li").first.wait_for()
    found["conversations"] = await find_grave(page)
    assert {view: faults for view, faults in found.items() if faults} == {}


@pytest.mark.long
async def test_axe_finds_nothing_grave_on_what_is_opened_beside_an_answer(visits: Any, size: str, theme: str) -> None:
    visit: Visit = await visits(size, color_scheme=theme)
    page = visit.page
    script = HeldScript(visit)
    await script.open(visit.address)
    found = {"before the script": await find_grave(page)}
    told = await page.locator("#civicsetu-early").aria_snapshot()
    early = [told.index(part) for part in ('heading "CivicSetu" [level=1]', 'textbox "Your question"', 'button "Ask"', 'button "Possession is late"', "not legal advice", 'navigation "Languages"')]
    assert early == sorted(early), told
    script.come()
    await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
    await page.click("#readme-button")
    await page.get_by_text("What happens to what you type").wait_for()
    found["about"] = await find_grave(page)
    await page.keyboard.press("Escape")
    await visit.ask("May I fly a spacecraft?")
    found["refusal"] = await find_grave(page)
    await visit.ask(QUESTION)
    await page.locator(".cs-sources-fold summary").last.click()
    await page.locator(".negative-feedback-off").last.click()
    await page.locator("dialog[open]").wait_for()
    found["feedback"] = await find_grave(page)
    assert {view: faults for view, faults in found.items() if faults} == {}


@pytest.mark.long
async def test_the_list_of_states_and_the_sheet_are_read_in_their_order(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.click("#civicsetu-jurisdiction")
    told = await page.locator("#civicsetu-states").aria_snapshot()
    places = [told.index(part) for part in STATES_IN_ORDER]
    assert places == sorted(places), told
    await page.keyboard.press("Escape")
    await visit.ask(QUESTION)
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    told = await page.locator(PANEL).aria_snapshot()
    places = [told.index(part) for part in SHEET_IN_ORDER]
    assert places == sorted(places), told


async def test_an_answer_is_read_in_its_order_under_headings(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.open()
    await visit.ask(QUESTION)
    told = await visit.page.locator(ANSWER).aria_snapshot()
    places = [told.index(part) for part in READ_IN_ORDER]
    assert places == sorted(places), told
    headings = await visit.page.locator("h1, h2, h3").filter(visible=True).all_inner_texts()
    assert headings[0] == "CivicSetu" and headings.index("Answer") < headings.index("More on this")
