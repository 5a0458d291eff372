"""A page that is stopped, killed or cut off from its reader while it answers: nothing ends without a word."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.client import Visitor
from tests.web.conftest import PATIENCE_MS, Rows, Served, free_port, serving
from tests.web.fakes import FIRST

if TYPE_CHECKING:
    from playwright.async_api import Browser

QUESTION = "My builder is late. What can I do?"
STOPPING = "CivicSetu is stopping. Please ask again in a moment."
STOPPED = "CivicSetu was stopped before this answer was complete. Please ask again in a moment."
INTERRUPTED = "This answer was interrupted. Please ask again."
IN_TWO_SECONDS = {"FAKE_PAUSE_S": "0.4"}
IN_MINUTES = {"FAKE_PAUSE_S": "20"}
_MUST_END_S = 12.0  # ten, and two for the machine to notice it


def is_answer(data: Any) -> bool:
    return bool(data["type"] == "assistant_message")


async def asked(page: Served, question: str = QUESTION) -> Visitor:
    """A browser whose question is being answered."""
    visitor = Visitor(page.address)
    await visitor.open_page()
    await visitor.connect()
    since = len(visitor.events)
    await visitor.send(question)
    await visitor.wait_for("stream_start", since)
    await visitor.wait_for("stream_token", since)
    await visitor.wait_for("first_interaction", since)
    return visitor


async def ended(page: Served, started: float) -> float:
    """Seconds from `started` until the process is gone; it ends well."""
    code = await asyncio.to_thread(page.process.wait, 30)
    assert code == 0, page.log.read_text()
    assert "Traceback" not in page.log.read_text()
    return time.monotonic() - started


async def stored(rows: Rows, thread: str) -> list[str]:
    found = await rows.all(
        'select output from steps where "threadId" = cast(:id as uuid) order by "createdAt"', id=thread
    )
    return [row["output"] for row in found]


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
async def test_a_stop_waits_for_the_answer_under_way(
    tmp_path: Path, database_url: str, rows: Rows, how: signal.Signals
) -> None:
    with serving(tmp_path, database_url, **IN_TWO_SECONDS) as page:
        visitor = await asked(page)
        late = Visitor(page.address)
        await late.open_page()
        await late.connect()
        page.process.send_signal(how)
        begun = time.monotonic()
        await asyncio.sleep(0.5)
        refused = await late.ask("Is it too late to ask?")
        answer = await visitor.wait_for("new_message", 0, is_answer)
        await visitor.wait_for("task_end", len(visitor.events) - 5)
        assert await ended(page, begun) < _MUST_END_S
        await visitor.leave()
        await late.leave()
    assert refused["output"] == STOPPING and refused["isError"]
    assert FIRST in answer["output"] and not answer["isError"]
    assert await stored(rows, visitor.thread) == [QUESTION, answer["output"]]


@pytest.mark.long
async def test_an_answer_that_takes_too_long_is_ended_with_a_word(
    tmp_path: Path, database_url: str, rows: Rows
) -> None:
    with serving(tmp_path, database_url, **IN_MINUTES) as page:
        visitor = await asked(page)
        page.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        told = await visitor.wait_for("new_message", 0, is_answer)
        assert await ended(page, begun) < _MUST_END_S
        await visitor.leave()
    assert STOPPED in told["output"]
    assert await stored(rows, visitor.thread) == [QUESTION, told["output"]]


@pytest.mark.long
async def test_a_second_interrupt_ends_the_waiting(tmp_path: Path, database_url: str) -> None:
    with serving(tmp_path, database_url, **IN_MINUTES) as page:
        visitor = await asked(page)
        page.process.send_signal(signal.SIGINT)
        await asyncio.sleep(0.5)
        page.process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        told = await visitor.wait_for("new_message", 0, is_answer)
        told_after = time.monotonic() - begun
        await ended(page, begun)
        assert told_after < 4.5, "the grace of five seconds is not waited for"
        await visitor.leave()
    assert STOPPED in told["output"]


@pytest.mark.long
async def test_a_thread_that_hangs_does_not_hold_the_process(tmp_path: Path, database_url: str) -> None:
    with serving(tmp_path, database_url, FAKE_BESIDE="hangs") as page:
        page.process.send_signal(signal.SIGTERM)
        assert await ended(page, time.monotonic()) < _MUST_END_S
        assert "stop_forced" in page.log.read_text()


@pytest.fixture
def killed(tmp_path: Path, database_url: str) -> Iterator[Any]:
    """Serve, do something, kill, and serve again at the same address."""
    port = free_port()

    async def kill_after(work: Any) -> Any:
        with serving(tmp_path, database_url, port, **IN_MINUTES) as page:
            result = await work(page)
            page.process.kill()
            page.process.wait(10)
        return result

    kill_after.port, kill_after.folder = port, tmp_path  # type: ignore[attr-defined]
    yield kill_after


async def test_after_a_kill_the_conversation_says_what_was_interrupted(
    killed: Any, database_url: str, rows: Rows
) -> None:
    visitor: Visitor = await killed(asked)
    thread = visitor.thread
    assert await stored(rows, thread) == [QUESTION]
    with serving(killed.folder, database_url, killed.port) as page:
        again = Visitor(page.address)
        again.http.cookies, again.session = visitor.http.cookies, visitor.session
        for _ in range(2):
            since = len(again.events)
            await again.connect(thread)
            kept = await again.wait_for("resume_thread", since)
            assert [one["output"] for one in kept["steps"]] == [QUESTION, INTERRUPTED]
            await again.leave()
        again.session = "another"
        await again.connect(thread)
        answer = await again.ask(QUESTION)
        kept = (await again.http.get(f"/project/thread/{thread}")).json()
        await again.leave()
    outputs = [one["output"] for one in kept["steps"] if one["type"] != "run"]
    assert outputs == [QUESTION, INTERRUPTED, QUESTION, answer["output"]]


@pytest.mark.long
async def test_a_page_reloaded_while_it_is_answered_gets_the_answer(
    tmp_path: Path, database_url: str
) -> None:
    with serving(tmp_path, database_url, **IN_TWO_SECONDS) as page:
        visitor = await asked(page)
        await visitor.leave()
        again = Visitor(page.address)
        again.http.cookies = visitor.http.cookies
        await again.connect(visitor.thread)
        kept = await again.wait_for("resume_thread")
        assert [one["output"] for one in kept["steps"]] == [QUESTION], "it is not told as interrupted"
        await again.wait_for("task_start")
        whole = await again.wait_for("resume_thread", 0, lambda one: len(one["steps"]) == 3)
        assert FIRST in whole["steps"][-1]["output"]
        await again.wait_for("action")
        await again.wait_for("task_end", [name for name, _, _ in again.events].index("action"))
        assert list(again.buttons()), "those that stand under an answer"
        await again.leave()


async def test_a_page_that_was_cut_off_gets_the_answer_when_it_is_back(served: Served) -> None:
    visitor = await asked(served, f"{QUESTION} Tell me steadily.")
    await visitor.leave()
    await asyncio.sleep(4.5)
    since = len(visitor.events)
    await visitor.connect(visitor.thread)
    kept = await visitor.wait_for("resume_thread", since)
    said = [one["output"] for one in kept["steps"] if one["type"] == "assistant_message"]
    assert len(said) == 1 and FIRST in said[0]
    await visitor.leave()


@pytest.mark.browser
@pytest.mark.long
async def test_an_open_page_is_told_after_a_kill(killed: Any, database_url: str, browser: Browser) -> None:
    context = await browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()

    async def ask(served: Served) -> None:
        await page.goto(served.address)
        await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
        await page.click("#chat-input")
        await page.keyboard.type(QUESTION)
        await page.keyboard.press("Enter")
        await page.get_by_text("Reading the question…").wait_for()
        await page.wait_for_url("**/thread/*")

    await killed(ask)
    with serving(killed.folder, database_url, killed.port):
        await page.get_by_text(INTERRUPTED).wait_for()
        assert await page.get_by_text(QUESTION).count() >= 1
        assert await page.get_by_text("Reading the question").count() == 0
        assert await page.locator("#stop-button").count() == 0, "it is not still waiting"
        await page.click("#chat-input")
        await page.keyboard.type("And now?")
        await page.keyboard.press("Enter")
        await page.get_by_text(FIRST).wait_for()
        assert await page.get_by_text(INTERRUPTED).count() == 1
    await context.close()
