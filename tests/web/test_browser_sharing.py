"""An answer copied and shared where the browser helps less, in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.fakes import FIRST
from tests.web.test_browser import QUESTION, Visit, size, visits

pytestmark = [pytest.mark.browser, pytest.mark.long]
__all__ = ["size", "visits"]

COPY, SHARE = "[data-act='copy']", "[data-act='share']"
BEFORE = "copied before"


async def answered(visits: Any, size: str, *scripts: str) -> Visit:
    """A page with an answer, in a browser of which the scripts are true; something else lies in its clipboard."""
    visit: Visit = await visits(size)
    await visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for script in scripts:
        await visit.page.add_init_script(script)
    await visit.open()
    await visit.ask(QUESTION)
    await write_clipboard(visit, BEFORE)
    return visit


async def write_clipboard(visit: Visit, text: str) -> None:
    await (await elsewhere(visit)).evaluate("(text) => navigator.clipboard.writeText(text)", text)
    await visit.page.bring_to_front()


async def read_clipboard(visit: Visit) -> str:
    copied: str = await (await elsewhere(visit)).evaluate("navigator.clipboard.readText()")
    await visit.page.bring_to_front()
    return copied


async def elsewhere(visit: Visit) -> Any:
    """Another page of the browser, whose clipboard is whole."""
    page = await visit.context.new_page()
    await page.goto(f"{visit.address}/health")
    return page


async def test_where_nothing_can_be_shared_it_is_copied_and_said(visits: Any, size: str) -> None:
    visit = await answered(visits, size, "Object.defineProperty(navigator, 'share', { value: undefined })")
    await visit.page.click(SHARE)
    await visit.page.locator(COPY).get_by_text("Copied").wait_for()
    copied = await read_clipboard(visit)
    assert copied.startswith(QUESTION) and FIRST in copied and visit.errors == []


async def test_who_closes_what_shares_has_copied_nothing_and_a_fault_copies(visits: Any, size: str) -> None:
    refuses = "navigator.share = async () => { window.asked = (window.asked || 0) + 1; throw new DOMException('no', window.why); }"
    visit = await answered(visits, size, f"window.why = 'AbortError'; {refuses}")
    await visit.page.click(SHARE)
    await visit.page.wait_for_function("window.asked === 1")
    assert await visit.page.locator(COPY).inner_text() == "Copy" and await read_clipboard(visit) == BEFORE
    await visit.page.evaluate("window.why = 'NotAllowedError'")
    await visit.page.click(SHARE)
    await visit.page.locator(COPY).get_by_text("Copied").wait_for()
    assert (await read_clipboard(visit)).startswith(QUESTION) and visit.errors == []


async def test_over_plain_http_an_answer_is_copied_too(visits: Any, size: str) -> None:
    visit = await answered(visits, size, "if (location.pathname !== '/health') Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await visit.page.click(COPY)
    await visit.page.locator(COPY).get_by_text("Copied").wait_for()
    assert await visit.page.evaluate("document.activeElement.dataset.act") == "copy", "the keyboard stays where it was"
    copied = await read_clipboard(visit)
    assert copied.startswith(QUESTION) and FIRST in copied and visit.errors == []
