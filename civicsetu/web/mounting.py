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
from civicsetu.web.language.starters import list_starters
from civicsetu.web.pagefiles.first_page import add_first_page, name_language
from civicsetu.web.pagefiles.packed_script import PackedScript, name_by_content
from civicsetu.web.pagefiles.page_files import add_scripts, drop_foreign_hosts

TOKEN_COOKIE: str = chainlit.auth.cookie._auth_cookie_name
BUILD_DIR = Path(chainlit.server.build_dir)


def mount(app: FastAPI, settings: Settings, script: PackedScript | None = None) -> None:
    """Mount Chainlit at "/"; the parent's own routes must be there already, that of its main `script` too."""
    mount_chainlit(app, target=str(Path(APP_ROOT) / "app.py"), path="/")
    config.ui.default_theme = "system"  # the page knows it, config.toml may not say it
    config.project.transports = ["websocket"]
    config.ui.language = None  # each request names its own, see PageLanguage
    refusals.register(chainlit.server.app)
    _keep_html_at_home(script)
    _let_nothing_sleep()
    sockets.guard(chainlit.server.sio, settings.web)


def sign_in(identity: Identity) -> str:
    """Return Chainlit's session token for an identity; each request gets one."""
    return create_jwt(User(identifier=identity.id, display_name="You"))


def _keep_html_at_home(script: PackedScript | None) -> None:
    original = chainlit.server.get_html_template
    first_page = (Path(APP_ROOT) / "public" / "first_page.html").read_text("utf-8")

    def at_home(root_path: str) -> str:
        html = add_scripts(drop_foreign_hosts(original(root_path)))
        html = name_by_content(html, script) if script else html
        return name_language(add_first_page(html, first_page, list_starters()))

    chainlit.server.get_html_template = at_home


def _let_nothing_sleep() -> None:
    """Chainlit stops the whole event loop for a millisecond with every message and step it makes.

    Three of them make an answer: two hundred questions at one instant would stand still for most of a second.
    """
    for name in ("chainlit.message", "chainlit.step"):
        setattr(import_module(name), "time", SimpleNamespace(sleep=lambda seconds: None))  # noqa: B010
