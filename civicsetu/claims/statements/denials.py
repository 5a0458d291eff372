"""Compare what is denied: ours denies what the law denies, and affirms nothing that it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from civicsetu.claims.pair import FactKind
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.statements.pair import CONTENT, StatementFinding, StatementPair
from civicsetu.claims.statements.reading import ClaimReading, meant_by
from civicsetu.lexicon.stems import stem

_DENIALS = frozenset((MarkKind.NOT, MarkKind.WITHOUT))


def compare_denials(pair: StatementPair) -> Iterator[StatementFinding]:
    """What ours denies the law denies, each once; what the law denies ours does not affirm."""
    ours = pair.ours.reading.marks
    law = [mark for passage in pair.law for mark in (*passage.reading.marks, _BREAK)]
    used, unmatched = _match_denials(ours, law, pair)
    count = sum(mark.kind in _DENIALS for mark in ours)
    due = sum(mark.kind in _DENIALS for mark in law)
    if count > 1 and count != due:
        yield pair.found(
            FactKind.NEGATION, f"{count} nots", f"Ours denies {count} times, the law {due} times."
        )
    for at in unmatched:
        said = " ".join(sorted(_scope(ours, at, ahead=2)))
        yield pair.found(FactKind.NEGATION, f"not {said}", f"Ours denies “{said}”; the law does not.")
    soft = [at for at, mark in enumerate(ours) if mark.kind in _DENIALS or _softens(mark)]
    covered = {key for at in soft for key in _covers(ours, at)}
    undone = [
        mark.key[2:6]
        for mark in ours
        if mark.kind is MarkKind.WORD and mark.key.startswith("un") and mark.key in _SOFT
    ]
    affirmed = {key for mark in ours if mark.kind in CONTENT for key in meant_by(mark)}
    plain = not soft and not any(_is_limit((pair.ours,), mark) for mark in ours)
    for there, mark in enumerate(law):
        other = _other_half(law, there)
        if mark.kind not in _DENIALS or (mark.kind is MarkKind.WITHOUT and mark.key != "without"):
            continue
        if other is not None:
            if (
                there not in used
                and other in used
                and not plain
                and _FIRST.isdisjoint(mark.key for mark in ours)
            ):
                said = " ".join(one.key for one in _row(law, there, 1) if one.kind in CONTENT)[:40]
                sentence = f"The law denies twice (“{said}”); ours says one half of it."
                yield pair.found(FactKind.NEGATION, f"half of {said}", sentence)
            if plain:
                continue
        denies = [one.key for one in _row(law, there, 1) if one.kind in CONTENT][:3]
        if denies[:1] == [stem("objection")]:  # a no objection certificate
            continue
        if any(word.startswith(root) for word in denies for root in undone):
            continue
        said_too = denies[:1] if not plain or mark.kind is MarkKind.WITHOUT else denies
        if affirmed.intersection(said_too) and covered.isdisjoint(denies):
            said = " ".join(denies)
            yield pair.found(
                FactKind.NEGATION, f"{said} without not", f"The law denies “{said}”; ours does not."
            )


def _match_denials(
    ours: Sequence[Mark], law: Sequence[Mark], pair: StatementPair
) -> tuple[set[int], list[int]]:
    """Match each denial of ours with one of the law, the likest first; returns those of the law that are
    matched, and ours that are not. "only" and "other" may stand for an "except" of the law."""
    theirs = [at for at, mark in enumerate(law) if mark.kind in _DENIALS or _is_limit(pair.law, mark)]
    mine = [at for at, mark in enumerate(ours) if mark.kind in _DENIALS or mark.key in _ELSE]
    likest = sorted(
        ((_match(ours, at, law, there), -at, -there) for at in mine for there in theirs), reverse=True
    )
    matched: dict[int, int] = {}
    for score, at, there in likest:
        if score > 0 and -at not in matched and -there not in matched.values():
            matched[-at] = -there
    unmatched = [at for at in mine if at not in matched and ours[at].kind is MarkKind.NOT]
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


_ELSE = frozenset(("else", "other", "others", "only"))
_FIRST = frozenset("only befor before until first unless once more most".split())
"""Words by which ours says a law's double denial in another way."""


def _other_half(law: Sequence[Mark], there: int) -> int | None:
    """The "without" or "unless" that goes with a "must not", or the reverse; None where it stands alone."""
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


_HALVES = frozenset(("without", "unles", "unless", stem("unless")))


_BREAK = Mark(MarkKind.BREAK, "\n", 0, 0)
_SOFT = frozenset(
    stem(word)
    for word in (
        "only ban rather instead else otherwise unregistered unpaid unspent incomplete other others too disobey contest "
        "break violate breach late over after invalid vacant away out"
    ).split()
)


def _softens(mark: Mark) -> bool:
    """ "unpaid", "other than", "else": denied without a not."""
    return mark.key in _SOFT


def _covers(ours: Sequence[Mark], at: int) -> frozenset[str]:
    """What a denial of ours is about: the words after it; at the end of a clause the words before."""
    own = (
        frozenset((stem(ours[at].key.removeprefix("un")),))
        if ours[at].key.startswith("un")
        else frozenset[str]()
    )
    after = _scope(ours, at, ahead=4)
    return own | _scope(ours, at, ahead=4, back=1 if after else 4)


def _is_limit(law: Sequence[ClaimReading], mark: Mark) -> bool:
    """A bound of an amount, said with a not ("not more than"), is a small mark without a key."""
    if mark.kind is not MarkKind.SMALL or mark.key:
        return False
    return any(re.match(r"n(?:ot|o)\b", one.text[mark.start : mark.end], re.IGNORECASE) for one in law)


def _shared(scope: frozenset[str], law: Sequence[Mark], there: int) -> int:
    """How many words the law's denial is about too: a not denies what stands next to it."""
    near = law[there].kind is MarkKind.NOT
    return len(scope & _scope(law, there, ahead=NEAR_AHEAD if near else 8, back=NEAR_BACK if near else 6))


NEAR_AHEAD, NEAR_BACK = 4, 2


def _scope(marks: Sequence[Mark], at: int, *, ahead: int, back: int = 0) -> frozenset[str]:
    """The content words that a not may be about: so many after it, and before."""
    after = [mark for mark in _row(marks, at, 1) if mark.kind in CONTENT][:ahead]
    before = [mark for mark in _row(marks, at, -1) if mark.kind in CONTENT][:back]
    return frozenset(key for mark in (*after, *before) for key in meant_by(mark))


def _row(marks: Sequence[Mark], at: int, step: int) -> Iterator[Mark]:
    """The marks from there to the end of the sentence, one way."""
    place = at + step
    while 0 <= place < len(marks) and marks[place].kind is not MarkKind.BREAK:
        yield marks[place]
        place += step
