"""Words of official texts, filled into a sheet for its reader and left out again before it is passed on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from civicsetu.corpus.read import read_official
from civicsetu.corpus.registry import Registry
from civicsetu.errors import CorpusError, InputError
from civicsetu.evaluation.judging.sheet import (
    OfficialSpan,
    Sheet,
    SheetRow,
    ShownSentence,
    digest_of,
)
from civicsetu.law.sentences import to_one_line


def fill_official_words(sheet: Sheet, folder: Path, registry: Registry) -> tuple[Sheet, list[str]]:
    """Return the sheet with the official words that the folder's files hold, and what could not be filled in.

    Words are filled in only where they are those the answer was given from, by their digest.

    Raises:
        InputError: there is no such folder.
    """
    if not folder.is_dir():
        raise InputError(user_message=f"There is no folder {folder}.")
    reasons: dict[str, str] = {}
    missed: Counter[str] = Counter()

    @lru_cache(maxsize=64)
    def body_of(document: str) -> str:
        try:
            return read_official(registry.get_document(document), folder).body
        except CorpusError as error:
            reasons[document] = error.user_message
            return ""

    def fill(span: OfficialSpan) -> OfficialSpan:
        words = body_of(span.document)[span.start : span.end]
        if digest_of(words) != span.digest:
            missed[span.document] += 1
            return span.without_words
        return span.model_copy(update={"words": words})

    rows = tuple(_with_spans(row, fill) for row in sheet.rows)
    head = sheet.head.model_copy(update={"official_words": True})
    other = "the file's text is not the one that was answered from"
    told = [
        f"{document}: {count} passages not filled in; {reasons.get(document, other).rstrip('.')}."
        for document, count in sorted(missed.items())
    ]
    return sheet.model_copy(update={"head": head, "rows": rows}), told


def drop_official_words(sheet: Sheet) -> Sheet:
    """Return the sheet without words of official texts: what may be passed on."""
    rows = tuple(_with_spans(row, lambda span: span.without_words) for row in sheet.rows)
    head = sheet.head.model_copy(update={"official_words": False})
    return sheet.model_copy(update={"head": head, "rows": rows})


def _with_spans(row: SheetRow, change: Callable[[OfficialSpan], OfficialSpan]) -> SheetRow:
    law = tuple(
        one.model_copy(update={"official": change(one.official)}) if one.official else one for one in row.law
    )
    said = tuple(_with_words(one, change) for one in row.answer.sentences)
    answer = row.answer.model_copy(update={"sentences": said})
    return row.model_copy(update={"law": law, "answer": answer})


def _with_words(sentence: ShownSentence, change: Callable[[OfficialSpan], OfficialSpan]) -> ShownSentence:
    """A sentence of official wording is shown on one line, as the answer showed it."""
    if sentence.official is None:
        return sentence
    span = change(sentence.official)
    return sentence.model_copy(update={"text": to_one_line(span.words), "official": span})
