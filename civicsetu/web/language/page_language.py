"""Put every request into the language of its page, and let the switch choose another."""

from __future__ import annotations

import re
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from civicsetu.web.language.catalogue import LANGUAGES, name_for_chainlit
from civicsetu.web.language.choosing import COOKIE, SHOWN, choose_language
from civicsetu.web.language.speaking import speaking

_YEAR_S = 31_536_000
_CHAT = re.compile(r"/|/thread/.*")
"""The page that opens a socket."""
_PAGE = re.compile(r"/|/thread/.*|/law/map")
"""The pages that have a switch."""
_OF_CHAINLIT = frozenset({"/project/translations", "/project/settings"})
"""What Chainlit's page asks for in the browser's first language."""


class PageLanguage:
    """Middleware that decides each request's language; `?language=ta` is remembered and cut from a page's address."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self._secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        chosen = _read_choice(scope)
        if chosen is not None:
            await self._remember(scope, chosen)(scope, receive, send)
            return
        headers = Headers(scope=scope)
        code = choose_language("; ".join(headers.getlist("cookie")), headers.get("accept-language"))
        if scope["type"] == "http" and _CHAT.fullmatch(scope["path"]):
            send = self._with_language(send, code)
        if scope["path"] in _OF_CHAINLIT:
            scope = {**scope, "query_string": _with_language(scope["query_string"], name_for_chainlit(code))}
        with speaking(code):
            await self.app(scope, receive, send)

    def _with_language(self, send: Send, code: str) -> Send:
        """Set the cookie by which the page's socket uses the page's language: the socket's request need not name one."""

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == HTTPStatus.OK:
                cookie = Response()
                cookie.set_cookie(SHOWN, code, path="/", secure=self._secure, samesite="lax")
                MutableHeaders(scope=message).append("set-cookie", cookie.headers["set-cookie"])
            await send(message)

        return send_with_cookie

    def _remember(self, scope: Scope, code: str) -> RedirectResponse:
        rest = [pair for pair in parse_qsl(scope["query_string"].decode("latin-1")) if pair[0] != "language"]
        path = "/" + scope["path"].lstrip("/")
        back = RedirectResponse(f"{path}?{urlencode(rest)}" if rest else path, status_code=303)
        back.set_cookie(COOKIE, code, max_age=_YEAR_S, path="/", secure=self._secure, samesite="lax")
        return back


def _read_choice(scope: Scope) -> str | None:
    """The language that the switch on a page chose; None where the request is no page or names none that ships."""
    if scope["type"] != "http" or scope["method"] != "GET" or not _PAGE.fullmatch(scope["path"]):
        return None
    chosen = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("language")
    return chosen if chosen in LANGUAGES else None


def _with_language(query: bytes, name: str) -> bytes:
    rest = [pair for pair in parse_qsl(query.decode("latin-1")) if pair[0] != "language"]
    return urlencode([*rest, ("language", name)]).encode()
