"""Know a question that names interest for the delay and a state, and no more: "interest for delay pune".

Whoever asks so wants the rate, which the state's rules set; that interest is owed at all they take as known.
"""

from __future__ import annotations

from civicsetu.lexicon.tokens import split_words

_INTEREST = frozenset("interest intrest byaj vyaj ब्याज व्याज வட்டி ಬಡ್ಡಿ".split())
_AROUND = frozenset(
    "a and about at builder by delay delayed delays due flat for from given handover home how in is late ka ki ke me of on "
    "paid pay payable percent percentage per possession rate rera rule rules the to under what year yearly "
    "देरी का की में दर विलंब ताबा தாமத ವಿಳಂಬ".split()
)


def asks_interest_alone(text: str) -> bool:
    """Return whether a text without its states' names asks for interest, and for nothing besides."""
    words = set(split_words(text))
    return not words.isdisjoint(_INTEREST) and words <= _INTEREST | _AROUND
