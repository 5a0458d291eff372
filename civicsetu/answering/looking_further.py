"""Hand the parts that are to be answered to the planner, and take back what it found beyond the search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from civicsetu.answering.part_turn import PartTurn
from civicsetu.corpus.law_index import LawIndex
from civicsetu.models.writer.chat import TurnSpending
from civicsetu.planner.planner import Planner
from civicsetu.planner.steps import Planned, SearchedPart


async def look_further(
    planner: Planner, turns: Sequence[PartTurn], index: LawIndex, spending: TurnSpending | None
) -> tuple[list[PartTurn], Planned]:
    """Return the parts with what was looked up for them, and what the planner did.

    A part that is declined, or answered with the one provision that forbids it, has no need of more.

    Raises:
        PostgresUnavailable: the law itself cannot be read.
    """
    looked = list(turns)
    sought: dict[int, SearchedPart] = {}
    for at, turn in enumerate(looked):
        if turn.found is not None and not (turn.declined or turn.preface or turn.contradiction):
            sought[at] = SearchedPart(turn.query, turn.found, turn.alone)
    planned = await planner.look_further(list(sought.values()), index, spending)
    for at, found in zip(sought, planned.found, strict=True):
        added = len(found.evidence) - len(sought[at].found.evidence)
        looked[at] = replace(looked[at], found=found, added=added)
    return looked, planned
