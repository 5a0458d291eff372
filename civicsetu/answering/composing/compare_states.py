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
from civicsetu.answering.composing.align_values import Aligner, ValueOfState
from civicsetu.answering.composing.fixed_values import EntrySaid
from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex

Chosen = StatementHeld | Lifted | EntrySaid
"""What an answer says: a statement, a sentence of the law itself, or one made of a value that the law fixes."""

_FIRST = 6
_MOST_TRIED = 2000
_ALIKE = 12.0
_LEAST_ALIKE = 0.9
_SAME_MATTER = 0.88
_MATTERS = 2
_SAME = 0.95


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """What one state says on a matter, all of it or nothing; `note` dates a fee, `limit` is why nothing is said."""

    state: str
    said: tuple[Chosen, ...] = ()
    note: str = ""
    limit: str = ""


@dataclass(frozen=True, slots=True)
class ComparedMatter:
    """One matter and what each state says on it, in the order the states were named."""

    title: str
    cells: tuple[ComparedCell, ...]


def compare_states(
    by_state: Mapping[str, Sequence[Ranked]],
    index: StatementIndex,
    margin: float,
    aligner: Aligner | None = None,
    of_all: Sequence[Ranked] = (),
) -> list[ComparedMatter]:
    """Return the matters in which the states are compared, the likeliest first, at most two.

    The leading statement decides what a matter is about: the other states say the same value, or what is near it.

    `by_state` are each state's statements in the order in which they answer, `of_all` those of the law that is
    the same in each: where one of them answers better by `margin`, it is what each state is told to say. A further
    matter must come within `margin` of the first, and be held of each state.
    """
    if aligner is not None and _answers_for_all(by_state, of_all, aligner, margin):
        same = aligner.with_note(index.with_required(of_all[0].held))
        return [_matter(of_all[0].held, {state: same for state in by_state})]
    first = _how_many(sum(bool(ranked) for ranked in by_state.values()))
    places = {
        state: [(index.place[one.held.statement.id], one) for one in ranked[:first]]
        for state, ranked in by_state.items()
    }
    states = _comparable(places, index)
    if not states:
        return []
    tried = sorted(
        ((_worth(chosen, index), chosen) for chosen in product(*(places[state] for state in states))),
        key=lambda one: -one[0],
    )
    matters: list[ComparedMatter] = []
    used: set[int] = set()
    for worth, chosen in tried:
        if len(matters) == _MATTERS or (matters and worth < tried[0][0] - margin * len(by_state)):
            break
        if used.intersection(at for at, _ in chosen):
            continue
        if any(_repeats(index, at, said) for at, _ in chosen for said in used):
            continue
        lead = _lead(chosen, by_state, index, aligner)
        if matters and aligner is not None and any(aligner.repeats(lead[1].held, index.held[at]) for at in used):
            continue
        cells = _cells(lead, dict(zip(states, chosen, strict=True)), by_state, index, aligner)
        said = {index.place[cell.said[0].statement.id] for cell in cells.values() if cell.said}
        if matters and (said & used or not all(cell.said or cell.limit for cell in cells.values())):
            continue
        used.update(said, (at for at, _ in chosen))
        matters.append(_matter(lead[1].held, cells))
    return matters


def _lead(
    chosen: Sequence[tuple[int, Ranked]],
    by_state: Mapping[str, Sequence[Ranked]],
    index: StatementIndex,
    aligner: Aligner | None,
) -> tuple[int, Ranked]:
    """The statement that answers best of those chosen, or one that says its value and answers better still."""
    best = max(chosen, key=lambda one: one[1].score)
    if aligner is None:
        return best
    same = [
        (index.place[one.held.statement.id], one)
        for ranked in by_state.values()
        for one in ranked
        if one.held.unit.document == best[1].held.unit.document and aligner.repeats(one.held, best[1].held)
    ]
    return max([best, *same], key=lambda one: one[1].score)


def _matter(lead: StatementHeld, cells: Mapping[str, ValueOfState]) -> ComparedMatter:
    return ComparedMatter(
        lead.unit.title.rstrip(" .\u2014-"),
        tuple(ComparedCell(state, one.said, one.note, one.limit) for state, one in cells.items()),
    )


def _answers_for_all(
    by_state: Mapping[str, Sequence[Ranked]], of_all: Sequence[Ranked], aligner: Aligner, margin: float
) -> bool:
    """Whether the law that is the same in each state answers better than what the states say."""
    best = max((ranked[0].score for ranked in by_state.values() if ranked), default=None)
    if not of_all or best is None or aligner.is_left_to_rules(of_all[0].held):
        return False
    return of_all[0].score >= best + margin


def _cells(
    lead: tuple[int, Ranked],
    chosen: Mapping[str, tuple[int, Ranked]],
    states: Mapping[str, Sequence[Ranked]],
    index: StatementIndex,
    aligner: Aligner | None,
) -> dict[str, ValueOfState]:
    """What each state says beside the leading statement: its own value of the same, else what is near enough to it."""
    cells: dict[str, ValueOfState] = {}
    for state in states:
        own = lead if lead[1] in states[state] else chosen.get(state)
        held = own[1].held if own is not None else None
        beside = aligner.find_beside(lead[1].held, state, held) if aligner is not None else None
        if beside is None and own is not None and _near(index, lead[0], own[0]) >= _SAME_MATTER:
            beside = ValueOfState(index.with_required(own[1].held))
        cells[state] = beside or ValueOfState()
    return cells


def _near(index: StatementIndex, first: int, second: int) -> float:
    return float(index.near[first] @ index.near[second])


def _comparable(places: Mapping[str, Sequence[tuple[int, Ranked]]], index: StatementIndex) -> list[str]:
    """The states with a statement near to another state's; where there are none, the one that answers best.

    What a state says on something else altogether must not decide which of the others' statements are compared.
    """
    near = [
        state
        for state, own in places.items()
        if any(
            _near(index, at, beside) >= _SAME_MATTER
            for other, theirs in places.items()
            if other != state
            for at, _ in own
            for beside, _ in theirs
        )
    ]
    answering = [state for state, ranked in places.items() if ranked]
    return near or sorted(answering, key=lambda state: -places[state][0][1].score)[:1]


def _how_many(states: int) -> int:
    """How many statements of each state are tried with those of the others: fewer, the more states there are."""
    return max(1, min(_FIRST, int(_MOST_TRIED ** (1 / max(states, 1)))))


def _repeats(index: StatementIndex, first: int, second: int) -> bool:
    """Whether two statements of one law say nearly the same."""
    if index.held[first].statement.law != index.held[second].statement.law:
        return False
    return _near(index, first, second) > _SAME


def _worth(chosen: Sequence[tuple[int, Ranked]], index: StatementIndex) -> float:
    """How well they answer together, and how much they are about the same matter."""
    vectors = index.near[[at for at, _ in chosen]]
    alike = vectors @ vectors.T
    pairs = alike[np.triu_indices(len(chosen), 1)]
    near = float(np.clip(pairs - _LEAST_ALIKE, None, 0.06).sum()) if len(chosen) > 1 else 0.0
    return sum(one.score for _, one in chosen) + _ALIKE * near
