"""Figures of an answer that no text cited beside them has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from civicsetu.claims.statements.reading import BoundedAmount, read_claims
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.answers import Citation
from civicsetu.law.documents import DocType
from civicsetu.law.paths import parse_path


def find_unfounded_figures(text: str, cited: Sequence[Citation], index: LawIndex) -> Iterator[BoundedAmount]:
    """Yield every figure of `text` that no unit cited has, in either edition, whatever is quoted of it.

    The year in which a text was printed is told of it, not by it.
    """
    ours = _amounts(text, *_read_as(cited[0], index))
    if not ours:
        return
    theirs = [
        amount for one in cited for law in _texts(one, index) for amount in _amounts(law, *_read_as(one, index))
    ]
    printed = {str(one.text_as_of.year) for one in cited if one.text_as_of}
    for amount in ours:
        if amount.value not in printed and not any(_is_same(amount, other) for other in theirs):
            yield amount


def _texts(citation: Citation, index: LawIndex) -> Iterator[str]:
    """The unit that a citation lies in, in both editions as they are held, whatever the answer quotes."""
    law = index.laws.get(citation.document)
    for edition in law.editions.values() if law else ():
        place = edition.places.get(citation.section_id)
        if place is not None:
            yield edition.body[place.start : place.end]


def _read_as(citation: Citation, index: LawIndex) -> tuple[str, str]:
    """The path and noun by which a text reads what it names."""
    law = index.laws.get(citation.document)
    return citation.section_id, (law.doc_type if law else DocType.ACT).provision_noun


@lru_cache(maxsize=4096)
def _amounts(text: str, path: str, noun: str) -> tuple[BoundedAmount, ...]:
    return read_claims(text, parse_path(path), noun, frozenset()).amounts


def _is_same(one: BoundedAmount, other: BoundedAmount) -> bool:
    return one.value == other.value and (one.measure == other.measure or not one.measure or not other.measure)
