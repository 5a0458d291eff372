"""Say whose law was searched, and why, in one line that every front shows.

A state misread or missed changes the answer: states fix rates, fees and periods by rules of their own.
The reader therefore sees which law was searched and why, and can change it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, StateAsked
from civicsetu.law.documents import CENTRAL
from civicsetu.lexicon.listing import listed

_WHY: Mapping[str, str] = {
    "named": "from your question",
    "chosen": "chosen by you",
    "carried": "from the conversation",
}


def scope_line(answer: Answer, registry: Registry) -> str:
    """Return one line on which law was searched, and why; empty where nothing was, or it makes no difference."""
    scope = answer.scope
    if not scope.matters or not answer.plan:
        return ""
    states = [one for one in scope.states if one.jurisdiction != CENTRAL]
    if states:
        return f"Searched: {_searched(states, registry)}."
    if scope.states:
        return f"Searched: the central Act alone ({_WHY['chosen']})."
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
        parts.append(f"{names} ({_WHY[source]})")
    return " and ".join(parts)
