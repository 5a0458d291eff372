"""Determine whose law is searched, and say so in one line that every front shows.

A state misread or missed changes the answer: states fix rates, fees and periods by rules of their own.
The reader therefore sees which law was searched and why, and can change it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import Literal

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, Scope, StateAsked
from civicsetu.law.documents import CENTRAL

Source = Literal["named", "chosen", "carried"]

WHY: dict[Source, str] = {
    "named": "from your question",
    "chosen": "chosen by you",
    "carried": "from the conversation",
}


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


def scope_line(answer: Answer, registry: Registry) -> str:
    """Return one line on which law was searched, and why; empty where nothing was, or it makes no difference."""
    scope = answer.scope
    if not scope.matters or not answer.plan:
        return ""
    states = [one for one in scope.states if one.jurisdiction != CENTRAL]
    if states:
        return f"Searched: {_searched(states, registry)}."
    if scope.states:
        return f"Searched: the central Act alone ({WHY['chosen']})."
    if not scope.states_held:
        return "Searched: the central Act alone."
    names = listed([registry.name_of(code) for code in scope.states_held])
    return (
        f"Searched: the central Act alone. States add rules of their own; held here: {names}. "
        "Choose your state to search its rules too."
    )


def _searched(states: Sequence[StateAsked], registry: Registry) -> str:
    rules = _with_reasons([one for one in states if one.held], registry)
    lacking = _with_reasons([one for one in states if not one.held], registry)
    if not rules:
        return f"the central Act alone, for {lacking}"
    return f"the central Act and the rules of {rules}" + (f"; the Act alone for {lacking}" if lacking else "")


def _with_reasons(states: Sequence[StateAsked], registry: Registry) -> str:
    """Return 'Goa (chosen by you) and Kerala and Bihar (from your question)'."""
    parts = []
    for source, group in groupby(states, key=lambda one: one.source):
        names = listed([registry.name_of(one.jurisdiction) for one in group])
        parts.append(f"{names} ({WHY[source]})")
    return " and ".join(parts)


def listed(names: Sequence[str]) -> str:
    """Return 'Goa, Kerala and Bihar'."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
