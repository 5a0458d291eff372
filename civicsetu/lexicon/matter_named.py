"""Tell whether a text names anything of this law, or only leans on what was said before it."""

from __future__ import annotations

from civicsetu.lexicon.domain_terms import get_domain_terms
from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.lexicon.tokens import split_words


def names_matter(text: str) -> bool:
    """Return whether a text names a term of this law or of another; without one it depends on the text before it."""
    terms = get_domain_terms().find_terms(text)
    if terms.own or terms.near or terms.others:
        return True
    return any(get_synonyms().meaning(word) for word in split_words(text))
