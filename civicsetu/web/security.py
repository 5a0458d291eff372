"""The page's response headers, and whose request each one is.

Both are plain ASGI middleware, in the order `server.build_app` puts them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from civicsetu.web.hosts import own_host
from civicsetu.web.identity import Identities, Identity
from civicsetu.web.law_map.links import PATH as LAW_MAP_PATH
from civicsetu.web.operator.access import PATH as OPERATOR_PATH
from civicsetu.web.state import acting_in_http

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_OPERATOR = {
    "referrer-policy": "same-origin",  # else a browser says of no form where it comes from
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
}
"""What the operator's pages, which run no script, bear instead."""
_LAW_MAP = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}
"""What the law's map bears, which runs its own script alone."""
_STORED = ("/assets/", "/public/", "/avatars/", "/favicon", "/logo", "/api/docs/")
"""What a browser may keep: the same for everybody."""
_PAGES = ("/", "/login", "/auth/header")
_PAGE_FOLDERS = ("/thread/",)


def content_security_policy(host: str | None) -> str:
    """Return the policy of what the page may load and call: its own host, which older browsers want named
    for the websocket."""
    sockets = f" ws://{host} wss://{host}" if host else ""
    return "; ".join(
        (
            "default-src 'self'",
            "img-src 'self' data: blob:",
            "style-src 'self' 'unsafe-inline'",
            "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
            "worker-src 'self' blob:",
            f"connect-src 'self'{sockets}",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


class SecurityHeaders:
    """Middleware that adds `HEADERS` and a content security policy; forbids storing all but static files."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        added = {**HEADERS, "content-security-policy": content_security_policy(own_host(scope))}
        if scope["path"] == OPERATOR_PATH or scope["path"].startswith(f"{OPERATOR_PATH}/"):
            added |= _OPERATOR
        elif scope["path"] == LAW_MAP_PATH:
            added |= _LAW_MAP
        may_be_stored = scope["path"].startswith(_STORED)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers[name] = value
                if not may_be_stored:
                    headers["cache-control"] = "no-store"
            await send(message)

        await self.app(scope, receive, send_with_headers)


class BrowserIdentity:
    """Middleware that gives a browser its identity on its first page, and tells each request's identity.

    The identity cookie alone decides. Chainlit wants a token of its own: each request is
    given one made for its identity (`sign_in`), and any it brought along is taken out. So
    no token ever leaves the server, there is none to revoke, and none that a clock put
    forward or back makes invalid.
    """

    def __init__(
        self,
        app: ASGIApp,
        identities: Identities,
        secure: bool,
        sign_in: Callable[[Identity], str],
        token_cookie: str,
    ) -> None:
        self.app = app
        self._identities = identities
        self._secure = secure
        self._sign_in = sign_in
        self._token_cookie = token_cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        brought = "; ".join(Headers(scope=scope).getlist("cookie"))
        identity = self._identities.read_header(brought)
        fresh: str | None = None
        if scope["type"] == "http" and _is_page(scope["path"]):
            identity, fresh = self._on_a_page(identity, brought)
        self._sign_request(scope, brought, identity, fresh)
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        token = acting_in_http.set(identity.id if identity else None)
        try:
            await self.app(scope, receive, self._with_cookie(send, fresh) if fresh else send)
        finally:
            acting_in_http.reset(token)

    def _on_a_page(self, known: Identity | None, brought: str) -> tuple[Identity, str | None]:
        """The identity of whoever opens a page, and the cookie's value where it is to be set."""
        identity = known or self._identities.mint()
        if known and not self._identities.is_due(known) and self._identities.is_named(brought):
            return identity, None
        return identity, self._identities.cookie_value(self._identities.renew(identity))

    def _sign_request(self, scope: Scope, brought: str, identity: Identity | None, fresh: str | None) -> None:
        """Make the request carry its identity and the token made for it, and no other token."""
        replaced = {self._identities.cookie: fresh} if fresh else {}
        if identity is not None:
            replaced[self._token_cookie] = self._sign_in(identity)
        kept = [
            pair.strip() for pair in brought.split(";") if pair.strip() and not self._is_ours(pair, replaced)
        ]
        line = "; ".join([*kept, *(f"{name}={value}" for name, value in replaced.items())])
        others = [pair for pair in scope["headers"] if pair[0] not in (b"cookie", b"authorization")]
        scope["headers"] = [*others, (b"cookie", line.encode("latin-1"))] if line else others

    def _is_ours(self, pair: str, replaced: Mapping[str, str]) -> bool:
        """A cookie that is set anew, or a token or a piece of one, which Chainlit would put together."""
        name = pair.partition("=")[0].strip()
        return name in replaced or name.startswith(self._token_cookie)

    def _with_cookie(self, send: Send, value: str) -> Send:
        secure = "; Secure" if self._secure else ""
        cookie = (
            f"{self._identities.cookie}={value}; Path=/; Max-Age={self._identities.max_age_s}; "
            f"HttpOnly; SameSite=Lax{secure}"
        )

        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        return sender


def _is_page(path: str) -> bool:
    return path in _PAGES or path.startswith(_PAGE_FOLDERS)
