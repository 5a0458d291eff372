"""Whitening: make what tells provisions apart weigh more than how a thing is said.

The vectors of a language model point all one way, and most of what is left tells the language and
the tone of a text, not its matter. From texts that are known to mean the same provision (its
keyphrases in five languages, its expected questions) both can be told apart: the mean of all is taken off,
and the directions in which texts of one provision differ are shrunk (within-class covariance
normalisation). What comes out is compared by cosine as before, but only with its own kind.

A whitening belongs to one embedding profile and ships as a file, which `civicsetu eval whiten`
writes; a profile without a file is compared as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from civicsetu.models.packed import Floats

SHRINKAGE = 0.85
_FEWEST = 4


@dataclass(frozen=True)
class Whitening:
    """Whitening transform. `matrix`: (dimension, dimension); the means of passages and of questions: (dimension,)."""

    matrix: Floats
    of_passages: Floats
    of_questions: Floats

    def whiten_passages(self, vectors: Floats) -> Floats:
        """Return vectors embedded as passages, (n, dimension) or (dimension,), whitened to unit length."""
        return _unit((vectors - self.of_passages) @ self.matrix)

    def whiten_questions(self, vectors: Floats) -> Floats:
        """Return the same for what was embedded as a question."""
        return _unit((vectors - self.of_questions) @ self.matrix)

    @property
    def digest(self) -> str:
        """Digest that identifies this whitening."""
        parts = (self.matrix, self.of_passages, self.of_questions)
        return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:12]

    def write(self, path: Path) -> None:
        """Write the file in half precision, which is exact enough and half as long."""
        np.savez_compressed(
            path,
            matrix=self.matrix.astype(np.float16),
            of_passages=self.of_passages.astype(np.float16),
            of_questions=self.of_questions.astype(np.float16),
        )


def leave_unchanged(dimension: int) -> Whitening:
    """Build a whitening that leaves every vector unchanged."""
    zero = np.zeros(dimension, np.float32)
    return Whitening(np.eye(dimension, dtype=np.float32), zero, zero)


def fit_from_texts(
    passages: Floats,
    of_passages: Sequence[str],
    questions: Floats,
    of_questions: Sequence[str],
    shrinkage: float = SHRINKAGE,
) -> Whitening:
    """Fit a whitening from texts and the provision of each.

    The covariance is shrunk towards its own mean by `shrinkage` (0 to 1), so that rare directions are not
    blown up.

    Raises:
        ValueError: no provision has enough texts to differ from itself.
    """
    mean_passage, mean_question = passages.mean(0), questions.mean(0)
    rows = np.concatenate([passages - mean_passage, questions - mean_question]).astype(np.float64)
    labels = np.array([*of_passages, *of_questions])
    dimension = rows.shape[1]
    scatter, count = np.zeros((dimension, dimension)), 0
    for own in _groups(rows, labels):
        apart = own - own.mean(0)
        scatter += apart.T @ apart
        count += len(own) - 1
    if not count:
        raise ValueError(f"no provision has {_FEWEST} texts")
    within = scatter / count
    within = (1 - shrinkage) * within + shrinkage * np.trace(within) / dimension * np.eye(dimension)
    values, directions = np.linalg.eigh(within)
    matrix = directions / np.sqrt(values)
    scale = np.sqrt(dimension) / np.linalg.norm(matrix)
    return Whitening(
        (matrix * scale).astype(np.float32),
        mean_passage.astype(np.float32),
        mean_question.astype(np.float32),
    )


@lru_cache(maxsize=4)
def load_whitening(profile: str, dimension: int) -> Whitening:
    """Return the whitening that ships for a profile; one that changes nothing where there is none."""
    resource = files("civicsetu.models").joinpath("whitening", f"{profile}.npz")
    if not resource.is_file():
        return leave_unchanged(dimension)
    with resource.open("rb") as file, np.load(file, allow_pickle=False) as kept:
        return Whitening(
            *(kept[name].astype(np.float32) for name in ("matrix", "of_passages", "of_questions"))
        )


def _groups(rows: NDArray[np.float64], labels: NDArray[np.str_]) -> Iterator[NDArray[np.float64]]:
    order = np.argsort(labels, kind="stable")
    _, starts = np.unique(labels[order], return_index=True)
    yield from (rows[one] for one in np.split(order, starts[1:]) if len(one) >= _FEWEST)


def _unit(vectors: NDArray[np.floating]) -> Floats:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    whole: Floats = np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)
    return whole
