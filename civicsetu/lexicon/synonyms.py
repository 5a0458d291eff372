"""Synonyms: everyday words and the law's words for them, as data."""

from __future__ import annotations

from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from civicsetu.lexicon.thresholds import LEXICON
from civicsetu.yaml_data import load_shipped


class Synonyms(BaseModel):
    """Map of a word -> terms of the law; looked up, never chained.

    A key in another script than Latin is a stem: the languages of India bend their words at the
    end, and the longest stem that a word begins with is what it is a form of.
    """

    model_config = ConfigDict(frozen=True)

    terms: dict[str, tuple[str, ...]] = {}

    def meaning(self, word: str) -> tuple[str, ...]:
        """Return what the word stands for; empty when nothing."""
        if word in self.terms or word.isascii():
            return self.terms.get(word, ())
        stems = (word[:length] for length in range(len(word) - 1, LEXICON.shortest_synonym_stem - 1, -1))
        return next((self.terms[stem] for stem in stems if stem in self.terms), ())

    def expand(self, words: list[str]) -> list[str]:
        """Return the words themselves, then what they stand for; each once."""
        return list(dict.fromkeys([*words, *self.list_additions(words)]))

    def list_additions(self, words: list[str]) -> list[str]:
        """Return what the words stand for and do not say themselves; each once."""
        terms = dict.fromkeys(term for word in words for term in self.meaning(word))
        return [term for term in terms if term not in words]


@lru_cache(maxsize=1)
def get_synonyms() -> Synonyms:
    """Return the synonyms that ship with the package."""
    shipped = load_shipped("civicsetu.lexicon", "synonyms.yaml")
    return Synonyms(terms={word: tuple(terms) for word, terms in shipped.items()})
