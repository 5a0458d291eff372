"""Hold a document's keyphrases as they are searched: few phrases or one expected question a row, with its vector.

Made from the file and from what is searched of the document, and held with a mark of both:
where the mark is the same nothing is done and no model is loaded. So law that was taken in
before there were keyphrases gets them without being embedded again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from civicsetu.corpus.question_index.indexed_texts import Form, IndexedTexts, Language, read_indexed_texts
from civicsetu.models.whitening import Whitening, whitening_of
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.question_index_store import QuestionIndexRow

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder
    from civicsetu.models.packed import Floats
    from civicsetu.models.profiles import EmbeddingProfile

Progress = Callable[[str, float], None]
ReadKeyphrases = Callable[[str], IndexedTexts | None]

PHRASES_A_ROW = 5
_BETWEEN = "; "
_FORMS_IN_DIGESTS = {Form.KEYPHRASE: "phrases", Form.EXPECTED_QUESTION: "situation"}
"""A digest goes on naming the forms as it always did, so that vectors made before are not made again."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What becomes a row: `text` is kept and searched by words, `embedded` is what a model reads."""

    unit: str
    form: Form
    language: Language
    index: int
    text: str
    embedded: str


@dataclass(frozen=True, slots=True)
class QuestionIndexStep:
    """What came of it: rows written now, and units of the file that are not searched here."""

    written: int = 0
    unplaced: tuple[str, ...] = ()


def passages(keyphrases: IndexedTexts, titles: Mapping[str, str]) -> Iterator[Passage]:
    """The rows of all units that have a title in `titles`, in the order of the files."""
    for unit, by_language in keyphrases.units.items():
        if unit in titles:
            yield from _of_phrases(unit, by_language, titles[unit])
    for unit, expected_questions in keyphrases.expected_questions.items():
        if unit in titles:
            for index, told in enumerate(expected_questions):
                yield Passage(unit, Form.EXPECTED_QUESTION, Language.ENGLISH, index, told, told)


def _of_phrases(unit: str, by_language: Mapping[Language, Sequence[str]], title: str) -> Iterator[Passage]:
    """The heading of the section goes before English phrases where they are embedded, because the
    phrases alone often fit several sections; it is English and stays away from other languages.
    """
    heading = " ".join(title.split()).rstrip(".")
    for language, phrases in by_language.items():
        for index, group in enumerate(_groups(phrases)):
            text = _BETWEEN.join(group)
            headed = heading and language is Language.ENGLISH
            embedded = f"{heading}: {text}" if headed else text
            yield Passage(unit, Form.KEYPHRASE, language, index, text, embedded)


def _groups(phrases: Sequence[str]) -> Iterator[Sequence[str]]:
    """As few groups as there can be, of nearly the same length: a phrase left alone would weigh too much."""
    count = -(-len(phrases) // PHRASES_A_ROW)
    for index in range(count):
        yield phrases[index * len(phrases) // count : (index + 1) * len(phrases) // count]


def made_with(profile: str, rows: Sequence[Passage], whitening: str) -> str:
    """The model and a digest of all it reads and of what is done to it; empty where that is nothing."""
    if not rows:
        return ""
    lines = "\n".join(
        f"{row.unit}\t{_FORMS_IN_DIGESTS[row.form]}\t{row.language}\t{row.index}\t{row.embedded}"
        for row in rows
    )
    return f"{profile}, {hashlib.sha256(f'{whitening} {lines}'.encode()).hexdigest()}"


async def store_question_index(
    key: str,
    law: LawStore,
    profile: EmbeddingProfile,
    embedder: Callable[[], Awaitable[Embedder]],
    progress: Progress,
    read: ReadKeyphrases = read_indexed_texts,
) -> QuestionIndexStep:
    """Bring a document's keyphrases in step with their files and with what is searched of it.

    `embedder` is asked for only where there is something to embed. The vectors are held whitened.

    Raises:
        CorpusError: a file is malformed; what was held stays.
        StoreError, ModelError: nothing was written.
    """
    keyphrases = await asyncio.to_thread(read, key)
    titles = await law.searched_units(key) if keyphrases else {}
    rows = list(passages(keyphrases, titles)) if keyphrases else []
    unplaced = tuple(unit for unit in keyphrases.paths if unit not in titles) if keyphrases else ()
    whitening = whitening_of(profile.name, profile.dimension)
    made = made_with(profile.name, rows, whitening.digest)
    if made == await law.question_index_made(key):
        return QuestionIndexStep(0, unplaced)
    vectors = await _embedded(rows, embedder, whitening, progress) if rows else {}
    await law.replace_question_index(
        key,
        [
            QuestionIndexRow(row.unit, row.form.value, row.language.value, row.index, row.text, vectors[row])
            for row in rows
        ],
        made,
    )
    return QuestionIndexStep(len(rows), unplaced)


async def _embedded(
    rows: Sequence[Passage],
    embedder: Callable[[], Awaitable[Embedder]],
    whitening: Whitening,
    progress: Progress,
) -> dict[Passage, Floats]:
    model = await embedder()
    phrases = [row for row in rows if row.form is Form.KEYPHRASE]
    expected_questions = [row for row in rows if row.form is Form.EXPECTED_QUESTION]

    def after(before: int) -> Callable[[int, int], None]:
        return lambda done, total: progress("embedding keyphrases", (before + done) / max(len(rows), 1))

    vectors: dict[Passage, Floats] = {}
    if phrases:
        found = await model.embed_passages([row.embedded for row in phrases], on_progress=after(0))
        vectors.update(zip(phrases, whitening.passages(found), strict=True))
    if expected_questions:
        texts = [row.embedded for row in expected_questions]
        found = await model.embed_questions(texts, on_progress=after(len(phrases)))
        vectors.update(zip(expected_questions, whitening.questions(found), strict=True))
    return vectors
