"""Store a document's keyphrases as they are searched: a few phrases or one expected question per row.

Made from the file and from what is searched of the document, and held with a mark of both:
where the mark is the same nothing is done and no model is loaded. So law that was ingested
before there were keyphrases gets them without being embedded again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from civicsetu.corpus.question_index.indexed_texts import Form, IndexedTexts, Language, read_indexed_texts
from civicsetu.models.whitening import Whitening, load_whitening
from civicsetu.progress import Progress
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.question_index_store import QuestionIndexRow

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder
    from civicsetu.models.packed import Floats
    from civicsetu.models.profiles import EmbeddingProfile

ReadKeyphrases = Callable[[str], IndexedTexts | None]

PHRASES_A_ROW = 5
_BETWEEN = "; "
_FORMS_IN_DIGESTS = {Form.KEYPHRASE: "phrases", Form.EXPECTED_QUESTION: "situation"}
"""A digest goes on naming the forms as it always did, so that vectors made before are not made again."""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """Entry to be indexed as a row: `text` is stored and searched by words, `embedded` is what a model reads."""

    unit: str
    form: Form
    language: Language
    index: int
    text: str
    embedded: str


@dataclass(frozen=True, slots=True)
class QuestionIndexStep:
    """Result of indexing: number of rows written, and units of the file that are not searched here."""

    written: int = 0
    unplaced: tuple[str, ...] = ()


def build_entries(keyphrases: IndexedTexts, titles: Mapping[str, str]) -> Iterator[IndexEntry]:
    """Yield the rows of all units that have a title in `titles`, in the order of the files."""
    for unit, by_language in keyphrases.units.items():
        if unit in titles:
            yield from _of_phrases(unit, by_language, titles[unit])
    for unit, expected_questions in keyphrases.expected_questions.items():
        if unit in titles:
            for index, question in enumerate(expected_questions):
                yield IndexEntry(unit, Form.EXPECTED_QUESTION, Language.ENGLISH, index, question, question)


def _of_phrases(unit: str, by_language: Mapping[Language, Sequence[str]], title: str) -> Iterator[IndexEntry]:
    """The heading of the section goes before English phrases where they are embedded, because the
    phrases alone often fit several sections; it is English and stays away from other languages.
    """
    heading = " ".join(title.split()).rstrip(".")
    for language, phrases in by_language.items():
        for index, group in enumerate(_groups(phrases)):
            text = _BETWEEN.join(group)
            headed = heading and language is Language.ENGLISH
            embedded = f"{heading}: {text}" if headed else text
            yield IndexEntry(unit, Form.KEYPHRASE, language, index, text, embedded)


def _groups(phrases: Sequence[str]) -> Iterator[Sequence[str]]:
    """As few groups as there can be, of nearly the same length: a phrase left alone would weigh too much."""
    count = -(-len(phrases) // PHRASES_A_ROW)
    for index in range(count):
        yield phrases[index * len(phrases) // count : (index + 1) * len(phrases) // count]


def digest_entries(profile: str, rows: Sequence[IndexEntry], whitening: str) -> str:
    """Return the model with a digest of all it embeds and of the whitening; empty if there is nothing to embed."""
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
    """Bring a document's question index in step with its files and with what is searched of it.

    `embedder` is asked for only where there is something to embed. The vectors are held whitened.

    Raises:
        CorpusError: a file is malformed; what was held stays.
        StoreError, ModelError: nothing was written.
    """
    keyphrases = await asyncio.to_thread(read, key)
    titles = await law.searched_units(key) if keyphrases else {}
    rows = list(build_entries(keyphrases, titles)) if keyphrases else []
    unplaced = tuple(unit for unit in keyphrases.paths if unit not in titles) if keyphrases else ()
    whitening = load_whitening(profile.name, profile.dimension)
    made = digest_entries(profile.name, rows, whitening.digest)
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
    rows: Sequence[IndexEntry],
    embedder: Callable[[], Awaitable[Embedder]],
    whitening: Whitening,
    progress: Progress,
) -> dict[IndexEntry, Floats]:
    model = await embedder()
    phrases = [row for row in rows if row.form is Form.KEYPHRASE]
    expected_questions = [row for row in rows if row.form is Form.EXPECTED_QUESTION]

    def report_behind(before: int) -> Callable[[int, int], None]:
        return lambda done, total: progress("embedding keyphrases", (before + done) / max(len(rows), 1))

    vectors: dict[IndexEntry, Floats] = {}
    if phrases:
        found = await model.embed_passages([row.embedded for row in phrases], on_progress=report_behind(0))
        vectors.update(zip(phrases, whitening.whiten_passages(found), strict=True))
    if expected_questions:
        texts = [row.embedded for row in expected_questions]
        found = await model.embed_questions(texts, on_progress=report_behind(len(phrases)))
        vectors.update(zip(expected_questions, whitening.whiten_questions(found), strict=True))
    return vectors
