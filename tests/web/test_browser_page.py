"""What surrounds an answer, in a real Chromium: the box, the state, Back, foreign links, copying, paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from civicsetu.web.pagefiles.page_files import source_folder
from tests.web.choosing import choose_state
from tests.web.fakes import FIRST, SECOND
from tests.web.test_browser import ANSWER, LINK, PANEL, QUESTION, SIZES, Visit, sideways, size, visits

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = pytest.mark.browser
__all__ = ["size", "visits"]

HEAD = "#civicsetu-jurisdiction"
NOTE = "#civicsetu-box"
LIMIT = 12_000
STEADILY = f"{QUESTION} Tell me steadily."
"""So that there is time to look or to stop before it is whole."""


async def test_enter_before_the_connection_stands_keeps_the_question_and_sends_it(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    held: list[Any] = []
    await page.route_web_socket(re.compile("/ws/socket.io/"), lambda socket: held.append(socket))
    await page.goto(visit.address)
    await page.wait_for_selector("#chat-input")
    await page.click("#chat-input")
    await page.keyboard.type(QUESTION)
    await page.keyboard.press("Enter")
    await page.locator(NOTE).get_by_text("Connecting… Your question will be sent.").wait_for()
    assert await page.locator("#chat-input").input_value() == QUESTION, "what was typed is kept"
    for socket in held:
        socket.connect_to_server()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    assert not await page.locator(NOTE).is_visible()
    assert await page.locator("[data-step-type='user_message']").count() == 1, "it is sent once"


async def test_too_long_is_told_while_typing_and_nothing_is_lost(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.fill("#chat-input", "x" * (LIMIT - 100))
    await page.locator(NOTE).get_by_text("100 characters left").wait_for()
    await page.fill("#chat-input", "x" * (LIMIT + 600))
    await page.locator(NOTE).get_by_text("Too long by 600 characters. Please shorten it; nothing is lost.").wait_for()
    await page.press("#chat-input", "Enter")
    await page.click("#chat-submit")
    assert len(await page.locator("#chat-input").input_value()) == LIMIT + 600
    assert await page.locator("[data-step-type='user_message']").count() == 0
    await page.fill("#chat-input", QUESTION)
    await page.press("#chat-input", "Enter")
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()


@pytest.mark.long
async def test_a_chosen_state_is_remembered_by_new_conversations_and_new_tabs(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.click(HEAD)
    await choose_state(page, "Karnataka")
    await page.get_by_text("Law for: Karnataka").wait_for()
    await visit.ask(QUESTION)
    await page.click("#header #new-chat-button")
    await page.locator("#welcome-screen").wait_for()
    await page.get_by_text("Law for: Karnataka").wait_for()
    other = await visit.context.new_page()
    await other.goto(visit.address)
    await other.get_by_text("Law for: Karnataka").wait_for()
    await other.click(HEAD)
    await choose_state(other, "All of India")
    await other.get_by_text("Law for: All of India").wait_for()
    await other.reload()
    await other.get_by_text("Law for: All of India").wait_for()


@pytest.mark.long
async def test_states_whose_rules_are_held_stand_first_and_all_can_be_searched(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.click(HEAD)
    dialog = page.locator("#civicsetu-states")
    rows = dialog.locator("[data-state]")
    names = await rows.all_inner_texts()
    assert names[:4] == ["All of India", "Maharashtra", "Uttar Pradesh", "Andaman and Nicobar Islands"] and len(names) > 30
    held = dialog.get_by_role("group", name="States whose own rules we have")
    assert await held.get_by_role("button").all_inner_texts() == names[1:3], "those held are chips"
    one, other, row = [await rows.nth(at).bounding_box() for at in (1, 2, 3)]
    assert one and other and row and one["y"] == other["y"] and one["width"] < row["width"] / 2
    for row in (await rows.all())[:5]:
        box = await row.bounding_box()
        assert box and box["height"] >= 44
    await dialog.get_by_role("searchbox").fill("zzz")
    await dialog.get_by_text("No state of that name.").wait_for()
    await dialog.get_by_role("searchbox").fill("uttar")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await dialog.wait_for(state="hidden")
    await page.get_by_text("Uttar Pradesh").first.wait_for()
    await page.click(HEAD)
    assert await dialog.locator("[aria-current]").inner_text() == "Uttar Pradesh"
    await page.keyboard.press("Escape")
    await dialog.wait_for(state="hidden")
    assert await sideways(page) == 0


@pytest.mark.long
async def test_a_state_that_cannot_be_saved_says_so(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.route("**/project/state", lambda route: route.abort())
    await page.click(HEAD)
    await page.locator("#civicsetu-states").get_by_role("searchbox").fill("Goa")
    await page.get_by_role("button", name="Goa", exact=True).click()
    await page.get_by_text("That could not be saved. Please try again in a moment.").wait_for()
    await page.unroute("**/project/state")
    await page.get_by_role("button", name="Goa", exact=True).click()
    await page.get_by_text("Law for: Goa").wait_for()


@pytest.mark.long
async def test_back_closes_the_sheet_and_the_list_of_states_and_stays_on_the_page(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.wait_for_url("**/thread/*")
    address = page.url
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} mark").first.wait_for()
    await page.go_back()
    await page.locator(PANEL).wait_for(state="detached")
    assert page.url == address and await page.get_by_text(SECOND).count() == 1
    await page.click(HEAD)
    await page.locator("#civicsetu-states").wait_for()
    await page.go_back()
    await page.locator("#civicsetu-states").wait_for(state="hidden")
    assert page.url == address
    await page.locator(LINK).first.click()
    await page.locator(PANEL).wait_for()
    await page.keyboard.press("Escape")
    await page.locator(PANEL).wait_for(state="detached")
    await page.wait_for_function("document.activeElement.classList.contains('cs-chip')")
    assert page.url == address and visit.errors == []


@pytest.mark.long
async def test_back_leads_from_the_second_conversation_to_the_first(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    first = page.url
    await page.click("#header #new-chat-button")
    await page.locator("#welcome-screen").wait_for()
    await visit.ask("What duties does the promoter have?")
    second = page.url
    assert first != second
    await page.go_back()
    await page.wait_for_url(first)
    await page.get_by_text(SECOND).wait_for()
    await page.go_forward()
    await page.wait_for_url(second)
    await page.get_by_text("The promoter has duty number 100").first.wait_for()


@pytest.mark.long
async def test_what_went_wrong_is_told_at_the_foot_and_covers_neither_head_nor_box(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    sockets: list[Any] = []

    def let_through(socket: Any) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    await page.route_web_socket(re.compile("/ws/socket.io/"), let_through)
    await visit.open()
    await visit.ask(QUESTION)
    for words in ("That did not work.", "That did not work either."):
        sockets[-1].send(f'42["toast",{{"message":"{words}","type":"error"}}]')
    told = page.locator("[data-sonner-toast][data-mounted='true']").filter(has_text="either")
    await told.wait_for()
    await told.evaluate("(toast) => Promise.all(toast.getAnimations().map((one) => one.finished))")
    box, composer = await told.bounding_box(), await page.locator("#message-composer").bounding_box()
    assert box and composer and box["y"] > SIZES[size][1] / 2
    assert box["y"] + box["height"] <= composer["y"] and box["x"] >= 0 and box["x"] + box["width"] <= SIZES[size][0]


@pytest.mark.long
async def test_the_address_of_a_foreign_conversation_opens_a_page_that_works(visits: Any, size: str) -> None:
    first: Visit = await visits(size)
    await first.open()
    await first.ask(QUESTION)
    await first.page.wait_for_url("**/thread/*")
    second: Visit = await visits(size)
    await second.page.goto(first.page.url)
    await second.page.wait_for_url(f"{second.address}/")
    await second.page.get_by_text("That conversation belongs to another browser, or was erased.").wait_for()
    await second.page.wait_for_selector(f"{HEAD}:not([hidden])")
    assert await second.page.get_by_text(FIRST).count() == 0
    await second.ask(QUESTION)
    assert await second.page.get_by_text(SECOND).count() == 1


async def test_what_is_copied_is_plain_text_with_question_and_provisions(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await visit.open()
    await visit.ask(QUESTION)
    await visit.page.click("[data-act='copy']")
    await visit.page.locator("[data-act='copy']").get_by_text("Copied").wait_for()
    copied = await visit.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(QUESTION) and FIRST in copied and "[RERA Act s.18(1)]" in copied
    assert "\\" not in copied and "**" not in copied


@pytest.mark.long
async def test_share_hands_on_the_text_that_copy_gives(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    await visit.page.add_init_script("navigator.share = async (given) => { window.shared = given.text; }")
    await visit.open()
    await visit.ask(QUESTION)
    await visit.page.click("[data-act='share']")
    shared = await visit.page.evaluate("window.shared")
    assert shared.startswith(QUESTION) and FIRST in shared


@pytest.mark.long
async def test_paper_holds_the_whole_conversation_and_nothing_to_press(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    for _ in range(3):
        await visit.ask(QUESTION)
    await page.evaluate("window.print = () => { window.printed = true; }")
    await page.locator("[data-act='print']").last.click()
    assert await page.evaluate("window.printed"), "the button PDF prints"
    await page.emulate_media(media="print")
    assert not await page.locator("#message-composer").is_visible()
    assert not await page.locator(".cs-actions").first.is_visible()
    whole = await page.evaluate("document.documentElement.scrollHeight")
    answers = [await one.bounding_box() for one in await page.locator(ANSWER).all()]
    assert whole > sum(box["height"] for box in answers if box), "no answer is cut off"
    width, height = SIZES[size]
    pdf = await page.pdf(width=f"{width}px", height=f"{height}px")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 2


async def test_a_stopped_answer_has_one_message_and_can_be_asked_again(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.click("#chat-input")
    await page.keyboard.type(STEADILY)
    await page.keyboard.press("Enter")
    await page.get_by_text(FIRST).wait_for()
    await page.click("#stop-button")
    await page.locator(f"{ANSWER}[data-phase='stopped']").wait_for()
    assert await page.get_by_text("You stopped this answer before it was complete.").count() == 1
    assert await page.get_by_text("manually stopped").count() == 0
    assert await page.locator("[class*='-feedback-']").filter(visible=True).count() == 0, "nothing was answered"
    await page.locator(".cs-next").get_by_role("button", name=STEADILY).click()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    marks = page.locator("[class*='-feedback-']").filter(visible=True)
    await marks.nth(1).wait_for()
    drawn = "(mark) => getComputedStyle(mark, '::after').content"
    assert [await mark.evaluate(drawn) for mark in await marks.all()] == ['"Helped"', '"Wrong"']


@pytest.mark.long
async def test_nothing_lies_on_the_text_and_the_composer_is_one_line(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.locator("#civicsetu-welcome").get_by_text("not legal advice").wait_for()
    for _ in range(2):
        await visit.ask(QUESTION)
    assert await page.locator(".absolute.bottom-4 > button").filter(visible=True).count() == 0
    assert not await page.locator(".watermark").is_visible(), "each answer says it"
    box = await page.locator("#message-composer").bounding_box()
    assert box and box["height"] <= 60 and box["y"] + box["height"] >= SIZES[size][1] - 60


@pytest.mark.long
async def test_what_is_pressed_is_large_enough_and_has_a_name(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    small = await page.evaluate(_TOO_SMALL)
    assert small == []
    unnamed = await page.evaluate(_UNNAMED)
    assert unnamed == []


_TOO_SMALL = """() => [...document.querySelectorAll('button, summary, .cs-card')]
  .filter((one) => one.checkVisibility() && !one.matches('.cs-chip, .cs-change') && !one.disabled)
  .filter((one) => { const r = one.getBoundingClientRect(); return r.width && (r.height < 44 || r.width < 44); })
  .map((one) => `${one.id || one.className} ${one.textContent.slice(0, 20)}`)"""
_UNNAMED = """() => [...document.querySelectorAll('button')].filter((one) => one.checkVisibility())
  .filter((one) => !(one.getAttribute('aria-label') || one.innerText || one.title).trim())
  .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.long
async def test_nothing_moves_between_the_first_sentence_and_the_whole(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await page.click("#chat-input")
    await page.keyboard.type(STEADILY)
    await page.keyboard.press("Enter")
    short = page.locator(".cs-short p")
    await short.wait_for()
    await page.wait_for_timeout(400)
    before = await short.bounding_box()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    after = await short.bounding_box()
    assert before and after and abs(before["y"] - after["y"]) <= 1


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.long
async def test_large_text_leaves_room_to_read(visits: Any, width: int) -> None:
    size = "desktop" if width == SIZES["desktop"][0] else "phone"
    visit: Visit = await visits(size)
    page = visit.page
    await page.set_viewport_size({"width": width, "height": SIZES[size][1]})
    await visit.open()
    await page.add_style_tag(content="html { font-size: 200% }")
    await visit.ask(QUESTION)
    head = await page.locator(HEAD).bounding_box()
    theme = await page.locator("#theme-toggle").bounding_box()
    new = await page.locator("#header #new-chat-button").bounding_box()
    assert head and theme and new
    assert new["x"] + new["width"] <= head["x"] + 1 and head["x"] + head["width"] <= theme["x"] + 1
    assert theme["x"] + theme["width"] <= width
    composer = await page.locator("#message-composer").bounding_box()
    assert composer and composer["y"] - 48 >= 500, "most of the window is for reading"
    assert await sideways(page) == 0


async def read_sheet_name(page: Page, size: str) -> str:
    """What stands above the sheet; on a phone it is what its dialog is called, too."""
    name = (await page.locator("#side-view-title").inner_text()).strip()
    if size == "phone":
        await page.get_by_role("dialog", name=name, exact=True).wait_for()
    return name


@pytest.mark.long
async def test_a_related_provision_opens_in_the_sheet_and_back_leads_to_the_one_before(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.locator(LINK).first.click()
    place = page.locator("#side-view-title")
    await place.get_by_text("RERA Act s.18(1)").wait_for()
    assert await read_sheet_name(page, size) == "RERA Act s.18(1)"
    await page.locator(f"{PANEL} .cs-links").get_by_role("button", name="RERA Act s.11(4)").click()
    await place.get_by_text("RERA Act s.11(4)").wait_for()
    assert await page.locator(f"{PANEL} .cs-crumb").inner_text() == "RERA Act › s.11 › (4)"
    assert await read_sheet_name(page, size) == "RERA Act s.11(4)", "what is cited from it is cited rightly"
    if size == "desktop":
        await page.locator(LINK).first.click()
        await place.get_by_text("RERA Act s.18(1)").wait_for()
        assert await read_sheet_name(page, size) == "RERA Act s.18(1)", "a citation opened anew shows its own provision"
        await page.locator(f"{PANEL} .cs-links").get_by_role("button", name="RERA Act s.11(4)").click()
        await place.get_by_text("RERA Act s.11(4)").wait_for()
    await page.go_back()
    await place.get_by_text("RERA Act s.18(1)").wait_for()
    assert await read_sheet_name(page, size) == "RERA Act s.18(1)"
    await page.go_back()
    await page.locator(PANEL).wait_for(state="detached")
    assert await page.get_by_text(SECOND).count() == 1 and visit.errors == []


@pytest.mark.long
async def test_a_related_provision_that_is_not_held_is_told_in_the_sheet(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.locator(LINK).first.click()
    await page.locator(f"{PANEL} .cs-links").get_by_text("3 more").wait_for()
    await page.locator(f"{PANEL} .cs-links").get_by_role("button", name="RERA Act s.99").click()
    await page.get_by_text("That provision could not be opened just now.").wait_for()
    assert await page.locator("#side-view-title").get_by_text("RERA Act s.18(1)").count() == 1


async def test_before_the_script_has_come_there_is_a_box_and_what_is_asked_is_answered(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    held: list[Any] = []
    await page.route(re.compile("/assets/index-.*\\.js"), lambda route: held.append(route))
    await page.goto(visit.address, wait_until="commit")
    await page.locator("#civicsetu-early").get_by_text("not legal advice").wait_for()
    assert await sideways(page) == 0
    await page.fill("#civicsetu-early-box", QUESTION)
    await page.press("#civicsetu-early-box", "Enter")
    await page.get_by_text("Connecting… Your question will be sent.").wait_for()
    for route in held:
        await route.continue_()
    await page.locator(f"{ANSWER}[data-phase='whole']").wait_for()
    assert await page.locator("[data-step-type='user_message']").count() == 1
    assert await page.locator("#civicsetu-early").count() == 0 and visit.errors == []


@pytest.mark.long
async def test_what_is_typed_before_the_script_has_come_is_kept(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    held: list[Any] = []
    await page.route(re.compile("/assets/index-.*\\.js"), lambda route: held.append(route))
    async with page.expect_request(re.compile("/assets/index-.*\\.js")):
        await page.goto(visit.address, wait_until="commit")
    await page.fill("#civicsetu-early-box", "My builder is")
    while not held:
        await page.wait_for_timeout(50)
    for route in held:
        await route.continue_()
    kept = "document.getElementById('chat-input')?.value === 'My builder is'"
    await page.wait_for_function(kept)
    assert await page.locator("[data-step-type='user_message']").count() == 0


@pytest.mark.parametrize("clipboard", [True, False], ids=["clipboard", "plain_http"])
@pytest.mark.long
async def test_a_provision_is_copied_with_its_citation(visits: Any, size: str, clipboard: bool) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if not clipboard:
        await page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await visit.open()
    await visit.ask(QUESTION)
    await page.locator(LINK).first.click()
    await page.locator("[data-act='copy-provision']").click()
    await page.locator("[data-act='copy-provision']").get_by_text("Copied").wait_for()
    assert await page.evaluate("document.activeElement.dataset.act") == "copy-provision"
    reader = await visit.context.new_page()
    await reader.goto(f"{visit.address}/health")
    copied = await reader.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(FIRST) and "RERA Act s.18(1), Real Estate" in copied
    assert "https://www.indiacode.nic.in/" in copied


async def test_what_is_left_out_of_a_provision_that_is_copied_is_told(visits: Any) -> None:
    source = (source_folder() / "public" / "elements" / "Provision.jsx").read_text("utf-8")
    [quote] = re.findall(r"^function quote\(.*?^}$", source, re.MULTILINE | re.DOTALL)
    text = "You pay. Unless you are ill. You may ask. They reply."
    marks = [[0, 8], [29, 41], [42, 53]]
    visit: Visit = await visits("phone")
    quoted = await visit.page.evaluate(f"(edition) => {{ {quote}; return quote(edition); }}", {"text": text, "marks": marks})
    assert quoted == "You pay.\n… You may ask.\nThey reply."


@pytest.mark.long
async def test_the_address_of_a_conversation_survives_a_sheet_that_was_open(visits: Any) -> None:
    visit: Visit = await visits("phone")
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    if "/thread/" not in page.url:
        await page.locator(LINK).first.click()
        await page.locator(PANEL).wait_for()
        await page.wait_for_timeout(2_500)
        await page.keyboard.press("Escape")
        await page.locator(PANEL).wait_for(state="detached")
    await page.wait_for_url("**/thread/*")


@pytest.mark.long
async def test_a_reference_in_the_text_opens_in_the_sheet_and_what_is_cut_is_shown_whole(visits: Any, size: str) -> None:
    visit: Visit = await visits(size)
    page = visit.page
    await visit.open()
    await visit.ask(QUESTION)
    await page.locator(LINK).first.click()
    place = page.locator("#side-view-title")
    await place.get_by_text("RERA Act s.18(1)").wait_for()
    await page.wait_for_function("document.activeElement.closest('#side-view-title, [role=dialog]')")
    assert await page.locator(LINK).first.get_attribute("aria-expanded") == "true"
    await page.get_by_role("button", name="Official text").click()
    await page.get_by_role("button", name="sub-section (4) of section 11").click()
    await place.get_by_text("RERA Act s.11(4)").wait_for()
    assert await page.get_by_text("(199) The promoter has duty number 199").count() == 0, "it is cut"
    await page.get_by_role("button", name="Show all of it").click()
    await page.get_by_text("(199) The promoter has duty number 199").wait_for()
    await page.get_by_role("button", name="sub-section (1) of section 18").click()
    await place.get_by_text("RERA Act s.18(1)").wait_for()
    assert visit.errors == []
