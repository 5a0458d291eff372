"""Find the matters in which states are compared: "Karnataka vs UP: complaint fee and interest rate".

Each is named in a word or two, without a verb, and of another part of the law; the louder one would be the only one
found.
"""

from __future__ import annotations

import re

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


def split_matters(text: str) -> tuple[str, ...]:
    """Return the matters that a text without its states names side by side, each as a question; empty where it is one."""
    named = [_trim(one) for one in _JOINTS.split(_trim(text))]
    if not 1 < len(named) <= READING.halves or not all(map(_is_matter, named)):
        return ()
    return tuple(f"what is the {_RATE if one.lower() == _INTEREST else one}" for one in dict.fromkeys(named))


def _trim(text: str) -> str:
    return _ENDS.sub("", _LEADS.sub("", " ".join(text.split()))).strip()


def _is_matter(text: str) -> bool:
    """Whether it says of what it is a fee or a form: of "complaint fee and form" the form is the complaint's."""
    words = text.lower().split()
    whole = len(words) > 1 or text.lower() in _WHOLE_IN_A_WORD
    return whole and len(words) <= READING.compared_matter_words and _MATTER.search(text) is not None
