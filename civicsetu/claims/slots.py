"""Compare places of a text where one word decides (a party, must, may, not) by the words around it.

For each place of ours the law's likest place is sought among those that say the same and among
those that say otherwise. Where the latter is clearly the liker, ours says otherwise than the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from civicsetu.claims.reading import AnnotatedText, Mark, MarkKind
from civicsetu.claims.surroundings import (
    RarityWeights,
    Surroundings,
    measure_likeness,
    read_surroundings,
)
from civicsetu.claims.thresholds import CLAIMS


@dataclass(frozen=True)
class Slot:
    """A deciding word: what it says, where, and the words around it."""

    value: str
    at: int
    around: Surroundings
    weight: float = 1.0


@dataclass(frozen=True)
class SlotMismatch:
    """A place of ours that the law's places of another value explain better."""

    place: Slot
    better: str
    same: float


Valued = Callable[[Sequence[Mark], int], Sequence[str]]


def find_slots(
    marks: Sequence[Mark],
    valued: Valued,
    wild: frozenset[MarkKind] = frozenset(),
    weight: float = 1.0,
    slope: float = CLAIMS.slope,
) -> list[Slot]:
    """Find every place where `valued` gives a value; marks of the `wild` kinds are no context."""
    return [
        Slot(value, at, read_surroundings(marks, at, wild=wild, slope=slope), weight)
        for at in range(len(marks))
        for value in valued(marks, at)
    ]


def find_law_slots(
    own: Sequence[Mark],
    above: Sequence[AnnotatedText],
    valued: Valued,
    wild: frozenset[MarkKind] = frozenset(),
    slope: float = CLAIMS.slope,
) -> list[Slot]:
    """Find the law's places: its own, and with less weight those of what is above it."""
    found = find_slots(own, valued, wild, slope=slope)
    for reading in above:
        found += find_slots(reading.marks, valued, wild, CLAIMS.above, slope)
    return found


def find_doubts(
    ours: Sequence[Slot],
    law: Sequence[Slot],
    weight: RarityWeights,
    rivals: Callable[[str], frozenset[str]],
    margin: float,
) -> Iterator[SlotMismatch]:
    """Find places of ours that a rival value explains better by more than `margin` times."""
    for place in ours:
        others = rivals(place.value)
        best = {"": 0.0}
        same = 0.0
        for there in law:
            if there.value != place.value and there.value not in others:
                continue
            like = measure_likeness(place.around, there.around, weight) * there.weight
            if there.value == place.value:
                same = max(same, like)
            else:
                best[there.value] = max(best.get(there.value, 0.0), like)
        better = max(best, key=lambda value: best[value])
        if best[better] > same * margin:
            yield SlotMismatch(place, better, same)
