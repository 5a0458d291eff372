"""How alike two places of two texts are by the words around them, everyday words and the law's taken for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.statements.reading import meant_by

_TOLD = frozenset((MarkKind.WORD, MarkKind.PARTY, MarkKind.NAMED, MarkKind.WITHOUT))

Context = Mapping[str, float]
"""The words around a place, each with its nearness (1 is next to it)."""


def read_context(marks: Sequence[Mark], start: int) -> Context:
    """Return the words around the mark that stands at `start`, within its sentence."""
    at = next((index for index, mark in enumerate(marks) if mark.end > start), len(marks))
    near: dict[str, float] = {}
    for step in (-1, 1):
        distance, place = 0, at + step
        while 0 <= place < len(marks) and distance < VERIFYING.near_words:
            mark = marks[place]
            if mark.kind is MarkKind.BREAK and mark.key != ":":
                break
            if mark.kind in _TOLD:
                distance += 1
                nearness = 1 / (1 + VERIFYING.near_slope * (distance - 1))
                for key in meant_by(mark):
                    near[key] = max(near.get(key, 0.0), nearness)
            place += step
    return near


def measure_likeness(one: Context, other: Context) -> float:
    """Return how much of the nearer words both have, 0 to 1."""
    if not one or not other:
        return 0.0
    common = sum(min(near, other[key]) for key, near in one.items() if key in other)
    whole = min(sum(one.values()), sum(other.values()))
    return common / whole if whole else 0.0
