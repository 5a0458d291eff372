"""The text of a Word file as lines, from its XML: no macro, link or outside part is touched.

The file is a zip of XML: what it expands to is capped, and a document type declaration, which
such a file never has and which can make a few bytes into millions, is refused.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree

from civicsetu.corpus.formats.decompression_limits import make_too_large_error
from civicsetu.errors import NotThisLaw

_DOCUMENT = "word/document.xml"
_STYLES = "word/styles.xml"
_MOST = 50_000_000


def read_docx_lines(content: bytes, filename: str) -> str:
    """Read paragraphs, with blank lines between, and table rows as one line with ` | ` between the cells.

    Raises:
        NotThisLaw: it is no such file, is damaged or locked, expands to too much, or numbers its
            paragraphs automatically, so that their labels are not in its text.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            document = _part(parts, _DOCUMENT, filename)
            styles = _part(parts, _STYLES, filename) if _STYLES in parts.namelist() else None
    except (zipfile.BadZipFile, zlib.error, KeyError, RuntimeError, EOFError, NotImplementedError) as error:
        raise _refused(filename, "is not a Word file, or is damaged or locked") from error
    body = document.find("{*}body")
    if body is None:
        raise _refused(filename, "holds no text")
    if _numbers_itself(body, styles):
        raise _refused(
            filename, "numbers its paragraphs automatically, so that its text lacks them; save it as a PDF"
        )
    try:
        return "\n\n".join(_blocks(body)) + "\n"
    except RecursionError as error:
        raise _refused(filename, "is a damaged Word file") from error


def _part(parts: zipfile.ZipFile, name: str, filename: str) -> ElementTree.Element:
    """One part, read no further than the cap whatever size the file claims for it."""
    with parts.open(name) as file:
        content = file.read(_MOST + 1)
    if len(content) > _MOST:
        raise make_too_large_error(filename)
    if any(sign in content for sign in (b"<!DOCTYPE", b"<!ENTITY", b"\x00")):
        raise _refused(filename, "is no Word file: its text declares a document type or is not UTF-8")
    try:
        return ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise _refused(filename, "is a damaged Word file") from error


def _numbers_itself(body: ElementTree.Element, styles: ElementTree.Element | None) -> bool:
    """True where a paragraph, or the style of one, has a number that the program would write."""
    used = {_told(style, "val") for style in body.findall(".//{*}pStyle")}
    numbered = [body]
    if styles is not None:
        numbered += [one for one in styles.findall(".//{*}style") if _told(one, "styleId") in used]
    return any(
        _told(number, "val") != "0"
        for part in numbered
        for properties in part.findall(".//{*}numPr")
        for number in properties.findall(".//{*}numId")
    )


def _told(element: ElementTree.Element, name: str) -> str:
    """The value of an attribute, whatever its namespace."""
    return next((value for key, value in element.items() if key.rpartition("}")[2] == name), "")


def _blocks(body: ElementTree.Element) -> Iterator[str]:
    for block in body:
        if _kind(block) == "tbl":
            for row in block.findall(".//{*}tr"):
                cells = (" ".join(_text(cell).split()) for cell in row.findall("{*}tc"))
                yield " | ".join(cells)
        elif text := "\n".join(" ".join(line.split()) for line in _text(block).split("\n")).strip():
            yield text


def _text(element: ElementTree.Element) -> str:
    """What stands in it and was not struck out: deleted words have a tag of their own.

    What newer programs show is followed by a `Fallback` for older ones, the same words again.
    """
    kind = _kind(element)
    if kind == "t":
        return element.text or ""
    if kind in ("tab", "br", "cr"):
        return " " if kind == "tab" else "\n"
    said = "" if kind == "Fallback" else "".join(_text(child) for child in element)
    return f"{said}\n" if kind == "p" else said


def _kind(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _refused(filename: str, reason: str) -> NotThisLaw:
    return NotThisLaw(user_message=f"{filename} {reason}.")
