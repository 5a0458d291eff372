"""Masks personal data before a text is stored, logged, printed or shown again.

A question with personal data in it is answered, never refused: the data is replaced by
the name of its kind. It is looked for in a plain form of the text and replaced in the text
itself, which stays as it was everywhere else. Time is linear in the text; a place that
keeps only the beginning of a text says so by `limit` and pays for that much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from civicsetu.privacy.addresses import find_emails, find_upi_ids
from civicsetu.privacy.codes import find_codes
from civicsetu.privacy.kinds import PersonalDataKind, PersonalDataSpan
from civicsetu.privacy.labels import veil
from civicsetu.privacy.normalise import Normalised, normalise
from civicsetu.privacy.numbers import find_numbers

_MARGIN = 400
_PLACEHOLDER = re.compile("|".join(re.escape(kind.placeholder) for kind in PersonalDataKind))
_SPACE = re.compile(r"\s")
_NOT_BLANK = re.compile(rf"[^\s\u00ad\u200b-\u200f\u2060\ufeff]{{1,{_MARGIN}}}")


def mask(text: str, limit: int | None = None) -> str:
    """Replace personal data by its kind; with `limit`, return at most so many characters.

    What is cut is the original at `limit`: data that reaches across the cut is replaced whole,
    and a placeholder is never cut. A text that grows beyond `limit` by its placeholders is cut too.
    """
    if limit is None or len(text) <= limit:
        return _replaced(text, find(text), len(text), limit)
    window = text[:limit] + _ahead(text, limit)
    return _replaced(window, find(window), limit, limit)


def drop_placeholders(text: str) -> str:
    """Drop the placeholders from a masked question; unchanged if nothing else was said."""
    if "[" not in text:
        return text
    rest = " ".join(_PLACEHOLDER.sub(" ", text).split())
    return rest if any(map(str.isalnum, rest)) else text


def find(text: str) -> list[PersonalDataSpan]:
    """Find personal data with its kind, in order and without overlap."""
    plain = normalise(text)
    size = len(plain.text)
    found = list(find_emails(plain.text))
    found += _apart(find_upi_ids(veil(plain.text, found)), size)
    rest = veil(plain.text, found)

    def typed(start: int, end: int) -> str:
        return text[plain.origin(start) : plain.origin(end - 1) + 1]

    found += _apart(find_codes(rest, typed), size)
    found += find_numbers(veil(plain.text, found))
    return sorted((_in_original(span, plain) for span in found), key=lambda span: span.start)


def _apart(spans: Iterable[PersonalDataSpan], length: int) -> list[PersonalDataSpan]:
    """Spans that do not overlap: of two that do, the one given first stays."""
    taken = bytearray(length)
    kept = []
    for span in spans:
        if taken.find(1, span.start, span.end) < 0:
            taken[span.start : span.end] = b"\x01" * (span.end - span.start)
            kept.append(span)
    return kept


def _in_original(span: PersonalDataSpan, plain: Normalised) -> PersonalDataSpan:
    return PersonalDataSpan(span.kind, plain.origin(span.start), plain.origin(span.end - 1) + 1)


def _ahead(text: str, start: int) -> str:
    """A little of what follows, each run of blanks as one space or none: a number may go on beyond many."""
    pieces: list[str] = []
    length, done = 0, start
    for piece in _NOT_BLANK.finditer(text, start):
        if _SPACE.search(text, done, piece.start()):
            pieces.append(" ")
        pieces.append(piece[0])
        length, done = length + len(piece[0]) + 1, piece.end()
        if length >= _MARGIN:
            break
    return "".join(pieces)[:_MARGIN]


def _replaced(text: str, spans: Iterable[PersonalDataSpan], end: int, longest: int | None) -> str:
    """`text[:end]` with each span that begins there replaced; no longer than `longest`."""
    pieces: list[str] = []
    done = length = 0
    for span in spans:
        if span.start >= end:
            break
        pieces += (text[done : span.start], span.kind.placeholder)
        done = span.end
    pieces.append(text[done:end])
    if longest is None:
        return "".join(pieces)
    kept: list[str] = []
    for at, piece in enumerate(pieces):
        room = longest - length
        if len(piece) > room:
            if at % 2 == 0:
                kept.append(piece[:room])
            break
        kept.append(piece)
        length += len(piece)
    return "".join(kept)
