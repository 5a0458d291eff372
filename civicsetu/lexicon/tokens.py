"""Split a text into words, in the same way everywhere."""

from __future__ import annotations

import re

from civicsetu.lexicon.thresholds import LEXICON

_WORD = re.compile(r"[^\W_](?:[\w\u200c\u200d]|[\u0900-\u0DFF])*", re.UNICODE)
_UNDOTTED = {"\u0958": "क", "\u0959": "ख", "\u095a": "ग", "\u095b": "ज", "\u095e": "फ"}
_LOAN_DOT = re.compile("[कखगजफ]\u093c|[" + "".join(_UNDOTTED) + "]")


def split_words(text: str) -> list[str]:
    """Return words and numbers in lower case, in order, each once; marks of Indic vowels belong to a word."""
    return list(dict.fromkeys(split_all_words(text)))[: LEXICON.words_read]


def split_all_words(text: str) -> list[str]:
    """Return the same with repeats and without limit, for counting."""
    return _WORD.findall(text.lower())


def without_loan_dots(text: str) -> str:
    """Return a text without the dots under the letters of words borrowed into Hindi: "फ़्लैट" and "फ्लैट" are one word.

    Many writers leave them out. Those of Hindi's own sounds stay.
    """
    return _LOAN_DOT.sub(lambda found: _UNDOTTED.get(found[0]) or found[0][0], text)


def fold_letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, with nothing between them."""
    return "".join(character for character in text.lower() if character.isalnum())
