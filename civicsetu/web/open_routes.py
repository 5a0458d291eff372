"""Open only the routes this page uses.

Chainlit brings many more (file upload, MCP, log-in by password and OAuth, sharing, editing
of elements) and nobody fixes it any longer, so that what is not named here answers 404,
whatever an installed Chainlit may add.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from starlette.types import ASGIApp, Receive, Scope, Send

from civicsetu.web.refusals import refuse

_ID = r"[0-9A-Za-z-]{1,64}"
_FILE = r"[ -.0-~][ -~]{0,199}"
"""Printable ASCII that does not begin with a slash."""
_ANY = "*"
"""Whatever method: the API refuses by itself those it does not take."""
OPEN: tuple[tuple[str, str], ...] = (
    # what a browser opens
    ("GET HEAD", "/"),
    ("GET", f"/thread/{_ID}"),
    ("GET", "/login"),
    ("GET", "/law/map"),
    # the HTTP API, which says by itself what it has
    (_ANY, r"/api(/[^\x00-\x1f\x7f]*)?"),
    (_ANY, "/health|/ready"),
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
    ("GET DELETE", "/project/conversations"),
    ("GET", rf"/project/conversations/{_ID}\.md"),
    ("PUT DELETE", "/feedback"),
    ("GET", f"/feedback/{_ID}"),
    ("POST", "/project/action"),
    ("POST", "/project/state"),
    ("POST", "/project/fact"),
    # a provision that is opened from another
    ("GET", r"/project/(provision|whole)/[a-z0-9_]{1,80}/[^\x00-\x1f\x7f/]{1,80}"),
)
_SOCKET = "/ws/socket.io"
Shapes = Sequence[tuple[frozenset[str], re.Pattern[str]]]


def _read(rows: Iterable[tuple[str, str]]) -> Shapes:
    return [(frozenset(methods.split()), re.compile(path)) for methods, path in rows]


_OPEN = _read(OPEN)
_CLOSED = "There is nothing at this address."


def is_open(method: str, path: str, also: Shapes = ()) -> bool:
    """Return whether this page uses that route, `also` being further ones."""
    return any(
        (method in methods or _ANY in methods) and shape.fullmatch(path) for methods, shape in (*_OPEN, *also)
    )


class OpenRoutes:
    """Middleware that answers 404 to every other route, `also` being open too; there is one websocket."""

    def __init__(self, app: ASGIApp, also: Iterable[tuple[str, str]] = ()) -> None:
        self.app = app
        self._also = _read(also)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not is_open(scope["method"], scope["path"], self._also):
            await refuse(scope, 404, _CLOSED)(scope, receive, send)
        elif scope["type"] == "websocket" and scope["path"].rstrip("/") != _SOCKET:
            await send({"type": "websocket.close", "code": 1008, "reason": "no such address"})
        else:
            await self.app(scope, receive, send)
