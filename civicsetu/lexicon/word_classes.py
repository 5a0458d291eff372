"""A linear model of words for each of several classes, such as who asks: together they give the chance of each.

It reads what one `WordModel` reads, at the cost of one; the room that asks it ships its weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from civicsetu.lexicon.word_model import places_of


@dataclass(frozen=True)
class WordClasses:
    """Linear classifier of words. `weights`: (classes, BUCKETS), `biases`: (classes,)."""

    classes: tuple[str, ...]
    weights: NDArray[np.float32]
    biases: NDArray[np.float32]

    def likeliest(self, text: str, least: float) -> str | None:
        """Return the likeliest class of a text; None where its chance is less than `least`."""
        chances = self.chances(text)
        best = int(chances.argmax())
        return self.classes[best] if chances[best] >= least else None

    def chances(self, text: str) -> NDArray[np.float64]:
        """Return the chance of each class; (classes,)."""
        found = places_of(text)
        summed = self.weights[:, found].sum(axis=1) / np.sqrt(max(len(found), 1))
        scores = (summed + self.biases).astype(np.float64)
        raised = np.exp(scores - scores.max())
        return np.asarray(raised / raised.sum(), np.float64)

    def write(self, path: Path) -> None:
        """Store the model in half precision."""
        np.savez_compressed(
            path, classes=np.array(self.classes), weights=self.weights.astype(np.float16), biases=self.biases.astype(np.float32)
        )


def read_word_classes(room: str, name: str) -> WordClasses:
    """Return the model that a package ships under a name."""
    with files(room).joinpath(name).open("rb") as file, np.load(file, allow_pickle=False) as kept:
        classes = tuple(map(str, kept["classes"]))
        return WordClasses(classes, kept["weights"].astype(np.float32), kept["biases"].astype(np.float32))
