"""Topics that the law held does not govern, and how near a question is to one of them.

An embedding finds something near to any question; whether that is near enough shows only in comparison
with other topics. Their phrases and questions are embedded once and stored in the data folder. A question
is compared with them and with those of the law held, to see which are nearer and which law it belongs to.

The law's expected questions are formal English, those of other topics are worded as people ask, in six
languages; a short complaint in Hinglish is therefore nearer to these whatever it is of. So like is compared with
like, too: what people ask of the law held, in their own words, stands beside them (`own_questions`).
"""

from __future__ import annotations

import hashlib
import io
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.errors import DataFolderUnusable
from civicsetu.law.other_laws import OtherLaw
from civicsetu.models.question_vectors import QuestionVectors, Vector
from civicsetu.models.whitening import load_whitening
from civicsetu.retrieval.answerability.scope_texts import ScopeText, scope_texts
from civicsetu.retrieval.scope_kinds import OutOfScopeMatch, ScopeKind
from civicsetu.retrieval.thresholds import ANSWERABILITY
from civicsetu.stores.files import write_atomically
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder
    from civicsetu.models.profiles import EmbeddingProfile

Matrix = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Awaitable[Matrix]]
_BY_TOPIC = frozenset({ScopeKind.OTHER_LAW, ScopeKind.NO_QUESTION})
_BETWEEN = "; "
_CHECKSUM_BYTES = 32


@dataclass(frozen=True)
class Rows:
    """Texts with their topics; `vectors` (rows, dimension) of unit length, whitened."""

    topics: tuple[str, ...]
    vectors: Matrix

    def nearest(self, vector: Vector) -> list[tuple[str, float]]:
        """Return the topics of the nearest rows with their cosines, best first; `vector` is whitened, too."""
        if not self.topics:
            return []
        cosines = self.vectors @ vector
        best = np.argsort(-cosines, kind="stable")[: ANSWERABILITY.topic_neighbours]
        return [(self.topics[at], float(cosines[at])) for at in best]

    def best(self, vector: Vector) -> float:
        """Return the cosine of the nearest row; 0 where there is none."""
        return float((self.vectors @ vector).max()) if self.topics else 0.0


@dataclass(frozen=True)
class OutOfScopeTopics:
    """The phrases under which other topics are looked up, questions that belong to them, and those of the law held."""

    phrases: Rows
    expected_questions: Rows
    own_questions: Rows = Rows((), np.zeros((0, 0), np.float32))

    def nearest(self, vectors: QuestionVectors) -> OutOfScopeMatch:
        """Return the nearest topic: that of the nearest question where it is nearer than the phrases."""
        by_phrases = self.phrases.nearest(vectors.for_keyphrases)
        by_question = self.expected_questions.nearest(vectors.for_expected_questions)
        topic, _ = max(by_question[:1] + by_phrases[:1], key=lambda row: row[1], default=("", 0.0))
        agreed = _agreed(by_phrases, by_question)
        law = agreed if agreed is _laws().get(topic) else None
        own = self.own_questions.best(vectors.for_expected_questions)
        return OutOfScopeMatch(topic, _first(by_phrases), _first(by_question), law, own)


def _first(rows: Sequence[tuple[str, float]]) -> float:
    return rows[0][1] if rows else 0.0


def _agreed(*found: Sequence[tuple[str, float]]) -> OtherLaw | None:
    """Return the law that enough of the nearest rows agree on; None where phrases and questions differ."""
    agreed: set[OtherLaw] = set()
    for rows in found:
        counted = Counter(_laws().get(topic) for topic, _ in rows).most_common(1)
        if counted and counted[0][1] >= ANSWERABILITY.topic_agreeing and counted[0][0] is not None:
            agreed.add(counted[0][0])
    return agreed.pop() if len(agreed) == 1 else None


_NO_ROWS = Rows((), np.zeros((0, 0), np.float32))
NO_TOPICS = OutOfScopeTopics(_NO_ROWS, _NO_ROWS)


@lru_cache(maxsize=1)
def phrases() -> tuple[tuple[str, str], ...]:
    """Return topic and text of every row of phrases; a row joins several of one topic and language."""
    groups = groupby(
        (text for text in _of_topics() if not text.is_question), key=lambda text: (text.topic, text.language)
    )
    return tuple(
        (topic, _BETWEEN.join(row))
        for (topic, _), texts in groups
        for row in _in_rows([one.text for one in texts])
    )


@lru_cache(maxsize=1)
def expected_questions() -> tuple[tuple[str, str], ...]:
    """Return topic and text of every expected question."""
    return tuple((text.topic, text.text) for text in _of_topics() if text.is_question)


@lru_cache(maxsize=1)
def own_questions() -> tuple[tuple[str, str], ...]:
    """Return topic and text of what people ask of the law held: of each statement, and at the border of other law."""
    answered = ((statement, text) for statement, texts in get_statement_questions().items() for text in texts)
    at_border = ((text.topic, text.text) for text in scope_texts() if text.kind is ScopeKind.IN_SCOPE)
    return tuple({text: (topic, text) for topic, text in (*at_border, *answered)}.values())


@lru_cache(maxsize=1)
def _laws() -> dict[str, OtherLaw]:
    """Return the law of each topic that has one."""
    return {text.topic: text.law for text in scope_texts() if text.law is not None}


def _of_topics() -> Iterator[ScopeText]:
    """Return the texts of the kinds that a topic identifies: other law, and no question of law."""
    return (text for text in scope_texts() if text.kind in _BY_TOPIC)


def _in_rows(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    most = ANSWERABILITY.topic_phrases
    return (texts[at : at + most] for at in range(0, len(texts), most))


async def open_out_of_scope_topics(folder: Path, embedder: Embedder) -> OutOfScopeTopics:
    """Read the stored vectors, or make and store them, which takes seconds once per model and data.

    A damaged file is logged once and made anew.

    Raises:
        ModelError: they were not stored and cannot be made.
    """
    profile = embedder.profile
    whitening = load_whitening(profile.name, profile.dimension)
    of_phrases = await _vectors(folder, profile, phrases(), embedder.embed_passages)
    of_expected_questions = await _vectors(folder, profile, expected_questions(), embedder.embed_questions)
    of_own_questions = await _vectors(folder, profile, own_questions(), embedder.embed_questions)
    return OutOfScopeTopics(
        Rows(tuple(topic for topic, _ in phrases()), whitening.whiten_passages(of_phrases)),
        Rows(
            tuple(topic for topic, _ in expected_questions()), whitening.whiten_questions(of_expected_questions)
        ),
        Rows(tuple(topic for topic, _ in own_questions()), whitening.whiten_questions(of_own_questions)),
    )


def damaged_vectors(folder: Path, profile: EmbeddingProfile) -> list[str]:
    """Return the names of the stored files of that model that cannot be read; a missing file is not damaged."""
    paths = [(_path_of(folder, profile.name, rows), len(rows)) for rows in (phrases(), expected_questions(), own_questions())]
    return [path.name for path, rows in paths if _is_damaged(path, (rows, profile.dimension))]


def _is_damaged(path: Path, shape: tuple[int, int]) -> bool:
    return os.path.lexists(path) and read_vectors(path, shape) is None


async def _vectors(
    folder: Path, profile: EmbeddingProfile, rows: Sequence[tuple[str, str]], embed: Embed
) -> Matrix:
    path, shape = _path_of(folder, profile.name, rows), (len(rows), profile.dimension)
    if not rows:
        return np.zeros(shape, np.float32)
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
    return folder / f"out-of-scope-topics-{digest}.npy"


def write_vectors(path: Path, vectors: Matrix) -> None:
    """Store vectors followed by their checksum, atomically: another process may read them meanwhile.

    Raises:
        DataFolderUnusable: they cannot be stored.
    """
    content = io.BytesIO()
    np.save(content, vectors, allow_pickle=False)
    write_atomically(path, content.getvalue() + hashlib.sha256(content.getbuffer()).digest())


def read_vectors(path: Path, shape: tuple[int, int]) -> Matrix | None:
    """Return the vectors stored at `path`; None where there are none, or the file is damaged.

    The checksum is compared first: a shape alone would let a changed number pass, and numpy would
    allocate whatever a damaged header names.
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
