"""Models that read the words of a question alone: what somebody wants, and of which field it is.

The *stance model* tells whether somebody wants to break the law. The vector of a text shows its subject, which a wish
and a grievance share; what tells them apart is how it is said: "how do I", "so that he", "my builder". The *field
model* tells whether the words are those of the law held: a "visa" or a "fridge" is none of ours however near the
vector lies, and in a language whose vectors lie close together the words say more than these.

They are fitted on the texts that ship, by `civicsetu eval fit-stance` and `fit-field`; no golden question is in them.
"""

from __future__ import annotations

from functools import lru_cache

from civicsetu.lexicon.word_model import WordModel, read_word_model

_ROOM = "civicsetu.retrieval.answerability"


@lru_cache(maxsize=1)
def get_stance_model() -> WordModel:
    """Return the model whose score is high where somebody wants to break the law."""
    return read_word_model(_ROOM, "stance.npz")


@lru_cache(maxsize=1)
def get_field_model() -> WordModel:
    """Return the model whose score is high where the words are those of the law held."""
    return read_word_model(_ROOM, "field.npz")
