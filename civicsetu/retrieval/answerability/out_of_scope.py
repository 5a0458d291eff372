"""Subjects that this law does not govern, and how near a question comes to one of them.

An embedding finds something near to any question; whether that is near enough shows only beside
what else the question could be about. The phrases and expected questions of other subjects are embedded once and
kept in the data folder: beside those of our own law they tell which of the two a question is nearer to.
"""

from __future__ import annotations

import hashlib
import io
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

from civicsetu.errors import DataFolderUnusable
from civicsetu.models.whitening import whitening_of
from civicsetu.retrieval.question_vectors import QuestionVectors, Vector
from civicsetu.stores.files import write_atomically
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder
    from civicsetu.models.profiles import EmbeddingProfile

Matrix = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Awaitable[Matrix]]
_PHRASES_A_ROW = 3
_BETWEEN = "; "
_CHECKSUM_BYTES = 32


@dataclass(frozen=True, slots=True)
class OutOfScopeMatch:
    """The subject a question comes nearest to, and the cosines of its nearest phrases and expected question."""

    subject: str = ""
    phrases: float = 0.0
    expected_question: float = 0.0


NO_MATCH = OutOfScopeMatch()


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
class OutOfScopeTopics:
    """The phrases under which other subjects are looked up, and expected questions that belong to them."""

    phrases: Rows
    expected_questions: Rows

    def nearest(self, vectors: QuestionVectors) -> OutOfScopeMatch:
        """The subject is that of the nearest expected question, which tells more, where there are any."""
        by_phrases, phrases = self.phrases.nearest(vectors.for_keyphrases)
        by_expected_question, expected_question = self.expected_questions.nearest(
            vectors.for_expected_questions
        )
        return OutOfScopeMatch(by_expected_question or by_phrases, phrases, expected_question)


_NO_ROWS = Rows((), np.zeros((0, 0), np.float32))
NO_TOPICS = OutOfScopeTopics(_NO_ROWS, _NO_ROWS)


@lru_cache(maxsize=1)
def phrases() -> tuple[tuple[str, str], ...]:
    """Subject and text of every row of phrases, as the data that ships has them."""
    data = yaml.safe_load(
        files("civicsetu.retrieval.answerability").joinpath("out_of_scope_phrases.yaml").read_text("utf-8")
    )
    return tuple(_rows(data))


@lru_cache(maxsize=1)
def expected_questions() -> tuple[tuple[str, str], ...]:
    """Subject and text of every expected question."""
    data = yaml.safe_load(
        files("civicsetu.retrieval.answerability").joinpath("out_of_scope_questions.yaml").read_text("utf-8")
    )
    return tuple((subject, told) for subject, texts in data.items() for told in texts)


def _rows(data: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[tuple[str, str]]:
    for subject, by_language in data.items():
        for texts in by_language.values():
            for at in range(0, len(texts), _PHRASES_A_ROW):
                yield subject, _BETWEEN.join(texts[at : at + _PHRASES_A_ROW])


async def open_out_of_scope_topics(folder: Path, embedder: Embedder) -> OutOfScopeTopics:
    """Read the stored vectors, or make and store them: some seconds, once per model and data.

    A file that is damaged is told in one log line and made anew.

    Raises:
        ModelError: they were not stored and cannot be made.
    """
    profile = embedder.profile
    whitening = whitening_of(profile.name, profile.dimension)
    of_phrases = await _vectors(folder, profile, phrases(), embedder.embed_passages)
    of_expected_questions = await _vectors(folder, profile, expected_questions(), embedder.embed_questions)
    return OutOfScopeTopics(
        Rows(tuple(subject for subject, _ in phrases()), whitening.passages(of_phrases)),
        Rows(
            tuple(subject for subject, _ in expected_questions()), whitening.questions(of_expected_questions)
        ),
    )


def damaged_vectors(folder: Path, profile: EmbeddingProfile) -> list[str]:
    """Names of the stored vectors of that model that cannot be read; a file that is not there is not damaged."""
    paths = [(_path_of(folder, profile.name, rows), len(rows)) for rows in (phrases(), expected_questions())]
    return [path.name for path, rows in paths if _is_damaged(path, (rows, profile.dimension))]


def _is_damaged(path: Path, shape: tuple[int, int]) -> bool:
    return os.path.lexists(path) and read_vectors(path, shape) is None


async def _vectors(
    folder: Path, profile: EmbeddingProfile, rows: Sequence[tuple[str, str]], embed: Embed
) -> Matrix:
    path, shape = _path_of(folder, profile.name, rows), (len(rows), profile.dimension)
    stored = read_vectors(path, shape)
    if stored is not None:
        return stored
    if _is_damaged(path, shape):
        get_logger(__name__).warning("stored_vectors_damaged", file=path.name, fix="they are made anew")
    vectors = np.asarray(await embed([text for _, text in rows]), dtype=np.float32)
    try:
        write_vectors(path, vectors)
    except DataFolderUnusable as error:
        get_logger(__name__).warning("vectors_not_stored", file=path.name, fix=error.user_message)
    return vectors


def _path_of(folder: Path, profile: str, rows: Sequence[tuple[str, str]]) -> Path:
    texts = [text for _, text in rows]
    digest = hashlib.sha256("\n".join([profile, *texts]).encode()).hexdigest()[:16]
    return folder / f"other-subjects-{digest}.npy"


def write_vectors(path: Path, vectors: Matrix) -> None:
    """Store vectors with their checksum behind them, whole or not at all: another process may read them meanwhile.

    Raises:
        DataFolderUnusable: they cannot be stored.
    """
    content = io.BytesIO()
    np.save(content, vectors, allow_pickle=False)
    write_atomically(path, content.getvalue() + hashlib.sha256(content.getbuffer()).digest())


def read_vectors(path: Path, shape: tuple[int, int]) -> Matrix | None:
    """The vectors stored at `path`; None where nothing is, or something else than what was stored.

    The checksum is looked at first: a shape alone would let one changed number through, and numpy
    would make room for whatever a damaged header names.
    """
    try:
        content = path.read_bytes()
    except OSError:
        return None
    array, checksum = content[:-_CHECKSUM_BYTES], content[-_CHECKSUM_BYTES:]
    if hashlib.sha256(array).digest() != checksum:
        return None
    vectors = np.asarray(np.load(io.BytesIO(array), allow_pickle=False), dtype=np.float32)
    return vectors if vectors.shape == shape else None
