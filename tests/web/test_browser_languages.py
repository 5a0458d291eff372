"""The page in the reader's language, in a real Chromium: by the browser, by the switch, by the question."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web.choosing import choose_state
from tests.web.conftest import Served, serving
from tests.web.fakes import FIRST
from tests.web.test_browser import ANSWER, LINK, PANEL, QUESTION, Visit, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

HEAD = "#civicsetu-jurisdiction"
SWITCH = "#civicsetu-language"
HINDI = "बिल्डर ने मुझे फ़्लैट समय पर नहीं दिया, क्या करूँ?"
HINGLISH = "Builder ne mujhe flat nahi diya, kya karu?"
LATIN = re.compile(r"[A-Za-z]{2,}")

_CUT = """() => {
  const free = '#civicsetu-jurisdiction *, #civicsetu-head h1, .cs-what, .cs-law-for, .cs-hidden, .sr-only, textarea, select, option';
  const cut = [];
  for (const one of document.querySelectorAll('body *')) {
    if (!one.textContent.trim() || one.matches(free) || one.closest('svg, .sr-only, .cs-hidden')) continue;
    const { width, height, right, left } = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    if (width < 2 || height < 2 || style.visibility === 'hidden' || !one.checkVisibility()) continue;
    const wide = style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
    const high = style.overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 2 && one.clientHeight < 300;
    if (wide || high || right > innerWidth + 1 || left < -1) cut.push(`${one.tagName}.${one.className}#${one.id}: ${one.textContent.trim().slice(0, 60)}`);
  }
  return cut;
}"""
"""Texts that are cut off, scroll sideways or stand outside the window. The chip of the state gives way by design."""


async def wait_until_ready(visit: Visit) -> None:
    await visit.page.wait_for_selector(f"{HEAD}:not([hidden])")


async def test_a_hindi_browser_gets_the_page_in_hindi(visits: Any, size: str) -> None:
    visit: Visit = await visits(size, locale="hi-IN")
    page = visit.page
    await page.goto(visit.address)
    await wait_until_ready(visit)
    assert await page.locator("html").get_attribute("lang") == "hi"
    for words in ("पज़ेशन में देरी", "जवाब RERA क़ानून से आते हैं"):
        await page.get_by_text(words).first.wait_for()
    assert await page.locator("#chat-input").get_attribute("placeholder") == "अपना सवाल पूछें…"
    assert await page.locator("#header #new-chat-button").get_attribute("aria-label") == "नई बातचीत"
    await page.click(HEAD)
    assert await page.locator("#civicsetu-states h2").inner_text() == "प्रॉपर्टी कहाँ है?"
    await choose_state(page, "गोवा", search="Goa")
    await page.get_by_text("क़ानून: गोवा").wait_for()
    assert await sideways(page) == 0 and visit.errors == []


async def test_the_first_page_is_in_the_language_before_any_script(visits: Any) -> None:
    visit: Visit = await visits("phone", locale="ta-IN", java_script_enabled=False)
    page = visit.page
    await page.goto(visit.address)
    early = page.locator("#civicsetu-early")
    assert await page.locator("html").get_attribute("lang") == "ta"
    await early.get_by_text("உங்கள் கேள்வி", exact=True).wait_for()
    await early.get_by_text("வீடு கிடைக்கத் தாமதம்").wait_for()
    await early.get_by_role("link", name="हिन्दी").click()
    await early.get_by_text("आपका सवाल", exact=True).wait_for()
    assert page.url == f"{visit.address}/", "the address is as it was"


@pytest.mark.long
async def test_the_switch_is_kept_and_so_is_what_was_typed(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.fill("#chat-input", "My builder is")
    await page.select_option(SWITCH, "ta")
    await page.get_by_text("வீடு கிடைக்கத் தாமதம்").first.wait_for()
    await wait_until_ready(visit)
    await page.wait_for_function("document.querySelector('#chat-input').value === 'My builder is'")
    await page.reload()
    await wait_until_ready(visit)
    assert await page.locator("html").get_attribute("lang") == "ta"
    box = await page.locator(SWITCH).bounding_box()
    assert box and box["width"] >= 44 and box["height"] >= 44
    other = await visit.context.new_page()
    await other.goto(visit.address)
    await other.get_by_text("வீடு கிடைக்கத் தாமதம்").first.wait_for()
    assert visit.errors == []


async def test_a_hindi_question_gets_its_frame_in_hindi_and_the_law_in_english(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(HINDI)
    answer = page.locator(ANSWER)
    assert await answer.get_attribute("lang") == "hi"
    for words in ("इस बारे में और", "पहले यह देख लें", "26 अक्टूबर 2020", "आगे पूछें", "क़ानून के वाक्य अंग्रेज़ी में दिए गए हैं।", "कॉपी", "पूरे भारत"):
        await answer.get_by_text(words).first.wait_for()
    assert await answer.locator("[lang='en']").first.inner_text() == FIRST
    await page.locator(LINK).first.click()
    await page.locator(PANEL).get_by_text("आसान शब्द", exact=True).wait_for()
    await page.keyboard.press("Escape")
    assert await page.locator("html").get_attribute("lang") == "en", "the page stays as it is"
    await page.reload()
    await page.locator(ANSWER).get_by_text("इस बारे में और").wait_for()
    assert await sideways(page) == 0 and visit.errors == []


@pytest.mark.long
async def test_an_english_question_on_a_tamil_page_gets_a_tamil_frame(visits: Any) -> None:
    visit: Visit = await visits("phone", locale="ta-IN")
    page = visit.page
    await page.goto(visit.address)
    await wait_until_ready(visit)
    await page.click(HEAD)
    await choose_state(page, "கர்நாடகா")
    await visit.ask(QUESTION)
    answer = page.locator(ANSWER)
    assert await answer.get_attribute("lang") == "ta"
    await answer.get_by_text("கர்நாடகா விதிகள்").or_(answer.get_by_text("The rules of Karnataka are not held yet.")).first.wait_for()
    offered = answer.locator(".cs-next button").first
    words = await offered.inner_text()
    assert not set(LATIN.findall(words)) - {"RERA", "conveyance", "deed"}
    await offered.click()
    await page.locator(ANSWER).nth(1).wait_for()
    await page.locator("[data-step-type='user_message']").get_by_text(words).wait_for()


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("longer"), database_url, script="served_pseudo.py") as page:
        yield page


@pytest.mark.long
async def test_words_that_are_four_tenths_longer_are_not_cut(visits: Any, longer: Served, size: str) -> None:
    visit: Visit = await visits(size, locale="kn-IN")
    page = visit.page
    await page.goto(longer.address)
    await wait_until_ready(visit)
    found = {"first page": await page.evaluate(_CUT)}
    assert "é" in await page.locator("#starters").inner_text()
    await page.click(HEAD)
    await page.locator("#civicsetu-states").wait_for()
    found["states"] = await page.evaluate(_CUT)
    await page.keyboard.press("Escape")
    await page.fill("#chat-input", QUESTION)
    await page.press("#chat-input", "Enter")
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    found["answer"] = await page.evaluate(_CUT)
    await page.locator(".negative-feedback-off").last.click()
    await page.locator("#cs-feedback").wait_for()
    found["feedback"] = await page.evaluate(_CUT)
    await page.keyboard.press("Escape")
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    await page.wait_for_timeout(1000)  # it slides in
    found["sheet"] = await page.evaluate(_CUT)
    cut = [f"{view}: {one[-150:]}" for view, all_cut in found.items() for one in all_cut]
    assert not cut, "\n".join(cut)
    assert await sideways(page) == 0


@pytest.mark.long
async def test_what_the_script_asks_first_is_asked_once_while_it_is_on_its_way(visits: Any) -> None:
    visit: Visit = await visits("phone", locale="ta-IN")
    page = visit.page
    first = ("/auth/config", "/user", "/project/translations", "/project/settings")
    asked: list[str] = []
    all_asked = asyncio.Event()

    def note(url: str) -> None:
        asked.append(urlsplit(url).path)
        if set(first) <= set(asked):
            all_asked.set()

    async def hold(route: Any) -> None:
        await asyncio.wait_for(all_asked.wait(), 15)
        await route.continue_()

    page.on("request", lambda request: note(request.url))
    await page.route("**/assets/index-*.js*", hold)
    await page.goto(visit.address)
    await wait_until_ready(visit)
    assert {path: asked.count(path) for path in first} == dict.fromkeys(first, 1)
