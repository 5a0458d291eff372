"""The scope model: how much a question's vector resembles each kind of question.

A linear softmax over the whitened vector of the question, fitted on the texts that ship (the
keyphrases and expected questions of the law held, and the texts of what is out of scope) by
`civicsetu eval fit-scope`; no golden question is in it. The nearest topic identifies another law well,
and small talk, a wish to break the law or a guess badly: these share a tone that runs through all
topics. The model belongs to one embedding profile; without one every kind has the same score.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from civicsetu.models.packed import Floats
from civicsetu.models.question_vectors import Vector
from civicsetu.retrieval.scope_kinds import KINDS, Scores
from civicsetu.retrieval.thresholds import ANSWERABILITY


@dataclass(frozen=True)
class ScopeModel:
    """A fitted model; `weights`: (dimension, kinds) in the order of `KINDS`, `biases`: (kinds,)."""

    weights: Floats
    biases: Floats

    def scores(self, vector: Vector) -> Scores:
        """Return the log chance of each kind; `vector` is whitened and of unit length."""
        sums = vector @ self.weights + self.biases
        logs = sums - sums.max()
        logs = logs - np.log(np.exp(logs).sum())
        return {kind: max(float(log), ANSWERABILITY.scope_floor) for kind, log in zip(KINDS, logs, strict=True)}

    def write(self, path: Path) -> None:
        """Store the model in half precision."""
        np.savez_compressed(
            path, weights=self.weights.astype(np.float16), biases=self.biases.astype(np.float16)
        )


@lru_cache(maxsize=4)
def scope_model_of(profile: str) -> ScopeModel | None:
    """Return the model that ships for an embedding profile; None where there is none."""
    resource = files("civicsetu.retrieval.answerability").joinpath("scope", f"{profile}.npz")
    if not resource.is_file():
        return None
    with resource.open("rb") as file, np.load(file, allow_pickle=False) as kept:
        return ScopeModel(kept["weights"].astype(np.float32), kept["biases"].astype(np.float32))
