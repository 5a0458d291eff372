"""Whether a written sentence tells a reader something that the same answer has not told already.

A model asked again for what was left open says once more what stands: three in ten answers printed a sentence twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from civicsetu.answering.drafts import Decided
from civicsetu.answering.written import Mark
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words

_SAME_WORDS = 0.6
_SAME_WORDS_ELSEWHERE = 0.75


def says_again(one: Decided, said: Iterable[Decided]) -> bool:
    """Return whether a sentence says again what one of those that stand says: of one provision, in most of its words.

    A lead is asked for whatever was said, unless its own part has one.
    """
    return any(_is_same(one, other) for other in said if other.stands and other is not one)


def _is_same(one: Decided, other: Decided) -> bool:
    same_part = one.written.part == other.written.part
    if one.written.mark is Mark.LEAD and not same_part:
        return False
    ours, theirs = _words(one), _words(other)
    shared = len(ours & theirs) / max(1, min(len(ours), len(theirs)))
    if _places(one) & _places(other) or not _places(one):
        return shared >= (_SAME_WORDS if same_part else _SAME_WORDS_ELSEWHERE)
    return shared >= _SAME_WORDS_ELSEWHERE and same_part


def _places(one: Decided) -> set[tuple[str, str]]:
    return {span.unit for span in one.cited if span.passages}


def _words(one: Decided) -> set[str]:
    return {stem(word) for word in split_words(one.written.text)}
