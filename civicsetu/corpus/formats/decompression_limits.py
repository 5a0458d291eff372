"""How large a compressed file becomes: one that would fill the memory is refused before it does."""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from binascii import unhexlify
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from civicsetu.errors import NotThisLaw

MOST_STREAM = 100_000_000
MOST_FILE = 1_000_000_000
MOST_PAGE = 8_000_000
MOST_PRINT = 100_000_000
_STREAM = re.compile(rb"stream\r?\n")
_STEP = 1_000_000
_MOST_FILTERS = 6
_LETTERS = 200
_DEFLATE = 8
_HEX = re.compile(rb"[0-9A-Fa-f\s]{8,}>?\s*$")
_ASCII85 = re.compile(rb"(?:<~)?[!-uz\s]{8,}(?:~>?)?\s*$")
_NO_HEX = re.compile(rb"[^0-9A-Fa-f]+")
_NO_ASCII85 = re.compile(rb"[^!-uz]+")


def check_streams(content: bytes, filename: str) -> None:
    """Refuse a PDF that holds a stream, or all of them together, of more than so many bytes.

    Found by their mark and not by the file's own table, which opening it would already expand.

    Raises:
        NotThisLaw: naming the file.
    """
    total = 0
    for mark in _STREAM.finditer(content):
        end = content.find(b"endstream", mark.end())
        size = measure_expanded(content[mark.end() : end if end >= 0 else len(content)], MOST_STREAM)
        total += size
        if size > MOST_STREAM or total > MOST_FILE:
            raise make_too_large_error(filename)


def measure_expanded(content: bytes, most: int) -> int:
    """Count the bytes packed data becomes, as far as `most` and a little; 0 if it is not packed.

    Data may be packed several times: deflated, and written as letters before or after. Each step
    is told by what the data looks like, for a file may say anything of it; the largest step counts.
    """
    steps = [_Step(content[at : at + _STEP] for at in range(0, len(content), _STEP))]
    while len(steps) <= _MOST_FILTERS:
        first = next(steps[-1], b"")
        unpack = _unpacker(first)
        if unpack is None:
            break
        steps.append(_Step(unpack(chain((first,), steps[-1]))))
    for step in reversed(steps[1:]):
        while step.size <= most and next(step, b""):
            pass
    return max((step.size for step in steps[1:]), default=0)


@dataclass
class _Step:
    """Pieces of data, their bytes counted as they pass."""

    pieces: Iterator[bytes]
    size: int = 0

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        piece = next(self.pieces)
        self.size += len(piece)
        return piece


def _unpacker(first: bytes) -> Callable[[Iterator[bytes]], Iterator[bytes]] | None:
    """What undoes the packing of data that begins so; None where it looks like none.

    Letters count as packing only where what they stand for is packed again: any text is letters.
    """
    if len(first) > 1 and first[0] & 15 == _DEFLATE and (first[0] << 8 | first[1]) % 31 == 0:
        return _inflated
    for letters, unpack in ((_HEX, _from_hex), (_ASCII85, _from_ascii85)):
        if letters.match(first[:_LETTERS]) and _unpacker(b"".join(unpack(iter((first[:_LETTERS],))))):
            return unpack
    return None


def _inflated(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Deflated data, as far as it is sound."""
    engine = zlib.decompressobj()
    for packed in pieces:
        while packed:
            try:
                piece = engine.decompress(packed, _STEP)
            except zlib.error:
                return
            if piece:
                yield piece
            if engine.eof:
                return
            packed = engine.unconsumed_tail


def _from_hex(pieces: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        digits = rest + _NO_HEX.sub(b"", piece)
        rest = digits[len(digits) & ~1 :]
        yield unhexlify(digits[: len(digits) & ~1])


def _from_ascii85(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Groups of five letters, `z` for a group of zeros, as far as `~` or what is no group."""
    rest = b""
    for piece in pieces:
        said, end, _ = piece.removeprefix(b"<~").partition(b"~")
        letters = rest + _NO_ASCII85.sub(b"", said).replace(b"z", b"!!!!!")
        whole = len(letters) if end else len(letters) - len(letters) % 5
        rest = letters[whole:]
        try:
            yield a85decode(letters[:whole])
        except ValueError:
            return
        if end:
            return


def make_too_large_error(filename: str) -> NotThisLaw:
    """Return the error that a file expands to more than it may."""
    return NotThisLaw(user_message=f"{filename} expands to far more than a law holds; it is not read.")
