"""What a question is about, told by its words: this law's own, or another subject's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import yaml

from civicsetu.lexicon.tokens import words_of


@dataclass(frozen=True, slots=True)
class TermsFound:
    """`own`: a word of this law's own field stands in the question; `near`: one that is often said
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

    def of(self, question: str) -> TermsFound:
        words = set(words_of(question))
        named = tuple(subject for subject, theirs in self.others.items() if words & theirs)
        return TermsFound(bool(words & self.own), bool(words & self.near), named)


@lru_cache(maxsize=1)
def get_domain_terms() -> DomainTerms:
    """The subjects that ship with the package."""
    data = yaml.safe_load(files("civicsetu.lexicon").joinpath("domain_terms.yaml").read_text("utf-8"))
    own, near = (
        frozenset(word for line in data[part] for word in words_of(line)) for part in ("own", "near")
    )
    others = {subject: frozenset(words_of(words)) for subject, words in data["others"].items()}
    return DomainTerms(own, near, others)
