"""Cite what a written sentence rests on: the sentence of the law that holds the quoted words, else the whole passage."""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.answering.citing import cite_span
from civicsetu.answering.composing.statement_index import PassageHeld
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.written import Span, Written
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Citation
from civicsetu.law.sentences import split_sentences
from civicsetu.lexicon.tokens import split_words


def cite_written(
    written: Written, named: Sequence[Span], index: LawIndex, registry: Registry
) -> list[Citation]:
    """Return a citation for each passage of the spans it names, in their order, none twice."""
    cited: dict[tuple[str, int, int], Citation] = {}
    for span in named:
        for passage in span.passages:
            start, end = find_quoted(passage, written.quote)
            at = (passage.edition.edition_id, start, end)
            cited.setdefault(at, cite_span(passage.unit, passage.edition, start, end, index, registry))
    return list(cited.values())


def find_quoted(passage: PassageHeld, quote: str) -> tuple[int, int]:
    """Return the span of the sentence that best matches the quote; the whole passage if none does.

    A short passage is marked whole, without the space around it. Words are compared, since a quote may leave out what stands between them.
    """
    whole = _without_space(passage)
    if passage.end - passage.start <= DRAFTING.marked_chars or not quote:
        return whole
    wanted = set(split_words(quote))
    spans = split_sentences(passage.edition.body, passage.start, passage.end)
    shares = [_share(wanted, set(split_words(span.text))) for span in spans]
    best = max(shares, default=0.0)
    if best < DRAFTING.quoted_share:
        return whole
    span = spans[shares.index(best)]
    return span.start, span.end


def _without_space(passage: PassageHeld) -> tuple[int, int]:
    text = passage.edition.body[passage.start : passage.end]
    return passage.end - len(text.lstrip()), passage.start + len(text.rstrip())


def _share(wanted: set[str], words: set[str]) -> float:
    return len(wanted & words) / len(wanted) if wanted else 0.0

