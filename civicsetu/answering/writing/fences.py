"""Fences around data in a prompt, which nothing inside them can close."""

from __future__ import annotations

import re

_FENCE = re.compile(r"<{2,}|>{2,}")
_NOT_SHOWN = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0001fffd]")


def neutralise(text: str) -> str:
    """Return a text in which no fence opens or closes, without characters that nobody sees."""
    return _FENCE.sub(lambda found: found[0][0], _NOT_SHOWN.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def fence(name: str, text: str) -> str:
    """Return a text as data between the fences of that name; it is neutralised first."""
    return f"<<<{name}\n{neutralise(text).strip()}\n{name}>>>"
