"""Everyday words and the law's words for them, as data."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict


class Glossary(BaseModel):
    """Word -> terms of the law; looked up, never chained."""

    model_config = ConfigDict(frozen=True)

    terms: dict[str, tuple[str, ...]] = {}

    def expand(self, words: list[str]) -> list[str]:
        """The words themselves, then what they stand for; each once."""
        return list(dict.fromkeys([*words, *self.added(words)]))

    def added(self, words: list[str]) -> list[str]:
        """What the words stand for and do not say themselves; each once."""
        terms = dict.fromkeys(term for word in words for term in self.terms.get(word, ()))
        return [term for term in terms if term not in words]


@lru_cache(maxsize=1)
def get_glossary() -> Glossary:
    """The glossary that ships with the package."""
    text = files("civicsetu.retrieval").joinpath("glossary.yaml").read_text("utf-8")
    return Glossary(terms={word: tuple(terms) for word, terms in yaml.safe_load(text).items()})
