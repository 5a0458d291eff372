"""Let pages of other origins call the API only where a setting names them.

Without a header `Origin` the caller is no browser, and nobody's cookies come along. Cookies are never
allowed across origins: a page elsewhere brings a token.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from civicsetu.web.hosts import origin_check
from civicsetu.web.problems import build_problem

_REFUSED = "Pages of that origin may not call this API; whoever runs it can add the origin to CIVICSETU_API__ORIGINS."
_METHODS = "GET, POST, PUT, DELETE"
_HEADERS = "authorization, content-type"
_EXPOSED = "x-request-id, retry-after"
_KEPT_S = "600"


class Origins:
    """Middleware that refuses requests of foreign origins and answers the preflight of those allowed.

    Args:
        allowed: scheme and host of each, in lower case.
    """

    def __init__(self, app: ASGIApp, allowed: Sequence[str]) -> None:
        self.app = app
        self._allowed = frozenset(allowed)
        self._is_own = origin_check(())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        if not origin or self._is_own(origin, {"HTTP_HOST": headers.get("host", "")}):
            await self.app(scope, receive, send)
        elif origin.lower() not in self._allowed:
            await build_problem(scope, 403, _REFUSED, "origin_not_allowed")(scope, receive, send)
        elif scope["method"] == "OPTIONS":
            await Response(status_code=204, headers=_preflight(origin))(scope, receive, send)
        else:
            await self.app(scope, receive, _allowing(origin, send))


def _preflight(origin: str) -> dict[str, str]:
    return {
        "access-control-allow-origin": origin,
        "access-control-allow-methods": _METHODS,
        "access-control-allow-headers": _HEADERS,
        "access-control-max-age": _KEPT_S,
        "vary": "origin",
    }


def _allowing(origin: str, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["access-control-allow-origin"] = origin
            headers["access-control-expose-headers"] = _EXPOSED
            headers.add_vary_header("origin")
        await send(message)

    return sending
