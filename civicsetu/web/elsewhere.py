"""Addresses of conversations that are not the caller's: the page is opened anew, and says so.

Chainlit's page would go on asking for a thread that it is refused, with nothing on it that works.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from civicsetu.errors import CivicSetuError

ELSEWHERE = "/?elsewhere=1"
_THREAD = re.compile(r"/thread/([0-9a-fA-F-]{36})")

IsOwned = Callable[[str], Awaitable[bool]]


class OwnConversations:
    """Middleware that sends a browser from another's conversation, or an erased one, to a page of its own.

    `is_owned` tells whether the acting identity owns a thread; where that cannot be read, the page opens.
    """

    def __init__(self, app: ASGIApp, is_owned: IsOwned) -> None:
        self.app = app
        self._is_owned = is_owned

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _THREAD.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if found and not await self._may_open(found.group(1)):
            await RedirectResponse(ELSEWHERE, status_code=303)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _may_open(self, thread: str) -> bool:
        try:
            return await self._is_owned(thread)
        except CivicSetuError:
            return True
