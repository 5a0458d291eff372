"""Limit the number of connections, and the time each may take to send its request.

uvicorn waits for ever for a request's head and for its body, and takes connections until
the process has no file left to open; then nobody is answered, and each attempt is a line
in the log. Here every wait has a deadline, and when the connections are used up a new one
takes the place of the one that has kept us waiting longest.
"""

from __future__ import annotations

import asyncio
import resource
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from civicsetu.settings import WebSettings
from civicsetu.web.language.choosing import choose_language
from civicsetu.web.language.speaking import speaking, tell
from civicsetu.web.problems import MEDIA_TYPE, describe_problem

LARGEST_FRAME = 1_000_000
"""Bytes of one websocket frame, unpacked; a longer one ends the connection."""
_FULL = "Too many people are here right now. Please try again in a moment."
_TOO_SLOW = "The request took too long to arrive. Please try again."
_MOST_FILES = 65_536
_OTHER_FILES = 128
"""Files kept for the stores, the models and the log."""
_SOCKET_SHARE = 0.8
"""Websockets leave room for pages and for /health."""
_PHRASES = {408: b"Request Timeout", 503: b"Service Unavailable"}

Awaited = Literal["head", "body"]


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Limits on connections. `each`: from one address (0: no limit); `backlog`: those not yet accepted."""

    all: int = 1000
    each: int = 0
    backlog: int = 2048
    head_s: float = 10.0
    body_s: float = 30.0

    @classmethod
    def limit_to_files(cls, settings: WebSettings, files: int) -> ConnectionLimits:
        """Lower the limits of the settings to what the process's open files allow.

        As many connections as the backlog holds may be accepted before the first of them is
        counted, so both must fit.
        """
        room = max(files - _OTHER_FILES, 32)
        most = min(settings.connections, room * 3 // 4)
        return cls(
            all=most,
            each=settings.connections_per_address,
            backlog=min(2048, room - most),
            head_s=settings.head_deadline_s,
            body_s=settings.body_deadline_s,
        )


def raise_open_files() -> int:
    """Raise the limit of open files as far as this account may; returns what it is now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # a system with a lower limit of its own than it tells
        return soft
    return wanted


def build_protocol(limits: ConnectionLimits) -> type[BoundedProtocol]:
    """Build uvicorn's HTTP protocol class under these limits; uvicorn makes one instance per connection."""
    return type("PageProtocol", (BoundedProtocol,), {"limits": limits})


class BoundedProtocol(H11Protocol):
    """A connection that must send its request in time and read the response in time."""

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.awaited: Awaited | None = None
        self.since = 0.0
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._upgraded = False
        self._read: Iterable[tuple[bytes, bytes]] = ()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._is_one_too_many():
            self._refuse(503, _FULL)
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        self._read = event.headers
        self._stop_watching()
        sockets = sum(not isinstance(one, BoundedProtocol) for one in self.connections)
        if sockets >= self.limits.all * _SOCKET_SHARE:
            self._refuse(503, _FULL)
        else:
            super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Start a deadline when the other side reads slower than we write."""
        super().pause_writing()
        self._look_whether_read()

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _look_whether_read(self, before: int | None = None) -> None:
        left = self.transport.get_write_buffer_size()
        if before is not None and left >= before:
            self.transport.abort()
        else:
            self._unread = self.loop.call_later(self.limits.body_s, self._look_whether_read, left)

    def _is_one_too_many(self) -> bool:
        """Whether there is no room even after the connection that dawdles longest was ended."""
        if self.limits.each and self._from_here() > self.limits.each:
            return True
        if len(self.connections) <= self.limits.all:
            return False
        waiting = [
            one
            for one in self.connections
            if isinstance(one, BoundedProtocol) and one.awaited and one is not self
        ]
        if not waiting:
            return True
        slowest = min(waiting, key=lambda one: one.since)
        self.connections.discard(slowest)
        slowest.transport.abort()
        return False

    def _from_here(self) -> int:
        clients = (getattr(one, "client", None) for one in self.connections)
        return sum(
            self.client is not None and one is not None and one[0] == self.client[0] for one in clients
        )

    def _watch(self) -> None:
        """Start the clock of what is awaited now, unless it runs already."""
        awaited = self._what_is_awaited()
        if awaited == self.awaited:
            return
        self._stop_watching()
        if awaited is None:
            return
        self.awaited, self.since = awaited, self.loop.time()
        limit = self.limits.head_s if awaited == "head" else self.limits.body_s
        self._deadline = self.loop.call_later(limit, self._end_the_wait)

    def _what_is_awaited(self) -> Awaited | None:
        if self._upgraded or self.transport.is_closing():
            return None
        if self.conn.their_state is h11.IDLE:
            return "head"
        return "body" if self.conn.their_state is h11.SEND_BODY else None

    def _stop_watching(self) -> None:
        self.awaited = None
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_the_wait(self) -> None:
        """A connection on which nothing was ever said is closed without a word."""
        if self.awaited == "head" and not self.conn.trailing_data[0]:
            self.transport.close()
        else:
            self._refuse(408, _TOO_SLOW)

    def _refuse(self, status: int, sentence: str) -> None:
        """Say so where no answer has begun, and close; the app behind is told that nobody listens."""
        if self.cycle is not None:
            self._read = self.cycle.scope["headers"]
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_whole_answer(status, _say_in_language(sentence, self._read)))
        self.conn.send_failed()
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()


def _say_in_language(sentence: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return a sentence in the language of the page as far as the request was read; in English where no header was."""
    read = {name.lower(): value.decode("latin-1") for name, value in headers}
    with speaking(choose_language(read.get(b"cookie"), read.get(b"accept-language"))):
        return tell(sentence)


def _whole_answer(status: int, sentence: str) -> bytes:
    """In the API's form, which the page reads as well: which of them asked is not known yet."""
    body = describe_problem(uuid.uuid4().hex[:16], status, sentence).model_dump_json().encode()
    head = (
        b"HTTP/1.1 %d %s" % (status, _PHRASES[status]),
        b"content-type: " + MEDIA_TYPE.encode(),
        b"content-length: %d" % len(body),
        b"retry-after: 5",
        b"connection: close",
    )
    return b"\r\n".join(head) + b"\r\n\r\n" + body
