"""Tell by the words of what is asked that another law settles it, and which: "how much GST", "will TDS be cut".

In a post about a home the search finds law for each part, also for what is none of its law, and vectors hardly tell
whether somebody asks for interest of the builder or of the bank. Words do. The model is fitted by `civicsetu eval fit-other-law` to what outsiders
wrote as things asked in posts, and to the texts that ship; no golden question is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from civicsetu.law.other_laws import OtherLaw
from civicsetu.lexicon.word_classes import WordClasses
from civicsetu.lexicon.word_model import WordModel
from civicsetu.retrieval.thresholds import ANSWERABILITY

UNNAMED = "other"
"""The class of the laws that the closed list does not name."""


@dataclass(frozen=True)
class OtherLawModel:
    """Model of other laws: `another` gives the log odds that one settles what is asked, `laws` the chance of each."""

    another: WordModel
    laws: WordClasses

    def write(self, path: Path) -> None:
        """Store both in half precision."""
        np.savez_compressed(
            path,
            weights=self.another.weights.astype(np.float16),
            bias=np.float32(self.another.bias),
            laws=np.array(self.laws.classes),
            law_weights=self.laws.weights.astype(np.float16),
            law_biases=self.laws.biases.astype(np.float32),
        )


@lru_cache(maxsize=1)
def get_other_law_model() -> OtherLawModel:
    """Return the model that ships."""
    with files("civicsetu.retrieval.answerability").joinpath("other_law.npz").open("rb") as file, np.load(file, allow_pickle=False) as kept:
        weights = kept["law_weights"].astype(np.float32)
        laws = WordClasses(tuple(map(str, kept["laws"])), weights, kept["law_biases"].astype(np.float32))
        return OtherLawModel(WordModel.from_arrays(kept), laws)


def is_of_another_law(asked: str, least_odds: float = ANSWERABILITY.other_law_odds) -> bool:
    """Return whether the words of what is asked are surely those of a law that is not held."""
    return get_other_law_model().another.score(asked) >= least_odds


def likely_other_law(asked: str, least_chance: float = ANSWERABILITY.other_law_chance) -> OtherLaw | None:
    """Return the law that would settle what another law settles; None where that is not plain, or it has no name here."""
    law = get_other_law_model().laws.likeliest(asked, least_chance)
    return None if law in (None, UNNAMED) else OtherLaw(law)
