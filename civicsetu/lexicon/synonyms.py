"""Everyday words and the law's words for them, as data."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict

_SHORTEST_STEM = 2


class Synonyms(BaseModel):
    """Word -> terms of the law; looked up, never chained.

    A key in another script than Latin is a stem: the languages of India bend their words at the
    end, and the longest stem that a word begins with is what it is a form of.
    """

    model_config = ConfigDict(frozen=True)

    terms: dict[str, tuple[str, ...]] = {}

    def meaning(self, word: str) -> tuple[str, ...]:
        """What the word stands for; empty when nothing."""
        if word in self.terms or word.isascii():
            return self.terms.get(word, ())
        stems = (word[:length] for length in range(len(word) - 1, _SHORTEST_STEM - 1, -1))
        return next((self.terms[stem] for stem in stems if stem in self.terms), ())

    def expand(self, words: list[str]) -> list[str]:
        """The words themselves, then what they stand for; each once."""
        return list(dict.fromkeys([*words, *self.added(words)]))

    def added(self, words: list[str]) -> list[str]:
        """What the words stand for and do not say themselves; each once."""
        terms = dict.fromkeys(term for word in words for term in self.meaning(word))
        return [term for term in terms if term not in words]


@lru_cache(maxsize=1)
def get_synonyms() -> Synonyms:
    """The synonyms that ships with the package."""
    text = files("civicsetu.lexicon").joinpath("synonyms.yaml").read_text("utf-8")
    return Synonyms(terms={word: tuple(terms) for word, terms in yaml.safe_load(text).items()})
