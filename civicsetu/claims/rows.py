"""Compare parties joined in a row: "the promoter, the allottee or the real estate agent"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from civicsetu.claims.pair import FactKind, Finding, Pair
from civicsetu.claims.reading import AnnotatedText, Mark, MarkKind

_RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)
_BETWEEN = frozenset("a an the any another every or and with by to of from in between his its , ( )".split())


def compare_rows(pair: Pair) -> Iterator[Finding]:
    """Compare parties named in one row ("the promoter, the allottee or the agent").

    No row of ours names one twice; a row of three or more is one of the law's, and two that ours joins
    stand in one sentence of the law; every row of the law stands in one sentence of ours, but for one of
    which the law says something different of each, "respectively".
    """
    around = (pair.law.reading, *pair.above, *pair.below, *pair.referred)
    rows = [row for reading in around for row in _rows(reading)]
    sentences = [parties for reading in around for parties in _sentences(reading)]
    sentences.append({mention.party for reading in pair.below for mention in reading.mentions})
    if any(mark.kind is MarkKind.PRONOUN for mark in pair.law.reading.marks):
        sentences.append(
            {mention.party for reading in (pair.law.reading, *pair.above) for mention in reading.mentions}
        )
    for row in _rows(pair.ours.reading):
        fact = " + ".join(row)
        if len(set(row)) < len(row) and not any(
            set(row) == set(other) and len(other) > len(set(other)) for other in rows
        ):
            sentence = f"Ours names a party twice in one row: {fact}."
            yield pair.make_finding(FactKind.PARTY, fact, "each once", fact, sentence)
        elif not any(set(row) <= set(other) for other in rows) and (
            len(row) > 2 or _beside(pair, row, rows) or not any(set(row) <= parties for parties in sentences)
        ):
            sentence = f"Ours joins {fact}; the law joins no such parties here."
            yield pair.make_finding(FactKind.PARTY, fact, "no such row", fact, sentence)
    mine = list(_sentences(pair.ours.reading))
    law = [] if _RESPECTIVELY.search(pair.law.reading.text) else _rows(pair.law.reading)
    for row in law:
        if not any(set(row) <= other for other in mine):
            fact = " + ".join(row)
            yield pair.make_finding(
                FactKind.PARTY, fact, fact, "no such row", f"The law joins {fact}; ours does not."
            )


def _beside(pair: Pair, row: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> bool:
    """True when a row of the law joins one of these two with another of the second's kind."""
    kind = {name: pair.parties.of[name].like for name in pair.parties.of}
    for one, other in (row, row[::-1]):
        if kind[one] == kind[other]:
            continue
        for law in rows:
            if one in law and other not in law and kind[other] in {kind[name] for name in law}:
                return True
    return False


def _sentences(reading: AnnotatedText) -> Iterator[set[str]]:
    """The parties of each sentence."""
    current: set[str] = set()
    for mark in reading.marks:
        if mark.kind is MarkKind.BREAK:
            yield current
            current = set()
        elif mark.kind is MarkKind.PARTY:
            current.add(mark.key)
    yield current


def _rows(reading: AnnotatedText) -> list[tuple[str, ...]]:
    """The parties of each row."""
    return [tuple(reading.marks[at].key for at in row) for row in find_row_slots(reading.marks)]


def find_row_slots(marks: Sequence[Mark]) -> list[list[int]]:
    """Find runs of two or more parties with only small words between, the last joined by "or" or "and".

    What a party has ("the promoter's accounts") names no party of a row.
    """
    rows: list[list[int]] = [[]]
    joints: list[list[str]] = [[]]
    joint = ""
    for at, mark in enumerate(marks):
        if mark.kind is MarkKind.PARTY and not mark.owns:
            if not joint and rows[-1]:
                rows.append([])
                joints.append([])
            rows[-1].append(at)
            joints[-1].append(joint)
            joint = ""
        elif mark.kind is MarkKind.SMALL and (mark.key in _BETWEEN or not mark.key):
            joint = mark.key if mark.key in ("or", "and") else joint or ("," if mark.key == "," else "")
        else:
            rows.append([])
            joints.append([])
            joint = ""
    return [row for places, kinds in zip(rows, joints, strict=True) if len(row := _joined(places, kinds)) > 1]


def _joined(places: list[int], joints: list[str]) -> list[int]:
    """The row up to its last "or" or "and": what only a comma adds begins something else."""
    last = max((place for place, joint in enumerate(joints) if joint in ("or", "and")), default=0)
    return places[: last + 1]
