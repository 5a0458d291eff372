"""The first page as HTML that is there before any script: what this is, a box, questions to begin with.

On a slow network Chainlit's script takes seconds to come. What is typed meanwhile is handed to its page.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_ROOT = '<div id="root"></div>'
_STARTERS = "<!-- starters -->"


def add_first_page(html: str, first_page: str, starters: Iterable[tuple[str, str]]) -> str:
    """Put the first page into the place that Chainlit's page takes later; HTML without that place stays as it is.

    `starters` are pairs of a label and the question it asks.
    """
    buttons = "".join(
        f'<button type="button" data-ask-early="{escape(question)}">{escape(label)}</button>'
        for label, question in starters
    )
    return html.replace(_ROOT, f'<div id="root">{first_page.replace(_STARTERS, buttons)}</div>', 1)
