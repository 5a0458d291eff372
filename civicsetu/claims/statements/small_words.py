"""Compare small words that turn a sentence round: when, for how long, and or or, per what, and in which state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from civicsetu.claims.pair import FactKind
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.statements.denials import DENIALS, find_other_half, read_row
from civicsetu.claims.statements.pair import CONTENT, StatementFinding, StatementPair
from civicsetu.claims.statements.reading import ClaimReading, meant_by
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.lexicon.stems import stem

_TIMES = {
    key: told
    for told, words in {
        "before": "before prior previous",
        "after": "after once following since from",
        "within": "within during inside",
    }.items()
    for word in words.split()
    for key in (word, stem(word))
}
_LIMITS = frozenset(("in", "by", "under", "per"))
"""What may say "within"."""
_ASKED = {key: told for told in ("before", "after", "within") for key in (told, stem(told))}


def compare_times(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where ours turns a before, after or within that the law states."""
    ours = pair.ours.reading.marks
    turned = {"before"} if any(mark.kind in DENIALS or mark.key in _BANS for mark in ours) else {"after"}
    if any(mark.key in _ONLY for mark in ours):
        turned = {"before", "after"}
    for at, mark in enumerate(ours):
        said = _ASKED.get(mark.key)
        near = _following(ours, at, 1)
        if not said or not near:
            continue
        theirs = {
            told
            for passage in pair.law
            for told, following in _times(passage.reading.marks, turned)
            if near & following
        }
        if said == "within" and any(
            mark.key in _LIMITS and near & _following(passage.reading.marks, there, 2)
            for passage in pair.law
            for there, mark in enumerate(passage.reading.marks)
        ):
            continue
        if theirs and said not in theirs:
            told = " or ".join(sorted(theirs))
            yield pair.make_finding(
                FactKind.CONDITION,
                f"{said} {' '.join(sorted(near))} for {told}",
                f"Ours says “{said}” where the law says “{told}”.",
            )


def _following(marks: Sequence[Mark], at: int, count: int) -> frozenset[str]:
    """The next content words; none where a number follows, whose bound is compared elsewhere."""
    row: list[Mark] = []
    for mark in read_row(marks, at, 1):
        if mark.kind is MarkKind.NUMBER or mark.key in _ASKED:
            break
        if mark.kind in CONTENT:
            row.append(mark)
    return frozenset(key for mark in row[:count] for key in meant_by(mark))


def _times(law: Sequence[Mark], turned: set[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Each time word of the law with what follows it. What is banned comes after what it is banned without:
    "must not sell without a fence" fences before selling, and sells after fencing."""
    for there, mark in enumerate(law):
        following = _following(law, there, 2)
        if mark.key in _TIMES:
            yield _TIMES[mark.key], following
        elif mark.kind is MarkKind.NOT and find_other_half(law, there) is not None:
            yield "before", following
        elif mark.key in _UNTIL:
            yield from ((told, following) for told in sorted(turned))


_UNTIL = frozenset(key for word in ("until", "unless", "without") for key in (word, stem(word)))
_ONLY = frozenset(stem(word) for word in ("only", "first"))
_BANS = frozenset(stem(word) for word in ("ban", "bans", "ceiling"))


_CONDITION = re.compile(r"\b(?:if|when|unless|where|until|once|only)\b[^.;:]*", re.IGNORECASE)


def compare_joints(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where a condition of ours turns the law's "or" into "and", or the reverse."""
    conditions = [match.span() for match in _CONDITION.finditer(pair.ours.text)]
    law = [joint for passage in pair.law for joint in _joints(passage.reading.marks, CLAIMS.joint_words)]
    for ours in _joints(pair.ours.reading.marks, 1):
        if not any(start <= ours.mark.start < end for start, end in conditions):
            continue
        far = {_distance(ours, joint): set[str]() for joint in law}
        for joint in law:
            far[_distance(ours, joint)].add(joint.mark.key)
        nearest = min(far, default=CLAIMS.joint_apart)
        mixed = any(joint.mark.key == ours.mark.key and _is_same_list(ours, joint) for joint in law)
        if nearest <= CLAIMS.joint_reach and ours.mark.key not in far[nearest] and not mixed:
            (other,) = far[nearest]
            told = f"{ours.mark.key} {' '.join(sorted(ours.after[0]))} for {other}"
            yield pair.make_finding(
                FactKind.CONDITION, told, f"Ours joins by “{ours.mark.key}”, the law by “{other}”."
            )


@dataclass(frozen=True, slots=True)
class _Joint:
    """An "and" or "or", and the keys of the content words before and after it, nearest first."""

    mark: Mark
    before: tuple[frozenset[str], ...]
    after: tuple[frozenset[str], ...]


def _joints(marks: Sequence[Mark], reach: int) -> Iterator[_Joint]:
    """Each "and" and "or" with so many content words before and after it."""
    for at, mark in enumerate(marks):
        if mark.key in ("and", "or"):
            before, after = (
                tuple(meant_by(one) for one in read_row(marks, at, step) if one.kind in CONTENT)[:reach]
                for step in (-1, 1)
            )
            if before and after:
                yield _Joint(mark, before, after)


def _distance(ours: _Joint, law: _Joint) -> int:
    """How many words off the law's joint has what ours joins; very far where it lacks one of them."""
    found = []
    for mine, theirs in ((ours.before[0], law.before), (ours.after[0], law.after)):
        found.append(next((at for at, keys in enumerate(theirs, 1) if mine & keys), CLAIMS.joint_apart))
    return min(sum(found), CLAIMS.joint_apart)


def _is_same_list(ours: _Joint, law: _Joint) -> bool:
    """True where the law joins, by the same word, the first of the two with something before it."""
    return bool(ours.before[0] & law.after[0])


_PER = re.compile(
    r"(?:\s*(?:%|rupees|per cent))?(?:\s+or\s+part\s+\w+)?\s+"
    r"(?:per|an?|each|every|for\s+(?:every|each))\s+(?P<unit>day|week|month|year|square)\b"
)
_DAILY = re.compile(r"\bdaily\b", re.IGNORECASE)


def compare_rates(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where ours turns a sum for each day, month or square metre into a single sum."""
    theirs: dict[str, set[str]] = {}
    for passage in pair.law:
        for amount in passage.amounts:
            theirs.setdefault(f"{amount.value} {amount.measure}", set()).add(_unit(passage, amount.start))
    mine = {_unit(pair.ours, amount.start) for amount in pair.ours.amounts}
    mine |= {"day"} if _DAILY.search(pair.ours.text) else set()
    for amount in pair.ours.amounts:
        units = theirs.get(f"{amount.value} {amount.measure}", {""})
        unit = _unit(pair.ours, amount.start)
        if unit not in units and (unit or ("" not in units and units.isdisjoint(mine))):
            told = " or ".join(sorted(units - {""})) or "nothing"
            fact = f"{amount} per {unit or 'nothing'}"
            yield pair.make_finding(
                FactKind.NUMBER, fact, f"Ours says it per {unit or 'nothing'}, the law per {told}."
            )


def _unit(reading: ClaimReading, start: int) -> str:
    """What an amount is for each of; empty where it is for nothing."""
    end = next(one.end for one in reading.reading.amounts if one.start == start)
    match = _PER.match(reading.text, end)
    return match["unit"] if match else ""


_DAY = re.compile(r"(?P<working>\bworking )?\bdays?\b", re.IGNORECASE)


def compare_working_days(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where the law counts working days alone and ours names others."""
    theirs = [match for passage in pair.law for match in _DAY.finditer(passage.text)]
    if not theirs or not all(match["working"] for match in theirs):
        return
    if any(not match["working"] for match in _DAY.finditer(pair.ours.text)):
        yield pair.make_finding(
            FactKind.NUMBER, "days for working days", "The law counts working days, ours any days."
        )


def compare_state(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for each state named that is neither the law's own nor named in the passages.

    Where ours names all that the passages do, it may add one that a later notification names."""
    home = pair.passages[0][0]
    named = {name: re.compile(rf"\b{re.escape(name)}\b") for name in sorted(home.states - {home.state})}
    said = {name for name, pattern in named.items() if pattern.search(pair.ours.text)}
    theirs = {name for name, pattern in named.items() for one in pair.law if pattern.search(one.text)}
    if theirs and theirs <= said:
        return
    for name in sorted(said - theirs):
        yield pair.make_finding(FactKind.PLACE, name, f"The law is not of {name}, and does not name it there.")
