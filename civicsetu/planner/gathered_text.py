"""The words of provisions, and how many of the words asked stand in them."""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.asking import Asking


def text_of(evidence: Evidence, index: LawIndex) -> str:
    """Return the heading and text of a provision, in the edition that is read first; empty where it is held no more."""
    unit = index.units.get(evidence.unit_id)
    if unit is None:
        return ""
    edition, place = index.editions_of(unit)[0]
    return f"{unit.title} {edition.body[place.start : place.end]}"


def count_covered(question: Asking, evidence: Sequence[Evidence], index: LawIndex) -> tuple[int, int]:
    """Return how many words of substance of a question the evidence has, or has in the law's words; and of how many."""
    held = frozenset(word for one in evidence for word in stems_of(text_of(one, index)))
    return sum(_is_held(word, held) for word in question.words), question.substance


def _is_held(word: str, held: frozenset[str]) -> bool:
    return any({stem(part) for part in split_words(term)} <= held for term in get_synonyms().expand([word]))
