"""The page in the reader's language, in a real Chromium: by the browser, by the switch, by the question."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from civicsetu.web.language.catalogue import get_catalogues
from tests.web.choosing import choose_state
from tests.web.fakes import FIRST
from tests.web.test_browser import ANSWER, LINK, PANEL, QUESTION, Visit, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

HEAD = "#civicsetu-jurisdiction"
SWITCH = "#civicsetu-language"
HINDI = "बिल्डर ने मुझे फ़्लैट समय पर नहीं दिया, क्या करूँ?"
HINGLISH = "Builder ne mujhe flat nahi diya, kya karu?"
LATIN = re.compile(r"[A-Za-z]{2,}")

async def wait_until_ready(visit: Visit) -> None:
    await visit.page.wait_for_selector(f"{HEAD}:not([hidden])")


@pytest.mark.parametrize(
    ("code", "goa", "day"),
    [
        ("hi", "गोवा", "26 अक्टूबर 2020"),
        ("mr", "गोवा", "२६ ऑक्टोबर २०२०"),
        pytest.param("ta", "கோவா", "26 அக்டோபர் 2020", marks=pytest.mark.long),
        pytest.param("kn", "ಗೋವಾ", "26 ಅಕ್ಟೋಬರ್ 2020", marks=pytest.mark.long),
    ],
    ids=["hi", "mr", "ta", "kn"],
)
async def test_a_browser_of_each_language_gets_page_answer_and_feedback_in_it(
    visits: Any, size: str, code: str, goa: str, day: str
) -> None:
    words = get_catalogues()[code].messages
    visit: Visit = await visits(size, locale=f"{code}-IN")
    page = visit.page
    await page.goto(visit.address)
    await wait_until_ready(visit)
    assert await page.locator("html").get_attribute("lang") == code
    await page.locator("#starters").get_by_text(words["starters"]["possession"]).first.wait_for()
    await page.locator("#civicsetu-welcome").get_by_text(words["welcome"]["advice"]).wait_for()
    assert await page.locator("#chat-input").get_attribute("placeholder") == words["first"]["placeholder"]
    assert await page.locator("#header #new-chat-button").get_attribute("aria-label") == words["names"]["new_conversation"]
    await page.click(HEAD)
    assert await page.locator("#civicsetu-states h2").inner_text() == words["states"]["title"]
    await choose_state(page, goa, search="Goa")
    await page.get_by_text(words["head"]["law_for"].format(state=goa)).wait_for()
    await visit.ask(QUESTION)
    answer = page.locator(ANSWER)
    assert await answer.get_attribute("lang") == code
    check = await answer.locator(".cs-check").inner_text()
    assert words["answer"]["check"] in check and day in check and "October" not in check
    assert await answer.locator(".cs-next h3").inner_text() == words["answer"]["next"]
    assert await answer.locator(".cs-actions button").all_inner_texts() == [words["answer"][act] for act in ("copy", "share", "print")]
    await page.locator(".negative-feedback-off").last.click()
    asked = page.locator("#cs-feedback fieldset")
    await asked.wait_for()
    reasons = ("wrong_law", "wrong_state", "missing", "hard", "too_long", "out_of_date")
    assert await asked.locator("label").all_inner_texts() == [words["feedback"][reason] for reason in reasons]
    assert LATIN.findall(" ".join(await page.locator("#cs-feedback :is(h2, legend, .cs-fine, .cs-row)").all_inner_texts())) == []
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
async def test_an_english_question_on_a_tamil_page_gets_a_tamil_frame(visits: Any, size: str) -> None:
    visit: Visit = await visits(size, locale="ta-IN")
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
