"""Whose law was searched, and why: the first line of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Scope, StateAsked
from civicsetu.law.documents import CENTRAL
from civicsetu.query.scope import WHY, listed

_ACT_ALONE = "the central Act alone"


@dataclass(frozen=True, slots=True)
class ScopeLine:
    """The line in its pieces: `about` stands out, `rest` says which law that is."""

    about: str
    rest: str
    change: str = "Change"


def show_scope(scope: Scope, registry: Registry) -> ScopeLine | None:
    """Return the line; None where another state would change nothing."""
    if not scope.matters:
        return None
    states = [one for one in scope.states if one.jurisdiction != CENTRAL]
    if not states:
        why = f" ({WHY['chosen']})" if scope.states else ""
        change = "Change" if scope.states else "Choose your state"
        return ScopeLine("all of India", f": {_ACT_ALONE}{why}.", change)
    held = [one for one in states if one.held]
    lacking = [one for one in states if not one.held]
    if not held:
        return ScopeLine(_names(lacking, registry), f" ({_why(lacking)}): {_ACT_ALONE}; rules of its own are not held here.")
    rest = f" and the central Act ({_why(held)})."
    if lacking:
        rest += f" Of {_names(lacking, registry)} no rules are held here."
    return ScopeLine(_names(held, registry), rest)


def _names(states: Sequence[StateAsked], registry: Registry) -> str:
    return listed([registry.name_of(one.jurisdiction) for one in states])


def _why(states: Sequence[StateAsked]) -> str:
    return ", ".join(WHY[source] for source, _ in groupby(states, key=lambda one: one.source))
