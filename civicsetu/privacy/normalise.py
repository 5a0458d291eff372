"""Writes a text in one plain form, with a map from each character back to the original.

People paste numbers out of chats and PDFs: digits of other scripts, full-width letters,
no-break and zero-width spaces, line breaks, long dashes. The patterns of this room read
one form only: small letters, ASCII digits, one space for any run of white space, one dash.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

_GONE = "\x00"
_SQUEEZED = re.compile(r" [ \x00]+|\x00[ \x00]*")
_INVISIBLE = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0\ufe00\ufe01\ufe0e\ufe0f\u20e3")
_SAME = {
    "\u2212": "-",
    "\u2043": "-",
    "\u2044": "/",
    "\u2215": "/",
    "\u3002": ".",
    "\uff61": ".",
    "\u30fc": "-",
}
_SAME |= dict.fromkeys("\u00b7\u2022\u2219\u2027\u30fb", ".")


class Normalised:
    """The plain form of a text; `origin` leads back to the text it was made of."""

    __slots__ = ("_origins", "_starts", "text")

    def __init__(self, text: str, starts: list[int], origins: list[int]) -> None:
        self.text = text
        self._starts = starts
        self._origins = origins

    def origin(self, at: int) -> int:
        """Return where the character `at` of the plain form stands in the original."""
        piece = bisect_right(self._starts, at) - 1
        return self._origins[piece] + at - self._starts[piece]


def normalise(text: str) -> Normalised:
    """Return the plain form of a text, in time linear in its length."""
    plain = text.translate(_PLAIN)
    pieces: list[str] = []
    starts, origins = [0], [0]
    length = done = 0
    for run in _SQUEEZED.finditer(plain):
        start, end = run.span()
        space = " " if " " in run[0] else ""
        pieces += (plain[done:start], space)
        length += start - done + len(space)
        done = end
        starts.append(length)
        origins.append(end)
    return Normalised("".join([*pieces, plain[done:]]), starts, origins)


class _PlainForms(dict[int, str]):
    """The plain form of each character met so far."""

    def __missing__(self, code: int) -> str:
        form = self[code] = _plain(chr(code))
        return form


def _plain(character: str) -> str:
    """One character for one: a space, a digit, a small letter, or the mark of what is left out."""
    if character.isspace():
        return " "
    accent = "\u0300" <= character <= "\u036f" or "\U000e0100" <= character <= "\U000e01ef"
    if not character.isprintable() or character in _INVISIBLE or accent:
        return _GONE
    if (digit := unicodedata.decimal(character, None)) is not None:
        return str(digit)
    if unicodedata.category(character) == "Pd":
        return "-"
    if unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
        return character
    form = unicodedata.normalize("NFKC", character).lower()
    form = form if len(form) == 1 else character
    return _SAME.get(form, form)


_PLAIN = _PlainForms()
