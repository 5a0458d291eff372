"""The page as `civicsetu up` serves it, with the law that ships: ask, read, open, reload, open again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from civicsetu.corpus.read import read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.bench.measure_answer import read_layout
from tests.web.conftest import PATIENCE_MS
from tests.web.test_browser import LINK, PANEL, SIZES, Visit, sideways

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.browser

@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.long)])
async def test_a_citation_leads_to_the_marked_words_of_the_law(
    browser: Browser, served_law: str, size: str
) -> None:
    starter = read_starter(get_registry().get_document("rera_act_2016"))
    assert starter is not None
    width, height = SIZES[size]
    context = await browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE_MS)
    visit = Visit(context, await context.new_page(), served_law)
    try:
        await visit.open()
        await visit.ask("What must be in the sale agreement that a promoter signs with a buyer?")
        first = await _marked(visit)
        assert first in starter.body
        assert await sideways(visit.page) == 0
        await visit.page.wait_for_url("**/thread/*")
        await visit.page.reload()
        await visit.page.locator(".cs-check").wait_for()
        assert await _marked(visit) == first
        assert visit.foreign == [] and visit.errors == []
    finally:
        await context.close()


LATE = "My builder in Bengaluru is two years late. What interest do I get?"


@pytest.mark.long
async def test_a_phone_shows_what_matters_first_and_the_whole_in_two_screens(browser: Browser, served_law: str) -> None:
    width, height = SIZES["phone"]
    context = await browser.new_context(viewport={"width": width, "height": height}, is_mobile=True, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    visit = Visit(context, await context.new_page(), served_law)
    try:
        await visit.open()
        await visit.ask(LATE)
        layout = await read_layout(visit.page)
        figures = await visit.page.locator(".cs-short, .cs-amount .cs-card").all_inner_texts()
        assert any("plus 2 %" in one for one in figures), "the figure, as the short answer or as how much"
        short = [figure.line() for figure in layout.to_figures("phone", aims=True) if not figure.met]
        assert not short, "\n".join(short)
    finally:
        await context.close()


async def _marked(visit: Visit) -> str:
    """Open the first citation of the answer and read the first marked passage."""
    await visit.page.locator(LINK).first.click()
    mark = visit.page.locator(f"{PANEL} mark").first
    await mark.wait_for()
    return await mark.inner_text()
