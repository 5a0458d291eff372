"""The vectors that ship: of every text that an installation embeds by itself before anybody has asked.

They are the chunks of the restatements, the keyphrases of what these hold, the statements with the questions
they answer, the questions of people that are compared beside them, the silences with those that ask for them, and
what is known of other subjects. A text that is changed has no vector until `make vectors` was run: it is embedded by each
installation, which is right, and slow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from civicsetu.corpus.ingest import cut
from civicsetu.corpus.question_index.index_rows import build_entries
from civicsetu.corpus.question_index.indexed_texts import Form, read_indexed_texts
from civicsetu.corpus.read import SourceText, read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.statements.asked_questions import get_compared_questions
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.corpus.structure.chunks import CountTokens
from civicsetu.lexicon.romanised_hindi import gloss
from civicsetu.models.embedder import Embedder
from civicsetu.models.embedding import Done
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import InputType
from civicsetu.models.shipped_vectors import ShippedVectors, key_of
from civicsetu.progress import Progress
from civicsetu.retrieval.answerability import out_of_scope

Purposed = tuple[InputType, str]


def shipped_texts(count_tokens: CountTokens) -> Iterator[Purposed]:
    """Yield each text with what it is embedded for."""
    for spec in get_registry().documents.values():
        if (source := read_starter(spec)) is not None:
            yield from _of_document(source, count_tokens)
    yield from ((InputType.DOCUMENT, one.says) for one in get_statements())
    yield from ((InputType.QUERY, gloss(one.text)) for one in get_compared_questions())
    for silence in get_silences():
        yield InputType.DOCUMENT, silence.says
        yield from ((InputType.QUERY, gloss(text)) for text in silence.questions)
    yield from ((InputType.QUERY, text) for _, text in out_of_scope.own_questions())
    yield from ((InputType.DOCUMENT, text) for _, text in out_of_scope.phrases())
    yield from ((InputType.QUERY, text) for _, text in out_of_scope.expected_questions())


def _of_document(source: SourceText, count_tokens: CountTokens) -> Iterator[Purposed]:
    chunks = cut(source, source.divide(), count_tokens)
    yield from ((InputType.DOCUMENT, chunk.embedded_text) for chunk in chunks)
    titles: dict[str, str] = {}
    for chunk in chunks:
        titles[chunk.section_id] = min(chunk.section_title, titles.get(chunk.section_id, chunk.section_title))
    keyphrases = read_indexed_texts(source.spec.key)
    for row in build_entries(keyphrases, titles) if keyphrases else ():
        yield InputType.QUERY if row.form is Form.EXPECTED_QUESTION else InputType.DOCUMENT, row.embedded


async def embed_shipped(
    embedder: Embedder, known: ShippedVectors | None, progress: Progress
) -> Mapping[bytes, Floats | NDArray[np.float16]]:
    """Return the vectors of all these texts by their keys; those that are `known` as they are.

    Raises:
        CorpusError, ModelError: a file is malformed, or the model failed.
    """
    texts = dict.fromkeys(shipped_texts(embedder.count_tokens))
    rows = known.rows if known is not None else {}
    keys = {told: key_of(*told) for told in texts}
    vectors: dict[bytes, Floats | NDArray[np.float16]] = {
        key: known.vectors[rows[key]] for key in keys.values() if known is not None and key in rows
    }
    for purpose, embed in (
        (InputType.DOCUMENT, embedder.embed_passages),
        (InputType.QUERY, embedder.embed_questions),
    ):
        wanted = [text for of, text in texts if of is purpose and keys[of, text] not in vectors]
        found = await embed(wanted, _telling(progress, f"embedding for {purpose}")) if wanted else ()
        vectors |= {key_of(purpose, text): vector for text, vector in zip(wanted, found, strict=True)}
    return vectors


def _telling(progress: Progress, step: str) -> Done:
    return lambda done, total: progress(step, done / total)
