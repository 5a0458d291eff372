"""The operator's pages as HTML: templates that ship beside this file, every value escaped."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from starlette.responses import HTMLResponse

from civicsetu.evaluation.judging.sheet import get_rubric

if TYPE_CHECKING:
    from civicsetu.web.operator.access import Door, OperatorSession


def show(
    template: str,
    door: Door,
    session: OperatorSession | None,
    values: Mapping[str, object] | None = None,
    status: int = 200,
) -> HTMLResponse:
    """Render a template of this room; `guard` and `person` are given to each."""
    told = {
        "person": session.person if session else "",
        "guard": door.guard(session) if session else door.guard_sign_in(),
        **(values or {}),
    }
    return HTMLResponse(_environment().get_template(template).render(told), status)


def show_error(status: int, sentence: str, door: Door, session: OperatorSession | None) -> HTMLResponse:
    """Render a page of one sentence."""
    return show("error.html", door, session, {"sentence": sentence}, status)


@lru_cache(maxsize=1)
def get_style() -> str:
    """Return the style sheet of the room."""
    return files("civicsetu.web.operator").joinpath("style.css").read_text("utf-8")


@lru_cache(maxsize=1)
def get_rubric_html() -> str:
    """Return the rubric as HTML; it is a text of ours, without HTML of its own."""
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(get_rubric()))


@lru_cache(maxsize=1)
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("civicsetu.web.operator"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["when"] = _when
    made.filters["words"] = _words
    return made


def _when(moment: datetime) -> str:
    """`23 November 2026, 14:05 UTC`."""
    at = moment.astimezone(UTC)
    return f"{at.day} {at:%B %Y, %H:%M} UTC"


def _words(code: str) -> str:
    """A value of ours in words: a state's code as its name, `not_held` as `not held`."""
    return code.replace("_", " ").title() if code.isupper() else code.replace("_", " ")
