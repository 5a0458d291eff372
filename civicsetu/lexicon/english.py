"""Tell whether a word is one of everyday English, by the list that ships (`english_words.txt`)."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files


def is_english(word: str) -> bool:
    """Return whether a word, in small letters, is one of everyday English; of two letters at most none is."""
    return word in _words()


@lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    lines = files("civicsetu.lexicon").joinpath("english_words.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))
