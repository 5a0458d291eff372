"""Match a place of ours with the place of the law that shares the most words around it.

A word counts the more, the rarer it is in the law, and the nearer it stands to both places.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from civicsetu.claims.reading import AnnotatedText, Mark, MarkKind
from civicsetu.claims.thresholds import CLAIMS

_ROLES = {"by": "doer", "of": "owner", "to": "to", "from": "from", "with": "with", "against": "against"}
_ARTICLES = frozenset(("the", "a", "an", "any", "every", "such", "each", "no", "not"))
_OPENERS = frozenset("if when where once until unless that which while because whom".split())
_ACTING = (MarkKind.MUST, MarkKind.MAY, MarkKind.CAN, MarkKind.WITHOUT)
_HELPING = frozenset(("is", "are", "has", "have", "does", "do"))

Surroundings = dict[str, float]


@dataclass(frozen=True)
class RarityWeights:
    """Weights of words: a word weighs more, the fewer provisions have it."""

    of: dict[str, float]
    rarest: float

    def __getitem__(self, key: str) -> float:
        return self.of.get(key, self.rarest)


def count_weights(readings: Iterable[AnnotatedText]) -> RarityWeights:
    """Count the weights over the provisions of the official text."""
    every = list(readings)
    found = Counter(key for reading in every for key in {_feature(mark) for mark in reading.marks})
    return RarityWeights(
        {key: math.log(1 + len(every) / count) for key, count in found.items()},
        math.log(1 + max(len(every), 1)),
    )


def _feature(mark: Mark) -> str:
    return f"{mark.kind}:{mark.key}"


def read_surroundings(
    marks: Sequence[Mark], at: int, *, wild: frozenset[MarkKind] = frozenset(), slope: float = CLAIMS.slope
) -> Surroundings:
    """Return the words around the mark at `at` within its sentence, each with its nearness (1 is next to it).

    Marks of the `wild` kinds do not count. The part the mark has in its sentence counts as a word.
    """
    near: Surroundings = {f"role:{role}": CLAIMS.role_weight for role in _roles(marks, at)}
    for step in (-1, 1):
        distance, place = 0.0, at + step
        while 0 <= place < len(marks) and distance < CLAIMS.reach:
            mark = marks[place]
            if mark.kind is MarkKind.BREAK:
                break
            if mark.kind is MarkKind.SMALL:
                distance += CLAIMS.small_word
            elif mark.kind not in wild and mark.kind is not MarkKind.PRONOUN:
                distance += 1
                key = _feature(mark)
                near[key] = max(near.get(key, 0.0), 1 / (1 + slope * (distance - 1)))
            place += step
    return near


def _roles(marks: Sequence[Mark], at: int) -> set[str]:
    """Who does ("X must", "if X fails", "by X"), whose it is ("X's", "of X"), to whom.

    What "or" or "and" joins to a party has that party's part.
    """
    roles: set[str] = set()
    place = _before(marks, at)
    before = marks[place] if place >= 0 else None
    if before is not None and before.key in ("or", "and"):
        joined = _before(marks, place)
        if joined >= 0 and marks[joined].kind is MarkKind.PARTY and marks[at].kind is MarkKind.PARTY:
            roles |= _roles(marks, joined)
    if before is not None and before.key in _ROLES:
        roles.add(_ROLES[before.key])
    if marks[at].owns:
        roles.add("owner")
    elif before is None or before.kind is MarkKind.BREAK or before.key in _OPENERS or _acts(marks, at + 1):
        roles.add("doer")
    return roles


def _before(marks: Sequence[Mark], at: int) -> int:
    """The place before, articles left out."""
    place = at - 1
    while place >= 0 and marks[place].key in _ARTICLES:
        place -= 1
    return place


def _acts(marks: Sequence[Mark], place: int) -> bool:
    """True when what follows is must, may, is or has - after what stands between two commas, too."""
    if place < len(marks) and marks[place].key == ",":
        for later in range(place + 1, min(len(marks) - 1, place + CLAIMS.comma_marks)):
            if marks[later].kind is MarkKind.BREAK:
                return False
            if marks[later].key == "," and marks[later + 1].kind in _ACTING[:2]:
                return True
        return False
    return place < len(marks) and (marks[place].kind in _ACTING or marks[place].key in _HELPING)


def measure_likeness(one: Surroundings, other: Surroundings, weight: RarityWeights) -> float:
    """Measure what two places have in common; less if one acts and the other is acted upon."""
    if len(other) < len(one):
        one, other = other, one
    common = sum(near * other[key] * weight[key] for key, near in one.items() if key in other)
    return common * CLAIMS.other_role if _in_other_parts(one, other) else common


def _in_other_parts(one: Surroundings, other: Surroundings) -> bool:
    mine = {key for key in one if key.startswith("role:")}
    theirs = {key for key in other if key.startswith("role:")}
    return bool(mine and theirs and not mine & theirs)
