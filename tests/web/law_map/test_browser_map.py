"""The law's map in a real Chromium, on a desktop and on a phone: tree, search, connections, text, keyboard, faults."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.bench.measure_accessibility import find_grave
from civicsetu.web.law_map.links import PATH
from tests.stores.sample import ACT
from tests.web.api.lanterns import AwayGraph
from tests.web.conftest import PATIENCE_MS
from tests.web.law_map.homes import NORTH, REGISTRY, SOUTH, ServedMap
from tests.web.test_browser import AT_BOTH_SIZES, SIZES, size

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

pytestmark = pytest.mark.browser
__all__ = ["size"]

SMALL_TARGETS = """() => [...document.querySelectorAll('button, select, input, #tree a, .kind a, #found a, .state a, .jump, .beside a, header a, footer a, summary')]
  .filter((one) => one.checkVisibility()).map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().height])
  .filter(([, height]) => height < 43.9)"""
IN_ITS_BOX = """() => {
  const mark = document.querySelector("[data-edition='official'] mark").getBoundingClientRect();
  const box = document.querySelector("[data-edition='official'] .text").getBoundingClientRect();
  return mark.top >= box.top && mark.bottom <= box.bottom;
}"""
OVERLAPS = """() => {
  const texts = [...document.querySelectorAll('.picture text')].map((one) => [one.textContent, one.getBBox()]);
  const boxes = [...document.querySelectorAll('.picture .node, .picture .centre')].map((one) => [one.querySelector('rect').getBBox(), [...one.querySelectorAll('text')].map((text) => text.getBBox())]);
  const meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
  const wrong = [];
  texts.forEach(([words, box], at) => texts.slice(at + 1).forEach(([others, other]) => { if (meet(box, other)) wrong.push([words, others]); }));
  boxes.forEach(([rect, inside]) => inside.forEach((text) => { if (text.x + text.width > rect.x + rect.width || text.y < rect.y) wrong.push('out of its cell'); }));
  return wrong;
}"""


@dataclass
class Reader:
    """A browser on the map; notes what leaves the origin and what fails in the page."""

    page: Page
    address: str
    wide: bool
    foreign: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def note(self, url: str) -> None:
        if not url.startswith((f"{self.address}/", "data:")):
            self.foreign.append(url)

    async def open(self, path: str = "", document: str = ACT.key) -> int:
        place = "&".join(f"{name}={value}" for name, value in (("document", document), ("path", path)) if value)
        answer = await self.page.goto(f"{self.address}{PATH}?{place}")
        assert answer is not None
        if answer.ok:
            for part in ("#joined .kinds", "#text .wording", "#tree li") if path else ("#tree li",) if document else (".state",):
                await self.page.locator(part).first.wait_for(state="attached")
        return answer.status

    async def names(self, selector: str) -> list[str]:
        return [" ".join(one.split()) for one in await self.page.locator(selector).all_inner_texts()]

    async def focused(self) -> str:
        told: str = await self.page.evaluate("() => document.activeElement.innerText || document.activeElement.id")
        return " ".join(told.split())


@pytest.fixture
async def readers(browser: Browser, law_map: ServedMap) -> AsyncIterator[Any]:
    opened: list[tuple[Any, Reader]] = []

    async def read(size: str, **more: Any) -> Reader:
        width, height = SIZES[size]
        phone = size == "phone"
        context = await browser.new_context(
            viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone, **more
        )
        context.set_default_timeout(PATIENCE_MS)
        reader = Reader(await context.new_page(), law_map.address, not phone)
        reader.page.on("request", lambda request: reader.note(request.url))
        reader.page.on("pageerror", lambda error: reader.errors.append(str(error)))
        opened.append((context, reader))
        return reader

    yield read
    for context, reader in opened:
        await context.close()
        assert reader.foreign == [] and reader.errors == []


async def test_from_the_laws_down_the_tree_to_a_clause_and_back(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    await reader.open(document="")
    assert await reader.names(".state h2") == ["All of India", "Delhi", "Karnataka"]
    await page.get_by_role("link", name=ACT.title).click()
    await page.locator("#tree li").nth(2).wait_for()
    assert await reader.names("#tree > ul > li .row a") == ["1 Short title", "2 Definitions", "3 Return of money"]
    assert await page.get_by_role("button", name="Parts of Section 1", exact=True).count() == 0, "it has no parts"
    await page.get_by_role("button", name="Parts of Section 3", exact=True).click()
    await page.get_by_role("button", name="Parts of Section 3(1)", exact=True).click()
    await page.locator("#tree li[data-path='3(1)(a)'] a").click()
    await page.locator("#joined .kinds").wait_for(state="attached")
    assert page.url.endswith(f"{PATH}?document={ACT.key}&path=3(1)(a)")
    assert "Section 3(1)(a)" in await page.locator("h1").inner_text() and "Section 3(1)(a)" in await page.title()
    await page.go_back()
    await page.locator("#tree li").nth(2).wait_for()
    assert page.url.endswith(f"{PATH}?document={ACT.key}")
    await page.go_back()
    await page.locator(".state").first.wait_for()


async def test_the_text_is_that_of_both_wordings_with_the_passage_marked(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    await reader.open("3(1)(a)")
    assert await reader.names(".crumb a") == ["Homes Act", "s.3", "(1)", "(a)"]
    plain, official = page.locator("[data-edition='plain']"), page.locator("[data-edition='official']")
    await plain.wait_for()
    assert not await official.is_visible()
    assert await page.get_by_role("button", name="Plain words").get_attribute("aria-pressed") == "true"
    assert await plain.locator("mark").inner_text() == "(a) under clause (a) of section 2 in plain words, or"
    await page.get_by_role("button", name="Official text").click()
    assert not await plain.is_visible()
    assert await official.locator("mark").inner_text() == "(a) under clause (a) of section 2, or"
    assert await page.evaluate(IN_ITS_BOX) is True, "the passage is in sight in its box"
    assert "The claim never lapses." in await official.locator(".text").inner_text(), "the whole section stands around it"
    await page.get_by_role("link", name="‹ s.2").click()
    await page.locator("h1", has_text="Section 2").wait_for()
    await official.wait_for()
    assert await official.locator("mark").count() == 0, "the wording chosen stays; of a whole section nothing is marked"


async def test_a_law_is_linked_only_at_its_exact_address(readers: Any, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = REGISTRY.documents | {ACT.key: REGISTRY.documents[ACT.key].model_copy(update={"url_exact": True})}
    monkeypatch.setattr("civicsetu.web.law_map.page.get_registry", lambda: Registry(exact, REGISTRY.jurisdictions))
    reader: Reader = await readers(size)
    await reader.open("3")
    assert await reader.page.locator("[data-edition='official'] .origin a").get_attribute("href") == ACT.url
    await reader.open("1", NORTH.key)
    assert await reader.page.locator("[data-edition='official'] .origin").count() == 1
    assert await reader.page.locator(".origin a").count() == 0, "where it is published is known, its own address is not"


@pytest.mark.parametrize("clipboard", [True, pytest.param(False, marks=pytest.mark.long)], ids=["clipboard", "plain_http"])
async def test_the_link_that_is_copied_opens_the_same_place(readers: Any, size: str, clipboard: bool) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if not clipboard:
        await page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await reader.open("3(1)(a)")
    await page.get_by_role("button", name="Copy link").click()
    await page.locator("[data-act='copy-link']").get_by_text("Copied").wait_for()
    assert await reader.focused() == "Copied"
    await page.get_by_role("button", name="Copy link").wait_for()
    other = await page.context.new_page()
    await other.goto(f"{reader.address}{PATH}")
    copied = await other.evaluate("navigator.clipboard.readText()")
    assert copied == f"{reader.address}{PATH}?document={ACT.key}&path=3%281%29%28a%29", "without a bracket that a chat cuts off"
    await other.goto(copied)
    await other.locator("h1", has_text="Section 3(1)(a)").wait_for()


async def test_how_it_read_before_is_told_apart(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    await reader.open("3(1)(b)")
    earlier = reader.page.locator(".known details")
    await earlier.locator("summary").click()
    assert "do not rely on it today" in await earlier.inner_text()
    assert "1 July 2022" in await earlier.inner_text()


async def test_connections_are_listed_by_kind_and_lead_on(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    await reader.open("3")
    assert await reader.names(".kind h3") == [
        "Refers to (1)", "Does not agree with (1)", "Rules made under it (2)", "Referred to by (1)",
    ]  # fmt: skip
    assert await reader.names("[data-kind='carried_out_by'] li") == [
        "Homes Rules Karnataka", "r.3(1) Return of money at s.3(2)", "North Rules Delhi", "r.1 Short title at s.3(2)",
    ]  # fmt: skip
    assert await page.locator(".jump").inner_text() == "What it is joined to (5)"
    await page.locator("[data-kind='carried_out_by'] a").last.click()
    await page.locator("h1", has_text="Rule 1").wait_for()
    await page.locator("[data-kind='under_same_section']").wait_for()
    assert page.url.endswith(f"{PATH}?document={NORTH.key}&path=1")
    assert await page.locator("#law").input_value() == NORTH.key, "the tree is the other law's now"
    assert await reader.names("[data-kind='carries_out'] li a") == ["s.3(2) Return of money"]
    assert await reader.names("[data-kind='under_same_section'] li") == ["Homes Rules Karnataka", "r.3(1) Return of money"]
    await reader.open("1", SOUTH.key)
    assert await reader.names("[data-kind='conflicts_with'] a") == ["s.3(2) Return of money"], "told from either end"


@AT_BOTH_SIZES
async def test_the_picture_says_what_the_list_says_and_no_label_lies_on_another(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    await reader.open("3")
    picture = page.locator(".picture")
    assert (await picture.get_attribute("open") is not None) is reader.wide, "folded on a phone"
    if not reader.wide:
        await picture.locator("summary").click()
    assert await picture.get_by_role("img").get_attribute("aria-label")
    shown = await picture.locator(".node .node-name").all_text_contents()
    assert sorted(shown) == ["r.1 · Homes Rules", "r.1 · North Rules", "r.3(1) · Homes Rules", "s.1 · Homes Act", "s.2(a) · Homes Act"]
    assert await page.evaluate(OVERLAPS) == []
    assert await page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"), "it scrolls in its box"
    node = picture.locator(".node", has_text="r.1 · North Rules")
    await node.scroll_into_view_if_needed()
    await node.click()
    await page.locator("h1", has_text="Rule 1").wait_for()
    assert page.url.endswith(f"{PATH}?document={NORTH.key}&path=1")
    await page.locator("#text .text").get_by_text("of DELHI").first.wait_for()
    await page.locator("[data-kind='carries_out']").wait_for()
    assert await reader.names("[data-kind='carries_out'] li a") == ["s.3(2) Return of money"]


async def test_search_by_number_heading_and_words(readers: Any, size: str, law_map: ServedMap) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    await reader.open()
    box, told = page.get_by_label("Number, heading or words"), page.locator("#told")
    await box.fill("defin")
    assert await reader.names("#tree > ul > li:not([hidden]) .row a") == ["2 Definitions"]
    assert await told.inner_text() == "1 provision matches."
    await box.fill("zebra")
    assert "No heading or number matches" in await told.inner_text()
    await page.keyboard.press("Escape")
    assert await box.input_value() == "" and await page.locator("#tree > ul > li:not([hidden])").count() == 3
    await box.fill("who may claim")
    await page.keyboard.press("Enter")
    await page.locator("#found a").wait_for()
    assert await reader.names("#found a") == ["s.3(2) Return of money"]
    law_map.service.found, kept = [], law_map.service.found
    try:
        await box.fill("nothing like it")
        await page.get_by_role("button", name="Search", exact=True).click()
        await page.get_by_text("Nothing in this law comes near").wait_for()
        assert await page.locator("#found").count() == 0
    finally:
        law_map.service.found = kept
    await box.fill("section 9")
    await page.keyboard.press("Enter")
    await page.get_by_text("This law has no section 9.").wait_for()
    await box.fill("Section 3 (1)(b)")
    await page.keyboard.press("Enter")
    await page.locator("h1", has_text="Section 3(1)(b)").wait_for()


@AT_BOTH_SIZES
async def test_the_whole_of_it_by_keyboard(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    await reader.open()
    await page.locator("#tree a").first.focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    assert await reader.focused() == "3 Return of money"
    await page.keyboard.press("ArrowRight")
    await page.locator("#tree li[data-path='3(1)']").wait_for()
    await page.keyboard.press("ArrowRight")
    assert (await reader.focused()).startswith("(1)")
    await page.keyboard.press("ArrowLeft")
    assert await reader.focused() == "3 Return of money"
    await page.keyboard.press("ArrowLeft")
    assert await page.get_by_role("button", name="Parts of Section 3", exact=True).get_attribute("aria-expanded") == "false"
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    assert await page.get_by_role("button", name="Parts of Section 3", exact=True).get_attribute("aria-expanded") == "true"
    await page.keyboard.press("Tab")
    outline = await page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", "focus is seen"
    await page.keyboard.press("Enter")
    await page.locator("#joined .kinds").wait_for(state="attached")
    assert (await reader.focused()).startswith("Section 3")
    await page.locator(".jump").focus()
    await page.keyboard.press("Enter")
    assert await reader.focused() == "What it is joined to"
    await page.keyboard.press("Escape")
    await page.locator("#tree li[data-path='3'] a:focus").wait_for()
    assert await page.locator("#tree li[data-path='3'] > .row a").get_attribute("aria-current") == "true"
    assert page.url.endswith("path=3") is reader.wide, "on a phone the list takes the provision's place"


@pytest.mark.parametrize("graph", ["none", "away"])
async def test_without_the_graph_server_tree_and_connections_stand_and_say_so(
    readers: Any, size: str, law_map: ServedMap, graph: str
) -> None:
    law_map.service.graph = AwayGraph() if graph == "away" else None
    reader: Reader = await readers(size)
    await reader.open("3")
    assert await reader.names("#joined .note") == [
        "The server of the connections does not answer just now; these were read from the database it is drawn from, and are the same."
    ]
    assert len(await reader.names(".kind h3")) == 4
    await reader.page.locator("#tree > ul > li").nth(2).wait_for(state="attached")
    law_map.service.graph = law_map.service.held
    await reader.open("3")
    assert await reader.page.locator("#joined .note").count() == 0


async def test_a_part_that_cannot_be_read_says_so_in_its_place_and_can_be_tried_again(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    await page.route("**/api/v1/graph/neighbours/**", lambda route: route.fulfill(status=503, body="{}"))
    await page.goto(f"{reader.address}{PATH}?document={ACT.key}&path=3")
    await page.get_by_text("What it is joined to could not be read just now.").wait_for()
    await page.locator("[data-edition='plain'] .text").wait_for()
    await page.unroute("**/api/v1/graph/neighbours/**")
    await page.get_by_role("button", name="Try again").click()
    await page.locator("#joined .kinds").wait_for(state="attached")
    assert await page.locator(".fault").count() == 0


async def test_a_link_to_what_is_not_held_is_one_sentence_beside_the_tree(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    page = reader.page
    assert await reader.open("99") == 404
    await page.locator("#tree li").first.wait_for()
    assert await reader.names(".fault") == ["Section 99 of the The Homes Act, 2020 is not held."]
    assert await page.locator(".fault").is_visible()
    await page.locator("#tree a").first.click()
    await page.locator("#joined .kinds").wait_for(state="attached")
    assert await page.locator(".fault").count() == 0
    assert await reader.open("3", "no_such_act") == 404
    assert await page.locator(".fault").is_visible() and await page.locator(".state").first.is_visible()


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
async def test_axe_finds_nothing_grave_and_what_is_pressed_is_large(readers: Any, size: str, theme: str) -> None:
    reader: Reader = await readers(size, color_scheme=theme)
    page = reader.page
    found: dict[str, Any] = {}
    for view, place in {"laws": ("", ""), "tree": ("", ACT.key), "section": ("3", ACT.key), "clause": ("3(1)(a)", ACT.key), "not held": ("99", ACT.key)}.items():
        await reader.open(*place)
        await page.wait_for_timeout(300)
        if view == "section" and not reader.wide:
            await page.locator(".picture summary").click()
        found[view] = [*await find_grave(page), *await page.evaluate(SMALL_TARGETS)]
    await page.get_by_label("Number, heading or words").fill("claim")
    await page.keyboard.press("Enter")
    await page.locator("#found a").wait_for()
    found["search"] = await find_grave(page)
    assert {view: faults for view, faults in found.items() if faults} == {}


async def test_the_theme_chosen_in_the_chat_is_the_maps(readers: Any, size: str) -> None:
    reader: Reader = await readers(size, color_scheme="light")
    await reader.page.add_init_script("localStorage.setItem('vite-ui-theme', 'dark')")
    await reader.open("3")
    assert await reader.page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(18, 28, 33)"


async def test_it_is_read_under_headings_and_landmarks(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    await reader.open("3(2)")
    told = await reader.page.locator("body").aria_snapshot()
    for part in ('navigation "Where it stands in the law"', "main", 'heading "Section 3(2) Return of money" [level=1]', 'heading "What it is joined to" [level=2]', 'heading "Rules made under it (2)" [level=3]'):
        assert part in told, part
    for part in ('navigation "Laws held"', 'list "Provisions of The Homes Act, 2020"'):
        assert (part in told) is reader.wide, "a phone shows the provision alone"
    if not reader.wide:
        await reader.open()
        told = await reader.page.locator("body").aria_snapshot()
        assert 'navigation "Laws held"' in told and 'list "Provisions of The Homes Act, 2020"' in told


@pytest.mark.long
async def test_the_text_size_chosen_in_the_chat_is_the_maps_too(readers: Any, size: str) -> None:
    reader: Reader = await readers(size)
    await reader.open()
    await reader.page.evaluate("localStorage.setItem('civicsetu-text-size', '140')")
    await reader.open()
    assert await reader.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == pytest.approx(1.4 * 16)
    assert await reader.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
