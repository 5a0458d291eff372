"""The page as `civicsetu up` serves it, with the law that ships: ask, read, open, reload, open again."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

from civicsetu.corpus.read import read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.bench.measure_answer import QUESTIONS, read_layout
from tests.web.conftest import PATIENCE_MS
from tests.web.test_browser import ANSWER, LINK, PANEL, SIZES, Visit, sideways, size

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.browser
__all__ = ["size"]


@pytest.fixture
async def visit(browser: Browser, served_law: str, size: str) -> AsyncIterator[Visit]:
    """A browser of that size on the law that ships."""
    width, height = SIZES[size]
    phone = size == "phone"
    context = await browser.new_context(viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone)
    context.set_default_timeout(PATIENCE_MS)
    yield Visit(context, await context.new_page(), served_law)
    await context.close()


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.long)])
async def test_a_citation_leads_to_the_marked_words_of_the_law(
    browser: Browser, served_law: str, size: str
) -> None:
    starter = read_starter(get_registry().get_document("rera_act_2016"))
    assert starter is not None
    width, height = SIZES[size]
    context = await browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE_MS)
    visit = Visit(context, await context.new_page(), served_law)
    try:
        await visit.open()
        await visit.ask("What must be in the sale agreement that a promoter signs with a buyer?")
        first = await _marked(visit)
        assert first in starter.body
        assert await sideways(visit.page) == 0
        await visit.page.wait_for_url("**/thread/*")
        await visit.page.reload()
        await visit.page.locator(".cs-check").wait_for()
        assert await _marked(visit) == first
        assert visit.foreign == [] and visit.errors == []
    finally:
        await context.close()


@pytest.mark.parametrize("late", QUESTIONS.values(), ids=list(QUESTIONS))
@pytest.mark.long
async def test_a_phone_shows_what_matters_first_and_the_whole_in_two_screens(browser: Browser, served_law: str, late: str) -> None:
    width, height = SIZES["phone"]
    context = await browser.new_context(viewport={"width": width, "height": height}, is_mobile=True, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    visit = Visit(context, await context.new_page(), served_law)
    try:
        await visit.open()
        await visit.ask(late)
        layout = await read_layout(visit.page)
        told = await visit.page.locator(":is(.cs-before, .cs-short, .cs-amount .cs-card, .cs-law .cs-card)").all_inner_texts()
        assert any(re.search(r"\d ?%", one) for one in told), f"a rate is told: {told}"
        short = [figure.line() for figure in layout.to_figures("phone", aims=True) if not figure.met]
        assert not short, "\n".join(short)
    finally:
        await context.close()


LEADS = (
    ("My builder in Mysuru is three years late, what interest is due to me?", "Karnataka r.16", ("Act s.2(za) explanation(ii)", "Act s.19(7)")),
    ("The agent who showed us flats in Pune has no RERA registration, how do I complain?", "Act s.31(1)", ("Act s.65",)),
    ("There are cracks in the walls and the builder will not repair them, who has to pay?", "Act s.14(3)", ("Act s.19",)),
    ("What does it cost to complain to RERA in Maharashtra?", "Act s.31(2)", ("Act s.4", "Act s.5", "Act s.59")),
)
"""A question, the provision that its first chip names, and those that once led somebody astray."""


@pytest.mark.long
async def test_what_decides_leads_and_what_leads_astray_is_not_there(visit: Visit) -> None:
    for question, first, astray in LEADS:
        await visit.open()
        await visit.ask(question)
        chips = await _chips(visit)
        assert chips[0].startswith(first), (question, chips)
        assert not [chip for chip in chips if chip.startswith(astray)], (question, chips)
    answer = visit.page.locator(ANSWER).last
    assert "10,000" not in await answer.inner_text(), "that is a project's fee, or a penalty"
    await visit.open()
    await visit.ask("I cancelled my flat on my own and the builder keeps 20 % of the money")
    lead = visit.page.locator(f"{ANSWER} .cs-short")
    assert (await lead.inner_text()).startswith("The RERA Act fixes no amount") and await lead.locator(LINK).count() == 0
    assert await sideways(visit.page) == 0 and visit.errors == [] and visit.foreign == []


@pytest.mark.long
async def test_the_punishment_of_a_broker_is_the_brokers(visit: Visit) -> None:
    await visit.open()
    await visit.ask(LEADS[1][0])
    await visit.ask("What is the punishment?")
    assert set(await _chips(visit)) == {"Act s.62"}
    assert "imprisonment" not in await visit.page.locator(ANSWER).last.inner_text(), "that is a builder's"


async def test_what_asks_nothing_of_the_law_gets_no_other_law_and_no_guess(visit: Visit) -> None:
    await visit.open()
    await visit.ask("How much interest do I get when the flat is handed over late?")
    for reply, about in (("yes", ()), ("explain in simple words", ("Act s.18(1)", "Act s.2(za)")), ("Write me the complaint letter", ("Act s.31(1)", "Act s.71(1)")), ("thanks", ())):
        await visit.ask(reply)
        chips = await _chips(visit)
        assert not [chip for chip in chips if not chip.startswith(about)] and bool(chips) is bool(about), (reply, chips)
        assert await _parts(visit, ".cs-states button") == [], reply
    assert await _parts(visit, ".cs-fine") == [], "who thanks is not told that this is no advice"
    for words in ("asdf qwer", "Give me a recipe for biryani from Hyderabad"):
        await visit.open()
        await visit.ask(words)
        [refusal] = await _parts(visit, ".cs-refusal")
        assert "real-estate law" in refusal or "does not answer this" in refusal, refusal
        assert not [guess for guess in ("sounds like", "Telangana", "passport", "astrology", "food") if guess in refusal]
        assert await _chips(visit) == await _parts(visit, ":is(.cs-states button, .cs-scope)") == [], words
    await visit.open()
    await visit.ask("ताबा उशीरा मिळाला पुणे")
    answer = visit.page.locator(ANSWER)
    assert await answer.get_attribute("lang") == "mr" and await answer.locator(".cs-refusal").count() == 0
    assert (await _chips(visit))[0].startswith("Act s.18(1)") and "महाराष्ट्र" in await answer.locator(".cs-scope").inner_text()
    assert await sideways(visit.page) == 0 and visit.errors == [] and visit.foreign == []


async def _chips(visit: Visit) -> list[str]:
    """The citations of the last answer that are seen, in their order."""
    return [one for one in await _parts(visit, LINK) if one]


async def _parts(visit: Visit, part: str) -> list[str]:
    found: list[str] = await visit.page.locator(ANSWER).last.locator(part).all_inner_texts()
    return found


async def _marked(visit: Visit) -> str:
    """Open the first citation of the answer and read the first marked passage."""
    await visit.page.locator(LINK).first.click()
    mark = visit.page.locator(f"{PANEL} mark").first
    await mark.wait_for()
    return await mark.inner_text()
