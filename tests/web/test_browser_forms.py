"""Each form an answer has, as a citizen sees it in a real Chromium: asked of the Mill Act, which is invented."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Served, serving
from tests.web.mill_service import GRIND_OFFICIAL, HOURS
from tests.web.test_browser import LINK, PANEL, SIZES, Visit, in_view, sideways, size

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
        context.set_default_timeout(15_000)
        opened.append(Visit(context, await context.new_page(), mill.address))
        await opened[-1].open()
        await opened[-1].ask(question)
        return opened[-1]

    yield asked
    for one in opened:
        assert one.errors == [] and one.foreign == [] and await sideways(one.page) == 0
        await one.context.close()


async def blocks(visit: Visit) -> list[str]:
    """What stands in the answer from top to bottom, above its sources or, where it has none, its disclaimer."""
    whole = await visit.page.wait_for_function(_BLOCKS)
    found: list[str] = await whole.json_value()
    return found


_BLOCKS = """() => {
  const answer = [...document.querySelectorAll('.ai-message .message-content')].at(-1);
  const parts = answer ? answer.querySelectorAll("[role='article'], ol > li, th, td, [data-orientation='horizontal']") : [];
  const found = [...parts].filter((one) => one.checkVisibility())
    .map((one) => one.dataset.orientation ? 'line' : `${one.role ? 'p' : one.localName} ${one.innerText.trim()}`);
  const end = found.findIndex((one) => one === 'line' || one.startsWith('p This is information'));
  return end > 0 ? found.slice(0, end) : null;
}"""


async def open_panel(visit: Visit, citation: str) -> None:
    """Click a citation in the answer; the panel shows it once its first mark is in view."""
    await visit.page.locator(LINK).get_by_text(citation, exact=True).first.click()
    await visit.page.locator(f"{PANEL} .cs-place").get_by_text(citation.strip("[]") + " ·").wait_for()
    await in_view(visit.page, f"{PANEL} mark")


async def test_the_lead_stands_first_and_what_belongs_to_it_next(ask: Any, size: str) -> None:
    visit = await ask(DAYS, size)
    assert await blocks(visit) == [f"p {GRIND} [Mill Act s.1(1)]", f"p {MORE} [Mill Act s.1(1) proviso]"]
    assert await visit.page.locator(".ai-message ul li").all_inner_texts() == [
        "[Mill Act s.1(1)] [Mill Act s.1(1) proviso] Grinding, Mill Act, 1950 (in plain words)"
    ]


async def test_a_citation_opens_statement_restatement_and_official_text_marked(ask: Any, size: str) -> None:
    visit = await ask(DAYS, size)
    page = visit.page
    await open_panel(visit, "[Mill Act s.1(1)]")
    said, plain, official = (
        page.locator(f"{PANEL} {part}")
        for part in (".cs-said", "[data-edition='plain']", "[data-edition='official']")
    )
    assert await said.inner_text() == f"What the answer says\n\n{GRIND}"
    assert await plain.locator("mark").all_inner_texts() == [
        "The promoter (miller) must grind the corn within 30 days after the allottee (farmer) asks for it."
    ]
    [marked] = await official.locator("mark").all_inner_texts()
    assert GRIND_OFFICIAL in marked
    tops = [(await part.bounding_box())["y"] for part in (said, plain, official)]
    assert tops == sorted(tops) and await sideways(page) == 0
    if size == "phone":
        return
    await open_panel(visit, "[Mill Act s.1(1) proviso]")
    assert await said.inner_text() == f"What the answer says\n\n{MORE}"
    [marked] = await official.locator("mark").all_inner_texts()
    assert marked.startswith("Provided that") and GRIND_OFFICIAL not in marked


async def test_steps_are_a_numbered_list_with_their_citations(ask: Any, size: str) -> None:
    visit = await ask("My builder in Northland is a month late and I want to stay. What can I do?", size)
    found = await blocks(visit)
    first = found.index("p What you can do") + 1
    assert f"p {CLAIM} [Mill Act s.1(2)]" in found[:first]
    assert 2 <= len(found[first:]) <= 5 and all(one.startswith("li ") for one in found[first:])
    assert [
        one for one in found[first:] if one.startswith(f"li {FORM_M}") and "[Northland Mill Rules r.2]" in one
    ]
    steps = visit.page.locator(".ai-message ol > li")
    assert all([await step.locator(LINK).count() for step in await steps.all()])
    assert await steps.first.evaluate("(at) => getComputedStyle(at).listStyleType") == "decimal"


async def test_a_step_without_a_figure_says_so_and_cites_nothing(ask: Any) -> None:
    visit = await ask("My builder is a month late and I want to stay. What can I do?")
    open_step = visit.page.locator(".ai-message ol > li").filter(has_text="name your state")
    assert await open_step.count() == 1 and await open_step.locator(LINK).count() == 0
    assert await visit.page.locator(".ai-message").get_by_text("Form M").count() == 0


async def test_a_table_has_a_column_a_state_and_a_citation_a_cell(ask: Any, size: str) -> None:
    visit = await ask("What is the fee in Northland and Southland?", size)
    title, *found = await blocks(visit)
    assert title == "p Fee" and [one for one in found if one.startswith("th")] == [
        "th Northland",
        "th Southland",
    ]
    north, south = found[2:]
    assert (
        north.startswith("td In Northland the fee is 500 rupees.") and "[Northland Mill Rules r.1]" in north
    )
    assert (
        south.startswith("td In Southland the fee is 700 rupees.") and "[Southland Mill Rules r.1]" in south
    )
    table, cells = visit.page.locator(".ai-message table"), visit.page.locator(".ai-message td")
    assert all([await cell.locator(LINK).count() for cell in await cells.all()])
    assert await table.evaluate("(at) => at.parentElement.scrollWidth - at.parentElement.clientWidth") == 0
    boxes = [await cell.bounding_box() for cell in await cells.all()]
    assert all(box["width"] >= 120 and box["x"] + box["width"] <= SIZES[size][0] for box in boxes)


async def test_a_cell_without_a_value_says_why(ask: Any, size: str) -> None:
    visit = await ask("Which form has a complaint in Northland and Southland?", size)
    found = await blocks(visit)
    assert found[-1] == "td Nothing on this was found in what is held of Southland."
    assert found[-2].startswith(f"td {FORM_M}")
    assert await visit.page.locator(".ai-message td").last.locator(LINK).count() == 0


async def test_a_provision_asked_by_number_is_outlined_in_the_order_of_its_parts(ask: Any) -> None:
    visit = await ask("What does section 1 of the Mill Act say?")
    assert await blocks(visit) == [
        f"p {GRIND} [Mill Act s.1(1)]", f"p {MORE} [Mill Act s.1(1) proviso]", f"p {CLAIM} [Mill Act s.1(2)]",
        "p A buyer who leaves the mill gets the whole sum back. [Mill Act s.1(3)]",
    ]  # fmt: skip


async def test_each_part_stands_under_its_own_heading(ask: Any, size: str) -> None:
    asked = ["What is a mill?", "What penalty does a builder pay who does not grind the corn?", GEESE]
    visit = await ask(" ".join(asked), size)
    found = await blocks(visit)
    headings = [found.index(f"p {heading}") for heading in asked]
    assert headings == [0, 2, 4] and len(found) == 6
    assert found[1] == "p A mill is a house in which corn is ground. [Mill Act s.4]"
    assert found[3] == "p A builder who does not grind the corn pays up to 100 rupees. [Mill Act s.3(1)]"
    assert "does not answer this" in found[5] and "[" not in found[5]
    for heading in asked:
        bold = visit.page.locator(".ai-message .font-bold").get_by_text(heading, exact=True)
        assert int(await bold.evaluate("(at) => getComputedStyle(at).fontWeight")) >= 600


async def test_where_no_statement_fits_the_words_are_marked_as_the_provisions_own(ask: Any) -> None:
    visit = await ask("What are the hours of a mill in Eastland?")
    assert await blocks(visit) == ["p From the provision's own text:", f"p {HOURS} [Eastland Mill Rules r.1]"]
    await open_panel(visit, "[Eastland Mill Rules r.1]")
    assert await visit.page.locator(f"{PANEL} mark").all_inner_texts() == [HOURS]
    assert await visit.page.locator(f"{PANEL} .cs-said").count() == 0
    assert await visit.page.get_by_text("We do not hold the official text of this provision").count() == 1


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("What does section 99 of the Mill Act say?", "There is no section 99 in the Mill Act, 1950"),
        (GEESE, "The law I hold does not answer this."),
    ],
    ids=["no such section", "another matter"],
)
async def test_a_refusal_says_so_first_and_cites_no_law(ask: Any, asked: str, begins: str) -> None:
    visit = await ask(asked)
    said = await blocks(visit)
    assert said[0].startswith(f"p {begins}") and not any("[" in one for one in said)
    assert await visit.page.locator(LINK).count() == 0
    assert await visit.page.get_by_text("Where this comes from").count() == 0
