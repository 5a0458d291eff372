"""How well posts with several questions are served: each part by itself.

A part of a golden row is served where all it needs stands among the first four provisions of one
emitted part, or, where the post was not split, among the first four of all.
"""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.evaluation.figures import percentile
from civicsetu.evaluation.golden.golden_set import GoldenRow, PostPart
from civicsetu.evaluation.metrics import all_gold_at, mcnemar, share_of
from civicsetu.evaluation.runner import PartOutcome, RowResult
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.law.answers import AnswerKind

OF_A_PART = 4
WIDTHS = (7, 16, 30)
_DECLINED = (AnswerKind.ABSTAIN, AnswerKind.CLARIFY)


def posts_table(asked: Sequence[tuple[GoldenRow, RowResult]]) -> Table:
    """Return the shares over the rows that have parts; without rows where there are none."""
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


def further_table(asked: Sequence[tuple[GoldenRow, RowResult]]) -> Table:
    """Return the evidence of each part before and after the planner, paired; no rows where it called nothing."""
    posts = [(row, outcome) for row, outcome in asked if row.parts]
    columns = ("", "n", "before", "after", "lost", "won", "p")
    times = [outcome.planner_ms for _, outcome in posts if outcome.planner_ms is not None]
    if not times:
        return Table("Looking further", columns, ())
    pairs = [had_and_has(part, outcome) for row, outcome in posts for part in row.parts if part.gold]
    lost, won = pairs.count((True, False)), pairs.count((False, True))
    sizes = [(one.given - one.added, one.given) for _, outcome in posts for one in outcome.parts if one.given]
    lines: tuple[tuple[Cell, ...], ...] = (
        (
            "all that a part needs among its evidence", len(pairs), share_of([had for had, _ in pairs]),
            share_of([has for _, has in pairs]), lost, won, f"{mcnemar(lost, won):.3f}",
        ),
        (
            "provisions of a part", len(sizes), f"{sum(had for had, _ in sizes) / max(len(sizes), 1):.1f}",
            f"{sum(has for _, has in sizes) / max(len(sizes), 1):.1f}", "", "", "",
        ),
        ("as many by rank alone", len(pairs), "", share_of([_has_by_rank(part, outcome) for row, outcome in posts for part in row.parts if part.gold]), "", "", ""),
        ("milliseconds added: p50, p95", len(times), round(percentile(times, 0.5)), round(percentile(times, 0.95)), "", "", ""),
    )  # fmt: skip
    return Table("Looking further", columns, lines)


def had_and_has(part: PostPart, outcome: RowResult) -> tuple[bool, bool]:
    """Return whether all gold of the part was among the evidence of one emitted part before the planner, and is now."""
    emitted = [one for one in outcome.parts if one.given] if len(outcome.parts) > 1 else []
    if not emitted:
        whole = all_gold_at(outcome.contexts, part.gold, len(outcome.contexts))
        return whole, whole
    had = any(all_gold_at(one.places, part.gold, one.given - one.added) for one in emitted)
    return had, any(all_gold_at(one.places, part.gold, one.given) for one in emitted)


def _has_by_rank(part: PostPart, outcome: RowResult) -> bool:
    """The same of as many provisions, had the next of the ranking been added in place of what the planner found."""
    return any(
        all_gold_at((*one.places[: one.given - one.added], *one.places[one.given :]), part.gold, one.given)
        for one in _emitted(outcome)
    )


def is_served(part: PostPart, outcome: RowResult) -> bool:
    """Return whether all gold of the part is in the first four of one emitted part, or of all if none is emitted."""
    return any(all_gold_at(one.places, part.gold, OF_A_PART) for one in _emitted(outcome))


def kinds_agree(row: GoldenRow, outcome: RowResult) -> list[tuple[PostPart, bool]]:
    """Return each part of the row, and whether its match is answered or declined as it should be."""
    return [
        (part, one is not None and (one.kind in _DECLINED) == (part.kind == "abstain"))
        for part, one in match_parts(row, outcome)
    ]


def match_parts(row: GoldenRow, outcome: RowResult) -> list[tuple[PostPart, PartOutcome | None]]:
    """Return each part of the row with the emitted part that stands for it.

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


def _emitted(outcome: RowResult) -> tuple[PartOutcome, ...]:
    return outcome.parts if len(outcome.parts) > 1 else (PartOutcome(outcome.kind, outcome.places),)


def _all_gold(posts: Sequence[tuple[GoldenRow, RowResult]], width: int) -> Cell:
    return share_of([all_gold_at(outcome.places, row.gold, width) for row, outcome in posts])


def _split(posts: Sequence[tuple[GoldenRow, RowResult]]) -> Cell:
    return share_of([len(_emitted(outcome)) == len(row.parts) for row, outcome in posts])
