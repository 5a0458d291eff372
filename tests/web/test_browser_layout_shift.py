"""Nothing that is read jumps while an answer comes, in a real Chromium: measured as the browser itself counts it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.test_browser import ANSWER, QUESTION, Visit, size, visits

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

ASKED = {
    "how much and what to do": ("How much does my builder pay for being late, and what to do?", (".cs-amount", ".cs-steps", ".cs-law", ".cs-check", ".cs-sources-fold")),
    "two parts": ("My builder is late. Tell me in parts.", (".cs-part:nth-of-type(2)", ".cs-check", ".cs-sources-fold")),
    "comparison": ("My builder is late. Tell me side by side.", (".cs-compare", ".cs-check", ".cs-sources-fold")),
}  # fmt: skip
"""Questions by what comes late in their answers, with the parts that it is."""
SMALL = 0.005
"""A score of 0.1 is what Chromium's makers call good; a line of text that moves by its height scores more than this."""
_WATCH = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((one) => {
    if (!one.hadRecentInput) window.shifts.push([one.value, ...one.sources.map(({ node }) => (node && (node.className || node.nodeName)) || '')]);
  })).observe({ type: 'layout-shift' });
}"""
_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))"
_PUSH = """() => {
  const wall = document.createElement('div');
  wall.style.height = '40px';
  [...document.querySelectorAll('.cs-answer')].at(-1).prepend(wall);
}"""


async def shifted(visit: Visit) -> list[list[Any]]:
    """The shifts since the last look: each its score and what moved."""
    await visit.page.evaluate(_FRAME)
    found: list[list[Any]] = await visit.page.evaluate("window.shifts.splice(0)")
    return found


@pytest.mark.long
async def test_nothing_jumps_while_the_parts_of_an_answer_come(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.evaluate(_WATCH)
    moved: dict[str, list[list[Any]]] = {}
    for at, (name, (question, late)) in enumerate(ASKED.items(), start=1):
        await page.fill("#chat-input", f"{question} Please tell me steadily.")
        await page.keyboard.press("Enter")
        answer = page.locator(ANSWER).nth(at)
        await answer.locator(".cs-short p, .cs-compare").first.wait_for()
        await page.evaluate(_FRAME)
        await page.evaluate("window.shifts.splice(0)")
        await page.locator(f"{ANSWER}[data-phase='whole']").nth(at).wait_for()
        moved[name] = await shifted(visit)
        for part in late:
            assert await answer.locator(part).count(), f"{name}: {part} did not come"
    await page.evaluate(_PUSH)
    assert sum(score for score, *_ in await shifted(visit)) > SMALL, "what does jump is measured"
    assert {name: found for name, found in moved.items() if sum(score for score, *_ in found) > SMALL} == {}
