"""The list of conversations in a real Chromium: opened by its button, read with state and day, erased after a second word."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.web.conftest import Rows
from tests.web.test_browser import ANSWER, QUESTION, Visit, sideways, size, visits
from tests.web.test_conversation_list import keep_turn

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]


async def test_conversations_are_found_again_and_all_erased(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.wait_for_url("**/thread/*")
    await page.goto(visit.address)
    await page.wait_for_selector("#chat-input")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    dialog = page.locator("#civicsetu-conversations")
    await dialog.get_by_role("link", name=QUESTION, exact=True).wait_for()
    assert await sideways(page) == 0
    async with page.expect_download() as saving:
        await dialog.get_by_role("link", name=f"Save as a file: {QUESTION}").click()
    assert (await saving.value).suggested_filename == "civicsetu.md"
    await page.go_back()
    await dialog.wait_for(state="hidden")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await dialog.get_by_role("link", name=QUESTION, exact=True).click()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await dialog.get_by_role("button", name="Erase all").click()
    await dialog.get_by_text("Erase all 1 for good, with their answers?").wait_for()
    await dialog.get_by_role("button", name="Keep").click()
    await dialog.get_by_role("button", name="Erase all").click()
    await dialog.get_by_role("button", name="Erase all").click()
    await page.wait_for_url(f"{visit.address}/")
    await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    await dialog.get_by_text("There is no conversation yet.").wait_for()
    assert visit.errors == []


async def open_list(page: Any) -> Any:
    """Open the list of conversations by its button; returns the dialog."""
    await page.locator("#sidebar-trigger-button").filter(visible=True).click()
    dialog = page.locator("#civicsetu-conversations")
    await dialog.locator("li").first.wait_for()
    return dialog


@pytest.mark.long
async def test_one_conversation_is_erased_and_the_others_stay(visits: Any, size: str, rows: Rows) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("What duties does the promoter have?")
    kept = visit.thread
    await page.goto(visit.address)
    await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
    await visit.ask(QUESTION)
    erased = visit.thread
    await keep_turn(rows, kept, 1, ("rera_act_2016", "11(4)"))
    dialog = await open_list(page)
    titles = [QUESTION, "What the builder must do and publish · What duties does the promoter have?"]
    assert await dialog.locator("li > a").all_inner_texts() == titles
    await dialog.get_by_role("button", name=f"Erase: {titles[1]}").click()
    await dialog.get_by_text("Erase it for good?").wait_for()
    await dialog.get_by_role("button", name="Keep").click()
    assert await dialog.locator("li").count() == 2
    await dialog.get_by_role("button", name=f"Erase: {QUESTION}").click()
    await dialog.get_by_role("button", name="Erase", exact=True).click()
    await page.wait_for_url(f"{visit.address}/")
    assert await rows.all("select 1 from threads where id = cast(:id as uuid)", id=erased) == []
    await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
    dialog = await open_list(page)
    assert await dialog.locator("li > a").all_inner_texts() == [titles[1]]
    assert await sideways(page) == 0
    await dialog.get_by_role("button", name=f"Erase: {titles[1]}").click()
    await dialog.get_by_role("button", name="Erase", exact=True).click()
    await dialog.get_by_text("Erased.").wait_for()
    assert await dialog.locator("li").count() == 0 and page.url == f"{visit.address}/" and visit.errors == []


@pytest.mark.long
async def test_what_another_tab_erased_is_told_when_it_is_saved_or_erased(visits: Any, size: str, rows: Rows) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    for press in ("Save as a file", "Erase"):
        thread = await keep_conversation(rows, await owner_of(rows, visit.thread))
        dialog = await open_list(page)
        row = dialog.locator("li", has=page.locator(f"a[href='/thread/{thread}']"))
        await rows.run("delete from threads where id = cast(:id as uuid)", id=thread)
        await row.get_by_text(press, exact=True).click()
        if press == "Erase":
            await row.get_by_role("button", name="Erase", exact=True).click()
        await dialog.get_by_text("That conversation is no longer here: it was erased.").wait_for()
        assert await row.count() == 0 and await dialog.locator("li").count() == 1
        await dialog.get_by_role("button", name="Close").click()
    assert visit.errors == []


async def owner_of(rows: Rows, thread: str) -> str:
    [found] = await rows.all('select "userIdentifier" as owner from threads where id = cast(:id as uuid)', id=thread)
    return str(found["owner"])


async def keep_conversation(rows: Rows, owner: str) -> str:
    """Another conversation of the same browser."""
    thread = str(uuid4())
    await rows.run(
        'insert into threads (id, "createdAt", "userIdentifier", name) values (cast(:id as uuid), :at, :owner, :name)',
        id=thread, at="2026-01-01T00:00:00Z", owner=owner, name="Asked in another tab",
    )  # fmt: skip
    return thread
