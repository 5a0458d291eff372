"""Models that read the words of a question alone: what somebody wants, and of which field it is.

The *stance model* tells whether somebody wants to break the law. The vector of a text shows its subject, which a wish
and a grievance share; what tells them apart is how it is said: "how do I", "so that he", "my builder". The *field
model* tells whether the words are those of the law held: a "visa" or a "fridge" is none of ours however near the
vector lies, and in a language whose vectors lie close together the words say more than these.

Both are linear over words, pairs of words and the runs of four letters in a word, by which the endings of Tamil,
Kannada and Marathi are known in words not seen before. They are fitted on the texts that ship, by `civicsetu eval
fit-stance` and `fit-field`; no golden question is in them. They belong to no embedding profile.
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
_STANCE, _FIELD = "stance.npz", "field.npz"


@dataclass(frozen=True)
class WordModel:
    """A fitted model; `weights`: (BUCKETS,)."""

    weights: Floats
    bias: float

    def score(self, text: str) -> float:
        """Return the log odds of what the model tells, of the first words of a text."""
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
def get_stance_model() -> WordModel:
    """Return the model whose score is high where somebody wants to break the law."""
    return _read(_STANCE)


@lru_cache(maxsize=1)
def get_field_model() -> WordModel:
    """Return the model whose score is high where the words are those of the law held."""
    return _read(_FIELD)


def _read(name: str) -> WordModel:
    resource = files("civicsetu.retrieval.answerability").joinpath(name)
    with resource.open("rb") as file, np.load(file, allow_pickle=False) as kept:
        return WordModel(kept["weights"].astype(np.float32), float(kept["bias"]))
