"""Back, as a phone has it, closes a dialog that lies over an answer, and leaves the reader where they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.fakes import SECOND
from tests.web.test_browser import QUESTION, Visit, size, visits

if TYPE_CHECKING:
    from playwright.async_api import Locator

pytestmark = [pytest.mark.browser, pytest.mark.long]
__all__ = ["size", "visits"]


async def go_back_from(visit: Visit, opener: Locator, dialog: Locator) -> None:
    """Open it, go back twice as fast as may be, and find it shut and nothing else changed."""
    page = visit.page
    address = page.url
    for _ in range(2):
        await opener.click()
        await dialog.wait_for()
        await page.go_back()
        await dialog.wait_for(state="hidden")
        assert page.url == address and await page.get_by_text(SECOND).count() == 1


async def test_back_closes_each_dialog_and_keeps_the_address(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await go_back_from(visit, page.locator(".cs-fact").first, page.locator("#civicsetu-fact"))
    await go_back_from(visit, page.locator(".negative-feedback-off").last, page.locator("#cs-feedback"))
    await go_back_from(visit, page.locator("#readme-button"), page.get_by_text("What happens to what you type"))
    await page.reload()
    await page.get_by_text(SECOND).wait_for()
    assert visit.errors == []
