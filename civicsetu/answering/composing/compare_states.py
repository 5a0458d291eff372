"""Lay the law of several states side by side: what each says on the same matter.

The statements that are told together are those that answer best and are nearest to each other: a fee
is compared with a fee. Each brings what it may not be shown without. Of a state whose statements are not
held the law's own sentence stands in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from civicsetu.answering.compose import Lifted
from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex

Chosen = StatementHeld | Lifted
"""What an answer says: a statement, or a sentence of the law itself."""

_FIRST = 6
_MOST_TRIED = 2000
_ALIKE = 12.0
_LEAST_ALIKE = 0.9
_MATTERS = 2
_SAME = 0.95


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """What one state says on a matter, all of it or nothing; `limit` is why nothing is said."""

    state: str
    said: tuple[Chosen, ...] = ()
    limit: str = ""


@dataclass(frozen=True, slots=True)
class ComparedMatter:
    """One matter and what each state says on it, in the order the states were named."""

    title: str
    cells: tuple[ComparedCell, ...]


def compare_states(
    by_state: Mapping[str, Sequence[Ranked]], index: StatementIndex, margin: float
) -> list[ComparedMatter]:
    """Return the matters in which the states are compared, the likeliest first, at most two.

    `by_state` are each state's statements in the order in which they answer. A further matter must come
    within `margin` of the first and be held of each state.
    """
    first = _how_many(sum(bool(ranked) for ranked in by_state.values()))
    places = {
        state: [(index.place[one.held.statement.id], one) for one in ranked[:first]]
        for state, ranked in by_state.items()
    }
    states = [state for state, ranked in places.items() if ranked]
    if not states:
        return []
    tried = sorted(
        ((_worth(chosen, index), chosen) for chosen in product(*(places[state] for state in states))),
        key=lambda one: -one[0],
    )
    matters: list[ComparedMatter] = []
    used: set[int] = set()
    for worth, chosen in tried:
        if len(matters) == _MATTERS or (matters and worth < tried[0][0] - margin * len(states)):
            break
        if used.intersection(at for at, _ in chosen) or (matters and len(states) < len(by_state)):
            continue
        if any(_repeats(index, at, said) for at, _ in chosen for said in used):
            continue
        used.update(at for at, _ in chosen)
        said = {state: index.with_required(one.held) for state, (_, one) in zip(states, chosen, strict=True)}
        title = next(iter(said.values()))[0].unit.title.rstrip(" .\u2014-")
        matters.append(
            ComparedMatter(title, tuple(ComparedCell(state, said.get(state, ())) for state in by_state))
        )
    return matters


def _how_many(states: int) -> int:
    """How many statements of each state are tried with those of the others: fewer, the more states there are."""
    return max(1, min(_FIRST, int(_MOST_TRIED ** (1 / max(states, 1)))))


def _repeats(index: StatementIndex, first: int, second: int) -> bool:
    """Whether two statements of one law say nearly the same."""
    if index.held[first].statement.law != index.held[second].statement.law:
        return False
    return float(index.near[first] @ index.near[second]) > _SAME


def _worth(chosen: Sequence[tuple[int, Ranked]], index: StatementIndex) -> float:
    """How well they answer together, and how much they are about the same matter."""
    vectors = index.near[[at for at, _ in chosen]]
    alike = vectors @ vectors.T
    pairs = alike[np.triu_indices(len(chosen), 1)]
    near = float(np.clip(pairs - _LEAST_ALIKE, None, 0.06).sum()) if len(chosen) > 1 else 0.0
    return sum(one.score for _, one in chosen) + _ALIKE * near
