"""Open only the routes this page uses.

Chainlit brings many more (file upload, MCP, log-in by password and OAuth, sharing, editing
of elements) and nobody fixes it any longer, so that what is not named here answers 404,
whatever an installed Chainlit may add.
"""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from civicsetu.web.refusals import plain_answer

_ID = r"[0-9A-Za-z-]{1,64}"
_FILE = r"[ -.0-~][ -~]{0,199}"
"""Printable ASCII that does not begin with a slash."""
OPEN: tuple[tuple[str, str], ...] = (
    # what a browser opens
    ("GET HEAD", "/"),
    ("GET", f"/thread/{_ID}"),
    ("GET", "/login"),
    ("GET", "/health"),
    # its files
    ("GET", f"/assets/{_FILE}"),
    ("GET", f"/public/{_FILE}"),
    ("GET", r"/public/elements/[^\x00-\x1f\x7f/]{1,200}\.jsx"),
    ("GET", "/favicon"),
    ("GET", "/logo"),
    ("GET", r"/avatars/[ -.0-~]{1,100}"),
    # what the page asks for by itself
    ("GET", "/auth/config"),
    ("POST", "/auth/header"),
    ("GET", "/user"),
    ("GET", "/project/settings"),
    ("GET", "/project/translations"),
    ("POST", "/set-session-cookie"),
    # conversations, thumbs and buttons
    ("POST", "/project/threads"),
    ("GET", f"/project/thread/{_ID}"),
    ("PUT DELETE", "/project/thread"),
    ("PUT DELETE", "/feedback"),
    ("POST", "/project/action"),
)
_SOCKET = "/ws/socket.io"
_OPEN = [(frozenset(methods.split()), re.compile(path)) for methods, path in OPEN]
_CLOSED = "There is nothing at this address."


def is_open(method: str, path: str) -> bool:
    """Return whether this page uses that route."""
    return any(method in methods and shape.fullmatch(path) for methods, shape in _OPEN)


class OpenRoutes:
    """Answer 404 to every other route; there is one websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not is_open(scope["method"], scope["path"]):
            await plain_answer(404, _CLOSED)(scope, receive, send)
        elif scope["type"] == "websocket" and scope["path"].rstrip("/") != _SOCKET:
            await send({"type": "websocket.close", "code": 1008, "reason": "no such address"})
        else:
            await self.app(scope, receive, send)
