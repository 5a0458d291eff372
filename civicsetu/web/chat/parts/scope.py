"""Whose law was searched, and why: the first line of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Scope, StateAsked
from civicsetu.law.documents import CENTRAL
from civicsetu.web.language.speaking import list_names, say, tell, write_day


@dataclass(frozen=True, slots=True)
class ScopeLine:
    """The line in its pieces: `about` stands out, `rest` says which law that is."""

    about: str
    rest: str
    change: str


def show_scope(scope: Scope, registry: Registry) -> ScopeLine | None:
    """Return the line, with the day whose law was asked for; None where another state would change nothing."""
    if not scope.matters:
        return None
    line = _show_states(scope, registry)
    if scope.as_on is None:
        return line
    day = say("scope.as_on", day=write_day(scope.as_on))
    return replace(line, rest=f"{line.rest} {day}")


def _show_states(scope: Scope, registry: Registry) -> ScopeLine:
    states = [one for one in scope.states if one.jurisdiction != CENTRAL]
    if not states:
        act = say("scope.act_alone")
        if not scope.states:
            return ScopeLine(say("scope.india"), say("scope.india_rest", act=act), say("scope.choose"))
        rest = say("scope.india_rest_why", act=act, why=say("scope.chosen"))
        return ScopeLine(say("scope.india"), rest, say("scope.change"))
    held = [one for one in states if one.held]
    lacking = [one for one in states if not one.held]
    if not held:
        rest = say("scope.not_held", why=_why(lacking), act=say("scope.act_alone"))
        return ScopeLine(_names(lacking, registry), rest, say("scope.change"))
    rest = say("scope.held", why=_why(held))
    if lacking:
        rest += say("scope.lacking", states=_names(lacking, registry))
    return ScopeLine(_names(held, registry), rest, say("scope.change"))


def _names(states: Sequence[StateAsked], registry: Registry) -> str:
    return list_names([tell(registry.name_of(one.jurisdiction)) for one in states])


def _why(states: Sequence[StateAsked]) -> str:
    return ", ".join(say(f"scope.{source}") for source, _ in groupby(states, key=lambda one: one.source))
