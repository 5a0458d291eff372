"""The stance model: whether the words of a text are those of somebody who wants to break the law.

The vector of a text shows its subject, which a wish and a grievance share; what tells them apart is how it is
said: "how do I", "so that he", "my builder". The model is linear over words, pairs of words and the runs of four
letters in a word, by which the endings of Tamil, Kannada and Marathi are known in words not seen before. It is told
apart in six languages by nothing but these, and fitted on the texts that ship by `civicsetu eval fit-stance`; no golden
question is in it. It belongs to no embedding profile, since it reads words alone.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import numpy as np

from civicsetu.models.packed import Floats
from civicsetu.retrieval.thresholds import ANSWERABILITY

BUCKETS = 1 << 17
"""Into so many places words, pairs of words and runs of letters are hashed."""
_WORD = re.compile(r"[^\W\d_][\w\u0900-\u0dff]*|\d+|[?]")
_FILE = "stance.npz"


@dataclass(frozen=True)
class StanceModel:
    """A fitted model; `weights`: (BUCKETS,)."""

    weights: Floats
    bias: float

    def score(self, text: str) -> float:
        """Return the log odds that the text wishes to break the law; about its first words."""
        found = places_of(text)
        if not found:
            return self.bias
        return float(self.weights[found].sum()) / math.sqrt(len(found)) + self.bias

    def write(self, path: Path) -> None:
        """Store the model in half precision."""
        np.savez_compressed(path, weights=self.weights.astype(np.float16), bias=np.float32(self.bias))


def places_of(text: str) -> list[int]:
    """Return the places of the words, pairs of words and runs of letters of a text, each once, in order."""
    words = [word.lower() for word in _WORD.findall(text[: ANSWERABILITY.intent_chars])]
    framed = ["^", *words, "$"]
    pairs = [f"{first} {second}" for first, second in pairwise(framed)]
    runs = [run for word in words for run in _runs_of(word)]
    return sorted({zlib.crc32(gram.encode()) % BUCKETS for gram in (*words, *pairs, *runs)})


def _runs_of(word: str) -> Iterator[str]:
    """Yield the runs of letters of a word with its ends marked; a word that is no longer than one run has none."""
    marked, length = f"<{word}>", ANSWERABILITY.wish_run
    if len(marked) > length:
        yield from (f"#{marked[at : at + length]}" for at in range(len(marked) - length + 1))


@lru_cache(maxsize=1)
def get_stance_model() -> StanceModel:
    """Return the model that ships."""
    resource = files("civicsetu.retrieval.answerability").joinpath(_FILE)
    with resource.open("rb") as file, np.load(file, allow_pickle=False) as kept:
        return StanceModel(kept["weights"].astype(np.float32), float(kept["bias"]))
