"""Tell by a fitted model who asks: a buyer, a builder, a broker, a landowner or an association.

Few say who they are. "He booked through us and our two per cent never came" is a broker's complaint, "three owners stopped
paying after the fourth slab, may we cancel" a builder's question: the point of view tells it, and in five languages no
list of phrases does. A question that anybody could ask ("fee of an agent's registration") is nobody's.
The model is fitted by `civicsetu eval fit-party`.
"""

from __future__ import annotations

from functools import lru_cache

from civicsetu.lexicon.word_classes import WordClasses, read_word_classes
from civicsetu.query.thresholds import READING

NOBODY = ""
"""The party of a question that does not tell who asks, or that is asked by none of the law's parties."""


@lru_cache(maxsize=1)
def get_party_model() -> WordClasses:
    """Return the model that ships."""
    return read_word_classes("civicsetu.query.asker", "party.npz")


def read_likely_party(text: str) -> str | None:
    """Return the party who likely wrote a text, as an id of `case_facts.yaml`; None where that is not known."""
    return get_party_model().likeliest(text, READING.party_chance) or None
