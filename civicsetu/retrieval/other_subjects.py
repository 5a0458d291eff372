"""Subjects that this law does not govern, and how near a question comes to one of them.

An embedding finds something near to any question; whether that is near enough shows only beside
what else the question could be about. The phrases of other subjects are embedded once and kept in
the data folder: beside the headwords of our own law they tell which of the two a question is nearer to.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
EmbedPassages = Callable[[list[str]], Awaitable[Sequence[Any]]]
_PHRASES_A_ROW = 3
_BETWEEN = "; "


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The subject a question comes nearest to, and the cosine of its nearest phrases."""

    subject: str = ""
    cosine: float = 0.0


NOWHERE = Elsewhere()


@dataclass(frozen=True)
class OtherSubjects:
    """Rows of phrases with their subject and their vectors: (rows, dimension), unit length."""

    subjects: tuple[str, ...]
    vectors: Matrix

    def nearest(self, vector: NDArray[np.float32]) -> Elsewhere:
        """`vector`: the question's, of unit length."""
        if not self.subjects:
            return NOWHERE
        cosines = self.vectors @ vector
        best = int(np.argmax(cosines))
        return Elsewhere(self.subjects[best], float(cosines[best]))


NONE_KNOWN = OtherSubjects((), np.zeros((0, 0), np.float32))


@lru_cache(maxsize=1)
def rows() -> tuple[tuple[str, str], ...]:
    """Subject and phrases of every row, as the data that ships has them."""
    data = yaml.safe_load(files("civicsetu.retrieval").joinpath("other_subjects.yaml").read_text("utf-8"))
    return tuple(_rows(data))


def _rows(data: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[tuple[str, str]]:
    for subject, by_language in data.items():
        for phrases in by_language.values():
            for at in range(0, len(phrases), _PHRASES_A_ROW):
                yield subject, _BETWEEN.join(phrases[at : at + _PHRASES_A_ROW])


async def open_other_subjects(folder: Path, profile: str, embed: EmbedPassages) -> OtherSubjects:
    """Read the kept vectors, or make and keep them: some seconds, once per model and data.

    Raises:
        ModelError: they were not kept and cannot be made.
    """
    found = rows()
    digest = hashlib.sha256("\n".join([profile, *(text for _, text in found)]).encode()).hexdigest()[:16]
    kept = folder / f"other-subjects-{digest}.npy"
    if kept.is_file():
        vectors = np.load(kept, allow_pickle=False)
    else:
        vectors = np.asarray(await embed([text for _, text in found]), dtype=np.float32)
        _keep(kept, vectors)
    return OtherSubjects(tuple(subject for subject, _ in found), vectors)


def _keep(path: Path, vectors: Matrix) -> None:
    """Whole or not at all: another process may read it meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.npy")
    np.save(part, vectors, allow_pickle=False)
    part.replace(path)
