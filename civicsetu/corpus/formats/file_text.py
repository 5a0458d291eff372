"""The plain lines of a law's text file: txt, md, html or docx, told apart by the file's name.

Headings and paragraphs stay lines of their own, a table's row is one line with ` | ` between
its cells, and numbers that only a reader's program would put before a paragraph are written
out or the file is refused: a clause without its label is lost law.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from civicsetu.corpus.formats.docx_text import read_docx_lines
from civicsetu.corpus.formats.html_text import read_html_lines
from civicsetu.errors import NotThisLaw

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?([\w.:-]{2,40})", re.IGNORECASE)
_WEB_PAGE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)\b", re.IGNORECASE)
_HEAD = 4_000


def read_file_text(content: bytes, filename: str, title: str) -> str:
    """Return the text of a file, one line per paragraph or line, with `\\n` at their ends.

    `title` is the law's, for the message.

    Raises:
        NotThisLaw: it is not of the kind its name says, its letters cannot be told, it expands
            to too much, or its numbers are not in its text.
    """
    kind = PurePath(filename).suffix.lower()
    if kind == ".docx":
        return read_docx_lines(content, filename)
    text = _decoded(content, kind, filename, title)
    if kind in (".html", ".htm"):
        return read_html_lines(text)
    if _WEB_PAGE.match(text[:_HEAD]) or text.startswith("%PDF-"):
        raise _not_text(filename, title)
    return read_html_lines(_rendered(text)) if kind == ".md" else text


def _decoded(content: bytes, kind: str, filename: str, title: str) -> str:
    """UTF-8, or of a web page what it says of itself."""
    told = _CHARSET.search(content[:_HEAD]) if kind in (".html", ".htm") else None
    try:
        text = content.decode(told.group(1).decode("ascii") if told else "utf-8-sig")
    except (UnicodeDecodeError, LookupError) as error:
        raise _not_text(filename, title) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _rendered(markdown: str) -> str:
    """Markdown as a web page; `1.` stays a number of the law and no list, a line stays a line."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False, "breaks": True})
    return str(reader.disable(["list", "code"]).enable("table").render(markdown))


def _not_text(filename: str, title: str) -> NotThisLaw:
    return NotThisLaw(user_message=f"{filename} is not a text file; the text of {title} was expected.")
