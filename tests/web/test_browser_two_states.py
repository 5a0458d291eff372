"""Two states asked of at once, in the head of the page in a real Chromium: wide, on a phone and on the narrowest one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.test_browser import SIZES, Visit, sideways, visits
from tests.web.test_browser_states import _IN_FULL, HEAD
from tests.web.test_browser_text_size import see_nothing_overlaps_in_the_head

pytestmark = [pytest.mark.browser, pytest.mark.long]
__all__ = ["visits"]

BOTH = "Maharashtra and Uttar Pradesh"


@pytest.mark.parametrize("width", [1280, 390, 320])
async def test_two_states_have_their_place_in_the_head(visits: Any, width: int) -> None:
    size = "desktop" if width == SIZES["desktop"][0] else "phone"
    visit: Visit = await visits(size)
    page = visit.page
    await page.set_viewport_size({"width": width, "height": SIZES[size][1]})
    await visit.open()
    await visit.ask("My builder in Lucknow is late, and so is the one in Nagpur.")
    head = page.locator(HEAD)
    await head.get_by_text(BOTH).wait_for()
    assert BOTH in (await page.locator(".cs-scope").inner_text()), "the answer says the same, in full"
    assert BOTH in str(await head.get_attribute("aria-label")), "who hears the page hears both"
    if size == "desktop":
        assert await page.evaluate(_IN_FULL, f"{HEAD} > span"), "there is room for both"
    box = await head.bounding_box()
    assert box and box["height"] >= 44 and box["width"] >= 44
    await see_nothing_overlaps_in_the_head(page)
    assert await sideways(page) == 0 and visit.errors == []
