"""Fit a whitening to the headwords that ship: no golden question is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from civicsetu.corpus.question_index.indexed_texts import Headwords, own_headwords
from civicsetu.errors import InputError
from civicsetu.evaluation.runner import Progress
from civicsetu.models.embedder import Embedder
from civicsetu.models.whitening import Whitening, fitted

_PASSAGES_SHARE = 0.6


async def fit_whitening(embedder: Embedder, documents: Sequence[str], progress: Progress) -> Whitening:
    """From every phrase and situation of these documents, each labelled with its provision.

    What a document shares with another one counts once, where it was written.

    Raises:
        InputError: none of them has headwords.
        CorpusError, ModelError: a file is malformed, or the model failed.
    """
    found = [own_headwords(key) for key in documents]
    phrases = [pair for headwords in found for pair in _phrases(headwords)]
    situations = [pair for headwords in found for pair in _situations(headwords)]
    if not phrases or not situations:
        message = "There are no headwords to fit a whitening to."
        raise InputError(message, user_message=message)
    as_passages = await embedder.embed_passages(
        [text for _, text in phrases],
        lambda done, total: progress("embedding phrases", _PASSAGES_SHARE * done / total),
    )
    as_questions = await embedder.embed_questions(
        [text for _, text in situations],
        lambda done, total: progress(
            "embedding situations", _PASSAGES_SHARE + (1 - _PASSAGES_SHARE) * done / total
        ),
    )
    return fitted(
        as_passages, [label for label, _ in phrases], as_questions, [label for label, _ in situations]
    )


def _phrases(headwords: Headwords) -> Iterator[tuple[str, str]]:
    for unit, by_language in headwords.units.items():
        for texts in by_language.values():
            yield from ((f"{headwords.document} {unit}", text) for text in texts)


def _situations(headwords: Headwords) -> Iterator[tuple[str, str]]:
    for unit, texts in headwords.situations.items():
        yield from ((f"{headwords.document} {unit}", text) for text in texts)
