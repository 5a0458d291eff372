"""A browser without a screen: cookies over HTTP, and Chainlit's websocket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx
import socketio

_PATH = "/ws/socket.io"
_PATIENCE_S = 20.0

Data = Any
"""What an event of the page carries."""


@dataclass(frozen=True, slots=True)
class PageReply:
    """One answer as a person saw it.

    `text` is the whole message, `status_s` the time until anything was shown, `whole_s` until the
    message was final, `refused` whether it is a sentence of apology rather than an answer.
    """

    question: str
    text: str
    status_s: float
    whole_s: float
    refused: bool
    id: str = ""


class PageClient:
    """Client that opens the page, connects, asks, and remembers every event with its time.

    Args:
        patience_s: how long an awaited event may take before the wait fails.
    """

    def __init__(self, address: str, patience_s: float = _PATIENCE_S) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=patience_s)
        self.events: list[tuple[str, Data, float]] = []
        self.session = str(uuid4())
        self.socket: socketio.AsyncClient | None = None
        self._patience_s = patience_s

    async def __aenter__(self) -> PageClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()
        await self.http.aclose()

    async def open_page(self) -> httpx.Response:
        """Load the page, which gives this browser its identity."""
        return await self.http.get("/")

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def connect(
        self, thread: str = "", *, origin: str | None = None, cookies: str | None = None
    ) -> None:
        """Open the websocket and wait until the page is set up.

        Raises:
            socketio.exceptions.ConnectionError: the page refuses.
        """
        self.socket = socketio.AsyncClient(reconnection=False)
        self.socket.on("*", self._remember)
        headers = {"Cookie": self.cookies if cookies is None else cookies, "Origin": origin or self.address}
        auth = {"sessionId": self.session, "clientType": "webapp", "threadId": thread, "userEnv": "{}"}
        await self.socket.connect(
            self.address,
            headers=headers,
            auth=auth,
            transports=["websocket"],
            socketio_path=_PATH,
            wait_timeout=max(5, int(self._patience_s)),
        )
        await self.socket.emit("connection_successful")
        await self.wait_for("window_message")
        await asyncio.sleep(0.05)

    async def leave(self) -> None:
        if self.socket is not None and self.socket.connected:
            await self.socket.disconnect()

    async def _remember(self, event: str, data: Data = None) -> None:
        self.events.append((event, data, time.monotonic()))

    async def wait_for(
        self, event: str, since: int = 0, wanted: Callable[[Data], bool] = lambda _: True
    ) -> Data:
        """Return the data of the first such event from `since` on.

        Raises:
            AssertionError: it did not come in time.
        """
        return (await self._event(event, since, wanted))[0]

    async def _event(self, event: str, since: int, wanted: Callable[[Data], bool]) -> tuple[Data, float]:
        until = time.monotonic() + self._patience_s
        while time.monotonic() < until:
            for name, data, at in self.events[since:]:
                if name == event and wanted(data):
                    return data, at
            await asyncio.sleep(0.01)
        raise AssertionError(f"no {event!r} among {[name for name, _, _ in self.events[since:]]}")

    async def send(self, text: str, **more: Data) -> str:
        """Send a question without waiting; returns its id."""
        assert self.socket is not None
        message = {
            "id": str(uuid4()), "threadId": "", "name": "x", "type": "user_message", "output": text,
            "createdAt": "2026-01-01T00:00:00Z", "metadata": {}, **more,
        }  # fmt: skip
        await self.socket.emit("client_message", {"message": message, "fileReferences": []})
        return str(message["id"])

    async def ask(self, text: str) -> dict[str, Data]:
        """Ask and wait; the finished answer as the browser received it."""
        since = len(self.events)
        await self.send(text)
        answer = await self.wait_for("new_message", since, is_answer)
        await self.wait_for("task_end", since)
        return dict(answer)

    async def timed_ask(self, text: str) -> PageReply:
        """Ask, and measure until the first sign of work and until the whole answer."""
        since, started = len(self.events), time.monotonic()
        await self.send(text)
        _, shown = await self._event("stream_start", since, is_answer)
        answer, done = await self._event("new_message", since, is_answer)
        await self.wait_for("task_end", since)
        return PageReply(
            text, answer["output"], shown - started, done - started, bool(answer["isError"]), answer["id"]
        )

    @property
    def thread(self) -> str:
        """The conversation's id, once a question was asked."""
        found = [data["thread_id"] for name, data, _ in self.events if name == "first_interaction"]
        assert found
        return str(found[-1])


def is_answer(data: Data) -> bool:
    """Return whether a message of the page is ours rather than the person's."""
    return isinstance(data, dict) and data.get("type") == "assistant_message"
