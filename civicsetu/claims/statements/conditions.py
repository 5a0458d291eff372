"""Compare conditions: what the law makes depend on one, ours does too, alone or with what it requires."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.claims.pair import FactKind
from civicsetu.claims.reading import MarkKind
from civicsetu.claims.statements.pair import StatementFinding, StatementPair
from civicsetu.claims.statements.reading import ClaimReading, meant_by

_CONDITION = re.compile(
    r"\b(?:if|where|when|unless|until|before|after|within|once|without|except|in case|only)\b(?P<said>[^,.;:]*)",
    re.IGNORECASE,
)
_IDLE_CONDITION = re.compile(
    r"^\s*(?:any|applicable|available|necessary|it is (?:necessary|applicable)|appl\w+)\b|^\s*\w+\s*$"
)


def compare_conditions(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where ours drops a condition of the law, by itself and with what it requires.

    A condition of the law is reflected where ours shares a word with it that the rest of the passage
    does not have; where it has no such word, any of its words.
    """
    said = {
        key
        for one in (pair.ours, *pair.required)
        for mark in one.reading.marks
        if mark.kind in _WEIGHTY
        for key in meant_by(mark)
    }
    made = len(_OUR_CONDITION.findall(pair.ours.text)) + len(pair.required)
    for passage in pair.law:
        left = []
        spans = [match.span("said") for match in _CONDITION.finditer(passage.text)]
        spans = [span for span in spans if not _IDLE_CONDITION.match(passage.text[slice(*span)])]
        for start, end in spans:
            keys = _keys(passage, start, end)
            rest = _keys(passage, 0, start) | _keys(passage, end, len(passage.text))
            telling = (keys - rest) or keys
            if telling and not said & telling:
                left.append(" ".join(passage.text[start:end].split()[:6]))
        if left and made < len(spans):
            yield pair.make_finding(
                FactKind.CONDITION,
                left[0],
                f"The law says it on a condition (“{left[0]} …”) that ours leaves out.",
            )


_OUR_CONDITION = re.compile(
    r"\b(?:if|when|where|unless|until|once|before|after|within|without|except|only|who|whose|while|during|besides|beyond)\b",
    re.IGNORECASE,
)


_WEIGHTY = frozenset((MarkKind.WORD, MarkKind.PARTY, MarkKind.NUMBER, MarkKind.NAMED, MarkKind.NOT))


def _keys(reading: ClaimReading, start: int, end: int) -> set[str]:
    return {mark.key for mark in reading.reading.marks if mark.kind in _WEIGHTY and start <= mark.start < end}
