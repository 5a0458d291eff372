"""A browser without a screen: cookies over HTTP and Chainlit's websocket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import socketio

from civicsetu.web.identity import SHARED_NAME

_PATH = "/ws/socket.io"
_PATIENCE_S = 20


class Visitor:
    """Opens the page, connects, asks, and remembers every event with its time."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=20)
        self.events: list[tuple[str, Any, float]] = []
        self.session = str(uuid4())
        self.socket: socketio.AsyncClient | None = None

    async def __aenter__(self) -> Visitor:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()
        await self.http.aclose()

    async def open_page(self) -> httpx.Response:
        return await self.http.get("/")

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @property
    def identity_cookie(self) -> tuple[str, str]:
        """Name and value of the cookie that says who this browser is."""
        [found] = [(name, value) for name, value in self.http.cookies.items() if name.startswith(SHARED_NAME)]
        return found

    async def connect(
        self, thread: str = "", *, origin: str | None = None, cookies: str | None = None
    ) -> None:
        """Raises socketio's ConnectionError when refused."""
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
            wait_timeout=5,
        )
        await self.socket.emit("connection_successful")
        await self.wait_for("window_message")
        await asyncio.sleep(0.05)

    async def leave(self) -> None:
        if self.socket is not None and self.socket.connected:
            await self.socket.disconnect()

    async def _remember(self, event: str, data: Any = None) -> None:
        self.events.append((event, data, time.monotonic()))

    async def wait_for(
        self, event: str, since: int = 0, wanted: Callable[[Any], bool] = lambda _: True
    ) -> Any:
        """The data of the first such event from `since` on."""
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            for name, data, _ in self.events[since:]:
                if name == event and wanted(data):
                    return data
            await asyncio.sleep(0.01)
        raise AssertionError(f"no {event!r} among {[name for name, _, _ in self.events[since:]]}")

    async def send(self, text: str, **more: Any) -> str:
        """Send a question without waiting; returns its id."""
        assert self.socket is not None
        message = {
            "id": str(uuid4()), "threadId": "", "name": "x", "type": "user_message", "output": text,
            "createdAt": "2026-01-01T00:00:00Z", "metadata": {"location": "http://private.example/page"}, **more,
        }  # fmt: skip
        await self.socket.emit("client_message", {"message": message, "fileReferences": []})
        return str(message["id"])

    async def ask(self, text: str) -> dict[str, Any]:
        """Ask and wait; the finished answer as the browser received it."""
        since = len(self.events)
        await self.send(text)
        answer = await self.wait_for("new_message", since, _is_answer)
        await self.wait_for("task_end", since)
        return dict(answer)

    async def press(self, button: str, session: str | None = None) -> httpx.Response:
        """Press a button by its id, with everything beside it that a browser could make up."""
        made_up = {
            "name": "x",
            "payload": {"jurisdiction": "GOA", "question": "x"},
            "label": "x",
            "forId": "x",
        }
        given = {"sessionId": session or self.session, "action": {"id": button, **made_up}}
        return await self.http.post("/project/action", json=given)

    def buttons(self) -> dict[str, str]:
        """The buttons that stand on the page now: label to id, as the browser keeps them."""
        standing: list[dict[str, Any]] = []
        for name, data, _ in self.events:
            if name == "action":
                standing.append(data)
            if name == "remove_action":
                standing = [one for one in standing if one["id"] != data["id"]]
        assert len({one["id"] for one in standing}) == len(standing), "a button stands there twice"
        return {one["label"]: one["id"] for one in standing}

    @property
    def thread(self) -> str:
        """The conversation's id, once a question was asked."""
        found = [data["thread_id"] for name, data, _ in self.events if name == "first_interaction"]
        assert found
        return str(found[-1])

    def elements(self) -> list[dict[str, Any]]:
        return [data for name, data, _ in self.events if name == "element"]


def _is_answer(data: Any) -> bool:
    return isinstance(data, dict) and data.get("type") == "assistant_message"
