"""What a page may not do to another's turn, nor with two states at once, from a real Chromium: one sentence, nothing changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.web.conftest import Rows
from tests.web.test_browser import ANSWER, QUESTION, Visit, size, visits
from tests.web.test_browser_feedback import answered
from tests.web.test_page_server import everything

if TYPE_CHECKING:
    from playwright.async_api import APIResponse

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

_OWN_PAGE = "addEventListener('message', ({ data }) => { if (data?.civicsetu?.session) window.ownPage = data.civicsetu.session; })"


async def is_told(refused: APIResponse, status: int) -> bool:
    """Whether it is refused with that status, in one sentence."""
    words = (await refused.json())["detail"]
    return refused.status == status and isinstance(words, str) and re.fullmatch(r"[A-Z][^.?!]*\.?", words) is not None


async def test_a_foreign_turn_is_neither_judged_nor_erased_nor_saved(
    visits: Any, size: str, engine: AsyncEngine, rows: Rows
) -> None:
    visit, answer = await answered(visits, size, engine, rows)
    await visit.page.locator(".positive-feedback-off").click()
    await visit.page.get_by_text("Thank you. It has been saved.").wait_for()
    before = await everything(rows, visit.thread)
    [thumb] = await rows.all('select id from feedbacks where "forId" = cast(:id as uuid)', id=answer)
    other: Visit = await visits(size)
    await other.open()
    asked, site = other.page.request, other.address
    wrong = {"feedback": {"forId": answer, "value": 0, "comment": "not mine"}, "reasons": ["wrong_law"], "sentence": 0}
    refused = [
        await asked.put(f"{site}/feedback", data=wrong),
        await asked.get(f"{site}/feedback/{answer}"),
        await asked.delete(f"{site}/feedback", data={"feedbackId": str(thumb["id"])}),
        await asked.delete(f"{site}/project/thread", data={"threadId": visit.thread}),
        await asked.get(f"{site}/project/conversations/{visit.thread}.md"),
    ]
    assert [await is_told(one, 404) for one in refused] == [True] * len(refused), [await one.text() for one in refused]
    erased = await asked.delete(f"{site}/project/conversations")
    assert await erased.json() == {"erased": 0}, "all of one's own are none of another's"
    assert await everything(rows, visit.thread) == before
    await visit.page.reload()
    await visit.page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    assert await visit.page.locator(".positive-feedback-on").count() == 1
    mine = await visit.page.request.get(f"{site}/project/conversations/{visit.thread}.md")
    assert mine.status == 200 and QUESTION in await mine.text()


async def shown(visit: Visit) -> list[str]:
    """The lines of the answer, but for the one that only who heard it come is told."""
    lines = (await visit.page.locator(ANSWER).inner_text()).splitlines()
    return [line for line in lines if line and line != "The answer is complete."]


@pytest.mark.long
async def test_two_states_at_once_are_refused_and_the_answer_stays(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await page.add_init_script(_OWN_PAGE)
    await visit.open()
    await visit.ask("My builder in Lucknow is two years late. What can I do?")
    turn = await page.locator(ANSWER).get_attribute("data-message")
    body = {"sessionId": await page.evaluate("window.ownPage"), "turn": turn, "name": "state", "value": ["GOA", "KERALA"]}
    before = await shown(visit)
    assert await is_told(await page.request.post(f"{visit.address}/project/fact", data=body), 400)
    other: Visit = await visits(size)
    await other.open()
    foreign = await other.page.request.post(f"{visit.address}/project/fact", data=body | {"value": "GOA"})
    assert await is_told(foreign, 404), "another browser corrects nothing either"
    await visit.page.reload()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    assert await shown(visit) == before and await page.locator("[data-step-type='user_message']").count() == 1
    await page.locator("#civicsetu-jurisdiction").get_by_text("Uttar Pradesh").wait_for()
