"""Choose the language of a page, and of the frame of an answer."""

from __future__ import annotations

from collections.abc import Mapping

from civicsetu.answering.messages.language_notes import find_language
from civicsetu.web.identity import read_cookie
from civicsetu.web.language.catalogue import ENGLISH, LANGUAGES
from civicsetu.web.language.speaking import get_language

COOKIE = "civicsetu_language"
"""The cookie in which a browser remembers the language that was chosen by hand."""

SHOWN = "civicsetu_shown"
"""The cookie with the language of the page that a browser has open; forgotten when the browser is closed."""


def choose_language(cookies: str | None, accept_language: str | None) -> str:
    """Return the language that was chosen by hand, else the first of the browser's that ships, else English."""
    remembered = read_cookie(cookies, COOKIE)
    if remembered in LANGUAGES:
        return str(remembered)
    return next((one for one in _read_accepted(accept_language or "") if one in LANGUAGES), ENGLISH)


def language_of_handshake(environ: Mapping[str, object] | None) -> str:
    """Return the language of a page by the headers with which it opened its socket.

    Not every browser names its languages there, and what stands between may drop them: the page's own cookie goes first.
    """
    told = environ or {}
    cookies, accepted = (one if isinstance(one := told.get(name), str) else "" for name in ("HTTP_COOKIE", "HTTP_ACCEPT_LANGUAGE"))
    return choose_language(cookies, read_cookie(cookies, SHOWN) or accepted)


def find_frame_language(question: str) -> str:
    """Return the language of a question where it ships, by its script; else that of the present task."""
    found = find_language(question)
    return found.language if found is not None and found.language in LANGUAGES else get_language()


def _read_accepted(header: str) -> list[str]:
    """Return the languages of a header such as `ta-IN,ta;q=0.9,en;q=0.8`, the most wanted first, without countries."""
    wanted = []
    for one in header.split(","):
        name, _, weight = one.partition(";")
        try:
            share = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            share = 0.0
        if share > 0:
            wanted.append((share, name.strip().partition("-")[0].lower()))
    return [name for _, name in sorted(wanted, key=lambda one: -one[0])]
