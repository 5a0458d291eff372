# mypy: allow-untyped-calls
"""The page's websocket: who may open one, how many, and how fast it may speak.

Chainlit makes a task of each event and takes any that its own page could send.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

from chainlit.config import config
from chainlit.context import init_ws_context
from chainlit.session import WebsocketSession
from socketio import AsyncServer
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from civicsetu.errors import CivicSetuError
from civicsetu.settings import WebSettings
from civicsetu.telemetry import get_logger
from civicsetu.web.chat.handlers import get_conversations
from civicsetu.web.hosts import origin_check
from civicsetu.web.state import get_page

log = get_logger(__name__)

_LARGEST_EVENT = 64_000
"""Beyond this the person is told what is wrong; beyond `connections.LARGEST_FRAME` the socket ends."""
_BURST = 20
_EVENTS_PER_S = 5.0
_CONNECTED = "40{"
"""How the frame begins that tells a browser that its connection was taken."""
TOO_LONG = "That is far too long for a question. Please shorten it and send it again."
_TOO_MANY = "This page is open in too many tabs. Please close some of them and reload this one."
_NOT_OPENED = "This conversation cannot be opened."
_USED_EVENTS = (
    "connect",
    "connection_successful",
    "chat_settings_change",
    "client_message",
    "stop",
    "clear_session",
    "disconnect",
)

Environ = dict[str, object]
SocketHandler = Callable[..., Awaitable[object]]


class Pace:
    """Rate limit that lets a burst through at once, and after it so many events a second."""

    def __init__(self, burst: int, per_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._step_s = 1 / per_s
        self._ahead_s = burst / per_s
        self._clock = clock
        self._next = clock()

    def wait_s(self) -> float:
        """Count one event and return the seconds it has to wait."""
        now = self._clock()
        self._next = max(self._next, now) + self._step_s
        return max(0.0, self._next - now - self._ahead_s)


class PacedSocket:
    """ASGI app that limits each websocket: time to connect, pace of events, and size of a message.

    An event over the pace waits, and those behind it with it, in the sender's own buffers:
    nothing is lost, and nothing is held here.
    """

    def __init__(self, app: ASGIApp, connect_s: float) -> None:
        self.app = app
        self._connect_s = connect_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        clock = asyncio.get_running_loop().time
        left: float | None = self._connect_s
        pace = Pace(_BURST, _EVENTS_PER_S)

        async def sending(message: Message) -> None:
            nonlocal left
            if str(message.get("text") or "").startswith(_CONNECTED):
                left = None
            await send(message)

        async def receiving() -> Message:
            """Receive a message; only the time in which we wait for the other side counts against the limit."""
            nonlocal left
            while True:
                began = clock()
                try:
                    async with asyncio.timeout(left):
                        message = await receive()
                except TimeoutError:
                    if left is None:  # it was connected while this already waited
                        continue
                    await send({"type": "websocket.close", "code": 1008})
                    return {"type": "websocket.disconnect", "code": 1008}
                if left is not None:
                    left -= clock() - began
                if message["type"] != "websocket.receive":
                    return message
                await asyncio.sleep(pace.wait_s())
                if _size(message) <= _LARGEST_EVENT:
                    return message
                for event in _told(TOO_LONG):
                    await send({"type": "websocket.send", "text": event})

        await self.app(scope, receiving, sending)


class SocketsOfBrowsers:
    """Count of the websockets of each identity; `is_alive` tells whether one still does."""

    def __init__(self, most: int, is_alive: Callable[[str], bool]) -> None:
        self._most = most
        self._is_alive = is_alive
        self._held: dict[str, set[str]] = {}

    def take(self, identity: str, sid: str) -> bool:
        """Count one more, unless there are too many: False."""
        self._forget_the_gone()
        held = self._held.setdefault(identity, set())
        if len(held) >= self._most:
            return False
        held.add(sid)
        return True

    def _forget_the_gone(self) -> None:
        alive = {
            identity: {sid for sid in sids if self._is_alive(sid)} for identity, sids in self._held.items()
        }
        self._held = {identity: sids for identity, sids in alive.items() if sids}


def guard(sio: AsyncServer, settings: WebSettings) -> None:
    """Accept websockets alone, from own origins, for events this page uses, and for the browser's own threads."""
    sio.eio.transports = ["websocket"]
    sio.eio.cors_allowed_origins = origin_check(settings.allowed_origins)
    events: dict[str, SocketHandler] = sio.handlers["/"]
    for event in events.keys() - set(_USED_EVENTS):
        del events[event]
    sockets = SocketsOfBrowsers(
        settings.sockets_per_browser, lambda sid: sio.manager.eio_sid_from_sid(sid, "/") is not None
    )
    events["connect"] = _guarded_connect(events["connect"], sockets)
    events["stop"] = _stop
    events["connection_successful"] = _reporting_faults(events["connection_successful"])


def _guarded_connect(connect: SocketHandler, sockets: SocketsOfBrowsers) -> SocketHandler:
    """Chainlit lets a browser name any thread when it connects; here it must be its own, or nobody's.

    To a page that comes back after its connection broke nothing is sent again of what it missed:
    it is made to read its conversation anew.
    """

    async def guarded(sid: str, environ: Environ, auth: Environ) -> object:
        cookie = environ.get("HTTP_COOKIE")
        identity = get_page().identities.read_header(cookie if isinstance(cookie, str) else None)
        if identity is None:
            raise ConnectionRefusedError(_NOT_OPENED)
        if not sockets.take(identity.id, sid):
            raise ConnectionRefusedError(_TOO_MANY)
        if thread := auth.get("threadId"):
            await _refuse_unless_own(str(thread), identity.id)
        allowed = await connect(sid, environ, auth)
        session = WebsocketSession.get(sid)
        if session is not None and session.restored and session.has_first_interaction:
            session.thread_id_to_resume = session.thread_id
        return allowed

    return guarded


async def _stop(sid: str) -> None:
    """End the answer under way, which tells so itself; Chainlit would say it once more, in a message of its own."""
    session = WebsocketSession.get(sid)
    if session is not None and session.current_task:
        init_ws_context(session)
        session.current_task.cancel()
        if config.code.on_stop:
            await config.code.on_stop()


def _reporting_faults(connected: SocketHandler) -> SocketHandler:
    """Show a sentence where a conversation cannot be read right now; the page stays open."""

    async def reporting(sid: str) -> None:
        try:
            await connected(sid)
        except CivicSetuError as error:
            log.warning("thread_not_resumed", error=type(error).__name__)
            await init_ws_context(sid).emitter.send_toast(error.user_message, "error")

    return reporting


async def _refuse_unless_own(thread: str, identity: str) -> None:
    try:
        allowed = await get_conversations().may_open(thread, identity)
    except CivicSetuError as error:
        log.warning("thread_not_opened", error=type(error).__name__)
        allowed = False
    if not allowed:
        raise ConnectionRefusedError(_NOT_OPENED)


def _size(message: Message) -> int:
    return len(message.get("text") or message.get("bytes") or "")


def _told(sentence: str) -> list[str]:
    """The frames that show a sentence on the page and end its waiting."""
    events = (["toast", {"message": sentence, "type": "error"}], ["task_end", {}])
    return [f"42{json.dumps(event)}" for event in events]
