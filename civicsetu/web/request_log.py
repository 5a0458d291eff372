"""Log one line a request, under an id that the response and every line of its work bear.

The line says method, path, status and milliseconds, and nothing of a body, a query string or a
header: those may hold what somebody asked. What every browser fetches alike is left out.
"""

from __future__ import annotations

import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from civicsetu.telemetry import get_logger, request_context
from civicsetu.web.problems import REQUEST_ID

log = get_logger(__name__)

_STATIC = ("/assets/", "/public/", "/avatars/", "/favicon", "/logo", "/api/docs/")
_LONGEST_PATH = 200
_LEFT = 499
"""What is logged where the asker left before anything was answered."""


class RequestLog:
    """Middleware that gives each request its id, and logs it once it is answered; the outermost of all."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status = time.perf_counter(), _LEFT

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = request_id
            await send(message)

        with request_context() as request_id:
            scope[REQUEST_ID] = request_id
            try:
                await self.app(scope, receive, sending)
            finally:
                if not scope["path"].startswith(_STATIC):
                    took_ms = round((time.perf_counter() - started) * 1000, 1)
                    path = scope["path"][:_LONGEST_PATH]
                    log.info("request", method=scope["method"], path=path, status=status, ms=took_ms)
