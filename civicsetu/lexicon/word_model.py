"""A linear model that reads the words of a text: words, pairs of words, and the runs of four letters in a word.

By the runs the endings of Tamil, Kannada and Marathi are known in words not seen before. Such a model is a weight for
each place into which these are hashed; it belongs to no embedding profile, and reads a text in well under a
millisecond. The room that asks one ships its weights.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from civicsetu.lexicon.thresholds import LEXICON

BUCKETS = LEXICON.model_places
"""Into so many places words, pairs of words and runs of letters are hashed."""
_WORD = re.compile(r"[^\W\d_][\w\u0900-\u0dff]*|\d+|[?]")


@dataclass(frozen=True)
class WordModel:
    """A fitted model; `weights`: (BUCKETS,)."""

    weights: NDArray[np.float32]
    bias: float

    def score(self, text: str) -> float:
        """Return the log odds of what the model tells, of the first words of a text."""
        return self.score_places(places_of(text))

    def score_places(self, found: list[int]) -> float:
        """Return them of a text whose places are known, as several models of one text need them."""
        if not found:
            return self.bias
        return float(self.weights[found].sum()) / math.sqrt(len(found)) + self.bias

    @classmethod
    def from_arrays(cls, kept: Mapping[str, NDArray[np.generic]]) -> WordModel:
        """Return the model stored as `weights` and `bias`."""
        return cls(kept["weights"].astype(np.float32), float(kept["bias"]))

    def write(self, path: Path, **more: float) -> None:
        """Store the model in half precision, and numbers that go with it under their names."""
        beside = {name: np.array(number, np.float32) for name, number in more.items()}
        stored: dict[str, Any] = {"weights": self.weights.astype(np.float16), "bias": np.float32(self.bias), **beside}
        np.savez_compressed(path, **stored)


def places_of(text: str) -> list[int]:
    """Return the places of the words, pairs of words and runs of letters of a text, each once, in order."""
    words = [word.lower() for word in _WORD.findall(text[: LEXICON.model_chars])]
    framed = ["^", *words, "$"]
    pairs = [f"{first} {second}" for first, second in pairwise(framed)]
    runs = [run for word in words for run in _runs_of(word)]
    return sorted({zlib.crc32(gram.encode()) % BUCKETS for gram in (*words, *pairs, *runs)})


def _runs_of(word: str) -> Iterator[str]:
    """Yield the runs of letters of a word with its ends marked; a word that is no longer than one run has none."""
    marked = f"<{word}>"
    run = LEXICON.model_run
    if len(marked) > run:
        yield from (f"#{marked[at : at + run]}" for at in range(len(marked) - run + 1))


def read_word_model(room: str, name: str) -> WordModel:
    """Return the model that a package ships under a name."""
    with files(room).joinpath(name).open("rb") as file, np.load(file, allow_pickle=False) as kept:
        return WordModel.from_arrays(kept)
