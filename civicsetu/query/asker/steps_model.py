"""Tell by a fitted model whether somebody wants to know what to do, or how to go about it.

"What is our remedy", "ab aage kya", "police or the authority first?", "wapas kaise milega": people ask for a way in too
many words for a list of phrases in five languages. The model is fitted by `civicsetu eval fit-steps`.
"""

from __future__ import annotations

from functools import lru_cache

from civicsetu.lexicon.word_model import WordModel, read_word_model
from civicsetu.query.thresholds import READING


@lru_cache(maxsize=1)
def get_steps_model() -> WordModel:
    """Return the model that ships."""
    return read_word_model("civicsetu.query.asker", "steps.npz")


def wants_steps(text: str) -> bool:
    """Return whether a text likely asks what to do, or how to go about something."""
    return get_steps_model().score(text) >= READING.steps_odds
