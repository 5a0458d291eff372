"""How well posts with several questions are served: each part by itself.

A part of a golden row is served where all it needs stands among the first four provisions of one
emitted part, or, where the post was not split, among the first four of all.
"""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.evaluation.golden.golden_set import GoldenRow, Part
from civicsetu.evaluation.metrics import all_gold_at, share_of
from civicsetu.evaluation.runner import Outcome, PartOutcome
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.law.answers import AnswerKind

OF_A_PART = 4
WIDTHS = (7, 16, 30)
_DECLINED = (AnswerKind.ABSTAIN, AnswerKind.CLARIFY)


def posts_table(asked: Sequence[tuple[GoldenRow, Outcome]]) -> Table:
    """Shares over the rows that have parts; without rows where there are none."""
    posts = [(row, outcome) for row, outcome in asked if row.parts]
    columns = ("", "n", "share")
    if not posts:
        return Table("Posts with several questions", columns, ())
    served = [is_served(part, outcome) for row, outcome in posts for part in row.parts if part.gold]
    agreed = [pair for row, outcome in posts for pair in kinds_agree(row, outcome)]
    lines: list[tuple[Cell, ...]] = [
        (f"all that a part needs among its first {OF_A_PART}", len(served), share_of(served)),
        *((f"all-gold@{width}, whole posts", len(posts), _all_gold(posts, width)) for width in WIDTHS),
        ("split into as many parts as are asked", len(posts), _split(posts)),
    ]
    for kind, name in (
        ("answer", "parts to be answered that are"),
        ("abstain", "parts to be declined that are"),
    ):
        of_kind = [agrees for part, agrees in agreed if part.kind == kind]
        lines.append((name, len(of_kind), share_of(of_kind)))
    return Table("Posts with several questions", columns, tuple(lines))


def is_served(part: Part, outcome: Outcome) -> bool:
    """All gold of the part is among the first four of one emitted part, or of all where there are none."""
    return any(all_gold_at(one.places, part.gold, OF_A_PART) for one in _emitted(outcome))


def kinds_agree(row: GoldenRow, outcome: Outcome) -> list[tuple[Part, bool]]:
    """Each part of the row, and whether what it was matched with is answered or declined as it should be."""
    return [
        (part, one is not None and (one.kind in _DECLINED) == (part.kind == "abstain"))
        for part, one in matched(row, outcome)
    ]


def matched(row: GoldenRow, outcome: Outcome) -> list[tuple[Part, PartOutcome | None]]:
    """Each part of the row with the emitted part that stands for it.

    That is the first not yet taken that has all it needs; what is left over is matched in its order. An
    unsplit post stands for each of its parts.
    """
    emitted = _emitted(outcome)
    if len(emitted) == 1:
        return [(part, emitted[0]) for part in row.parts]
    left = list(range(len(emitted)))
    taken: dict[int, int] = {}
    for at, part in enumerate(row.parts):
        fit = [one for one in left if part.gold and all_gold_at(emitted[one].places, part.gold, OF_A_PART)]
        if fit:
            taken[at] = min(fit, key=lambda one: abs(one - at))
            left.remove(taken[at])
    for at in range(len(row.parts)):
        if at not in taken and left:
            taken[at] = left.pop(0)
    return [(part, emitted[taken[at]] if at in taken else None) for at, part in enumerate(row.parts)]


def _emitted(outcome: Outcome) -> tuple[PartOutcome, ...]:
    return outcome.parts if len(outcome.parts) > 1 else (PartOutcome(outcome.kind, outcome.places),)


def _all_gold(posts: Sequence[tuple[GoldenRow, Outcome]], width: int) -> Cell:
    return share_of([all_gold_at(outcome.places, row.gold, width) for row, outcome in posts])


def _split(posts: Sequence[tuple[GoldenRow, Outcome]]) -> Cell:
    return share_of([len(_emitted(outcome)) == len(row.parts) for row, outcome in posts])
