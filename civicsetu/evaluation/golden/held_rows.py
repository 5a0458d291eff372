"""Golden rows against the law held: what can be asked, and where a row does not fit the law."""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.corpus.law_index import LawIndex
from civicsetu.evaluation.golden.golden_set import GoldenRow, Place


def held_rows(rows: Sequence[GoldenRow], index: LawIndex) -> tuple[list[GoldenRow], list[GoldenRow]]:
    """The rows whose gold documents are all held, and those left out because one is not."""
    fit = {row.id for row in rows if all(place.document in index.laws for place in row.gold)}
    return [row for row in rows if row.id in fit], [row for row in rows if row.id not in fit]


def absent_gold(rows: Sequence[GoldenRow], index: LawIndex) -> list[str]:
    """Gold provisions that no current text has, each behind its row's id."""
    return [
        f"{row.id} ({place})"
        for row in rows
        for place in row.gold
        if not index.holds(place.document, place.path)
    ]


def absent_terms(rows: Sequence[GoldenRow], index: LawIndex) -> list[str]:
    """Terms a row says its gold contains, and that no current text of it does."""
    return [
        f"{row.id} ({term})"
        for row in rows
        for term in row.contains
        if row.gold and not any(_even(term) in text for place in row.gold for text in _texts(place, index))
    ]


def _texts(place: Place, index: LawIndex) -> list[str]:
    law = index.laws[place.document]
    spans = ((edition, edition.places.get(str(place.path))) for edition in law.editions.values())
    return [_even(edition.body[span.start : span.end]) for edition, span in spans if span is not None]


def _even(text: str) -> str:
    """Small letters, white space and dashes alike, so that a line end or hyphen hides nothing."""
    return " ".join(text.lower().replace("-", " ").split())
