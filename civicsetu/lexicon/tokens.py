"""Split a text into words, in the same way everywhere."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_](?:[\w\u200c\u200d]|[\u0900-\u0DFF])*", re.UNICODE)
_MAX_WORDS = 400


def split_words(text: str) -> list[str]:
    """Return words and numbers in lower case, in order, each once; marks of Indic vowels belong to a word."""
    return list(dict.fromkeys(split_all_words(text)))[:_MAX_WORDS]


def split_all_words(text: str) -> list[str]:
    """Return the same with repeats and without limit, for counting."""
    return _WORD.findall(text.lower())


def fold_letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, with nothing between them."""
    return "".join(character for character in text.lower() if character.isalnum())
