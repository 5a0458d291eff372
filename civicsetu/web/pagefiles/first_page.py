"""The first page as HTML that is there before any script: what this is, a box, questions to begin with.

On a slow network Chainlit's script takes seconds to come. What is typed meanwhile is handed to its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from civicsetu.web.language.catalogue import LANGUAGES, get_catalogues
from civicsetu.web.language.speaking import get_language, say

_ROOT = '<div id="root"></div>'
_STARTERS = "<!-- starters -->"
_LANGUAGES = "<!-- languages -->"
_MESSAGE = re.compile(r"\{\{([a-z_.]+)\}\}")
_HTML = '<html lang="en">'
_SCRIPT = '"/public/civicsetu.js"'
_DESCRIPTION = "Plain, cited answers on Indian real-estate law (RERA)."


def add_first_page(html: str, first_page: str, starters: Iterable[tuple[str, str]]) -> str:
    """Put the first page into the place that Chainlit's page takes later; HTML without that place stays as it is.

    `starters` are pairs of a label and the question it asks.
    """
    buttons = "".join(
        f'<button type="button" data-ask-early="{escape(question)}">{escape(label)}</button>'
        for label, question in starters
    )
    said = _MESSAGE.sub(lambda one: escape(say(one.group(1))), first_page)
    page = said.replace(_STARTERS, buttons).replace(_LANGUAGES, _write_switch())
    return html.replace(_ROOT, f'<div id="root">{page}</div>', 1)


def _write_switch() -> str:
    """Links that choose a language, which work without any script; the present one is none."""
    names = {code: get_catalogues()[code].name for code in LANGUAGES}
    return " · ".join(
        f"<b>{name}</b>" if code == get_language() else f'<a href="?language={code}" lang="{code}" hreflang="{code}">{name}</a>'
        for code, name in names.items()
    )


def name_language(html: str) -> str:
    """Name the language of the page in its HTML: for readers of screens, and for the script that brings the messages."""
    code = get_language()
    html = html.replace(_HTML, f'<html lang="{code}">', 1)
    return html.replace(_DESCRIPTION, escape(say("first.description"))).replace(_SCRIPT, f'"/public/civicsetu.js?language={code}"')
