"""The dialog that asks what is wrong with an answer, in a real Chromium, on a desktop and on a phone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from civicsetu.answering.question import Question
from civicsetu.stores.database import Database
from civicsetu.stores.turn_store import TurnStore
from tests.web.conftest import Rows
from tests.web.fakes import SECOND, answer_for
from tests.web.test_browser import _CONTRAST, LINK, QUESTION, Visit, sideways
from tests.web.test_browser import size as size
from tests.web.test_browser import visits as visits

pytestmark = pytest.mark.browser
DIALOG = "#cs-feedback"


async def answered(visits: Any, size: str, engine: AsyncEngine, rows: Rows, **more: Any) -> tuple[Visit, str]:
    """A visit with one answer, whose turn is recorded as the real service would."""
    visit: Visit = await visits(size, **more)
    await visit.open()
    await visit.ask(QUESTION)
    await visit.page.wait_for_url("**/thread/*")
    query = 'select id from steps where "threadId" = cast(:id as uuid) and type = \'assistant_message\''
    [step] = await rows.all(query, id=visit.thread)
    answer = answer_for(Question(QUESTION, session=visit.thread, turn_id=step["id"]))
    await TurnStore(Database(engine)).record(answer, session_id=visit.thread, thread_id=UUID(visit.thread))
    return visit, str(step["id"])


async def kept(rows: Rows, answer: str) -> list[dict[str, Any]]:
    query = (
        'select f.value, f.comment, d.reasons, d.sentence_index from feedbacks f join feedback_details d on'
        ' d.feedback_id = f.id where f."forId" = cast(:id as uuid)'
    )
    return await rows.all(query, id=answer)


async def test_reasons_sentence_and_words_are_kept_shown_again_and_taken_back(
    visits: Any, size: str, engine: AsyncEngine, rows: Rows
) -> None:
    visit, answer = await answered(visits, size, engine, rows)
    page = visit.page
    await page.locator(".negative-feedback-off").click()
    await page.locator(DIALOG).wait_for()
    assert await page.get_by_text("When you erase the conversation, everything goes except such a test.").is_visible()
    assert await page.locator(f"{DIALOG} input:focus").count() == 1
    for selector in (f"{DIALOG} fieldset label", f"{DIALOG} .cs-row button"):
        for one in await page.locator(selector).all():
            box = await one.bounding_box()
            assert box and box["height"] >= 44
    await page.get_by_text("Out of date").click()
    await page.get_by_text("Wrong state").click()
    await page.select_option("#cs-feedback-sentence", "1")
    assert SECOND[:40] in await page.locator("#cs-feedback-sentence option:checked").inner_text()
    await page.fill("#cs-feedback-comment", "it changed, call 9876543210")
    assert await sideways(page) == 0
    await page.get_by_role("button", name="Send", exact=True).click()
    await page.get_by_text("Thank you. It has been saved.").wait_for()
    assert await page.locator(DIALOG).count() == 0
    assert await kept(rows, answer) == [
        {"value": 0, "comment": "it changed, call [phone]", "reasons": ["wrong_state", "out_of_date"], "sentence_index": 1}
    ]
    await page.reload()
    await page.locator(".negative-feedback-on").click()
    await page.locator(DIALOG).wait_for()
    assert await page.locator(f"{DIALOG} :checked[type=checkbox]").count() == 2
    assert await page.input_value("#cs-feedback-sentence") == "1"
    await page.get_by_role("button", name="Take back").click()
    await page.get_by_text("It was taken back.").wait_for()
    assert await kept(rows, answer) == []
    assert visit.foreign == [] and visit.errors == []


@pytest.mark.long
async def test_escape_closes_it_and_nothing_is_kept(visits: Any, size: str, engine: AsyncEngine, rows: Rows) -> None:
    visit, answer = await answered(visits, size, engine, rows)
    await visit.page.locator(".negative-feedback-off").click()
    await visit.page.locator(DIALOG).wait_for()
    await visit.page.keyboard.press("Escape")
    await visit.page.locator(DIALOG).wait_for(state="detached")
    assert await kept(rows, answer) == []


@pytest.mark.long
async def test_a_refusal_is_told_in_the_dialog_and_what_was_typed_stays(
    visits: Any, size: str, engine: AsyncEngine, rows: Rows
) -> None:
    visit, answer = await answered(visits, size, engine, rows)
    page = visit.page
    await page.locator(".negative-feedback-off").click()
    await page.fill("#cs-feedback-comment", "typed")
    await rows.run('delete from threads where id = cast(:id as uuid)', id=visit.thread)
    await page.get_by_role("button", name="Send", exact=True).click()
    await page.locator(f"{DIALOG} [role=alert]:has-text('That was not found.')").wait_for()
    assert await page.input_value("#cs-feedback-comment") == "typed" and await kept(rows, answer) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.long
async def test_its_text_stands_out(visits: Any, engine: AsyncEngine, rows: Rows, scheme: str) -> None:
    visit, _ = await answered(visits, "desktop", engine, rows, color_scheme=scheme)
    await visit.page.locator(".negative-feedback-off").click()
    await visit.page.locator(DIALOG).wait_for()
    for selector in ("h2", "fieldset label", ".cs-fine", ".cs-send", "select", "textarea"):
        ratio = await visit.page.evaluate(_CONTRAST, f"{DIALOG} {selector}")
        assert ratio >= 4.5, (selector, ratio)


@pytest.mark.long
async def test_buttons_of_the_page_can_call_it(visits: Any, size: str, engine: AsyncEngine, rows: Rows) -> None:
    visit, answer = await answered(visits, size, engine, rows)
    page = visit.page
    await page.evaluate("window.told = []; addEventListener('civicsetu:feedback', (e) => told.push(e.detail))")
    await page.evaluate("(turn) => civicsetuFeedback.helped(turn)", answer)
    assert [row["value"] for row in await kept(rows, answer)] == [1]
    await page.evaluate("(turn) => civicsetuFeedback.wrong(turn)", answer)
    await page.get_by_text("What is wrong with this answer?").wait_for()
    await page.get_by_role("button", name="Send", exact=True).click()
    await page.locator(DIALOG).wait_for(state="detached")
    assert await page.evaluate("told") == [{"turn": answer, "value": 1}, {"turn": answer, "value": 0}]


@pytest.mark.parametrize(("right", "told"), [(True, "it says what the answer says."), (False, "Do not rely on it.")])
@pytest.mark.long
async def test_a_reviewed_citation_says_so_in_its_panel(
    visits: Any, size: str, engine: AsyncEngine, rows: Rows, right: bool, told: str
) -> None:
    visit, answer = await answered(visits, size, engine, rows)
    await rows.run("update citations set correctness = :right where turn_id = cast(:id as uuid)", right=right, id=answer)
    await visit.page.reload()
    await visit.page.locator(LINK).first.click()
    await visit.page.locator(".cs-reviewed").wait_for()
    assert told in await visit.page.locator(".cs-reviewed").inner_text()
