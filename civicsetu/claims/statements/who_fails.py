"""Compare who fails, who is left out and who counts as a party: told by the word right beside the name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from civicsetu.claims.pair import FactKind
from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.statements.denials import BREACHES, WITHOUT, read_row
from civicsetu.claims.statements.pair import StatementFinding, StatementPair
from civicsetu.claims.statements.reading import ClaimReading
from civicsetu.law.statements import StatementKind
from civicsetu.lexicon.stems import stem

Named = Callable[[Sequence[Mark], int], str]


def compare_beside(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for each party that fails, or is left out, in ours, where another of its kind is in the law."""
    for told, named in (("fails", _find_who_fails), ("is left out", _find_who_is_left_out)):
        theirs = {name for passage in pair.law for name in _find_all(passage, named)}
        for name in sorted(_find_all(pair.ours, named) - theirs):
            rivals = sorted(other for other in theirs if _is_like(name, other))
            if rivals:
                sentence = f"In ours the {name} {told}; in the law the {rivals[0]}."
                yield pair.make_finding(FactKind.PARTY, f"{name} {told}", sentence)


def _find_all(reading: ClaimReading, named: Named) -> set[str]:
    marks = reading.reading.marks
    return {name for at in range(len(marks)) if (name := named(marks, at))}


def _is_like(name: str, other: str) -> bool:
    of = get_spoken_parties().of
    return of[name].like == of[other].like and not of[name].general and not of[other].general


_BREAKS = BREACHES | {stem(word) for word in ("break", "breaks", "default", "defaults")}
_HELPS = frozenset("does do is are has have was were who that which".split())
_WISHES = frozenset(stem(word) for word in "want wants wish wishes intend intends choose chooses like".split())
"""What somebody may leave undone without failing in anything."""


def _find_who_fails(marks: Sequence[Mark], at: int) -> str:
    """The party that stands right before "fails", "does not", "cannot" or "breaks"."""
    if (marks[at].kind is not MarkKind.NOT or marks[at].key == "no") and marks[at].key not in _BREAKS:
        return ""
    if at + 1 < len(marks) and marks[at + 1].key in _WISHES:
        return ""
    for mark in read_row(marks, at, -1):
        if mark.kind is MarkKind.PARTY and not mark.owns:
            return mark.key
        if mark.kind is not MarkKind.CAN and mark.key not in _HELPS:
            return ""
    return ""


def _find_who_is_left_out(marks: Sequence[Mark], at: int) -> str:
    """The party that stands right after "without" or "other than"."""
    if marks[at].kind is not MarkKind.WITHOUT or marks[at].key not in WITHOUT:
        return ""
    for mark in read_row(marks, at, 1):
        if mark.kind is MarkKind.PARTY and not mark.owns:
            return mark.key
        if mark.key not in ("the", "a", "any"):
            return ""
    return ""


def compare_counted(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for each party defined in ours where the law defines another of its kind."""
    if pair.statement.kind is not StatementKind.DEFINITION:
        return
    theirs = {name for passage in pair.law for name in _find_all(passage, _find_defined)}
    for name in sorted(_find_all(pair.ours, _find_counted) - theirs):
        if any(_is_like(name, other) for other in theirs):
            sentence = f"Ours says who counts as the {name}; the law says who is the {sorted(theirs)[0]}."
            yield pair.make_finding(FactKind.PARTY, f"counts as {name}", sentence)


def _find_counted(marks: Sequence[Mark], at: int) -> str:
    if marks[at].key != "as" or at == 0 or marks[at - 1].key != stem("counts"):
        return ""
    after = [mark for mark in read_row(marks, at, 1) if mark.key not in ("a", "an", "the")]
    return after[0].key if after and after[0].kind is MarkKind.PARTY else ""


def _find_defined(marks: Sequence[Mark], at: int) -> str:
    """The party before or after the first "is", "means" or "includes" of a sentence."""
    if marks[at].key not in _DEFINES or any(mark.key in _DEFINES for mark in read_row(marks, at, -1)):
        return ""
    for step in (-1, 1):
        beside = [mark for mark in read_row(marks, at, step) if mark.key not in ("a", "an", "the", "not")]
        if beside and beside[0].kind is MarkKind.PARTY:
            return beside[0].key
    return ""


_DEFINES = frozenset(("is", "are", stem("means"), stem("includes"), "does"))
