"""A websocket connects in time, speaks no faster than a person, and a browser holds only so many."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("chainlit_server")

CONNECTED = '40{"sid":"x"}'


class Browser:
    """One end of a websocket: what it sends, and what it was sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.says: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        return await self.says.get()

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def say(self, text: str) -> None:
        self.says.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        self.says.put_nowait({"type": "websocket.disconnect", "code": 1000})


class Page:
    """What stands behind the door: it notes what arrives and says that it is connected when told to."""

    def __init__(self, connects: bool = True) -> None:
        self.heard: list[tuple[str, float]] = []
        self._connects = connects

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            self.heard.append((message["text"], time.monotonic()))
            if self._connects and len(self.heard) == 1:
                asyncio.get_running_loop().call_soon(
                    lambda: asyncio.ensure_future(send({"type": "websocket.send", "text": CONNECTED}))
                )


async def through(page: Page, browser: Browser, connect_s: float = 5.0) -> None:
    from civicsetu.web.sockets import PacedSocket

    async with asyncio.timeout(20):
        await PacedSocket(page, connect_s)({"type": "websocket"}, browser.receive, browser.send)  # type: ignore[arg-type]


async def test_a_socket_that_never_connects_is_closed() -> None:
    page, browser = Page(connects=False), Browser()
    browser.say("3")
    began = time.monotonic()
    await through(page, browser, connect_s=0.3)
    assert time.monotonic() - began >= 0.3
    assert browser.sent == [{"type": "websocket.close", "code": 1008}]


async def test_one_that_has_connected_may_stay_silent() -> None:
    page, browser = Page(), Browser()
    browser.say("40{}")
    asyncio.get_running_loop().call_later(1.5, browser.say, "later")
    asyncio.get_running_loop().call_later(1.6, browser.leave)
    await through(page, browser, connect_s=1.0)
    assert [text for text, _ in page.heard] == ["40{}", "later"]
    assert [message["type"] for message in browser.sent] == ["websocket.send"]


async def test_the_time_in_which_the_page_itself_is_slow_does_not_count() -> None:
    class Slow(Page):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await asyncio.sleep(1.0)
            await super().__call__(scope, receive, send)

    page, browser = Slow(), Browser()
    browser.say("40{}")
    asyncio.get_running_loop().call_later(1.2, browser.say, "first")
    asyncio.get_running_loop().call_later(1.4, browser.leave)
    await through(page, browser, connect_s=0.8)
    assert [text for text, _ in page.heard] == ["first"]


async def test_a_socket_that_says_little_things_and_never_connects_is_closed() -> None:
    page, browser = Page(connects=False), Browser()
    for at in range(1, 40):
        asyncio.get_running_loop().call_later(at / 10, browser.say, "3")
    began = time.monotonic()
    await through(page, browser, connect_s=0.5)
    assert time.monotonic() - began < 3.5 and browser.sent[-1]["type"] == "websocket.close"


async def test_a_flood_is_heard_in_order_at_a_persons_pace() -> None:
    page, browser = Page(), Browser()
    for number in range(25):
        browser.say(str(number))
    browser.leave()
    began = time.monotonic()
    await through(page, browser)
    assert [text for text, _ in page.heard] == [str(number) for number in range(25)]
    assert page.heard[-1][1] - began >= 0.9, "five over a burst of twenty, five a second"


async def test_what_is_far_too_long_is_told_and_heard_by_nobody() -> None:
    from civicsetu.web.sockets import TOO_LONG

    page, browser = Page(), Browser()
    for text in ("40{}", "42" + "x" * 100_000, "42short"):
        browser.say(text)
    browser.leave()
    await through(page, browser)
    assert [text for text, _ in page.heard] == ["40{}", "42short"]
    frames = [message["text"] for message in browser.sent if message["text"] != CONNECTED]
    told = [json.loads(frame.removeprefix("42")) for frame in frames]
    assert told == [["toast", {"message": TOO_LONG, "type": "error"}], ["task_end", {}]]


def test_a_browser_holds_so_many_sockets_and_gets_new_ones_for_those_that_are_gone() -> None:
    from civicsetu.web.sockets import SocketsOfBrowsers

    alive = {f"s{number}" for number in range(10)}
    sockets = SocketsOfBrowsers(3, alive.__contains__)
    assert [sockets.take("anna", f"s{number}") for number in range(5)] == [True, True, True, False, False]
    assert sockets.take("bina", "s5"), "another's are not counted"
    alive.discard("s1")
    assert sockets.take("anna", "s6") and not sockets.take("anna", "s7")
    alive.clear()
    assert sockets.take("carl", "s8") is True
    assert sockets._held.keys() == {"carl"}, "who is gone leaves nothing behind"


def test_a_pace_lets_a_burst_through_and_recovers() -> None:
    from civicsetu.web.sockets import Pace

    now = [0.0]
    pace = Pace(4, 2.0, clock=lambda: now[0])
    assert [pace.wait_s() for _ in range(6)] == [0, 0, 0, 0, 0.5, 1.0]
    now[0] = 100.0
    assert [pace.wait_s() for _ in range(5)] == [0, 0, 0, 0, 0.5]
