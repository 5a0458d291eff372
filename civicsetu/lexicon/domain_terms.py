"""Tell by its words what a question is about: this law's field, or another subject."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from civicsetu.lexicon.tokens import split_words
from civicsetu.yaml_data import load_shipped


@dataclass(frozen=True, slots=True)
class TermsFound:
    """Terms found. `own`: a word of this law's own field stands in the question; `near`: one often said
    in it; `others`: other fields named."""

    own: bool
    near: bool
    others: tuple[str, ...]


@dataclass(frozen=True)
class DomainTerms:
    """The words of each subject, as data."""

    own: frozenset[str]
    near: frozenset[str]
    others: dict[str, frozenset[str]]

    def find_terms(self, question: str) -> TermsFound:
        words = set(split_words(question))
        named = tuple(subject for subject, theirs in self.others.items() if words & theirs)
        return TermsFound(bool(words & self.own), bool(words & self.near), named)


@lru_cache(maxsize=1)
def get_domain_terms() -> DomainTerms:
    """Return the subjects that ship with the package."""
    data = load_shipped("civicsetu.lexicon", "domain_terms.yaml")
    own, near = (
        frozenset(word for line in data[part] for word in split_words(line)) for part in ("own", "near")
    )
    others = {subject: frozenset(split_words(words)) for subject, words in data["others"].items()}
    return DomainTerms(own, near, others)
