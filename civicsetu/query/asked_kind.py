"""What kind of thing a question asks: a sum, a time, a person, a permission, a way out.

The composer leads with a statement of the kind that was asked. The words by which a kind is known are
data (`asked_kinds.yaml`), written for each language people ask in; the first kind of that file whose
words occur is taken, so that its order says which words weigh more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_patterns


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


def asked_kind(question: str, *, states: int = 0) -> AskedKind:
    """Return the kind of what is asked; whoever names two states compares them."""
    if states > 1:
        return AskedKind.COMPARE
    asked = question[-READING.kind_chars :]
    return next((kind for kind, pattern in _patterns().items() if pattern.search(asked)), AskedKind.OTHER)


def asks_consequence(question: str) -> bool:
    """Return whether it asks what follows for somebody, whatever else it asks."""
    return consequence_end(question) is not None


def consequence_end(question: str) -> int | None:
    """Return where the words end that ask what follows for somebody; None where none do."""
    skipped = max(len(question) - READING.kind_chars, 0)
    found = _patterns()[AskedKind.CONSEQUENCE].search(question[skipped:])
    return None if found is None else skipped + found.end()


@lru_cache(maxsize=1)
def _patterns() -> Mapping[AskedKind, re.Pattern[str]]:
    kinds = load_patterns("civicsetu.query", "asked_kinds.yaml")
    return {AskedKind(kind): pattern for kind, pattern in kinds.items()}
