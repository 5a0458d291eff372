"""Render a context as plain text, Markdown, XML or JSON. The law's words are the same in each.

A format may not change what the law says: in Markdown "1." at the start of a line is not made
a list of, in XML and JSON nothing in a text can end the element it stands in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from civicsetu.retrieval.context.passages import Origin, Passage


class ContextFormat(StrEnum):
    PLAIN = "plain"
    MARKDOWN = "markdown"
    XML = "xml"
    JSON = "json"


_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~$&]")
_LIST_NUMBER = re.compile(r"^([0-9]{1,9})([.)])", re.MULTILINE)
_LINE_MARK = re.compile(r"^([-+=])", re.MULTILINE)
_LINE_EDGE = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KEPT_IN_ADDRESSES = "/:?&=%#(),;@+~'!$*"


def render(passages: Sequence[Passage], form: ContextFormat, left_out: int = 0) -> str:
    """Return the passages in the order given, then how many provisions had no room."""
    if form is ContextFormat.JSON:
        content = {"passages": [_json(passage) for passage in passages], "left_out": left_out}
        return json.dumps(content, ensure_ascii=False, indent=2)
    if form is ContextFormat.XML:
        written = "".join(_xml(passage) for passage in passages)
        return f'<context left_out="{left_out}">\n{written}</context>'
    if form is ContextFormat.MARKDOWN:
        parts = [_markdown(passage) for passage in passages]
        return "\n\n".join([*parts, *([f"*{_no_room(left_out)}*"] if left_out else [])])
    parts = [_plain(passage) for passage in passages]
    return "\n\n".join([*parts, *([f"[{_no_room(left_out)}]"] if left_out else [])])


def markdown_text(text: str) -> str:
    """Escape a text so that Markdown shows its words and nothing else."""
    lines = _LINE_EDGE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    marked = _MARKUP.sub(lambda mark: f"\\{mark.group()}", lines)
    return _LINE_MARK.sub(r"\\\1", _LIST_NUMBER.sub(r"\1\\\2", marked))


def _no_room(left_out: int) -> str:
    return f"{left_out} more provision{'s' if left_out > 1 else ''} found had no room."


def _plain(passage: Passage) -> str:
    lines = [f"[{passage.rank}] {passage.heading}", f"({passage.edition_description})", passage.text]
    return "\n".join([*lines, *(_origin_lines(passage.origin) if passage.origin else [])])


def _origin_lines(origin: Origin) -> list[str]:
    page = f", page {origin.page}" if origin.page is not None else ""
    lines = [f"Source: {', '.join(origin.addresses) or 'no address'}{page}"]
    return [*lines, f"Note: {origin.note}"] if origin.note else lines


def _markdown(passage: Passage) -> str:
    heading = " > ".join(markdown_text(part) for part in (passage.title, *passage.headings))
    blocks = [f"## {passage.rank}. {heading}", f"*{markdown_text(passage.edition_description)}*"]
    blocks.append(markdown_text(passage.text))
    if passage.origin is not None:
        page = f", page {passage.origin.page}" if passage.origin.page is not None else ""
        links = ", ".join(f"<{_address(one)}>" for one in passage.origin.addresses) or "no address"
        blocks.append(f"Source: {links}{page}")
        if passage.origin.note:
            blocks.append(f"Note: {markdown_text(passage.origin.note)}")
    return "\n\n".join(blocks)


def _address(address: str) -> str:
    """Quote an address so that it cannot end the link around it."""
    return quote(address, safe=_KEPT_IN_ADDRESSES)


def _xml(passage: Passage) -> str:
    as_of = f" as_of={_attribute(passage.as_of.isoformat())}" if passage.as_of else ""
    cut = ' cut="true"' if passage.cut else ""
    lines = [
        f'<passage rank="{passage.rank}" document={_attribute(passage.document)} '
        f"provision={_attribute(passage.provision)} edition={_attribute(passage.edition.value)}{as_of}{cut}>",
        _element("title", passage.title),
        *(_element("heading", heading) for heading in passage.headings),
        _element("about", passage.edition_description),
        _element("text", passage.text),
    ]
    if passage.origin is not None:
        page = f' page="{passage.origin.page}"' if passage.origin.page is not None else ""
        lines += [_element("source", one, page) for one in passage.origin.addresses]
        lines += [_element("note", passage.origin.note)] if passage.origin.note else []
    return "\n".join([*lines, "</passage>", ""])


def _element(name: str, text: str, attributes: str = "") -> str:
    return f"<{name}{attributes}>{escape(_legal(text), {chr(13): '&#13;'})}</{name}>"


def _attribute(value: str) -> str:
    return quoteattr(_legal(value))


def _legal(text: str) -> str:
    """Replace the control characters that XML cannot hold."""
    return _NOT_IN_XML.sub(" ", text)


def _json(passage: Passage) -> dict[str, Any]:
    content: dict[str, Any] = {
        "rank": passage.rank,
        "document": passage.document,
        "title": passage.title,
        "provision": passage.provision,
        "units": list(passage.units),
        "headings": list(passage.headings),
        "edition": passage.edition.value,
        "as_of": passage.as_of.isoformat() if passage.as_of else None,
        "about": passage.edition_description,
        "text": passage.text,
        "cut": passage.cut,
    }
    if passage.origin is not None:
        content["sources"] = list(passage.origin.addresses)
        content["page"], content["note"] = passage.origin.page, passage.origin.note
    return content
