"""Find the matters in which states are compared: "Karnataka vs UP: complaint fee and interest rate".

Each is named in a word or two, without a verb, and of another part of the law; the louder one would be the only one
found.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from civicsetu.corpus.registry import Registry
from civicsetu.query.asked_kind import AskedKind, asked_kind
from civicsetu.query.asking_sentences import points_to_a_thing, words_of_substance
from civicsetu.query.jurisdiction_detection import states_named, without_states
from civicsetu.query.thresholds import READING

_LEADS = re.compile(
    r"^(?:\W|\b(?:please|compare|comparison|difference|differ|between|vs|versus|v|with|to|against|in|of|for|the|and|or|what|is|are|tell|me|which|on|about|rules?|law)\b)+",
    re.IGNORECASE,
)
_ENDS = re.compile(r"(?:\W|\b(?:in|of|for|between|and|vs|versus|v|the|compare|compared|both|states|two)\b)+$", re.IGNORECASE)
_JOINTS = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and|&|plus|aur|as well as)\s+", re.IGNORECASE)
_MATTER = re.compile(r"\b(?:fees?|costs?|charges?|rates?|interest|forms?|period|time|deadline|limit|penalty|fine|refunds?|validity|documents?)\b", re.IGNORECASE)
_WHOLE_IN_A_WORD = frozenset({"interest", "penalty", "refund", "refunds"})
_INTEREST, _RATE = "interest", "rate of interest"
"""States are compared in the rate: that interest is owed is so in all of them."""
_FIGURES = frozenset({AskedKind.HOW_MUCH, AskedKind.HOW_LONG})
"""The kinds of a half that names its matter in a word: "how soon is it paid?"."""
_ASKS_WHETHER = frozenset({AskedKind.MAY, AskedKind.OTHER})
"""The kinds of a half that only asks whether it is so in another state, where it points to what was asked."""


def split_matters(text: str) -> tuple[str, ...]:
    """Return the matters that a text without its states names side by side, each as a question; empty where it is one."""
    named = [_trim(one) for one in _JOINTS.split(_trim(text))]
    if not 1 < len(named) <= READING.halves or not all(map(_is_matter, named)):
        return ()
    return tuple(f"what is the {_RATE if one.lower() == _INTEREST else one}" for one in dict.fromkeys(named))


def matters_of_halves(halves: Sequence[str], states: Collection[str], registry: Registry) -> tuple[str, ...]:
    """Return the halves of a question of several states that each name a matter of their own; none where none does.

    "And in Goa?" or "is it the same there?" asks of another state what was asked before: the states are compared in that.
    """
    matters = (one for one in halves if _names_a_matter(one, states, registry))
    return tuple(f"what is the {_RATE}" if words_of_substance(one) == {_INTEREST} else one for one in matters)


def _names_a_matter(half: str, states: Collection[str], registry: Registry) -> bool:
    named = states_named(half, registry)
    kind = asked_kind(half)
    asks_again = kind is AskedKind.COMPARE or (points_to_a_thing(half) and kind in _ASKS_WHETHER)
    if named and (asks_again or set(states) - set(named)):
        return False
    words = words_of_substance(without_states(half, named, registry))
    if kind in _FIGURES:
        return bool(words)
    return len(words) >= READING.leaning_half_substance or not words.isdisjoint(_WHOLE_IN_A_WORD)


def _trim(text: str) -> str:
    return _ENDS.sub("", _LEADS.sub("", " ".join(text.split()))).strip()


def _is_matter(text: str) -> bool:
    """Whether it says of what it is a fee or a form: of "complaint fee and form" the form is the complaint's."""
    words = text.lower().split()
    whole = len(words) > 1 or text.lower() in _WHOLE_IN_A_WORD
    return whole and len(words) <= READING.compared_matter_words and _MATTER.search(text) is not None
