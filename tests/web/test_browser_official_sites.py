"""The site of an authority whose rules are not held, named in an answer, in a real Chromium: it can be pressed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.dressed_answers import ELSEWHERE, SITE
from tests.web.test_browser import ANSWER, Visit, sideways, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

LINK = f"{ANSWER} .cs-place-link"
_REACH = """(one) => {
  one.scrollIntoView({ block: 'center' });
  const box = one.getClientRects()[0], x = box.left + box.width / 2, y = box.top + box.height / 2;
  let reach = 0;
  while (reach < 40 && [y - reach, y + reach].every((at) => document.elementFromPoint(x, at) === one)) reach += 0.5;
  return 2 * reach;
}"""


async def test_the_site_of_an_authority_whose_rules_are_not_held_is_pressed(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask("My builder in Kerala is late.")
    link = page.locator(LINK)
    assert await link.inner_text() == SITE and ELSEWHERE in " ".join((await page.locator(ANSWER).inner_text()).split())
    told = {name: await link.get_attribute(name) for name in ("href", "target", "rel")}
    assert told == {"href": f"https://{SITE}", "target": "_blank", "rel": "noopener noreferrer"}
    assert await link.evaluate(_REACH) >= 44, "a finger finds it"
    assert visit.foreign == [], "nothing is asked of it before it is pressed"
    assert await sideways(page) == 0 and visit.errors == []
