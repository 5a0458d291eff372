"""The words and stems of texts that are compared again and again, such as statements: each text is read once.

Every question compares hundreds of statements; so many are kept that all that ship are, several times over.
"""

from __future__ import annotations

from functools import lru_cache

from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words


@lru_cache(maxsize=8_192)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a text in lower case, each once."""
    return frozenset(split_words(text))


@lru_cache(maxsize=8_192)
def stems_of(text: str) -> frozenset[str]:
    """Return the stems of a text's words."""
    return frozenset(map(stem, words_of(text)))
