"""Compare denials that turn a sentence round: a not within another denial, in a limit of time, or none in a breach."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from civicsetu.claims.pair import FactKind
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.statements.denials import BREACHES, BREAK, DENIALS, WITHOUT, read_row, softens
from civicsetu.claims.statements.pair import StatementFinding, StatementPair
from civicsetu.law.statements import StatementKind
from civicsetu.lexicon.stems import stem

_TURNED = {
    "a not before a bound": re.compile(r"\bnot (?:at most|at least|up to|within)\b", re.IGNORECASE),
    "a not in a limit of time": re.compile(
        r"\b(?:before|until|even after)\b[^.,;:]*?\b(?:not|never|cannot)\b", re.IGNORECASE
    ),
    "a not with only": re.compile(
        r"\b(?:not|never|cannot)\b(?! only)[^.,;:]*?\bonly (?:after|if|when|once|by|with)\b", re.IGNORECASE
    ),
}
"""Ways of saying the contrary of what is meant; plain statements have no need of them."""


def compare_turned_phrases(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for each negated bound, time limit or "only" of ours that the law does not have."""
    for told, pattern in _TURNED.items():
        found = pattern.search(pair.ours.text)
        if found and not any(pattern.search(passage.text) for passage in pair.law):
            yield pair.make_finding(FactKind.NEGATION, told, f"Ours says “{found[0]}”, the law nothing like it.")


def compare_denied_denials(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where the law denies that something is invalid, barred or refused, and ours says it is."""
    ours = pair.ours.reading.marks
    law = [mark for passage in pair.law for mark in (*passage.reading.marks, BREAK)]
    for at, mark in enumerate(ours):
        same = [there for there, one in enumerate(law) if _is_same_denial(mark, one)]
        if same and all(_is_denied(law, there) for there in same) and not _is_denied(ours, at):
            yield pair.make_finding(
                FactKind.NEGATION,
                f"{mark.key} without not",
                f"The law denies “{pair.ours.text[mark.start : mark.end]}”; ours says it.",
            )


_FUNCTION = frozenset((*WITHOUT, stem("unless"), stem("except"), stem("exception"), stem("free")))


def _is_same_denial(mark: Mark, other: Mark) -> bool:
    """True for two forms of one denying verb or adjective: "bars" and "barred"."""
    if mark.kind is not MarkKind.WITHOUT or other.kind is not MarkKind.WITHOUT or mark.key in _FUNCTION:
        return False
    return mark.key.startswith(other.key[:3]) and other.key.startswith(mark.key[:3])


def _is_denied(marks: Sequence[Mark], at: int) -> bool:
    return any(mark.kind is MarkKind.NOT for mark in read_row(marks, at, -1))


def compare_breach(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where the law punishes a breach and ours names none: no omission and no act against a rule."""
    if pair.statement.kind is not StatementKind.PENALTY:
        return
    breaches = [mark for passage in pair.law for mark in passage.reading.marks if mark.key in BREACHES]
    ours = pair.ours.reading.marks
    if breaches and not any(
        mark.kind in DENIALS or mark.key in _WRONGS or softens(ours, at) for at, mark in enumerate(ours)
    ):
        yield pair.make_finding(
            FactKind.NEGATION, "penalty without breach", "The law punishes a breach; ours names none."
        )


_WRONGS = BREACHES | {
    stem(word)
    for word in "false falsely misleading wrong wrongly offence disobey disobeying unlawful".split()
}
