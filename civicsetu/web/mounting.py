# mypy: allow-untyped-calls
"""Configure Chainlit for this page and mount it at the root of the parent app.

Chainlit keeps its configuration as globals of its modules; every one that is changed is
changed here. Imported only by `server.build_app`, once the environment is prepared.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import chainlit.auth.cookie
import chainlit.server
from chainlit.auth.jwt import create_jwt
from chainlit.config import APP_ROOT, config
from chainlit.user import User
from chainlit.utils import mount_chainlit
from fastapi import FastAPI

from civicsetu.settings import Settings
from civicsetu.web import refusals, sockets
from civicsetu.web.identity import Identity
from civicsetu.web.pagefiles.page_files import drop_foreign_hosts

TOKEN_COOKIE: str = chainlit.auth.cookie._auth_cookie_name
BUILD_DIR = Path(chainlit.server.build_dir)


def mount(app: FastAPI, settings: Settings) -> None:
    """Mount Chainlit at "/"; the parent's own routes must be there already."""
    mount_chainlit(app, target=str(Path(APP_ROOT) / "app.py"), path="/")
    config.ui.default_theme = "system"  # the page knows it, config.toml may not say it
    config.project.transports = ["websocket"]
    refusals.register(chainlit.server.app)
    _keep_html_at_home()
    _let_nothing_sleep()
    sockets.guard(chainlit.server.sio, settings.web)


def sign_in(identity: Identity) -> str:
    """Return Chainlit's session token for an identity; each request gets one."""
    return create_jwt(User(identifier=identity.id, display_name="You"))


def _keep_html_at_home() -> None:
    original = chainlit.server.get_html_template

    def at_home(root_path: str) -> str:
        return drop_foreign_hosts(original(root_path))

    chainlit.server.get_html_template = at_home


def _let_nothing_sleep() -> None:
    """Chainlit stops the whole event loop for a millisecond with every message and step it makes.

    Three of them make an answer: two hundred questions at one instant would stand still for most of a second.
    """
    for name in ("chainlit.message", "chainlit.step"):
        setattr(import_module(name), "time", SimpleNamespace(sleep=lambda seconds: None))  # noqa: B010
