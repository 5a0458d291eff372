"""What an asker said of an answer, as an operator reads it and makes a declined case of it, in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.web.conftest import Rows, Served
from tests.web.fakes import SECOND
from tests.web.operator.test_browser import is_whole, sign_in
from tests.web.test_browser import size, visits
from tests.web.test_browser_feedback import answered

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

QUESTION = "May a stranger keep the deposit of a flat let by the month? I ask on a {size}."


async def test_reasons_and_sentence_stand_with_the_answer_and_a_declined_case_is_made(
    visits: Any, size: str, engine: AsyncEngine, rows: Rows, served: Served
) -> None:
    visit, answer = await answered(visits, size, engine, rows)
    await visit.page.locator(".negative-feedback-off").click()
    for reason in ("Out of date", "Wrong state"):
        await visit.page.get_by_text(reason).click()
    await visit.page.select_option("#cs-feedback-sentence", "1")
    await visit.page.fill("#cs-feedback-comment", "It changed last year.")
    await visit.page.get_by_role("button", name="Send", exact=True).click()
    await visit.page.get_by_text("Thank you. It has been saved.").wait_for()

    desk = await visit.context.new_page()
    await sign_in(desk, served.address)
    await desk.select_option("#feedback", "wrong")
    await desk.select_option("#reason", "out_of_date")
    await desk.get_by_role("button", name="Show").click()
    await desk.locator(f"a[href$='{answer}']").click()
    said = desk.get_by_role("region", name="What the asker said")
    await said.get_by_text("It is wrong.").wait_for()
    assert await said.locator("li").all_inner_texts() == ["Wrong state", "Out of date"]
    assert await said.locator("blockquote").inner_text() == SECOND
    assert await said.locator(".said").inner_text() == "“It changed last year.”"
    await is_whole(desk)

    await desk.get_by_text("Question, provisions and what must be stated").click()
    await desk.get_by_label("Question, rewritten").fill(QUESTION.format(size=size))
    await desk.select_option("#abstain", "other_law")
    await desk.get_by_text("Nothing in it points to a person").check()
    await desk.get_by_role("button", name="Make the case").click()
    await desk.get_by_role("alert").get_by_text("either answered from provisions or declined").wait_for()
    assert await desk.locator("#abstain").input_value() == "other_law", "what was chosen stays"
    for field in ("gold", "also", "must_state"):
        await desk.locator(f"#{field}").fill("")
    await desk.get_by_text("Nothing in it points to a person").check()
    await desk.get_by_role("button", name="Make the case").click()
    await desk.get_by_text("The case was saved").wait_for()
    await desk.get_by_role("link", name="Cases", exact=True).first.click()
    await desk.get_by_text(QUESTION.format(size=size)).wait_for()
    assert "must be declined: other law" in " ".join((await desk.locator("main").inner_text()).split())
    await is_whole(desk)
    assert visit.errors == [] and visit.foreign == []
