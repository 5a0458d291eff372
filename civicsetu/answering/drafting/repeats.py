"""Detect written sentences that repeat an earlier one of the same answer.

A model asked again for what was left open writes once more what is shown already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafts import JudgedSentence
from civicsetu.answering.written import SentenceMark
from civicsetu.claims.parties import get_spoken_parties
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words

_FIGURE_OR_FORM = re.compile(r"\d[\d,.]*\d|\d|\bForm\s+[\w-]+|\bnot\b|\bno\b", re.IGNORECASE)


def says_again(one: JudgedSentence, said: Iterable[JudgedSentence]) -> bool:
    """Return whether a sentence repeats one that is shown: same provision, most of its words, no new figure, form or party.

    A lead is asked for whatever was said, unless its own part has one.
    """
    return any(_is_same(one, other) for other in said if other.stands and other is not one)


def _is_same(one: JudgedSentence, other: JudgedSentence) -> bool:
    same_part = one.written.part == other.written.part
    if one.written.mark is SentenceMark.LEAD and not same_part:
        return False
    if _particulars(one) - _particulars(other):
        return False
    ours, theirs = _words(one), _words(other)
    shared = len(ours & theirs) / max(1, len(ours))
    if _places(one) & _places(other) or not _places(one):
        return shared >= (DRAFTING.same_words if same_part else DRAFTING.same_words_elsewhere)
    return shared >= DRAFTING.same_words_elsewhere and same_part


def _places(one: JudgedSentence) -> set[tuple[str, str]]:
    return {span.unit for span in one.cited if span.passages}


def _particulars(one: JudgedSentence) -> set[str]:
    """Figures, forms and parties: a sentence with another of these says something else, however alike the words."""
    text = one.written.text
    parties = {mention.party for mention in get_spoken_parties().mentions(text)}
    return parties | {found.lower() for found in _FIGURE_OR_FORM.findall(text)}


def _words(one: JudgedSentence) -> set[str]:
    return {stem(word) for word in split_words(one.written.text)}
