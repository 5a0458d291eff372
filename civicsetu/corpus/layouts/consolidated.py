"""Read a consolidated text as a publisher of laws gives it: plain lines with footnote marks.

Marks such as `^1[…]` point at the publisher's notes and are no words of the law; they are
taken out and listed, so that a reader sees the sentence as it reads today. Hard line ends
inside a paragraph become spaces. The notes themselves stay, below their section.
"""

from __future__ import annotations

import re
from itertools import pairwise

from civicsetu.corpus.formats.extracted_text import ExtractedText, Reason, Removal
from civicsetu.corpus.structure.headings import CONSOLIDATED

_NOTES_HEAD = CONSOLIDATED.notes.pattern if CONSOLIDATED.notes else ""
_MARK = re.compile(r"\^(?:\d{1,2}|\*)(?:\s{0,3}\[ {0,3})?")
_HYPHEN = re.compile(r"[a-z]-$")
_BRACKET = re.compile(r"[\[\]]")
_OWN_LINE = re.compile(
    rf"\d{{1,3}}[A-Z]?\. \S|(?:# )?CHAPTER [IVXLC]+\b|{_NOTES_HEAD}|\([0-9A-Za-z]{{1,5}}\)|Provided\b"
)
_BEFORE_OWN_LINE = re.compile(rf"\d{{1,3}}[A-Z]?\. \S|(?:# )?CHAPTER [IVXLC]+\b|{_NOTES_HEAD}")


def read_consolidated(text: str) -> ExtractedText:
    """The text without marks of footnotes, each paragraph on one line."""
    return _without_marks(_joined(text))


def _joined(text: str) -> str:
    """Lines of one paragraph as one line; headings, labels and provisos keep theirs."""
    lines = text.split("\n")
    joined: list[list[str]] = [[lines[0]]]
    for before, line in pairwise(lines):
        goes_on = before.strip() and line.strip()
        if goes_on and not _OWN_LINE.match(line) and not _BEFORE_OWN_LINE.match(before):
            paragraph = joined[-1]
            paragraph[-1] = paragraph[-1].rstrip()
            paragraph += _line_end(paragraph[-1], line.strip())
        else:
            joined.append([line])
    return "\n".join("".join(paragraph) for paragraph in joined)


def _line_end(first: str, second: str) -> tuple[str, str]:
    """What goes on after a line; a hyphen at its end is the word's own here: `sub-` / `section`."""
    return "" if _HYPHEN.search(first[-2:]) else " ", second


def _without_marks(text: str) -> ExtractedText:
    parts: list[str] = []
    removals: list[Removal] = []
    at = length = 0
    for start, end in _marks(text):
        parts.append(text[at:start])
        length += start - at
        removals.append(Removal(None, length, text[start:end], Reason.FOOTNOTE_MARK))
        at = end
    parts.append(text[at:])
    return ExtractedText("".join(parts), (), tuple(removals))


def _marks(text: str) -> list[tuple[int, int]]:
    """Spans of marks and of the brackets that close them, in the order of the text."""
    spans: list[tuple[int, int]] = []
    closing = _closing_brackets(text)
    for mark in _MARK.finditer(text):
        spans.append(mark.span())
        opened = mark.end() - 1 - (len(mark.group()) - len(mark.group().rstrip()))
        if mark.group().rstrip().endswith("[") and opened in closing:
            spans.append((closing[opened], closing[opened] + 1))
    return sorted(spans)


def _closing_brackets(text: str) -> dict[int, int]:
    """Where each bracket is closed, by where it was opened; in one pass, however many stay open."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    for bracket in _BRACKET.finditer(text):
        if bracket.group() == "[":
            opened.append(bracket.start())
        elif opened:
            closing[opened.pop()] = bracket.start()
    return closing
