"""A citizen's way through the page in a real Chromium, on a desktop and on a phone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.choosing import choose_state
from tests.web.conftest import PATIENCE_MS, SOURCE, Rows, Served
from tests.web.fakes import FIRST, OFFICIAL_18_1, OLD_18_1, SECOND

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
QUESTION = "My builder is two years late. What can I do?"
SLOWLY = f"{QUESTION} Tell me slowly."
AT_BOTH_SIZES = pytest.mark.parametrize("size", list(SIZES))
"""For what lies otherwise on a desktop; of the rest `make test` looks at the phone, `make test-long` at both."""
LINK = ".cs-chip"
ANSWER = ".cs-answer"
PANEL = "#side-view-content"


class Visit:
    """One browser context with its page; notes every request that leaves the machine and every page error."""

    def __init__(self, context: BrowserContext, page: Page, address: str) -> None:
        self.context, self.page, self.address = context, page, address
        self.foreign: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self._note(request.url))
        page.on("websocket", lambda websocket: self._note(websocket.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _note(self, url: str) -> None:
        host = self.address.partition("://")[2]
        if not url.startswith((f"http://{host}/", f"ws://{host}/", "data:", "blob:")):
            self.foreign.append(url)

    async def open(self, path: str = "/") -> None:
        await self.page.goto(self.address + path)
        await self.page.wait_for_selector("#chat-input")
        await self.page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")

    async def ask(self, question: str, until: str = "whole") -> None:
        """Put a question in and wait until its answer is whole, or is what `until` says.

        The first question gives the conversation its address, and Chainlit then draws the page anew.
        """
        ended = self.page.locator(f"{ANSWER}[data-phase='{until}']")
        before = await ended.count()
        await self.page.click("#chat-input")
        await self.page.keyboard.insert_text(question)
        await self.page.keyboard.press("Enter")
        await ended.nth(before).wait_for()
        await self.page.wait_for_url("**/thread/*")
        await ended.nth(before).wait_for()

    @property
    def thread(self) -> str:
        found = re.search(r"/thread/([0-9a-f-]{36})", self.page.url)
        assert found, self.page.url
        return found.group(1)


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def visits(browser: Browser, served: Served) -> AsyncIterator[Any]:
    opened: list[Visit] = []

    async def visit(size: str, **more: Any) -> Visit:
        width, height = SIZES[size]
        phone = size == "phone"
        context = await browser.new_context(
            viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone, **more
        )
        context.set_default_timeout(PATIENCE_MS)
        opened.append(Visit(context, await context.new_page(), served.address))
        return opened[-1]

    yield visit
    for one in opened:
        await one.context.close()


async def test_the_way_of_a_question(visits: Any, size: str, rows: Rows) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await see_stages_then_sentences(visit)
    assert await page.locator(PANEL).count() == 0, "the panel opened by itself"
    await open_the_citation_and_find_the_mark(visit, size)
    await give_a_thumb(visit, rows)
    await page.wait_for_url("**/thread/*")
    await page.reload()
    await page.get_by_text(SECOND).wait_for()
    assert await page.locator(PANEL).count() == 0, "the panel opened by itself after the reload"
    assert await page.locator(".positive-feedback-on").count() == 1
    await open_the_citation_and_find_the_mark(visit, size)
    assert visit.foreign == [] and visit.errors == []


async def see_stages_then_sentences(visit: Visit) -> None:
    page = visit.page
    await page.click("#chat-input")
    await page.keyboard.type(SLOWLY)
    await page.keyboard.press("Enter")
    await page.get_by_text("Looking in the law…").wait_for()
    await page.get_by_text(FIRST).wait_for()
    assert await page.locator(f"{ANSWER} .cs-check").count() == 0, "the short answer comes before the whole"
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").get_by_text(FIRST).wait_for()
    assert await page.locator(f"{ANSWER}:not([data-phase='whole'])").count() == 1, "a provision opens while sentences come"
    await page.get_by_text("as of 26 October 2020").wait_for()
    assert await page.get_by_text("Looking in the law").count() == 0
    assert await page.locator(f"{PANEL} mark").get_by_text(FIRST).is_visible(), "and stays open"
    await page.go_back()
    await page.locator(PANEL).wait_for(state="detached")


async def open_the_citation_and_find_the_mark(visit: Visit, size: str) -> None:
    page = visit.page
    await page.locator(LINK).first.click()
    mark = page.locator(f"{PANEL} mark").first
    await mark.wait_for()
    assert await mark.inner_text() == FIRST
    assert await page.locator(f"{PANEL} h2").inner_text() == "Return of amount and compensation"
    await in_view(page, f"{PANEL} mark")
    link = page.locator(f"{PANEL} .cs-edition a").first
    assert await link.get_attribute("rel") == "noopener noreferrer"
    official = page.locator(f"{PANEL} [data-edition='official']")
    assert not await official.is_visible()
    await page.get_by_role("button", name="Official text").click()
    await official.wait_for()
    assert await official.locator("mark").inner_text() == OFFICIAL_18_1
    assert "page 14" in await official.locator(".cs-badge").inner_text()
    switch = await page.locator(f"{PANEL} .cs-switch").bounding_box()
    await page.locator(f"{PANEL} .cs-related, {PANEL} [data-edition='earlier']").last.scroll_into_view_if_needed()
    assert await page.locator(f"{PANEL} .cs-switch").bounding_box() == switch or size == "desktop", "the switch stays"
    assert await page.locator(f"{PANEL} .cs-crumb").inner_text() == "RERA Act › Chapter III › s.18 › (1)"
    assert await page.locator(f"{PANEL} header").get_by_text("RERA Act s.18(1)").count() == 0, "its name stands above it"
    to_the_map = page.get_by_role("link", name="Show in the law's map")
    assert await to_the_map.get_attribute("href") == "/law/map?document=rera_act_2016&path=18%281%29"
    assert await page.get_by_text("Changed: 18(1): Interest is now due; before, it was not.").count() == 1
    earlier = page.locator(f"{PANEL} [data-edition='earlier']")
    assert not await earlier.get_by_text("It stopped being the law").is_visible()
    await earlier.locator("summary").click()
    await earlier.get_by_text(OLD_18_1).wait_for()
    assert (
        await page.get_by_text("It stopped being the law on 1 July 2019: do not rely on it today.").count()
        == 1
    )
    assert await earlier.locator("mark").count() == 0 and "Law as held" not in await earlier.inner_text()
    assert await sideways(page) == 0
    if size == "phone":
        box = await page.locator("[role='dialog']").bounding_box()
        assert box and box["width"] == 390 and abs(box["height"] - 0.85 * 844) < 2 and abs(box["y"] + box["height"] - 844) < 2
        await page.get_by_role("button", name="Close").click()
    else:
        await page.locator("#side-view-title button").click()
    await page.locator(PANEL).wait_for(state="detached")


async def in_view(page: Page, selector: str) -> None:
    await page.wait_for_function(
        "(s) => { const r = document.querySelector(s).getBoundingClientRect();"
        " return r.top >= 0 && r.bottom <= innerHeight; }",
        arg=selector,
    )


async def sideways(page: Page) -> int:
    """How far the page can be scrolled sideways, in pixels."""
    return int(await page.evaluate("document.documentElement.scrollWidth - innerWidth"))


async def give_a_thumb(visit: Visit, rows: Rows) -> None:
    page = visit.page
    await page.locator(".positive-feedback-off").click()
    await page.get_by_text("Thank you. It has been saved.").wait_for()
    assert await page.get_by_role("dialog").count() == 0, "that it helped is said with one press"
    await page.wait_for_url("**/thread/*")
    kept = await rows.all(
        'select f.value, f.comment, s.type from feedbacks f join steps s on s.id = f."forId"'
        ' where f."threadId" = cast(:id as uuid)',
        id=visit.thread,
    )
    assert kept == [{"value": 1, "comment": None, "type": "assistant_message"}]


async def test_a_second_browser_sees_nothing_of_the_first(visits: Any, size: str) -> None:
    first: Visit = await visits(size)
    await first.open()
    await first.ask(QUESTION)
    await first.page.wait_for_url("**/thread/*")
    second: Visit = await visits(size)
    await second.open()
    await second.page.goto(first.page.url)
    await second.page.wait_for_url(first.address + "/")
    assert await second.page.get_by_text(FIRST).count() == 0
    answer = await second.page.request.get(f"{first.address}/project/thread/{first.thread}")
    assert answer.status == 404


async def test_hostile_text_is_shown_and_never_run(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.open()
    await visit.ask("hostile <img src=x onerror=\"document.title='run'\"> ![p](https://evil.example/q.png)")
    page = visit.page
    assert await page.locator(".message-content img, .message-content h1").count() == 0
    assert await page.locator(".message-content a:not([href^='https://www.indiacode.nic.in/'])").count() == 0
    assert "![pixel](" in await page.locator(".ai-message").inner_text()
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").wait_for()
    assert await page.locator(f"{PANEL} .cs-text img").count() == 0
    assert await page.title() == "CivicSetu" and visit.foreign == []


async def test_an_abstention_and_an_error_are_plain_sentences(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.open()
    await visit.ask("May I fly a spacecraft?")
    assert await visit.page.locator(".cs-refusal").get_by_text("The law held here does not answer this.").count() == 1
    assert await visit.page.locator(LINK).count() == 0
    await visit.ask("explode", until="stopped")
    assert await visit.page.get_by_text("Something went wrong on our side").count() == 1
    assert await visit.page.get_by_text("secret detail").count() == 0
    failed = visit.page.locator(".ai-message").filter(has=visit.page.locator("[data-phase='stopped']"))
    assert await failed.locator("[class*='-feedback-']").filter(visible=True).count() == 0
    assert await sideways(visit.page) == 0


@pytest.mark.long
async def test_a_long_provision_opens_at_its_mark(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.open()
    await visit.ask("What duties does the promoter have?")
    await visit.page.locator(LINK).first.click()
    await visit.page.locator(f"{PANEL} mark").wait_for()
    await in_view(visit.page, f"{PANEL} mark")
    assert await visit.page.locator(".cs-badge").inner_text() == "in plain words"
    assert await visit.page.get_by_text("We do not hold the official text of this provision").count() == 1


@pytest.mark.long
async def test_the_state_is_shown_in_the_head_and_changed_in_the_settings(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.open()
    page = visit.page
    assert await page.locator("#civicsetu-jurisdiction").inner_text() == "Law for: All of India"
    await page.click("#civicsetu-jurisdiction")
    await choose_state(page, "Karnataka")
    await page.get_by_text("Law for: Karnataka").wait_for()
    await visit.ask(QUESTION)
    assert await page.get_by_text("The rules of Karnataka are not held yet.").count() == 1
    await page.wait_for_url("**/thread/*")
    await page.reload()
    await page.get_by_text("Law for: Karnataka").wait_for()


@pytest.mark.long
async def test_the_question_box_is_in_view_and_nothing_scrolls_sideways(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.open()
    for _ in range(2):
        box = await visit.page.locator("#message-composer").bounding_box()
        assert box and box["y"] + box["height"] <= SIZES[size][1]
        assert await sideways(visit.page) == 0
        await visit.ask(QUESTION)


@pytest.mark.long
async def test_starters_ask_and_the_about_page_explains(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.open()
    page = visit.page
    logo = page.locator("#welcome-screen img")
    assert await logo.evaluate("(one) => one.complete && one.naturalWidth > 0"), "the logo is drawn"
    await in_view(page, "#welcome-screen img")
    await page.click("#readme-button")
    await page.get_by_text("What happens to what you type").wait_for()
    source = page.get_by_role("link", name="Its source")
    assert await source.get_attribute("href") == SOURCE
    await source.scroll_into_view_if_needed()
    assert await source.is_visible()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Possession is late").click()
    await page.get_by_text("as of 26 October 2020").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.long
async def test_text_stands_out_in_light_and_dark(visits: Any, scheme: str) -> None:
    """WCAG AA: at least 4.5 to 1 for text, measured on the colours that are painted."""
    visit: Visit = await visits("desktop", color_scheme=scheme)
    await visit.open()
    await visit.ask(QUESTION)
    await visit.page.locator(LINK).first.click()
    await visit.page.locator(f"{PANEL} mark").first.wait_for()
    for selector in (".cs-short p", LINK, ".cs-scope", ".cs-check p", ".cs-card p", ".cs-next button", ".cs-place", "mark", ".cs-edition summary", "#civicsetu-jurisdiction",
                     ".watermark", ".cs-edition a", "button[data-ask]", ".cs-actions button"):  # fmt: skip
        ratio = await visit.page.evaluate(_CONTRAST, selector)
        assert ratio >= 4.5, (selector, ratio)


_CONTRAST = """(selector) => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  let at = document.querySelector(selector);
  const text = parse(getComputedStyle(at).color);
  let ground = [255, 255, 255];
  for (; at; at = at.parentElement) {
    const colour = parse(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] > 0.99) { ground = colour; break; }
  }
  const [a, b] = [light(text), light(ground)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}"""
