"""What may be asked again under an answer: the same question, for another state, by a button."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, Scope
from civicsetu.law.documents import CENTRAL
from civicsetu.query.scope import listed
from civicsetu.web.chat.state_choice import ALL_OF_INDIA

_MOST_STATES = 6
_MOST_NAMES = 2

Deed = Literal["ask", "widen", "settings"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One button. `ask` asks again for `jurisdiction`, `widen` shows the other states, `settings` all of them."""

    id: str
    label: str
    deed: Deed
    jurisdiction: str = CENTRAL


@dataclass(frozen=True, slots=True)
class Offer:
    """The buttons under one answer; `turn` is its id, which is its message's, and `question` what it answers."""

    turn: UUID
    question: str
    scope: Scope
    choices: tuple[Choice, ...] = ()


def offered(answer: Answer, chosen: str | None, registry: Registry) -> Offer:
    """What stands under an answer; `chosen` is the state of the settings, None for all of India."""
    return for_setting(Offer(UUID(answer.id), answer.question, answer.scope), chosen, registry)


def for_setting(offer: Offer, chosen: str | None, registry: Registry) -> Offer:
    """Once a state is chosen that was not asked: to ask again for that one. Else as it was at first."""
    wanted = chosen or CENTRAL
    asked = {one.jurisdiction for one in offer.scope.states}
    by_hand = any(one.source == "chosen" for one in offer.scope.states)
    if not offer.scope.matters or wanted in asked or (wanted == CENTRAL and not by_hand):
        return replace(offer, choices=_at_first(offer, registry))
    name = _name_of(wanted, registry)
    again = Choice(f"{_prefix(offer)}{wanted}", f"Ask again for {name}", "ask", wanted)
    return replace(offer, choices=(again,))


def widened(offer: Offer, registry: Registry) -> Offer:
    """Instead of the state that was read wrongly: all of India, or another one."""
    wrong = {one.jurisdiction for one in offer.scope.states if one.source != "chosen"}
    states = (code for code in offer.scope.states_held if code not in wrong)
    return replace(offer, choices=_states(offer, (CENTRAL, *states), registry))


def asked_again(offer: Offer, choice: Choice, registry: Registry) -> str:
    """The question as its second asking stands in the conversation."""
    return f"{offer.question}\n(for {_name_of(choice.jurisdiction, registry)})"


def _at_first(offer: Offer, registry: Registry) -> tuple[Choice, ...]:
    """Asked nothing: the states held. Read from the words: "Not that one?". Chosen by hand: nothing.

    Beside a state chosen earlier, one that the question names may be all that is meant: "Only that one".
    """
    scope = offer.scope
    read = [one.jurisdiction for one in scope.states if one.source != "chosen"]
    if not scope.matters or (scope.states and not read):
        return ()
    if not read:
        return _states(offer, scope.states_held, registry)
    names = [registry.name_of(code) for code in read]
    few = len(read) <= _MOST_NAMES
    wrong = Choice(f"{_prefix(offer)}not", f"Not {listed(names)}?" if few else "Not these states?", "widen")
    if not few or len(read) == len(scope.states):
        return (wrong,)
    pairs = zip(read, names, strict=True)
    return (*(Choice(f"{_prefix(offer)}{code}", f"Only {name}", "ask", code) for code, name in pairs), wrong)


def _states(offer: Offer, codes: Iterable[str], registry: Registry) -> tuple[Choice, ...]:
    """A button a state, a few of them, and one for all others."""
    few = []
    for code in list(codes)[:_MOST_STATES]:
        name = _name_of(code, registry)
        few.append(Choice(f"{_prefix(offer)}{code}", name[0].upper() + name[1:], "ask", code))
    other = Choice(f"{_prefix(offer)}other", "Another state", "settings")
    return (*few, other)


def _prefix(offer: Offer) -> str:
    """The same each time, so that buttons sent once more take the place of those that stand there."""
    return f"cs-ask-{offer.turn}-"


def _name_of(code: str, registry: Registry) -> str:
    return ALL_OF_INDIA if code == CENTRAL else registry.name_of(code)
