"""Each form an answer has, as a citizen sees it in a real Chromium: asked of the Mill Act, which is invented."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import PATIENCE_MS, Served, serving
from tests.web.mill_service import GRIND_OFFICIAL, HOURS
from tests.web.test_browser import ANSWER, LINK, PANEL, SIZES, Visit, in_view, sideways, size

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.browser
__all__ = ["size"]

DAYS = "Within how many days must the builder grind the corn after the buyer asks?"
GRIND = "The builder must grind the corn within 30 days after the buyer asks."
MORE = "The RERA authority may give the builder up to 15 days more."
CLAIM = "A buyer who stays may claim 9 % a year for every month of delay."
GEESE = "May I keep geese at home?"
FORM_M = "In Northland a complaint is made in Form M with a fee of 20 rupees."


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Served]:
    """The page on the Mill Act."""
    with serving(tmp_path_factory.mktemp("mill"), database_url, script="served_mill.py") as page:
        yield page


@pytest.fixture
async def ask(browser: Browser, mill: Served) -> AsyncIterator[Any]:
    """Open the page in a window of a size, ask one question, and wait for the whole answer.

    At the end no page may have failed, asked another machine, or be wider than its window.
    """
    opened: list[Visit] = []

    async def asked(question: str, size: str = "desktop") -> Visit:
        width, height = SIZES[size]
        phone = size == "phone"
        context = await browser.new_context(
            viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone
        )
        context.set_default_timeout(PATIENCE_MS)
        opened.append(Visit(context, await context.new_page(), mill.address))
        await opened[-1].open()
        await opened[-1].ask(question)
        return opened[-1]

    yield asked
    for one in opened:
        assert one.errors == [] and one.foreign == [] and await sideways(one.page) == 0
        await one.context.close()


async def blocks(visit: Visit, part: str) -> list[str]:
    """What a part of the last answer says, from top to bottom: sentences with the labels of their chips."""
    found: list[str] = await visit.page.locator(ANSWER).last.evaluate(_BLOCKS, part)
    return found


_BLOCKS = """(answer, part) => [...answer.querySelectorAll(part)].filter((one) => one.checkVisibility()).map((one) => {
  const chips = [...one.querySelectorAll('.cs-chip')].map((chip) => chip.innerText);
  const words = one.cloneNode(true);
  words.querySelectorAll('.cs-chips').forEach((chip) => chip.remove());
  return [words.textContent.replace(/\\s+/g, ' ').trim(), ...chips].join(' | ');
})"""
SHORT, CARDS, STEPS = ".cs-short", ".cs-card", ".cs-steps li"
WITH_ITS_CONDITION = f"{GRIND}{MORE} | Mill Act s.1(1) | Mill Act s.1(1) proviso"
"""The short answer that may not be shown without its condition: one block, the condition under the rule."""


async def open_panel(visit: Visit, citation: str, name: str = "") -> None:
    """Click a citation in the answer; the panel shows it once its first mark is in view."""
    await visit.page.locator(LINK).get_by_text(citation, exact=True).first.click()
    await visit.page.locator("#side-view-title").get_by_text(name or citation, exact=True).wait_for()
    await visit.page.locator(f"{PANEL} mark").first.wait_for()
    await in_view(visit.page, f"{PANEL} mark")


async def test_the_short_answer_stands_first_and_what_belongs_to_it_below(ask: Any, size: str) -> None:
    visit = await ask(DAYS, size)
    assert await blocks(visit, SHORT) == [WITH_ITS_CONDITION]
    assert await blocks(visit, CARDS) == []
    fold = visit.page.locator(".cs-sources-fold")
    assert await fold.locator("summary").inner_text() == "Sources and certainty"
    assert not await fold.locator("li").first.is_visible()
    await fold.locator("summary").click()
    assert await blocks(visit, ".cs-sources-fold li") == [
        "Grinding (in plain words) | Mill Act s.1(1) | Mill Act s.1(1) proviso"
    ]
    assert await fold.get_by_text("without a language model").is_visible()


async def test_a_citation_opens_statement_restatement_and_official_text_marked(ask: Any, size: str) -> None:
    visit = await ask(DAYS, size)
    page = visit.page
    await open_panel(visit, "Mill Act s.1(1)")
    said, plain, official = (
        page.locator(f"{PANEL} {part}")
        for part in (".cs-said", "[data-edition='plain']", "[data-edition='official']")
    )
    assert await said.inner_text() == f"What the answer says\n\n{GRIND}"
    assert await plain.locator("mark").all_inner_texts() == [
        "The promoter (miller) must grind the corn within 30 days after the allottee (farmer) asks for it."
    ]
    [marked] = await official.locator("mark").all_text_contents()
    assert GRIND_OFFICIAL in marked
    assert not await official.is_visible(), "one wording at a time"
    await page.get_by_role("button", name="Official text").click()
    tops = [(await part.bounding_box())["y"] for part in (said, official)]
    assert tops == sorted(tops) and await sideways(page) == 0 and not await plain.is_visible()
    if size == "phone":
        await page.go_back()
        await page.locator(PANEL).wait_for(state="detached")
    await open_panel(visit, "Mill Act s.1(1) proviso")
    assert await said.inner_text() == f"What the answer says\n\n{MORE}"
    [marked] = await official.locator("mark").all_text_contents()
    assert marked.startswith("Provided that") and GRIND_OFFICIAL not in marked


@pytest.mark.long
async def test_steps_are_a_numbered_list_with_their_citations(ask: Any, size: str) -> None:
    visit = await ask("My builder in Northland is a month late and I want to stay. What can I do?", size)
    [first, *_] = await blocks(visit, f"{SHORT}, {CARDS}")
    assert first == f"{CLAIM} | Mill Act s.1(2)"
    found = await blocks(visit, STEPS)
    assert 2 <= len(found) <= 5 and f"{FORM_M} | Northland Mill r.2" in found
    steps = visit.page.locator(STEPS)
    assert all([await step.locator(LINK).count() for step in await steps.all()])
    form = steps.filter(has_text=FORM_M)
    assert {"Form M", "20 rupees"} <= set(await form.locator("b").all_inner_texts()), "what a reader looks for stands out"
    tops = [(await visit.page.locator(part).first.bounding_box())["y"] for part in (".cs-scope", STEPS, ".cs-check")]
    assert tops == sorted(tops)


@pytest.mark.long
async def test_a_step_without_a_figure_says_so_and_cites_nothing(ask: Any, size: str) -> None:
    visit = await ask("My builder is a month late and I want to stay. What can I do?", size)
    open_step = visit.page.locator(STEPS).filter(has_text="name your state")
    await open_step.wait_for()
    assert await open_step.count() == 1 and await open_step.locator(LINK).count() == 0
    assert await visit.page.locator(ANSWER).get_by_text("Form M").count() == 0


async def test_a_table_has_a_column_a_state_and_on_a_phone_a_card_a_matter(ask: Any, size: str) -> None:
    visit = await ask("What is the fee in Northland and Southland?", size)
    north, south = await blocks(visit, ".cs-compare td[data-state]")
    assert north.startswith("In Northland the fee is 500 rupees.") and north.endswith(" | Northland Mill r.1")
    assert south.startswith("In Southland the fee is 700 rupees.") and south.endswith(" | Southland Mill r.1")
    cells = visit.page.locator(".cs-compare td[data-state]")
    first, second = [await cell.bounding_box() for cell in await cells.all()]
    heads = visit.page.locator(".cs-compare thead th")
    assert await heads.all_text_contents() == ["Northland", "Southland"]
    assert await heads.first.is_visible() == (size == "desktop")
    if size == "desktop":
        assert first["y"] == second["y"] and first["width"] >= 120
    else:
        assert first["x"] == second["x"] and first["y"] < second["y"] and first["width"] > 250
        told = await cells.first.evaluate("(at) => getComputedStyle(at, '::before').content")
        assert told == '"Northland"'


@pytest.mark.long
async def test_a_cell_without_a_value_says_why(ask: Any, size: str) -> None:
    visit = await ask("Which form has a complaint in Northland and Southland?", size)
    north, south = (await blocks(visit, ".cs-compare td[data-state]"))[-2:]
    assert south == "Nothing on this was found in what is held of Southland." and north.startswith(FORM_M)


@pytest.mark.long
async def test_a_provision_asked_by_number_is_outlined_in_the_order_of_its_parts(ask: Any, size: str) -> None:
    visit = await ask("What does section 1 of the Mill Act say?", size)
    assert await blocks(visit, SHORT) == [WITH_ITS_CONDITION]
    assert await blocks(visit, CARDS) == [
        f"{CLAIM} | Mill Act s.1(2)",
        "A buyer who leaves the mill gets the whole sum back. | Mill Act s.1(3)",
    ]  # fmt: skip
    assert await blocks(visit, ".cs-amount .cs-card") == [], "9 % is not how much the rule asked for is"


@pytest.mark.long
async def test_each_part_stands_under_its_own_heading(ask: Any, size: str) -> None:
    asked = ["What is a mill?", "What penalty does a builder pay who does not grind the corn?", GEESE]
    visit = await ask(" ".join(asked), size)
    assert await blocks(visit, ".cs-part h3") == asked
    first, second = await blocks(visit, SHORT)
    assert first == "A mill is a house in which corn is ground. | Mill Act s.4"
    assert second == "A builder who does not grind the corn pays up to 100 rupees. | Mill Act s.3(1)"
    [declined] = await blocks(visit, ".cs-before")
    assert "does not answer this" in declined and "|" not in declined


@pytest.mark.long
async def test_where_no_statement_fits_the_words_are_marked_as_the_provisions_own(ask: Any, size: str) -> None:
    visit = await ask("What are the hours of a mill in Eastland?", size)
    assert await blocks(visit, SHORT) == [f"From the provision's own text: {HOURS} | Eastland Mill r.1"]
    await open_panel(visit, "Eastland Mill r.1", "Eastland Mill Rules r.1")
    assert await visit.page.locator(f"{PANEL} mark").all_inner_texts() == [HOURS]
    assert await visit.page.locator(f"{PANEL} .cs-said").count() == 0
    assert await visit.page.get_by_text("We do not hold the official text of this provision").count() == 1


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("What does section 99 of the Mill Act say?", "There is no section 99 in the Mill Act, 1950"),
        pytest.param(GEESE, "The law I hold does not answer this.", marks=pytest.mark.long),
    ],
    ids=["no such section", "another matter"],
)
async def test_a_refusal_says_so_and_what_can_be_asked(ask: Any, size: str, asked: str, begins: str) -> None:
    visit = await ask(asked, size)
    said = await blocks(visit, ".cs-refusal p")
    assert len(said) == 1 and said[0].startswith(begins) and await visit.page.locator(LINK).count() == 0
    assert await visit.page.locator(f"{ANSWER} :is(.cs-scope, .cs-check, .cs-states, .cs-sources-fold)").count() == 0
    assert await visit.page.locator(f"{ANSWER} .cs-next button").count() == 3


async def test_each_answer_opens_its_own_provisions_and_the_sheet_opens_by_a_press_alone(ask: Any, size: str) -> None:
    visit = await ask("Hello", size)
    page = visit.page
    assert await page.locator(f"{ANSWER} {LINK}").count() == 0
    await visit.ask(DAYS)
    await open_panel(visit, "Mill Act s.1(1)")
    await page.go_back()
    await page.locator(PANEL).wait_for(state="detached")
    await visit.ask("What is a mill?")
    assert await page.locator(PANEL).count() == 0, "it was shut, and stays so"
    await page.reload()
    await page.locator(f"{ANSWER}[data-phase='whole']").nth(2).wait_for()
    assert await page.locator(PANEL).count() == 0
    for at, name, words in ((2, "Mill Act s.4", "house in which corn is ground"), (1, "Mill Act s.1(1)", GRIND_OFFICIAL)):
        await page.locator(ANSWER).nth(at).locator(LINK).first.click()
        await page.locator("#side-view-title").get_by_text(name, exact=True).wait_for()
        assert words in "".join(await page.locator(f"{PANEL} [data-edition='official'] mark").all_text_contents())
        await page.go_back()
        await page.locator(PANEL).wait_for(state="detached")


STEPS_IN_ORDER = (
    'heading "Answer" [level=2]', "Northland", CLAIM, 'button "Mill Act s.1(2): read this provision"', 'heading "What to do now" [level=3]',
    "listitem", FORM_M, 'button "Northland Mill r.2: read this provision"', "Check first", "Sources and certainty", 'button "Copy"',
)  # fmt: skip
TABLE_IN_ORDER = (
    'heading "Answer" [level=2]', 'heading "Side by side" [level=3]', "table:", 'rowheader "Fee"', "In Northland the fee is 500 rupees.",
    'button "Northland Mill r.1: read this provision"', 'button "Southland Mill r.1: read this provision"', "Check first", 'button "Copy"',
)  # fmt: skip
REFUSAL_IN_ORDER = (
    'heading "Answer" [level=2]', "The law I hold does not answer this.", 'heading "You can ask" [level=3]', "button",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("My builder in Northland is a month late and I want to stay. What can I do?", STEPS_IN_ORDER),
        ("What is the fee in Northland and Southland?", TABLE_IN_ORDER),
        (GEESE, REFUSAL_IN_ORDER),
    ],
    ids=["steps", "comparison", "refusal"],
)
async def test_each_form_is_read_in_its_order_under_headings(ask: Any, size: str, asked: str, read: tuple[str, ...]) -> None:
    visit = await ask(asked, size)
    told = await visit.page.locator(ANSWER).aria_snapshot()
    at = -1
    for part in read:
        at = told.find(part, at + 1)
        assert at >= 0, f"{part} in\n{told}"
