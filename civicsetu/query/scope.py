"""Determine whose law is searched: of the states chosen, named or carried on, and of the central Act."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Literal

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Scope, StateAsked
from civicsetu.law.documents import CENTRAL

Source = Literal["named", "chosen", "carried"]


def states_asked(
    chosen: str | None,
    named: Sequence[str],
    carried: Sequence[str],
    held: Collection[str],
    *,
    alone: bool = False,
) -> tuple[StateAsked, ...]:
    """Return each state asked about, once, with its source; the chosen one first.

    A state named in the question replaces those of the conversation. With `alone` only the choice counts,
    and CENTRAL is the choice of no state at all.
    """
    found: list[tuple[str, Source]] = []
    if chosen and (alone or chosen != CENTRAL):
        found.append((chosen, "chosen"))
    found.extend((state, "named") for state in named)
    found.extend((state, "carried") for state in (() if named else carried))
    first = {state: source for state, source in reversed(found)}
    return tuple(
        StateAsked(jurisdiction=state, source=first[state], held=state in held)
        for state in dict.fromkeys(state for state, _ in found)
    )


def scope_of(
    asked: tuple[StateAsked, ...], held: Iterable[str], registry: Registry, *, matters: bool, as_on: date | None = None
) -> Scope:
    """Return the scope of an answer by the law of `as_on`; `held` are the jurisdictions of all documents held."""
    states = sorted(set(held) - {CENTRAL}, key=registry.name_of)
    return Scope(states=asked, states_held=tuple(states), matters=matters, as_on=as_on)
