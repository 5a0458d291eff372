# mypy: allow-untyped-calls
"""Chainlit, set up for this page and mounted at the root of the parent app.

Chainlit keeps its configuration as globals of its modules; every one that is changed is
changed here. Imported only by `server.build_app`, once the environment is prepared.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chainlit.auth.cookie
import chainlit.server
import jwt
from chainlit.auth.jwt import create_jwt, decode_jwt
from chainlit.config import APP_ROOT, config
from chainlit.user import User
from chainlit.utils import mount_chainlit
from fastapi import FastAPI
from starlette.datastructures import Headers

from civicsetu.errors import CivicSetuError
from civicsetu.settings import Settings
from civicsetu.telemetry import get_logger
from civicsetu.web.handlers import conversations
from civicsetu.web.identity import Identity, cookie_of
from civicsetu.web.pagefiles import without_foreign_hosts
from civicsetu.web.security import origin_check

log = get_logger(__name__)

TOKEN_COOKIE: str = chainlit.auth.cookie._auth_cookie_name
BUILD_DIR = Path(chainlit.server.build_dir)
_DAY_S = 86_400
_UNUSED_EVENTS = (
    "audio_chunk",
    "audio_end",
    "audio_start",
    "chat_settings_edit",
    "edit_message",
    "message_favorite",
    "window_message",
)

Handler = Callable[..., Awaitable[Any]]


def mount(app: FastAPI, settings: Settings) -> None:
    """Mount Chainlit at "/"; the parent's own routes must be there already."""
    mount_chainlit(app, target=str(Path(APP_ROOT) / "app.py"), path="/")
    config.ui.default_theme = "system"  # the page knows it, config.toml may not say it
    config.project.user_session_timeout = settings.web.cookie_days * _DAY_S
    chainlit.auth.cookie._cookie_secure = settings.web.secure_cookie
    _keep_html_at_home()
    _let_nothing_sleep()
    _guard_websocket(settings)


def sign_in(identity: Identity) -> str:
    """Chainlit's session token for an identity."""
    return create_jwt(User(identifier=identity.id, display_name="You"))


def signed_in(headers: Headers) -> str | None:
    """Whose session token a request carries; None without a valid one."""
    token = cookie_of(headers.get("cookie"), TOKEN_COOKIE)
    if not token:
        return None
    try:
        return decode_jwt(token).identifier
    except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
        return None


def _keep_html_at_home() -> None:
    original = chainlit.server.get_html_template

    def at_home(root_path: str) -> str:
        return without_foreign_hosts(original(root_path))

    chainlit.server.get_html_template = at_home


def _let_nothing_sleep() -> None:
    """Chainlit stops the whole event loop for a millisecond with every message and step it makes.

    Three of them make an answer: two hundred questions at one instant would stand still for most of a second.
    """
    for name in ("chainlit.message", "chainlit.step"):
        setattr(import_module(name), "time", SimpleNamespace(sleep=lambda seconds: None))  # noqa: B010


def _guard_websocket(settings: Settings) -> None:
    """Own origins only, no events this page has no use for, nobody else's thread."""
    sio = chainlit.server.sio
    sio.eio.cors_allowed_origins = origin_check(settings.web.allowed_origins)
    events: dict[str, Handler] = sio.handlers["/"]
    for event in _UNUSED_EVENTS:
        events.pop(event, None)
    events["connect"] = _guarded_connect(events["connect"])


def _guarded_connect(connect: Handler) -> Handler:
    """Chainlit lets a browser name any thread when it connects; here it must be its own, or nobody's."""

    async def guarded(sid: str, environ: dict[str, Any], auth: dict[str, Any]) -> Any:
        if thread := auth.get("threadId"):
            headers = Headers({"cookie": environ.get("HTTP_COOKIE", "")})
            await _refuse_unless_own(str(thread), signed_in(headers))
        return await connect(sid, environ, auth)

    return guarded


async def _refuse_unless_own(thread: str, identity: str | None) -> None:
    try:
        allowed = identity is not None and await conversations().may_open(thread, identity)
    except CivicSetuError as error:
        log.warning("thread_not_opened", error=type(error).__name__)
        allowed = False
    if not allowed:
        raise ConnectionRefusedError("This conversation cannot be opened.")
