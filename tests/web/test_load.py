"""Many ask at once through the real page: each is answered as in calm, and nobody takes another's turn."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib import import_module
from typing import Any

import pytest

from civicsetu.errors import StoreBusy, TooBusy, TooManyQuestions
from tests.web.client import Visitor
from tests.web.conftest import Served, serving

pytestmark = pytest.mark.beside_one

CLIENTS = 20
MANY = 50
QUESTIONS = (
    "When is possession late? (%s)",
    "Which duties has the promoter? (%s)",
    "Who owns a spacecraft? (%s)",
)
PLACE = "in the queue"


@pytest.fixture(scope="module")
def queueing(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Served]:
    """The page with a queue of two turns; a question is worked on for a tenth of a second or so."""
    told = {
        "FAKE_PAUSE_S": "0.02",
        "CIVICSETU_ADMISSION__RUNNING": "2",
        "CIVICSETU_WEB__SOCKETS_PER_BROWSER": str(MANY),
    }
    with serving(tmp_path_factory.mktemp("load"), database_url, **told) as page:
        yield page


@pytest.fixture
async def crowd(queueing: Served) -> AsyncIterator[list[Visitor]]:
    """So many browsers on the page."""
    async with AsyncExitStack() as stack:
        visitors = [await stack.enter_async_context(Visitor(queueing.address)) for _ in range(CLIENTS)]
        for visitor in visitors:
            await visitor.open_page()
        await asyncio.gather(*(visitor.connect() for visitor in visitors))
        yield visitors


async def connected(stack: AsyncExitStack, owner: Visitor, count: int) -> list[Visitor]:
    """Further sockets of one browser."""
    more = [await stack.enter_async_context(Visitor(owner.address)) for _ in range(count)]
    await asyncio.gather(*(one.connect(cookies=owner.cookies) for one in more))
    return more


def statuses(visitor: Visitor) -> list[str]:
    """What the page showed while it worked."""
    told = [data for name, data, _ in visitor.events if name == "stream_token" and data.get("isSequence")]
    return [str(data["token"]) for data in told]


async def timed(visitor: Visitor, text: str) -> tuple[dict[str, Any], float]:
    started = time.monotonic()
    return await visitor.ask(text), time.monotonic() - started


async def test_twenty_who_ask_twice_at_once_are_answered_as_in_calm(crowd: list[Visitor]) -> None:
    asked = [
        [QUESTIONS[(at + turn) % len(QUESTIONS)] % f"{at}-{turn}" for turn in range(2)]
        for at in range(len(crowd))
    ]
    calm = [(await crowd[0].ask(question % "calm"))["output"] for question in QUESTIONS]

    async def both(visitor: Visitor, questions: list[str]) -> list[dict[str, Any]]:
        return [await visitor.ask(question) for question in questions]

    answers = await asyncio.gather(*(both(one, two) for one, two in zip(crowd, asked, strict=True)))
    for at, pair in enumerate(answers):
        for turn, answer in enumerate(pair):
            assert not answer["isError"]
            assert answer["output"] == calm[(at + turn) % len(QUESTIONS)]
    waited = [visitor for visitor in crowd if any(PLACE in status for status in statuses(visitor))]
    assert len(waited) >= CLIENTS // 2, "those who waited were told their place"


async def test_one_person_with_many_sockets_does_not_hold_up_another(queueing: Served) -> None:
    async with AsyncExitStack() as stack:
        greedy, other = [await stack.enter_async_context(Visitor(queueing.address)) for _ in range(2)]
        for visitor in (greedy, other):
            await visitor.open_page()
            await visitor.connect()
        question = QUESTIONS[0]
        calm = sorted([(await timed(other, question % f"calm {n}"))[1] for n in range(3)])[1]
        sockets = [greedy, *await connected(stack, greedy, MANY - 1)]
        flood = asyncio.gather(*(one.ask(question % "flood") for one in sockets))
        answer, took = await timed(other, question % "other")
        told = await flood
        refused = [one for one in told if one["isError"]]
        assert not answer["isError"] and "may withdraw" in answer["output"]
        assert took <= 2 * calm + 2.0, "the slack is for fifty sockets that are served meanwhile"
        assert len(refused) >= MANY // 2
        assert {one["output"] for one in refused} == {
            "Your earlier questions are still being answered. Please ask again in a moment, when one of them is done."
        }


def test_making_a_message_or_a_step_does_not_stop_the_event_loop(
    chainlit_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trap: Chainlit sleeps in both, so that two hundred questions at once stand still for most of a second."""
    from chainlit.context import ChainlitContextException
    from chainlit.message import Message
    from chainlit.step import Step

    from civicsetu.web.mounting import _let_nothing_sleep

    def slept(seconds: float) -> None:
        raise AssertionError(f"slept for {seconds} s")

    for name in ("chainlit.message", "chainlit.step"):
        monkeypatch.setattr(import_module(name), "time", time)
    _let_nothing_sleep()
    monkeypatch.setattr(time, "sleep", slept)
    for make in (lambda: Message(content="x"), lambda: Step(name="x")):
        with suppress(ChainlitContextException):
            make()


async def test_what_is_refused_is_429_with_the_seconds_to_wait(chainlit_server: Any) -> None:
    from civicsetu.web.refusals import answer_error

    request: Any = None
    answer = await answer_error(request, TooManyQuestions("x", retry_after_s=2.1))
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "3")
    assert b"ask again in a moment" in (await answer_error(request, TooBusy("x"))).body
    assert (await answer_error(request, StoreBusy("x"))).status_code == 503


async def test_one_person_has_few_connections_of_the_pool(chainlit_server: Any) -> None:
    from civicsetu.web.chat.data_layer import ConversationStore
    from civicsetu.web.state import acting_in_http

    at_once: Counter[str] = Counter()
    most: Counter[str] = Counter()

    class Pool:
        @asynccontextmanager
        async def transaction(self, within_s: float) -> AsyncIterator[None]:
            person = acting_in_http.get() or ""
            at_once[person] += 1
            most[person] = max(most[person], at_once[person])
            await asyncio.sleep(0.01)
            yield
            at_once[person] -= 1

    pool: Any = Pool()
    store = ConversationStore(lambda: pool)

    async def use(person: str) -> float:
        acting_in_http.set(person)
        started = time.monotonic()
        async with store._transaction():
            return time.monotonic() - started

    *greedy, other = await asyncio.gather(*(use("greedy") for _ in range(40)), use("other"))
    assert (most["greedy"], most["other"]) == (2, 1)
    assert other < max(greedy) / 2 and len(store._own) == 0


async def test_nobody_waits_without_end_behind_their_own_pages(
    chainlit_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from civicsetu.web.chat import data_layer

    held = asyncio.Event()

    class Hanging:
        @asynccontextmanager
        async def transaction(self, within_s: float) -> AsyncIterator[None]:
            await held.wait()
            yield

    pool: Any = Hanging()
    monkeypatch.setattr(data_layer, "_TURN_S", 0.1)
    store = data_layer.ConversationStore(lambda: pool)

    async def use() -> None:
        async with store._transaction():
            pass

    first = [asyncio.create_task(use()) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(StoreBusy) as refused:
        await use()
    assert "your pages" in refused.value.user_message
    held.set()
    await asyncio.gather(*first)
    await use()


async def test_who_presses_stop_leaves_the_queue(queueing: Served) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(Visitor(queueing.address))
        await first.open_page()
        await first.connect()
        [second] = await connected(stack, first, 1)
        question = "Which duties has the promoter?"
        for _ in range(3):
            since = len(second.events)
            await first.send(question)
            await first.wait_for("stream_token", 0)
            await second.send(question)
            assert second.socket is not None
            await second.socket.emit("stop")
            await second.wait_for("task_end", since)
        answer = await first.ask(question)
        assert not answer["isError"], "every stopped question gave its place back"
