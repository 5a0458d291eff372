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
from civicsetu.web.language.catalogue import ENGLISH, LANGUAGES, name_for_chainlit
from civicsetu.web.language.speaking import say, speaking
from civicsetu.web.markdown import escape

if TYPE_CHECKING:
    from civicsetu.answering.provisions.views import DocumentView, WriterView

_HEADING = "\n## "


def renew(
    data_path: Path, documents: Sequence[DocumentView], writer: WriterView | None = None, source_url: str = ""
) -> None:
    """Write the facts of this installation into the about pages, if they changed; a page without them still works.

    The list of laws stands at the end, and where the source can be had; the section on the model that writes answers
    stands before the last one, on what CivicSetu is not.
    """
    folder = data_path / "page"
    for code in LANGUAGES:
        with speaking(code):
            section = describe_writer(writer) if writer else ""
            try:
                _renew_one(folder, code, section, f"{write_listing(documents)}\n\n{write_licence(source_url)}\n")
            except (OSError, UnicodeDecodeError, DataFolderUnusable) as error:
                get_logger(__name__).warning("about_page_not_renewed", language=code, error=type(error).__name__)


def _renew_one(folder: Path, code: str, section: str, end: str) -> None:
    name = name_for_chainlit(code)
    source = folder / "chainlit.md" if code == ENGLISH else folder / ".chainlit" / "about" / f"{name}.md"
    about = source.read_text("utf-8").rstrip()
    if section:
        before, last = about.rsplit(_HEADING, 1)
        about = f"{before}\n{section}\n{_HEADING}{last}"
    shown = folder / f"chainlit_{name}.md"
    told = f"{about}\n\n{end}"
    if not shown.is_file() or shown.read_text("utf-8") != told:
        write_atomically(shown, told)


def describe_writer(writer: WriterView) -> str:
    """Write the section on what is sent to the model that writes answers, and what is not."""
    where = say("writer.where_here" if writer.is_local else "writer.where", provider=writer.provider)
    return say("writer.about", model=writer.model, where=where)


def write_listing(documents: Sequence[DocumentView]) -> str:
    """List each law with the editions held of it."""
    lines = [f"- **{escape(one.title)}**: {escape(_whose_words(one))}" for one in documents]
    return "\n".join([f"## {say('about.held')}", "", *(lines or [say("about.none")])])


def write_licence(source_url: str) -> str:
    """Return the text that names the page's licence, with a link to its source where the setting has one."""
    told = f"## {say('about.free')}\n\n{say('about.licence')}"
    return f"{told} [{say('about.source')}]({source_url})" if source_url else told


def _whose_words(document: DocumentView) -> str:
    if "official" not in document.editions:
        return say("about.plain_only")
    words = say("about.copy", site=document.copied_from) if document.copied_from else say("about.official")
    if document.another_print:
        words = say("about.another_print", text=words)
    return say("about.both", text=words) if "plain" in document.editions else words
