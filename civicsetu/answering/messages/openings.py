"""Say what stands before the law of an answer that is unclear.

An answer that is likely beside the point names the two or three matters the question could be about, so that
asking again costs one word and not a new story.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from civicsetu.answering.messages.matters import name_matter
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.answers import NOT_SURE

_COULD_BE = f"{NOT_SURE} which of these you mean: {{matters}}. Ask again and say which. This comes nearest:"


def open_answer(turns: Sequence[PartTurn]) -> list[PartTurn]:
    """Return the parts, the first that is answered with what stands before its law.

    The parts of a post say themselves what is not sure.
    """
    at = next((at for at, turn in enumerate(turns) if turn.chosen and not turn.declined), None)
    if at is None:
        return list(turns)
    turn = turns[at]
    opening = turn.opening or (_unclear(turn) if len(turns) == 1 else "")
    return [*turns[:at], replace(turn, opening=opening), *turns[at + 1 :]]


def _unclear(turn: PartTurn) -> str:
    """The matters it could be about, where the answer is unsure and there are several; else, or where a provision is named, nothing."""
    decided = turn.decision.confidence if turn.decision else 0.0
    sure = decided if turn.chance is None else min(decided, turn.chance)
    settled = turn.preface or turn.compared or turn.contradiction or turn.recalls or turn.query.references
    if settled or round(sure, 2) >= ANSWERING.medium_confidence:
        return ""
    matters = list(dict.fromkeys(_matters(turn)))[: ANSWERING.opening_matters]
    return _COULD_BE.format(matters=_either(matters)) if len(matters) > 1 else ""


def _matters(turn: PartTurn) -> Iterator[str]:
    """What the law chosen is about, then the rest of what was found, the likeliest first."""
    units = [one.unit for one in turn.chosen]
    found = turn.found.evidence if turn.found else ()
    places = [(unit.document, unit.path) for unit in units] + [(one.document, one.provision) for one in found]
    for document, path in places:
        if name := name_matter(document, path):
            yield name


def _either(matters: Sequence[str]) -> str:
    return f"{'; '.join(matters[:-1])}; or {matters[-1]}"
