"""An operator's way through the page in a real Chromium, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from civicsetu.answering.question import Question
from civicsetu.evaluation.bench.measure_accessibility import find_grave
from civicsetu.law.answers import Answer
from civicsetu.stores.database import Database
from civicsetu.stores.turn_store import TurnStore
from tests.web.conftest import PATIENCE_MS, Rows, Served, serving
from tests.web.fakes import FIRST, answer_for
from tests.web.operator.conftest import TOKEN
from tests.web.test_browser import _CONTRAST, SIZES, sideways

if TYPE_CHECKING:
    from playwright.async_api import Browser, ConsoleMessage, Page

pytestmark = pytest.mark.browser


@pytest.fixture
async def turn(engine: AsyncEngine) -> Answer:
    question = "My builder in Goa is two years late, what can I do? " + "x" * 60
    answer = answer_for(Question(question, session="s", turn_id=uuid4()))
    await TurnStore(Database(engine)).record(answer, session_id=str(uuid4()), plan={"told": ["by meaning"]})
    return answer


@pytest.fixture(params=["desktop", pytest.param("phone", marks=pytest.mark.long)])
async def page(request: pytest.FixtureRequest, browser: Browser, served: Served) -> AsyncIterator[Page]:
    width, height = SIZES[request.param]
    phone = request.param == "phone"
    context = await browser.new_context(viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone)
    context.set_default_timeout(PATIENCE_MS)
    one = await context.new_page()
    foreign: list[str] = []
    one.on("request", lambda asked: foreign.append(asked.url) if not asked.url.startswith(served.address) else None)
    errors: list[str] = []
    one.on("console", lambda told: errors.append(told.text) if _is_fault(told) else None)
    yield one
    assert foreign == [] and errors == []
    await context.close()


def _is_fault(told: ConsoleMessage) -> bool:
    """A refusal of ours is a response of its own status, which Chromium tells as an error."""
    return told.type == "error" and "status of 40" not in told.text


async def sign_in(page: Page, address: str) -> None:
    await page.goto(f"{address}/operator")
    await page.wait_for_url("**/operator/login")
    await page.get_by_label("Your name").fill("Asha")
    await page.get_by_label("Token").fill(TOKEN)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Answers").wait_for()
    assert TOKEN not in page.url


async def is_whole(page: Page) -> None:
    """Nothing scrolls sideways, and what is pressed is large enough."""
    assert await sideways(page) <= 0
    for one in await page.locator("button:visible, select:visible, nav a:visible, summary:visible").all():
        box = await one.bounding_box()
        assert box and box["height"] >= 43.9, await one.inner_text()


async def test_an_operator_judges_an_answer_and_makes_a_case(
    page: Page, served: Served, turn: Answer, rows: Rows
) -> None:
    await sign_in(page, served.address)
    await is_whole(page)
    await page.select_option("#verdict", "unread")
    await page.get_by_role("button", name="Show").click()
    await page.locator(f"a[href$='{turn.id}']").click()
    await page.get_by_role("heading", name="The answer as it was given").wait_for()
    assert await page.get_by_text(FIRST).first.is_visible()
    await page.get_by_text("How it was found").click()
    await is_whole(page)

    await page.get_by_role("radio", name="It says so").first.check()
    await page.get_by_role("radio", name="It does not").nth(1).check()
    await page.locator("#groundedness").fill("85")
    for name, value in (("severity", "none"), ("law", "right"), ("first", "yes"), ("beside", "0"), ("plain", "4"),
                        ("todo", "not asked"), ("confidence", "fair"), ("harm", "none")):  # fmt: skip
        await page.select_option(f"#{name}", value)
    await page.get_by_role("button", name="Save the review").click()
    await page.get_by_text("The review was saved.").wait_for()
    found = await rows.all("select criterion, score from judgments where turn_id = cast(:id as uuid)", id=turn.id)
    assert {row["criterion"]: row["score"] for row in found if row["criterion"] == "human_groundedness"} == {"human_groundedness": 0.85}
    marks = await rows.all("select correctness from citations where turn_id = cast(:id as uuid) order by citation_id", id=turn.id)
    assert [row["correctness"] for row in marks] == [True, False, None]

    await page.get_by_role("button", name="Ask the present version").click()
    await page.get_by_role("heading", name="The answer of the present version").wait_for()
    await is_whole(page)

    await page.get_by_text("Question, provisions and what must be stated").click()
    await page.get_by_label("Question, rewritten").fill("The flat is two years late. What can the buyer do?")
    await page.get_by_label("What a good answer states").fill("refund*|return*")
    await is_whole(page)
    await page.get_by_role("button", name="Make the case").click()
    await page.get_by_text("Tick that nothing in the question points to a person").wait_for()
    assert "two years late" in await page.get_by_label("Question, rewritten").input_value(), "what was typed stays"
    await page.get_by_text("Nothing in it points to a person").check()
    await page.get_by_role("button", name="Make the case").click()
    await page.get_by_text("The case was saved").wait_for()
    for name in ("Cases", "Agreement", "Runs", "Rubric"):
        await page.get_by_role("link", name=name, exact=True).first.click()
        await page.get_by_role("heading", level=1).first.wait_for()
        await is_whole(page)
    await page.get_by_role("button", name="Sign out").click()
    await page.get_by_role("heading", name="Sign in").wait_for()
    await page.goto(f"{served.address}/operator/turns/{turn.id}")
    assert page.url.endswith("/operator/login")


async def test_a_wrong_token_opens_nothing(page: Page, served: Served) -> None:
    await page.goto(f"{served.address}/operator/login")
    await page.get_by_label("Your name").fill("Asha")
    await page.get_by_label("Token").fill("wrong-wrong-wrong-wrong")
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_text("That is not the token; nothing was opened.").wait_for()
    await page.goto(f"{served.address}/operator")
    assert page.url.endswith("/operator/login")


REVIEW_IN_ORDER = (
    'link "To the content"', 'navigation "Pages"', 'button "Sign out"', "main", "[level=1]", 'heading "The answer as it was given" [level=2]', FIRST,
    'button "Ask the present version"', 'heading "Evidence" [level=2]', 'heading "Trace" [level=2]', 'heading "Your review" [level=2]',
    'group "', 'radiogroup "Does 18(1) say this?"', 'radio "It says so"', 'textbox "Note"', 'slider "Groundedness', 'combobox "What is invented"',
    'textbox "Why', 'button "Save the review"', 'heading "Make an evaluation case" [level=2]',
)  # fmt: skip


async def test_a_review_is_read_in_its_order_under_headings(page: Page, served: Served, turn: Answer) -> None:
    await sign_in(page, served.address)
    await page.goto(f"{served.address}/operator/turns/{turn.id}")
    told = await page.locator("body").aria_snapshot()
    at = -1
    for part in REVIEW_IN_ORDER:
        at = told.find(part, at + 1)
        assert at >= 0, f"{part} in\n{told}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_its_text_stands_out(browser: Browser, served: Served, turn: Answer, scheme: Any) -> None:
    context = await browser.new_context(color_scheme=scheme)
    page = await context.new_page()
    await sign_in(page, served.address)
    await page.goto(f"{served.address}/operator/turns/{turn.id}")
    for selector in ("h1", ".fine", ".chip", ".support", "summary", "button", "button.quiet", "button.second", "nav a", "dt", "blockquote"):
        ratio = await page.evaluate(_CONTRAST, selector)
        assert ratio >= 4.5, (selector, ratio)
    await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.long
async def test_axe_finds_nothing_grave_where_answers_are_judged(
    browser: Browser, served: Served, turn: Answer, size: str, scheme: Any
) -> None:
    width, height = SIZES[size]
    context = await browser.new_context(color_scheme=scheme, viewport={"width": width, "height": height})
    page = await context.new_page()
    await sign_in(page, served.address)
    found = {"answers": await find_grave(page)}
    await page.goto(f"{served.address}/operator/turns/{turn.id}")
    found["one answer"] = await find_grave(page)
    assert {view: faults for view, faults in found.items() if faults} == {}
    await context.close()


def test_the_served_page_keeps_it_to_itself(served: Served) -> None:
    opened = httpx.get(f"{served.address}/operator/login")
    policy = opened.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script" not in policy and "frame-ancestors 'none'" in policy
    assert opened.headers["referrer-policy"] == "same-origin" and opened.headers["cache-control"] == "no-store"
    assert not opened.headers.get_list("set-cookie"), "no browser identity is given here"
    assert httpx.get(f"{served.address}/operator").status_code == 303
    for path in ("/operator/", "/operator/x", "/operator/turns", "/operator/turns/a/b", "/operator/login/x", "/operatorx"):
        assert httpx.get(f"{served.address}{path}").status_code == 404


@pytest.mark.long
def test_a_page_without_a_token_keeps_it_closed(tmp_path: Path, database_url: str) -> None:
    with serving(tmp_path, database_url) as closed:
        for path in ("/operator", "/operator/login", "/operator/style.css", f"/operator/turns/{uuid4()}"):
            told = httpx.get(f"{closed.address}{path}")
            assert told.status_code == 404 and told.json() == {"detail": "There is nothing at this address."}
