"""Read who owes or pays whom, where a sentence names both side by side."""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.reading import AnnotatedText, Mark, MarkKind
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.lexicon.stems import stem

_PAYS = frozenset(
    stem(word)
    for word in "pay owe owes owing repay repays compensate compensates reimburse liable".split()
)
_TRADE = "trade"


def find_payers(reading: AnnotatedText) -> frozenset[tuple[str, str]]:
    """Return each pair of parties of which the first owes or pays the second: "X owes Y", "payable by X to Y"."""
    marks = [mark for mark in reading.marks if mark.kind is not MarkKind.MUST and mark.kind is not MarkKind.MAY]
    found = set()
    for at, mark in enumerate(marks):
        if mark.kind is MarkKind.WORD and mark.key in _PAYS:
            before, after = _party(marks, at, -1), _party(marks, at, 1)
            if after and "by" in (mark.key for mark in marks[max(0, after[0] - 2) : after[0]]):
                before, after = after, _party(marks, after[0], 1)
            if before and after and before[1] != after[1]:
                found.add((before[1], after[1]))
    return frozenset(found)


def _party(marks: Sequence[Mark], at: int, step: int) -> tuple[int, str] | None:
    """The next party of the trade on that side, within the sentence; none where an owned thing stands first."""
    of = get_spoken_parties().of
    for place in range(at + step, at + step * (CLAIMS.payer_reach + 1), step):
        if not 0 <= place < len(marks) or marks[place].kind is MarkKind.BREAK:
            return None
        mark = marks[place]
        if mark.kind is MarkKind.PARTY and not mark.owns and of[mark.key].like == _TRADE:
            return place, mark.key
    return None
