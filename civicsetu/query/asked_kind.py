"""What kind of thing a question asks: a sum, a time, a person, a permission, a way out.

The composer leads with a statement of the kind that was asked. The words by which a kind is known are
data (`asked_kinds.yaml`), written for each language people ask in; the first kind of that file whose
words occur is taken, so that its order says which words weigh more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_patterns

_JOINT = re.compile(r"[,;:]\s+|\s[-–—]\s|\s+(?:and|aur)\s+(?=(?:wh|how|by|to|can|is|does|do|kaha|kisk|kitn)\w*\b)", re.IGNORECASE)


class AskedKind(StrEnum):
    COMPARE = "compare"
    MEANING = "meaning"
    HOW_MUCH = "how_much"
    HOW_LONG = "how_long"
    FORM = "form"
    CONSEQUENCE = "consequence"
    REMEDY = "remedy"
    WHO = "who"
    WHERE = "where"
    LIST = "list"
    MAY = "may"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ConsequenceAsked:
    """The last clause that asks what follows for somebody: its words end at `end`. `whole` is all that is read of the text."""

    clause: str
    end: int
    whole: str


def asked_kind(question: str, *, states: int = 0) -> AskedKind:
    """Return the kind of what is asked; whoever names two states compares them."""
    if states > 1:
        return AskedKind.COMPARE
    asked = question[-READING.kind_chars :]
    return next((kind for kind, pattern in _patterns().items() if pattern.search(asked)), AskedKind.OTHER)


def asks_consequence(question: str) -> bool:
    """Return whether it asks what follows for somebody, whatever else it asks."""
    return _consequence_end(question[-READING.kind_chars :]) is not None


def find_consequence_asked(question: str) -> ConsequenceAsked | None:
    """Return the last clause that asks what follows for somebody; None where none does."""
    whole = question[-READING.kind_chars :]
    ends = ((clause, _consequence_end(clause)) for clause in _clauses(whole))
    asking = [ConsequenceAsked(clause, end, whole) for clause, end in ends if end is not None]
    return asking[-1] if asking else None


def _consequence_end(text: str) -> int | None:
    found = _patterns()[AskedKind.CONSEQUENCE].search(text)
    return None if found is None else found.end()


def _clauses(text: str) -> Iterator[str]:
    for sentence in split_sentences(text, at_semicolons=False):
        yield from _JOINT.split(sentence)


@lru_cache(maxsize=1)
def _patterns() -> Mapping[AskedKind, re.Pattern[str]]:
    kinds = load_patterns("civicsetu.query", "asked_kinds.yaml")
    return {AskedKind(kind): pattern for kind, pattern in kinds.items()}
