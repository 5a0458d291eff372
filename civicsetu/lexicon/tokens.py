"""Words of a text, the same way everywhere in this room."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_](?:[\w\u200c\u200d]|[\u0900-\u0DFF])*", re.UNICODE)
_MAX_WORDS = 400


def words_of(text: str) -> list[str]:
    """Words and numbers in lower case, in order, each once; marks of Indic vowels belong to a word."""
    return list(dict.fromkeys(every_word(text)))[:_MAX_WORDS]


def every_word(text: str) -> list[str]:
    """The same with repeats and without limit, for counting."""
    return _WORD.findall(text.lower())
