"""Fit a whitening to the keyphrases that ship: no golden question is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from civicsetu.corpus.question_index.indexed_texts import IndexedTexts, own_indexed_texts
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting.learn_metric import learn_metric
from civicsetu.models.embedder import Embedder
from civicsetu.models.whitening import Whitening, fit_from_texts
from civicsetu.progress import Progress

_PASSAGES_SHARE = 0.6
_STATEMENT_SHRINKAGE = 0.3


async def fit_whitening(embedder: Embedder, documents: Sequence[str], progress: Progress) -> Whitening:
    """Fit a whitening to every phrase and expected question of these documents, each labelled with its provision.

    What a document shares with another one counts once, where it was written.

    Raises:
        InputError: none of them has keyphrases.
        CorpusError, ModelError: a file is malformed, or the model failed.
    """
    found = [own_indexed_texts(key) for key in documents]
    phrases = [pair for keyphrases in found for pair in _phrases(keyphrases)]
    expected_questions = [pair for keyphrases in found for pair in _expected_questions(keyphrases)]
    if not phrases or not expected_questions:
        raise InputError(user_message="There are no keyphrases to fit a whitening to.")
    as_passages = await embedder.embed_passages(
        [text for _, text in phrases],
        lambda done, total: progress("embedding phrases", _PASSAGES_SHARE * done / total),
    )
    as_questions = await embedder.embed_questions(
        [text for _, text in expected_questions],
        lambda done, total: progress(
            "embedding expected questions", _PASSAGES_SHARE + (1 - _PASSAGES_SHARE) * done / total
        ),
    )
    return fit_from_texts(
        as_passages, [label for label, _ in phrases], as_questions, [label for label, _ in expected_questions]
    )


def _phrases(keyphrases: IndexedTexts) -> Iterator[tuple[str, str]]:
    for unit, by_language in keyphrases.units.items():
        for texts in by_language.values():
            yield from ((f"{keyphrases.document} {unit}", text) for text in texts)


def _expected_questions(keyphrases: IndexedTexts) -> Iterator[tuple[str, str]]:
    for unit, texts in keyphrases.expected_questions.items():
        yield from ((f"{keyphrases.document} {unit}", text) for text in texts)


async def fit_statement_whitening(embedder: Embedder, documents: Sequence[str], progress: Progress) -> Whitening:
    """Fit a whitening to every statement of these documents and its questions, labelled with the statement.

    What a whitening gives is then learned further, so that each question comes nearest to its own statement.

    Raises:
        InputError: none of them has statements with questions.
        CorpusError, ModelError: a file is malformed, or the model failed.
    """
    questions = get_statement_questions()
    statements = [one for one in get_statements() if one.law in documents]
    asked = [(one.id, text) for one in statements for text in questions.get(one.id, ())]
    if not asked:
        message = "There are no statements with questions to fit a whitening to."
        raise InputError(user_message=message)
    as_passages = await embedder.embed_passages([one.says for one in statements])
    as_questions = await embedder.embed_questions(
        [text for _, text in asked], lambda done, total: progress("embedding questions", done / total)
    )
    labels = [one.id for one in statements]
    whitening = fit_from_texts(
        as_passages, labels, as_questions, [label for label, _ in asked], _STATEMENT_SHRINKAGE
    )
    place = {label: at for at, label in enumerate(labels)}
    answered_by = [place[label] for label, _ in asked]
    return learn_metric(whitening, as_passages, as_questions, answered_by, progress)
