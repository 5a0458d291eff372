"""Send the events of a turn as they come (server-sent events).

Each has an id that begins with the turn's, a type and JSON: `stage`, `sentence`, and at last one
`final` or one `error`. A client that reads slowly delays nobody: the turn goes on and ends without it,
and what it has not read waits here. Silence is broken by a comment, so that proxies keep the line open.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from civicsetu.errors import CivicSetuError, ServerError
from civicsetu.law.answers import Event
from civicsetu.telemetry import get_logger
from civicsetu.web.api.leaving import end_tasks, wait_until_left
from civicsetu.web.api.turns import Tell
from civicsetu.web.problems import (
    build_error,
    build_problem,
    describe_problem,
    get_request_id,
    status_and_code,
)
from civicsetu.web.refusals import find_place
from civicsetu.web.state import STOPPING

log = get_logger(__name__)

MEDIA_TYPE = "text/event-stream"
_OPEN_AFTER_S = 0.25
"""How long a refusal may take to be told as one; after that the stream begins, and it comes as an event."""
_HEADERS = [
    (b"content-type", f"{MEDIA_TYPE}; charset=utf-8".encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_HEARTBEAT = b": still working\n\n"

Item = Event | dict[str, object] | Exception
"""An event on the way; at last the result, or what ended the turn."""


class EventStream(Response):
    """The response that answers a turn; `answer` is given what takes its events, and returns the result."""

    def __init__(self, turn_id: str, answer: Callable[[Tell], Awaitable[dict[str, object]]], heartbeat_s: float) -> None:
        super().__init__()
        self._turn_id = turn_id
        self._answer = answer
        self._heartbeat_s = heartbeat_s
        self._items: asyncio.Queue[Item] = asyncio.Queue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        working = asyncio.create_task(self._work())
        leaving = asyncio.create_task(wait_until_left(receive))
        speaking = asyncio.create_task(self._speak(scope, receive, send))
        try:
            await asyncio.wait({leaving, speaking}, return_when=asyncio.FIRST_COMPLETED)
            if speaking.done():
                speaking.result()
        finally:
            await end_tasks(working, leaving, speaking)

    async def _work(self) -> None:
        """Answer; what comes of it is put where the speaker finds it."""
        try:
            self._items.put_nowait(await self._answer(self._items.put_nowait))
        except asyncio.CancelledError:  # the server stops, or nobody is there to be told
            self._items.put_nowait(ServerError("stopping", user_message=STOPPING))
            raise
        except Exception as error:  # noqa: BLE001 - told to the client by `_speak`, and logged there
            self._items.put_nowait(error)

    async def _speak(self, scope: Scope, receive: Receive, send: Send) -> None:
        first: Item | None = await self._next(_OPEN_AFTER_S)
        if isinstance(first, Exception):
            await _refusal(scope, first)(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        item: Item | None = first
        number, ends = 0, False
        while not ends:
            if item is None:
                written = _HEARTBEAT
            else:
                number += 1
                name, data = _event(scope, item)
                ends = name in ("final", "error")
                written = f"id: {self._turn_id}-{number}\nevent: {name}\ndata: {data}\n\n".encode()
            await send({"type": "http.response.body", "body": written, "more_body": not ends})
            if not ends:
                item = await self._next(self._heartbeat_s)

    async def _next(self, within_s: float) -> Item | None:
        try:
            async with asyncio.timeout(within_s):
                return await self._items.get()
        except TimeoutError:
            return None


def _event(scope: Scope, item: Item) -> tuple[str, str]:
    """The name and the data of an event; JSON has no line break, which would end it."""
    if isinstance(item, Exception):
        return "error", _describe(scope, item)
    if isinstance(item, dict):
        return "final", json.dumps({"event": "final", "answer": item}, ensure_ascii=False)
    return item.event, item.model_dump_json()


def _describe(scope: Scope, error: Exception) -> str:
    request_id = get_request_id(scope)
    if isinstance(error, CivicSetuError):
        status, code = status_and_code(error)
        return describe_problem(request_id, status, error.user_message, code).model_dump_json()
    log.error("request_failed", error=type(error).__name__, where=find_place(error))
    return describe_problem(request_id, 500, CivicSetuError.default_user_message).model_dump_json()


def _refusal(scope: Scope, error: Exception) -> Response:
    if isinstance(error, CivicSetuError):
        log.warning("request_refused", error=type(error).__name__)
        return build_error(scope, error)
    log.error("request_failed", error=type(error).__name__, where=find_place(error))
    return build_problem(scope, 500, CivicSetuError.default_user_message)
