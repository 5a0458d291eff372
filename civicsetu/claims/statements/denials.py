"""Compare what is denied: ours denies what the law denies, and affirms nothing that it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from civicsetu.claims.pair import FactKind
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.statements.pair import CONTENT, StatementFinding, StatementPair
from civicsetu.claims.statements.reading import ClaimReading, meant_by
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.lexicon.stems import stem

DENIALS = frozenset((MarkKind.NOT, MarkKind.WITHOUT))
WITHOUT = frozenset(("without", stem("without")))
"""The keys of "other than" and the like, and of the word itself."""


def compare_denials(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for a denial that ours adds, repeats or drops against the law."""
    ours = pair.ours.reading.marks
    law = [mark for passage in pair.law for mark in (*passage.reading.marks, BREAK)]
    used, unmatched = _match_denials(ours, law, pair)
    count = sum(mark.kind in DENIALS for mark in ours)
    due = sum(mark.kind in DENIALS for mark in law)
    if count > 1 and count != due:
        yield pair.make_finding(
            FactKind.NEGATION, f"{count} nots", f"Ours denies {count} times, the law {due} times."
        )
    for at in unmatched:
        said = " ".join(sorted(_scope(ours, at, ahead=2)))
        yield pair.make_finding(FactKind.NEGATION, f"not {said}", f"Ours denies “{said}”; the law does not.")
    soft = [at for at, mark in enumerate(ours) if mark.kind in DENIALS or softens(ours, at)]
    covered = {key for at in soft for key in _covers(ours, at)}
    undone = [
        mark.key[2:6]
        for mark in ours
        if mark.kind is MarkKind.WORD and mark.key.startswith("un") and mark.key in _SOFT
    ]
    affirmed = {key for mark in ours if mark.kind in CONTENT for key in meant_by(mark)}
    plain = not soft and not any(_is_limit((pair.ours,), mark) for mark in ours)
    for there, mark in enumerate(law):
        other = find_other_half(law, there)
        if mark.kind not in DENIALS or (mark.kind is MarkKind.WITHOUT and mark.key not in WITHOUT):
            continue
        if other is not None:
            if (
                there not in used
                and other in used
                and not plain
                and _FIRST.isdisjoint(mark.key for mark in ours)
            ):
                said = " ".join(one.key for one in read_row(law, there, 1) if one.kind in CONTENT)[:40]
                sentence = f"The law denies twice (“{said}”); ours says one half of it."
                yield pair.make_finding(FactKind.NEGATION, f"half of {said}", sentence)
            if plain:
                continue
        if mark.kind is MarkKind.WITHOUT and _is_in_a_ban(law, there):
            continue
        denies = [one.key for one in read_row(law, there, 1) if one.kind in CONTENT][:3]
        if denies[:1] == [stem("objection")]:  # a no objection certificate
            denies = denies[:1]
        if any(word.startswith(root) for word in denies for root in undone):
            continue
        said_too = denies[:1] if not plain or mark.kind is MarkKind.WITHOUT else denies
        if affirmed.intersection(said_too) and covered.isdisjoint(denies):
            said = " ".join(denies)
            yield pair.make_finding(
                FactKind.NEGATION, f"{said} without not", f"The law denies “{said}”; ours does not."
            )


def _match_denials(
    ours: Sequence[Mark], law: Sequence[Mark], pair: StatementPair
) -> tuple[set[int], list[int]]:
    """Match each denial of ours with one of the law, the likest first; returns those of the law that are
    matched, and ours that are not. "only" and "other" may stand for an "except" of the law."""
    theirs = [at for at, mark in enumerate(law) if mark.kind in DENIALS or _is_limit(pair.law, mark)]
    mine = [at for at, mark in enumerate(ours) if mark.kind in DENIALS or mark.key in _ELSE]
    likest = sorted(
        ((_match(ours, at, law, there), -at, -there) for at in mine for there in theirs), reverse=True
    )
    matched: dict[int, int] = {}
    for score, at, there in likest:
        if score > 0 and -at not in matched and -there not in matched.values():
            matched[-at] = -there
    unmatched = [
        at
        for at in mine
        if ours[at].kind is MarkKind.NOT and (at not in matched or _is_affirmed(pair.ours, at, law, theirs))
    ]
    return set(matched.values()), unmatched


def _match(ours: Sequence[Mark], at: int, law: Sequence[Mark], there: int) -> float:
    """How well a denial of ours goes with one of the law's; nought where it does not."""
    mine, theirs = ours[at], law[there]
    scope = _scope(ours, at, ahead=3, back=2)
    if theirs.kind is MarkKind.SMALL:  # "not more than" denies nothing but a number
        counted = any(mark.kind is MarkKind.NUMBER for mark in ours[at + 1 : at + 6])
        return float(mine.kind is MarkKind.NOT and counted and _shared(scope, law, there) > 0) / 2
    if mine.kind is not MarkKind.NOT:
        return (0.5 + _shared(scope, law, there)) * (theirs.kind is MarkKind.WITHOUT)
    shared = _shared(scope, law, there)
    return shared + 0.5 * (theirs.kind is MarkKind.NOT) if shared else 0.0


def _is_affirmed(ours: ClaimReading, at: int, law: Sequence[Mark], theirs: Sequence[int]) -> bool:
    """True where the law says, and nowhere denies, the very word that a not of ours stands before."""
    after = [
        mark
        for mark in takewhile(lambda mark: mark.key != ",", _clause(ours.reading.marks, at))
        if mark.kind in CONTENT
    ]
    head = next((mark.key for mark in after if not ours.text[: mark.end].endswith("ly")), "")
    said = any(mark.kind in CONTENT and mark.key == head for mark in law)
    if not said or any(mark.key in BREACHES for mark in law):
        return False
    scope = frozenset(key for mark in after[:3] for key in meant_by(mark))
    return not any(_shared(scope, law, there) for there in theirs)


BREACHES = frozenset(stem(word) for word in ("contravene", "violate", "violation", "contravention", "breach"))
"""Words by which the law denies whatever duty it names."""
_ELSE = frozenset(("else", "other", "others", "only"))
_FIRST = frozenset("only befor before until first unless once more most".split())
"""Words by which ours says a law's double denial in another way."""


def _is_in_a_ban(law: Sequence[Mark], there: int) -> bool:
    """True for the "without" of "must not sell without registering", before or after the ban."""
    row = [*reversed(list(read_row(law, there, -1))), *read_row(law, there, 1)]
    return any(
        mark.kind is MarkKind.NOT
        and (mark.key == "no" or any(one.kind in _BINDS for one in row[max(0, at - 2) : at]))
        for at, mark in enumerate(row)
    )


_BINDS = (MarkKind.MUST, MarkKind.MAY, MarkKind.CAN)


def find_other_half(law: Sequence[Mark], there: int) -> int | None:
    """Return the "without" or "unless" that goes with a "must not", or the reverse; None where it stands alone."""
    step = 1 if law[there].kind is MarkKind.NOT else -1
    place = there + step
    while 0 <= place < len(law) and law[place].kind is not MarkKind.BREAK:
        not_at, other = (there, place) if step == 1 else (place, there)
        if (
            law[not_at].kind is MarkKind.NOT
            and law[other].key in _HALVES
            and any(mark.kind in (MarkKind.MUST, MarkKind.MAY) for mark in law[max(0, not_at - 2) : not_at])
        ):
            return place
        place += step
    return None


_HALVES = frozenset(("without", "unless", stem("unless")))


BREAK = Mark(MarkKind.BREAK, "\n", 0, 0)
_SOFT = frozenset(
    stem(word)
    for word in (
        "only ban rather instead else otherwise unregistered unpaid unspent incomplete other others too disobey contest "
        "break violate breach late over after invalid vacant away out"
    ).split()
)


def softens(ours: Sequence[Mark], at: int) -> bool:
    """Return whether a mark denies without a not: "unpaid", "other than", "else"; not "hand over" or "take over"."""
    if ours[at].key == stem("over"):
        return any(mark.kind is MarkKind.NUMBER for mark in ours[at + 1 : at + 4])
    return ours[at].key in _SOFT


def _covers(ours: Sequence[Mark], at: int) -> frozenset[str]:
    """What a denial of ours is about: the words after it; at the end of a clause the words before."""
    own = (
        frozenset((stem(ours[at].key.removeprefix("un")),))
        if ours[at].key.startswith("un")
        else frozenset[str]()
    )
    own_clause = _clause(ours, at)
    if ours[at].kind not in DENIALS and at > 0:  # "After a hearing, …" is about all that follows
        own_clause = takewhile(lambda mark: mark.key not in _ENDS and mark.kind not in _BINDS, own_clause)
    said = [mark for mark in own_clause if mark.kind in CONTENT][: CLAIMS.our_denied_ahead]
    after = frozenset(key for mark in said for key in meant_by(mark))
    back = CLAIMS.our_denied_beside if after else CLAIMS.our_denied_back
    return own | after | _scope(ours, at, ahead=0, back=back)


def _is_limit(law: Sequence[ClaimReading], mark: Mark) -> bool:
    """A bound of an amount, said with a not ("not more than"), is a small mark without a key."""
    if mark.kind is not MarkKind.SMALL or mark.key:
        return False
    return any(re.match(r"n(?:ot|o)\b", one.text[mark.start : mark.end], re.IGNORECASE) for one in law)


def _shared(scope: frozenset[str], law: Sequence[Mark], there: int) -> int:
    """How many words the law's denial is about too: a not denies what stands next to it."""
    near = law[there].kind is MarkKind.NOT
    ahead = CLAIMS.denied_ahead if near else CLAIMS.otherwise_denied_ahead
    back = CLAIMS.denied_back if near else CLAIMS.otherwise_denied_back
    return len(scope & _scope(law, there, ahead=ahead, back=back))


def _scope(marks: Sequence[Mark], at: int, *, ahead: int, back: int = 0) -> frozenset[str]:
    """The content words that a not may be about: so many after it, and before."""
    after = [mark for mark in read_row(marks, at, 1) if mark.kind in CONTENT][:ahead]
    before = [mark for mark in read_row(marks, at, -1) if mark.kind in CONTENT][:back]
    return frozenset(key for mark in (*after, *before) for key in meant_by(mark))


def _clause(marks: Sequence[Mark], at: int) -> Iterator[Mark]:
    """The marks after a word to the end of its own clause."""
    before = marks[at]
    for mark in read_row(marks, at, 1):
        if mark.key in _OPENERS and not (mark.key == "that" and before.key in ("to", "of", "in", "on")):
            return
        if before.key in ("or", "and") and (mark.key in _ENDS or mark.kind in _BINDS):
            return
        yield mark
        before = mark


_ENDS = frozenset(", is are was were has have do does".split())
_OPENERS = frozenset(
    one
    for word in "if when where that which who whose whom because until unless while".split()
    for one in (word, stem(word))
)
"""Words that begin a clause of its own, of which a not before it says nothing."""


def read_row(marks: Sequence[Mark], at: int, step: int) -> Iterator[Mark]:
    """Yield the marks from there to the end of the sentence, in one direction."""
    place = at + step
    while 0 <= place < len(marks) and marks[place].kind is not MarkKind.BREAK:
        yield marks[place]
        place += step
