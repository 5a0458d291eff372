"""The page's doors: response headers, routes that stay closed, whose request it is, whose websocket.

All are plain ASGI middleware, in the order `server.build_app` puts them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from civicsetu.web.identity import COOKIE, Identities, Identity
from civicsetu.web.state import acting_in_http

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "style-src 'self' 'unsafe-inline'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "worker-src 'self' blob:",
        "connect-src 'self' ws: wss:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

# Routes of Chainlit that this page does not use: a method (or "*") and the start of a path.
CLOSED = (
    ("*", "/docs"),
    ("*", "/redoc"),
    ("*", "/openapi.json"),
    ("*", "/copilot"),
    ("POST", "/login"),
    ("*", "/auth/jwt"),
    ("*", "/auth/oauth"),
    ("*", "/mcp"),
    ("*", "/project/share"),
    ("*", "/project/thread/share"),
    ("*", "/project/element"),
    ("*", "/project/file"),
    ("*", "/slack"),
    ("*", "/teams"),
)
_PAGES = ("/", "/login", "/auth/header")
_PAGE_FOLDERS = ("/thread/", "/element/")


def is_closed(method: str, path: str) -> bool:
    """Whether a route stays closed; what lies below a closed path is closed too."""
    bare = path.rstrip("/")
    return any(
        (bare == start or bare.startswith(f"{start}/")) and wanted in ("*", method)
        for wanted, start in CLOSED
    )


class SecurityHeaders:
    """Adds `HEADERS` to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class ClosedDoors:
    """Answers 404 where a route is closed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and is_closed(scope["method"], scope["path"]):
            await JSONResponse({"detail": "Not found"}, status_code=404)(scope, receive, send)
            return
        await self.app(scope, receive, send)


class BrowserIdentity:
    """Gives a browser its identity on its first page, and says whose each HTTP request is.

    `sign_in` makes Chainlit's session token for an identity, `signed_in` reads whose token
    a request carries. A page gets both cookies at once, so that nobody meets a log-in page
    and a link to a conversation opens at once.
    """

    def __init__(
        self,
        app: ASGIApp,
        identities: Identities,
        secure: bool,
        sign_in: Callable[[Identity], str],
        signed_in: Callable[[Headers], str | None],
        token_cookie: str,
    ) -> None:
        self.app = app
        self._identities = identities
        self._secure = secure
        self._sign_in = sign_in
        self._signed_in = signed_in
        self._token_cookie = token_cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        token = acting_in_http.set(self._signed_in(headers))
        try:
            cookies = self._cookies(scope, headers) if _is_page(scope["path"]) else []
            await self.app(scope, receive, _with_cookies(send, cookies))
        finally:
            acting_in_http.reset(token)

    def _cookies(self, scope: Scope, headers: Headers) -> list[str]:
        """Cookies to set on a page; the request itself is made to carry the identity too."""
        known = self._identities.read_header(headers.get("cookie"))
        identity = known or self._identities.mint()
        fresh: list[str] = []
        if known is None or self._identities.is_old(known):
            value = self._identities.cookie_value(self._identities.renewed(identity))
            fresh.append(self._cookie(COOKIE, value))
            _replace_cookie(scope, headers, COOKIE, value)
        if known is None or self._signed_in(headers) != identity.id:
            fresh.append(self._cookie(self._token_cookie, self._sign_in(identity)))
        return fresh

    def _cookie(self, name: str, value: str) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{name}={value}; Path=/; Max-Age={self._identities.max_age_s}; HttpOnly; SameSite=Lax{secure}"


def _is_page(path: str) -> bool:
    return path in _PAGES or path.startswith(_PAGE_FOLDERS)


def _with_cookies(send: Send, cookies: Sequence[str]) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for cookie in cookies:
                headers.append("set-cookie", cookie)
        await send(message)

    return sender if cookies else send


def _replace_cookie(scope: Scope, headers: Headers, name: str, value: str) -> None:
    """Make the request carry `name=value` and no other cookie of that name."""
    kept = [
        part.strip()
        for part in (headers.get("cookie") or "").split(";")
        if part.strip() and not part.strip().startswith(f"{name}=")
    ]
    line = "; ".join([*kept, f"{name}={value}"])
    others = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
    scope["headers"] = [*others, (b"cookie", line.encode("latin-1"))]


def origin_check(allowed: Sequence[str]) -> Callable[[str | None, dict[str, Any]], bool]:
    """Which `Origin` may open the websocket: the host it is opened on, and those allowed by setting.

    A browser always sends `Origin`; a client without one is no browser and brings no
    cookies of anybody.
    """
    others = {origin.rstrip("/").lower() for origin in allowed}

    def check(origin: str | None, environ: dict[str, Any]) -> bool:
        if not origin:
            return True
        host = str(environ.get("HTTP_HOST", "")).lower()
        parts = urlsplit(origin.lower())
        own = parts.scheme in ("http", "https") and bool(host) and parts.netloc == host
        return own or origin.rstrip("/").lower() in others

    return check
