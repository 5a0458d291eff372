"""Subjects that this law does not govern, and how near a question comes to one of them.

An embedding finds something near to any question; whether that is near enough shows only beside
what else the question could be about. The phrases and situations of other subjects are embedded once and
kept in the data folder: beside those of our own law they tell which of the two a question is nearer to.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import yaml
from numpy.typing import NDArray

from civicsetu.models.whitening import whitening_of
from civicsetu.retrieval.question_vectors import QuestionVectors, Vector

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder

Matrix = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Awaitable[Matrix]]
_PHRASES_A_ROW = 3
_BETWEEN = "; "


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The subject a question comes nearest to, and the cosines of its nearest phrases and situation."""

    subject: str = ""
    phrases: float = 0.0
    situation: float = 0.0


NOWHERE = Elsewhere()


@dataclass(frozen=True)
class Rows:
    """Texts with their subjects; `vectors` (rows, dimension) of unit length, whitened."""

    subjects: tuple[str, ...]
    vectors: Matrix

    def nearest(self, vector: Vector) -> tuple[str, float]:
        """The subject of the nearest row, and its cosine; `vector` is whitened, too."""
        if not self.subjects:
            return "", 0.0
        cosines = self.vectors @ vector
        best = int(np.argmax(cosines))
        return self.subjects[best], float(cosines[best])


@dataclass(frozen=True)
class OtherSubjects:
    """The phrases under which other subjects are looked up, and situations that belong to them."""

    phrases: Rows
    situations: Rows

    def nearest(self, vectors: QuestionVectors) -> Elsewhere:
        """The subject is that of the nearest situation, which tells more, where there are any."""
        by_phrases, phrases = self.phrases.nearest(vectors.for_phrases)
        by_situation, situation = self.situations.nearest(vectors.for_situations)
        return Elsewhere(by_situation or by_phrases, phrases, situation)


_NO_ROWS = Rows((), np.zeros((0, 0), np.float32))
NONE_KNOWN = OtherSubjects(_NO_ROWS, _NO_ROWS)


@lru_cache(maxsize=1)
def phrases() -> tuple[tuple[str, str], ...]:
    """Subject and text of every row of phrases, as the data that ships has them."""
    data = yaml.safe_load(files("civicsetu.retrieval").joinpath("other_subjects.yaml").read_text("utf-8"))
    return tuple(_rows(data))


@lru_cache(maxsize=1)
def situations() -> tuple[tuple[str, str], ...]:
    """Subject and text of every situation."""
    data = yaml.safe_load(files("civicsetu.retrieval").joinpath("other_situations.yaml").read_text("utf-8"))
    return tuple((subject, told) for subject, texts in data.items() for told in texts)


def _rows(data: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[tuple[str, str]]:
    for subject, by_language in data.items():
        for texts in by_language.values():
            for at in range(0, len(texts), _PHRASES_A_ROW):
                yield subject, _BETWEEN.join(texts[at : at + _PHRASES_A_ROW])


async def open_other_subjects(folder: Path, embedder: Embedder) -> OtherSubjects:
    """Read the kept vectors, or make and keep them: some seconds, once per model and data.

    Raises:
        ModelError: they were not kept and cannot be made.
    """
    whitening = whitening_of(embedder.profile.name, embedder.profile.dimension)
    of_phrases = await _kept(folder, embedder.profile.name, phrases(), embedder.embed_passages)
    of_situations = await _kept(folder, embedder.profile.name, situations(), embedder.embed_questions)
    return OtherSubjects(
        Rows(tuple(subject for subject, _ in phrases()), whitening.passages(of_phrases)),
        Rows(tuple(subject for subject, _ in situations()), whitening.questions(of_situations)),
    )


async def _kept(folder: Path, profile: str, rows: Sequence[tuple[str, str]], embed: Embed) -> Matrix:
    texts = [text for _, text in rows]
    digest = hashlib.sha256("\n".join([profile, *texts]).encode()).hexdigest()[:16]
    path = folder / f"other-subjects-{digest}.npy"
    if path.is_file():
        return np.asarray(np.load(path, allow_pickle=False), dtype=np.float32)
    vectors = np.asarray(await embed(texts), dtype=np.float32)
    _keep(path, vectors)
    return vectors


def _keep(path: Path, vectors: Matrix) -> None:
    """Whole or not at all: another process may read it meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.npy")
    np.save(part, vectors, allow_pickle=False)
    part.replace(path)
