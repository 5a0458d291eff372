"""Words of a text, the same way everywhere in this room."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_](?:[\w\u200c\u200d]|[\u0900-\u0DFF])*", re.UNICODE)
_MAX_WORDS = 400


def words_of(text: str) -> list[str]:
    """Words and numbers in lower case, in order, each once; marks of Indic vowels belong to a word."""
    return list(dict.fromkeys(_WORD.findall(text.lower())))[:_MAX_WORDS]
