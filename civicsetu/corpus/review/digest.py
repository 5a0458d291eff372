"""Digest the words of a provision so that only a change of the words changes it.

Spaces, capitals, quotation marks, footnote marks, page furniture and the label in front are left
out: another print of the same words, or another reader of it, must raise no alarm.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

LENGTH = 16
_LABEL = re.compile(r"^\s*(?:## )?(?:\d{1,3}[A-Z]?\.|\([0-9A-Za-z]{1,5}\))\s*")
_FURNITURE = re.compile(r"\^[\d*]*|\*{3,}|\[Page[^\]]*\]|­|-\n(?=[a-z])")
_WORD = re.compile(r"\w+")


def digest_law(text: str) -> str:
    """Return the digest of a provision's words."""
    return hashlib.sha256(normalise_law(text).encode()).hexdigest()[:LENGTH]


def normalise_law(text: str) -> str:
    """Return the words alone, evened out."""
    bare = _FURNITURE.sub("", _LABEL.sub("", text))
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", bare).casefold()))
