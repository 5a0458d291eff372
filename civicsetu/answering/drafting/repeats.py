"""Detect written sentences that repeat an earlier one of the same answer.

A model asked again for what was left open writes once more what is shown already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafts import JudgedSentence
from civicsetu.answering.written import SentenceMark
from civicsetu.claims.parties import get_spoken_parties
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words

_FIGURE_OR_FORM = re.compile(r"\d[\d,.]*\d|\d|\bForm\s+[\w-]+|\bnot\b|\bno\b", re.IGNORECASE)
_FORM = re.compile(r"\bForm\s+(?:No\.?\s*)?([A-Z0-9][\w-]{0,5})\b")
_DENIED = re.compile(r"\b(?:not|no|never)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d[\d,.]*\d|\d")


def says_again(one: JudgedSentence, said: Iterable[JudgedSentence]) -> bool:
    """Return whether a sentence repeats one that is shown: same provision, most of its words, no new figure, form or party.

    So does a step to a form of the same rule that an earlier step names, advice to keep what was to be kept already, and a sentence put
    together from two that are shown. A lead is asked for whatever was said, unless its own part has one.
    """
    shown = [other for other in said if other.stands and other is not one]
    return any(_is_same(one, other) for other in shown) or _is_put_together(one, shown)


def _is_same(one: JudgedSentence, other: JudgedSentence) -> bool:
    same_part = one.written.part == other.written.part
    if one.written.mark is SentenceMark.LEAD and not same_part:
        return False
    if _is_same_step(one, other):
        return True
    if _particulars(one) - _particulars(other):
        return False
    if _is_same_advice(one, other):
        return True
    ours, theirs = _words(one), _words(other)
    shared = len(ours & theirs) / max(1, len(ours))
    if _places(one) & _places(other) or not _places(one):
        return shared >= (DRAFTING.same_words if same_part else DRAFTING.same_words_elsewhere)
    return shared >= DRAFTING.same_words_elsewhere and same_part


def _is_same_step(one: JudgedSentence, other: JudgedSentence) -> bool:
    """Whether both send the asker to the same form of the same rule, and the later names no new figure."""
    if not (one.written.mark is other.written.mark is SentenceMark.STEP):
        return False
    forms, theirs = _forms(one.written.text), _forms(other.written.text)
    if not forms or forms - theirs or _figures(one.written.text) - _figures(other.written.text):
        return False
    if _DENIED.search(one.written.text) and not _DENIED.search(other.written.text):
        return False
    return not _places(one) or bool(_places(one) & _places(other))


def _is_same_advice(one: JudgedSentence, other: JudgedSentence) -> bool:
    if not (one.written.mark is other.written.mark is SentenceMark.ADVICE):
        return False
    ours, theirs = _long_words(one), _long_words(other)
    return len(ours & theirs) >= DRAFTING.same_advice * max(1, len(ours))


def _is_put_together(one: JudgedSentence, shown: Sequence[JudgedSentence]) -> bool:
    """Whether two sentences that are shown, of whatever parts, hold nearly every word of a sentence that leads none."""
    ours = _words(one)
    if one.written.mark is SentenceMark.LEAD or len(shown) < 2 or len(ours) < DRAFTING.words_put_together:
        return False
    nearest = sorted(shown, key=lambda other: len(ours & _words(other)), reverse=True)[:2]
    if _particulars(one) - set().union(*map(_particulars, nearest)):
        return False
    return len(ours & set().union(*map(_words, nearest))) >= DRAFTING.same_words_in_two * max(1, len(ours))


def _places(one: JudgedSentence) -> set[tuple[str, str]]:
    return {span.unit for span in one.cited if span.passages}


def _particulars(one: JudgedSentence) -> set[str]:
    """Figures, forms and parties: a sentence with another of these says something else, however alike the words."""
    text = one.written.text
    parties = {mention.party for mention in get_spoken_parties().mentions(text)}
    return parties | {found.lower() for found in _FIGURE_OR_FORM.findall(text)}


def _forms(text: str) -> set[str]:
    return {found.lower() for found in _FORM.findall(text)}


def _figures(text: str) -> set[str]:
    return set(_FIGURE.findall(text))


def _words(one: JudgedSentence) -> set[str]:
    return {stem(word) for word in split_words(one.written.text)}


def _long_words(one: JudgedSentence) -> set[str]:
    return {stem(word) for word in split_words(one.written.text) if len(word) >= DRAFTING.telling_letters}
