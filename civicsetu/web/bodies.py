"""Limit the size of a request's body, whatever the route behind it would accept."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from civicsetu.web.refusals import refuse

_TOO_LARGE = "The request is larger than this page accepts."


class BodyLimit:
    """Middleware that reads a whole body before any route sees it, and answers 413 if it is too large.

    What a request says of its length is believed only when it is too much already; the
    bytes are counted as they come. How long they may take is the connection's concern
    (`connections.py`).
    """

    def __init__(self, app: ASGIApp, largest: int) -> None:
        self.app = app
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if _declared_length(scope) > self._largest:
            await _refuse(scope, receive, send)
            return
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._largest:
                await _refuse(scope, receive, send)
                return
        await self.app(scope, _replayed(bytes(body), receive), send)


def _declared_length(scope: Scope) -> int:
    told = Headers(scope=scope).get("content-length", "")
    return int(told) if told.isascii() and told.isdigit() else 0


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """The connection stays open for the rest of the body, which the server throws away: closed while it
    comes, it would be reset, and the answer lost with it."""
    await refuse(scope, 413, _TOO_LARGE)(scope, receive, send)


def _replayed(body: bytes, receive: Receive) -> Receive:
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
