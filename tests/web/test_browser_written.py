"""An answer that a model writes, as a citizen sees it in a real Chromium: asked of the Mill Act, which is invented."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from civicsetu.errors import WriterUnavailable
from civicsetu.web.language.catalogue import get_catalogues
from tests.answering.scripted_writer import Desk, Line, desk, missing, reads, user_of, writes
from tests.answering.written_mill import DAYS, FALSE, GRIND, LAW, LEAD, MORE, TIP
from tests.models.chat_provider import fails
from tests.web.conftest import PATIENCE_MS, Served, serving
from tests.web.test_browser import LINK, PANEL, SIZES, Visit, sideways, size

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.browser
__all__ = ["size"]

WRITER = "Written by scribe from the law above; each sentence was checked against the provision it cites."
KEYS = "The keys lie in my drawer."
POST = f"I write because nobody tells me how long it takes. {KEYS} {DAYS}"
NOTICE = "#civicsetu-writer"
HINDI = "मिल किसे कहते हैं, कृपया सरल शब्दों में बताइए: what is a mill?"
MILL = Line(
    "A mill is a house in which corn is ground.", "a mill is a house", "lead", translation="मिल वह घर है जिसमें अनाज पीसा जाता है।"
)


@pytest.fixture(scope="module")
def at_desk() -> Iterator[Desk]:
    with desk() as made:
        yield made


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hosts that the page's process asks for."""
    return tmp_path_factory.mktemp("noted") / "calls"


@pytest.fixture(scope="module")
def written(
    tmp_path_factory: pytest.TempPathFactory, database_url: str, at_desk: Desk, noted: Path
) -> Iterator[Served]:
    """The page on the Mill Act, with a model on this machine that writes."""
    told = at_desk.settings(opinion_s=30)  # its deadline has a test of its own; here pages are looked at
    settings = {f"CIVICSETU_WRITER__{name.upper()}": _setting(value) for name, value in told.items()}
    folder = tmp_path_factory.mktemp("written")
    with serving(folder, database_url, script="served_mill.py", NOTED_CALLS=str(noted), **settings) as page:
        yield page


def _setting(value: Any) -> str:
    return str(value) if isinstance(value, int | float) else json.dumps(value)


@pytest.fixture
async def visits(browser: Browser, written: Served) -> AsyncIterator[Any]:
    """Open the page in a window of a size; at the end none may have failed, or be wider than its window."""
    opened: list[Visit] = []

    async def visit(size: str = "desktop") -> Visit:
        width, height = SIZES[size]
        phone = size == "phone"
        context = await browser.new_context(
            viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone
        )
        context.set_default_timeout(PATIENCE_MS)
        opened.append(Visit(context, await context.new_page(), written.address))
        await opened[-1].open()
        return opened[-1]

    yield visit
    for one in opened:
        assert one.errors == [] and one.foreign == [] and await sideways(one.page) == 0
        await one.context.close()


async def shown(visit: Visit) -> str:
    """The words of the last answer, one line."""
    return " ".join((await visit.page.locator(".ai-message").last.inner_text()).split())


async def folded(visit: Visit) -> str:
    """What the fold of the last answer says, once it is opened."""
    fold = visit.page.locator(".cs-sources-fold").last
    await fold.locator("summary").click()
    return " ".join((await fold.inner_text()).split())


async def test_a_written_answer_streams_and_says_who_wrote_it(visits: Any, at_desk: Desk, size: str) -> None:
    at_desk.behave(writes(LEAD, FALSE, LAW, TIP, pause_s=0.3))
    visit: Visit = await visits(size)
    page = visit.page
    await page.click("#chat-input")
    await page.keyboard.type(DAYS)
    await page.keyboard.press("Enter")
    await page.get_by_text("Writing your answer…").wait_for()
    await page.get_by_text(LEAD.text).wait_for()
    assert await page.locator(".cs-check").count() == 0, "sentences come before the whole"
    await page.locator(".cs-answer[data-phase='whole']").wait_for()
    told = await shown(visit)
    assert WRITER in await folded(visit)
    assert f"Tip: {TIP.text}" in told and FALSE.text not in told
    await page.locator(LINK).first.click()
    panel = page.locator(PANEL)
    await panel.locator("mark").first.wait_for()
    assert LEAD.text in await panel.locator(".cs-said").inner_text()
    assert await panel.locator(".cs-edition").count() == 2, "in our words and in the official ones"


@pytest.mark.long
async def test_where_the_model_fails_statements_answer_and_one_notice_says_so(visits: Any, size: str, at_desk: Desk) -> None:
    at_desk.behave(fails(500))
    visit: Visit = await visits(size)
    await visit.ask(DAYS)
    told = await shown(visit)
    assert GRIND in told and MORE in told and "Written by" not in told
    assert told.count(WriterUnavailable.default_user_message) == 1


@pytest.mark.long
async def test_looking_further_is_told_below_what_is_shown(visits: Any, size: str, at_desk: Desk) -> None:
    more = Line("A mill is a house in which corn is ground.", "A mill is a house")
    at_desk.behave(writes(LEAD, missing("what is a mill")), writes(more, pause_s=0.3), writes())
    visit: Visit = await visits(size)
    page = visit.page
    await page.click("#chat-input")
    await page.keyboard.type(DAYS)
    await page.keyboard.press("Enter")
    await page.get_by_text("Looking further…").or_(page.get_by_text("Writing your answer…")).first.wait_for()
    await page.locator(".cs-answer[data-phase='whole']").wait_for()
    told = await shown(visit)
    assert more.text in told and "Looking further" not in told


@pytest.mark.long
async def test_stop_works_at_once_and_what_was_shown_stays(visits: Any, size: str, at_desk: Desk) -> None:
    at_desk.behave(writes(LEAD, *[LAW] * 8, pause_s=0.3))
    visit: Visit = await visits(size)
    page = visit.page
    await page.click("#chat-input")
    await page.keyboard.type(DAYS)
    await page.keyboard.press("Enter")
    await page.get_by_text(LEAD.text).wait_for()
    await page.click("#stop-button")
    assert await asyncio.to_thread(at_desk.scribe.hung_up.wait, 2), "the provider is still writing"
    await page.get_by_text("You stopped this answer before it was complete.").wait_for()
    told = await shown(visit)
    assert LEAD.text in told and LAW.text not in told
    assert await page.get_by_text("Task manually stopped").count() == 0
    at_desk.behave(writes(LEAD))
    await visit.ask(DAYS)
    assert WRITER in await folded(visit), "the next question is answered as ever"


async def test_who_receives_the_question_is_told_first_and_can_be_switched_off(
    visits: Any, at_desk: Desk, size: str
) -> None:
    at_desk.behave(writes(LEAD))
    visit: Visit = await visits(size)
    page = visit.page
    notice = page.locator(NOTICE)
    await notice.wait_for()
    told = "goes to a model on the machine that serves this page, which writes the answer, and to nobody else."
    assert told in " ".join((await notice.inner_text()).split())
    await notice.get_by_role("button").click()
    switch = page.get_by_role("switch", name="Let a model write the answer")
    await switch.wait_for()
    await page.go_back()
    await switch.wait_for(state="hidden")
    assert page.url == f"{visit.address}/", "Back closes the settings alone"
    await notice.get_by_role("button").click()
    await switch.click()
    await page.get_by_role("button", name="Confirm").click()
    await notice.get_by_text("No model writes your answers").wait_for()
    await visit.ask(DAYS)
    told = await shown(visit)
    assert GRIND in told and "Written by" not in told and at_desk.scribe.calls == []
    assert await notice.count() == 0, "it stands on the first page alone"
    await page.wait_for_url("**/thread/*")
    await page.reload()
    await page.get_by_text(GRIND).wait_for()
    await visit.ask(DAYS)
    assert at_desk.scribe.calls == [], "the choice is kept with the conversation"


async def test_about_says_what_is_sent_and_what_is_not(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.page.click("#readme-button")
    await visit.page.get_by_text("A model writes the answer").wait_for()
    assert await visit.page.get_by_text("What is not sent:").count() == 1


async def test_a_fact_that_the_model_read_is_a_chip_and_is_kept_once_corrected(visits: Any, at_desk: Desk, size: str) -> None:
    at_desk.behave(writes(LEAD), judge=reads(KEYS, "stage", "possession_taken"))
    visit: Visit = await visits(size)
    page = visit.page
    await visit.ask(POST)
    chip = page.locator(".cs-answer .cs-fact[data-fact='stage']")
    assert await chip.all_inner_texts() == ["home taken"]
    await chip.click()
    await page.locator("#civicsetu-fact").get_by_role("button", name="Home offered").click()
    await page.locator(".cs-answer[data-phase='whole']").nth(1).wait_for()
    assert await chip.last.inner_text() == "home offered", "what the person says counts"
    assert "stage possession offered" in user_of(at_desk.writings[-1]), "and it is what the model is told"
    await visit.ask(f"{DAYS} I still ask the same.")
    assert await chip.last.inner_text() == "home offered", "it is kept for what is asked next"
    await page.reload()
    await page.locator(".cs-answer[data-phase='whole']").nth(2).wait_for()
    assert await chip.all_inner_texts() == ["home taken", "home offered", "home offered"]
    await visit.ask(POST)
    assert await chip.last.inner_text() == "home offered", "and when the page was opened again"


@pytest.mark.long
async def test_a_translation_stands_above_its_sentence_and_says_what_it_is(visits: Any, at_desk: Desk, size: str) -> None:
    at_desk.behave(writes(MILL))
    visit: Visit = await visits(size)
    await visit.ask(HINDI)
    told = await shown(visit)
    mark = get_catalogues()["hi"].flatten()["shown.translated"]
    assert told.index(mark) < told.index(MILL.translation) < told.index(MILL.text)


async def test_the_model_is_the_only_host_that_is_asked(
    visits: Any, at_desk: Desk, noted: Path, database_url: str
) -> None:
    at_desk.behave(writes(LEAD, LAW))
    visit: Visit = await visits()
    await visit.ask(DAYS)
    database = urlsplit(database_url)
    ours = {f"127.0.0.1 {urlsplit(one.address).port}" for one in (at_desk.scribe, at_desk.judge)}
    asked = set(noted.read_text().splitlines())
    own = {line for line in asked if line.endswith(f" {database.port}") or line.endswith(f" {visit.address.rpartition(':')[2]}")}
    assert ours <= asked and asked - own - ours == set()
