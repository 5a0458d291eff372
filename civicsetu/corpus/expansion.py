"""How large a compressed file becomes: one that would fill the memory is refused before it does."""

from __future__ import annotations

import re
import zlib

from civicsetu.errors import NotThisLaw

MOST_STREAM = 100_000_000
MOST_FILE = 1_000_000_000
MOST_PAGE = 8_000_000
_STREAM = re.compile(rb"stream\r?\n")
_STEP = 1_000_000


def check_streams(content: bytes, filename: str) -> None:
    """Refuse a PDF that holds a stream, or all of them together, of more than so many bytes.

    Found by their mark and not by the file's own table, which opening it would already expand.

    Raises:
        NotThisLaw: naming the file.
    """
    total = 0
    for mark in _STREAM.finditer(content):
        end = content.find(b"endstream", mark.end())
        size = expanded(content[mark.end() : end if end >= 0 else len(content)], MOST_STREAM)
        total += size
        if size > MOST_STREAM or total > MOST_FILE:
            raise too_large(filename)


def expanded(content: bytes, most: int) -> int:
    """Bytes deflated data becomes, counted as far as `most` and a little; 0 if it is none.

    What it becomes may be deflated again, as a stream with two filters is; then the larger counts.
    """
    engine = zlib.decompressobj()
    again: zlib._Decompress | None = None
    size = inner = 0
    try:
        piece = engine.decompress(content, _STEP)
        again = zlib.decompressobj() if piece[:1] == b"\x78" else None
        while piece:
            size += len(piece)
            inner += _inner(again, piece, most)
            if max(size, inner) > most or engine.eof:
                break
            piece = engine.decompress(engine.unconsumed_tail, _STEP)
    except zlib.error:
        return max(size, inner)
    return max(size, inner)


def _inner(engine: zlib._Decompress | None, piece: bytes, most: int) -> int:
    """Bytes a piece becomes when it is deflated itself, counted as far as `most`."""
    if engine is None or engine.eof:
        return 0
    size = 0
    while piece and size <= most:
        try:
            size += len(engine.decompress(piece, _STEP))
        except zlib.error:
            return size
        piece = engine.unconsumed_tail
    return size


def too_large(filename: str) -> NotThisLaw:
    """The error that a file expands to more than it may."""
    message = f"{filename} expands to far more than a law holds; it is not read."
    return NotThisLaw(message, user_message=message)
