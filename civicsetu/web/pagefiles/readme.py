"""Write the about page's list of the laws held, again whenever a chat begins.

Laws come while the page serves: Chainlit reads the file anew for everybody who opens it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from civicsetu.errors import DataFolderUnusable
from civicsetu.stores.files import write_atomically
from civicsetu.telemetry import get_logger
from civicsetu.web.markdown import escape
from civicsetu.web.pagefiles.page_files import ABOUT

if TYPE_CHECKING:
    from civicsetu.answering.provisions.views import DocumentView

_LAST = "## What it is not"
_HEAD = "## Which laws CivicSetu holds"
_FREE = "## Free software\n\nCivicSetu is free software under the GNU Affero General Public License, version 3 or later."


def renew(data_path: Path, documents: Sequence[DocumentView], writing: str = "", source_url: str = "") -> None:
    """Write what is told of this installation into the about page, if it has changed; a page without it still works.

    The list of laws stands at its end, and where the source can be had; `writing` is the section on the model that
    writes answers, which stands before the one on what CivicSetu is not.
    """
    folder = data_path / "page"
    try:
        about = (folder / "chainlit.md").read_text("utf-8").rstrip()
        if writing:
            about = about.replace(_LAST, f"{writing}\n\n{_LAST}")
        told, shown = f"{about}\n\n{write_listing(documents)}\n\n{write_licence(source_url)}\n", folder / ABOUT
        if shown.read_text("utf-8") != told:
            write_atomically(shown, told)
    except (OSError, UnicodeDecodeError, DataFolderUnusable) as error:
        get_logger(__name__).warning("about_page_not_renewed", error=type(error).__name__)


def write_listing(documents: Sequence[DocumentView]) -> str:
    """List each law with the editions held of it."""
    lines = [f"- **{escape(one.title)}**: {escape(_whose_words(one))}" for one in documents]
    return "\n".join([_HEAD, "", *(lines or ["None yet."])])


def write_licence(source_url: str) -> str:
    """Say under which licence the page is served, and link its source where the setting names it."""
    return f"{_FREE} [Its source]({source_url})" if source_url else _FREE


def _whose_words(document: DocumentView) -> str:
    if "official" not in document.editions:
        return "in plain words only; we do not hold the official text"
    words = "official text"
    if document.copied_from:
        words = f"text from a copy on another site ({document.copied_from}), not the official file itself"
    if document.another_print:
        words += " (read from a file that is not the print we reviewed)"
    return f"{words}, and in plain words" if "plain" in document.editions else words
