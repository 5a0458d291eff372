"""Compare must, may and not: ours has each one of the law, none lost, none reversed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from civicsetu.claims.pair import FactKind, Finding, Pair
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.slots import find_doubts, find_law_slots, find_slots
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.lexicon.stems import stem

_NO_CONTEXT = frozenset({MarkKind.MUST, MarkKind.MAY, MarkKind.CAN})
_UNLESS = stem("unless")
_BUT = stem("but")
_BOUND_ELSEWHERE = (MarkKind.BREAK, MarkKind.MUST, MarkKind.MAY, MarkKind.CAN)
_TURNED = {"must": frozenset({"may"}), "may": frozenset({"must"})}


def compare_duties(pair: Pair) -> Iterator[Finding]:
    """Compare each must and may of ours with the law's most similar one; ours adds none."""
    ours = find_slots(pair.ours.reading.marks, _bound, _NO_CONTEXT, slope=CLAIMS.bound_slope)
    law = find_law_slots(pair.sentence, pair.above, _bound, _NO_CONTEXT, slope=CLAIMS.bound_slope)
    had = {place.value for place in law}
    doubted = list(find_doubts(ours, law, pair.weights, lambda value: _TURNED[value], 1.0))
    counted = Counter((doubt.place.value, doubt.better) for doubt in doubted)
    known = {doubt.place.at for doubt in doubted}
    counted += Counter(
        (place.value, "") for place in ours if place.value not in had and place.at not in known
    )
    for (value, better), count in counted.items():
        times = f" ({count} places)" if count > 1 else ""
        said = f"the law has “{better}” there" if better else "the law has none"
        fact = f"{value} for {better or 'neither'}{times}"
        yield pair.make_finding(FactKind.DUTY, fact, better, value, f"Ours says “{value}”{times}; {said}.")


def _bound(marks: Sequence[Mark], at: int) -> Sequence[str]:
    """must, may; "no … may" forbids as "no … shall" does."""
    if marks[at].kind is MarkKind.MUST:
        return ("must",)
    if marks[at].kind is not MarkKind.MAY:
        return ()
    for mark in reversed(marks[:at]):
        if mark.kind in _BOUND_ELSEWHERE or mark.key in (",", "is", "are", "has", "have", "been"):
            break
        if mark.kind is MarkKind.NOT and mark.key == "no":
            return ("must",)
    return ("may",)


def compare_negations(pair: Pair) -> Iterator[Finding]:
    """Compare the number of negations: each sentence of a clause has those of its lead and its own.

    What the law says by "without", "unless" and the like may be said by a not, and the reverse.
    """
    lead = _denying(pair.sentence[: len(pair.sentence) - len(pair.law.reading.marks)])
    law, ours = pair.law.reading.marks, pair.ours.reading.marks
    sentences = _sentences(ours)
    due = _count(law, MarkKind.NOT) + sentences * _count(lead, MarkKind.NOT)
    other_due = _count(law, MarkKind.WITHOUT) + sentences * _count(lead, MarkKind.WITHOUT)
    has, other_has = _count(ours, MarkKind.NOT), _count(ours, MarkKind.WITHOUT)
    if has > due + max(0, other_due - other_has) or has < due - max(0, other_has - other_due):
        told = f"The law says not {due} times here, ours {has} times."
        yield pair.make_finding(FactKind.NEGATION, f"{has} for {due}", str(due), str(has), told)
    elif has + other_has < due + other_due:
        ours_all, law_all = has + other_has, due + other_due
        told = f"With “without”, “unless” and the like the law denies {law_all} times here, ours {ours_all} times."
        yield pair.make_finding(
            FactKind.NEGATION, f"{ours_all} of {law_all} in all", str(law_all), str(ours_all), told
        )


def _denying(lead: Sequence[Mark]) -> Sequence[Mark]:
    """What of a lead denies its parts: "shall not be qualified unless" states what qualifies, and what
    follows "but" is said of the parts, not what stands before."""
    last = max((at for at, mark in enumerate(lead) if mark.key in (_UNLESS, _BUT)), default=-1)
    return lead[last + 1 :]


def _count(marks: Sequence[Mark], kind: MarkKind) -> int:
    return sum(mark.kind is kind for mark in marks)


def _sentences(marks: Sequence[Mark]) -> int:
    count, words = 0, 0
    for mark in marks:
        if mark.kind is MarkKind.BREAK and mark.key != ";":
            count, words = count + (words > 1), 0
        elif mark.kind is not MarkKind.SMALL:
            words += 1
    return count + (words > 1)
