"""Suggest under an answer to ask the same question again for another state, by a button."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, Scope
from civicsetu.law.documents import CENTRAL
from civicsetu.web.language.speaking import list_names, say, tell

_MOST_STATES = 6
_MOST_NAMES = 2

Action = Literal["ask", "widen", "settings"]


@dataclass(frozen=True, slots=True)
class SuggestionButton:
    """One button. `ask` asks again for `jurisdiction`, `widen` shows the other states, `settings` all of them."""

    id: str
    label: str
    deed: Action
    jurisdiction: str = CENTRAL


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The buttons under one answer; `turn` is its id, which is its message's, and `question` what it answers."""

    turn: UUID
    question: str
    scope: Scope
    choices: tuple[SuggestionButton, ...] = ()


def suggest(answer: Answer, chosen: str | None, registry: Registry) -> Suggestion:
    """Suggest what fits an answer; `chosen` is the state of the settings, None for all of India."""
    return suggest_for_setting(Suggestion(UUID(answer.id), answer.question, answer.scope), chosen, registry)


def suggest_for_setting(offer: Suggestion, chosen: str | None, registry: Registry) -> Suggestion:
    """Suggest a newly chosen state that was not asked about; else what was suggested at first."""
    wanted = chosen or CENTRAL
    asked = {one.jurisdiction for one in offer.scope.states}
    by_hand = any(one.source == "chosen" for one in offer.scope.states)
    if not offer.scope.matters or wanted in asked or (wanted == CENTRAL and not by_hand):
        return replace(offer, choices=_at_first(offer, registry))
    name = _name_of(wanted, registry)
    again = SuggestionButton(f"{_prefix(offer)}{wanted}", say("scope.ask_again", state=name), "ask", wanted)
    return replace(offer, choices=(again,))


def suggest_wider(offer: Suggestion, registry: Registry) -> Suggestion:
    """Suggest all of India, or another state, instead of the one that was read wrongly."""
    wrong = {one.jurisdiction for one in offer.scope.states if one.source != "chosen"}
    states = (code for code in offer.scope.states_held if code not in wrong)
    return replace(offer, choices=_states(offer, (CENTRAL, *states), registry))


def write_asked_again(offer: Suggestion, choice: SuggestionButton, registry: Registry) -> str:
    """Return the text under which the second asking appears in the conversation."""
    return f"{tell(offer.question)}\n{say('scope.asked_again', state=_name_of(choice.jurisdiction, registry))}"


def _at_first(offer: Suggestion, registry: Registry) -> tuple[SuggestionButton, ...]:
    """Asked nothing: the states held. Read from the words: "Not that one?". Chosen by hand: nothing.

    Beside a state chosen earlier, one that the question names may be all that is meant: "Only that one".
    """
    scope = offer.scope
    read = [one.jurisdiction for one in scope.states if one.source != "chosen"]
    if not scope.matters or (scope.states and not read):
        return ()
    if not read:
        return _states(offer, scope.states_held, registry)
    names = [_name_of(code, registry) for code in read]
    few = len(read) <= _MOST_NAMES
    label = say("scope.not_this", states=list_names(names)) if few else say("scope.not_these")
    wrong = SuggestionButton(f"{_prefix(offer)}not", label, "widen")
    if not few or len(read) == len(scope.states):
        return (wrong,)
    pairs = zip(read, names, strict=True)
    only = (
        SuggestionButton(f"{_prefix(offer)}{code}", say("scope.only", state=name), "ask", code) for code, name in pairs
    )
    return (*only, wrong)


def _states(offer: Suggestion, codes: Iterable[str], registry: Registry) -> tuple[SuggestionButton, ...]:
    """A button a state, a few of them, and one for all others."""
    few = []
    for code in list(codes)[:_MOST_STATES]:
        name = say("states.all_of_india") if code == CENTRAL else _name_of(code, registry)
        few.append(SuggestionButton(f"{_prefix(offer)}{code}", name, "ask", code))
    other = SuggestionButton(f"{_prefix(offer)}other", say("scope.another"), "settings")
    return (*few, other)


def _prefix(offer: Suggestion) -> str:
    """The same each time, so that buttons sent once more take the place of those that stand there."""
    return f"cs-ask-{offer.turn}-"


def _name_of(code: str, registry: Registry) -> str:
    return say("scope.india") if code == CENTRAL else tell(registry.name_of(code))
