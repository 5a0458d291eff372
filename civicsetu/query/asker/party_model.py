"""Tell by a fitted model who asks: a buyer, a builder, a broker, a landowner or an association.

Few say who they are. "He booked through us and our two per cent never came" is a broker's complaint, "three owners stopped
paying after the fourth slab, may we cancel" a builder's question: the point of view tells it, and in five languages no
list of phrases does. A question that anybody could ask ("fee of an agent's registration") is nobody's.
The model is fitted by `civicsetu eval fit-party`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from civicsetu.lexicon.word_model import WordModel, places_of
from civicsetu.query.thresholds import READING

NOBODY = ""
"""The party of a question that does not tell who asks, or that is asked by none of the law's parties."""


@dataclass(frozen=True)
class PartyModel:
    """For each party a model of the words; the likeliest is taken where it is likely enough."""

    parties: tuple[str, ...]
    words: tuple[WordModel, ...]

    def party_of(self, text: str) -> str | None:
        """Return the party who likely wrote a text; None where that is not known."""
        chances = self.chances(text)
        likeliest = int(chances.argmax())
        sure = chances[likeliest] >= READING.party_chance
        return (self.parties[likeliest] or None) if sure else None

    def chances(self, text: str) -> NDArray[np.float64]:
        """Return the chance of each party; (parties,)."""
        found = places_of(text)
        scores = np.array([one.score_places(found) for one in self.words])
        raised = np.exp(scores - scores.max())
        return np.asarray(raised / raised.sum(), np.float64)

    def write(self, path: Path) -> None:
        """Store the model in half precision."""
        np.savez_compressed(
            path,
            parties=np.array(self.parties),
            weights=np.array([one.weights for one in self.words], np.float16),
            biases=np.array([one.bias for one in self.words], np.float32),
        )


@lru_cache(maxsize=1)
def get_party_model() -> PartyModel:
    """Return the model that ships."""
    with files("civicsetu.query.asker").joinpath("party.npz").open("rb") as file, np.load(file, allow_pickle=False) as kept:
        weights = kept["weights"].astype(np.float32)
        words = tuple(WordModel(one, float(bias)) for one, bias in zip(weights, kept["biases"], strict=True))
        return PartyModel(tuple(map(str, kept["parties"])), words)


@lru_cache(maxsize=16)
def read_likely_party(text: str) -> str | None:
    """Return the party who likely wrote a text, as an id of `case_facts.yaml`; None where that is not known."""
    return get_party_model().party_of(text)
