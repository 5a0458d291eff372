"""Gloss Hindi in Latin letters: read it word by word in English, before it is compared by meaning.

The embedding model has seen little of it, and none of the spellings people make up, so that such a question lies close to
everything; its words in English, in the order of Hindi, lie where the same question in English does. What the text is read
for besides, its kind, facts and figures, is read of the text as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from civicsetu.lexicon.thresholds import LEXICON
from civicsetu.yaml_data import load_words

_FILE = "romanised_hindi.yaml"
_WORD = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class _Glosses:
    marks: frozenset[str]
    english: Mapping[str, str]


@lru_cache(maxsize=1)
def _glosses() -> _Glosses:
    data = load_words(files("civicsetu.lexicon").joinpath(_FILE).read_text("utf-8"))
    assert isinstance(data, dict)
    english = {word: told for told, words in data["words"].items() for word in words.split()}
    return _Glosses(frozenset(data["marks"].split()), english | dict.fromkeys(data["unsaid"].split(), ""))


def is_romanised_hindi(text: str) -> bool:
    """Return whether a text is romanised Hindi: ASCII alone, with enough function words of Hindi."""
    if not text.isascii():
        return False
    words = [word.lower() for word in _WORD.findall(text)]
    marks = sum(word in _glosses().marks for word in words)
    return marks >= max(LEXICON.hindi_marks, LEXICON.hindi_share * len(words))


def is_glossed(word: str) -> bool:
    """Return whether a word, in small letters, is one of romanised Hindi that the list holds."""
    return word in _glosses().english


def gloss(text: str) -> str:
    """Return a text in romanised Hindi with each Hindi word replaced by an English one; any other text unchanged."""
    if not is_romanised_hindi(text):
        return text
    english = _glosses().english
    told = _WORD.sub(lambda word: english.get(word[0].lower(), word[0]), text)
    return " ".join(told.split())
