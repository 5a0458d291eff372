"""Do two sentences say nearly the same thing with other figures?

What counts are numbers with a measure (9 per cent, thirty days, Rs. 500) and dates, in words or in figures. A
number of a section, of an Act or of a paragraph says where something stands, not what holds.
"""

from __future__ import annotations

from functools import lru_cache

from civicsetu.claims.numbers import find_amounts
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.law.references import find_references
from civicsetu.lexicon.tokens import split_words


def contradict(first: str, second: str, least: float) -> bool:
    """Return whether two sentences share at least `least` of their words (0 to 1) and state other amounts."""
    words, amounts = _claims(first)
    others, other_amounts = _claims(second)
    if not amounts or not other_amounts or amounts == other_amounts:
        return False
    if min(len(words), len(others)) < CLAIMS.contradiction_words:
        return False
    return len(words & others) / len(words | others) >= least


@lru_cache(maxsize=4096)
def _claims(sentence: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a sentence without its amounts, and the amounts."""
    named = [(one.start, one.end) for one in find_references(sentence)]
    amounts = [
        one
        for one in find_amounts(sentence)
        if _has_measure(one.stated) and not any(start <= one.start < end for start, end in named)
    ]
    words = sentence
    for one in reversed(amounts):
        words = f"{words[: one.start]} {words[one.end :]}"
    return frozenset(split_words(words)), frozenset(one.stated for one in amounts)


def _has_measure(stated: str) -> bool:
    """`9 per cent` and `2016-05-01`, not `1872` and `at least 3`."""
    bare = stated.removeprefix("at least ").removeprefix("at most ")
    return not bare.replace("/", "").replace(" or more", "").isdigit()
