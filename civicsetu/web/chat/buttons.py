# mypy: allow-untyped-calls
"""Show buttons on open pages: under the latest answer of each, and nowhere else.

A button is known by its id alone: the question and the state it stands for stay here, so that
nothing a browser sends decides them. Buttons go with the next question, and when one of them
asks again; what is pressed twice is found once.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import chainlit as cl

from civicsetu.web.chat.suggestions import Suggestion, SuggestionButton

_standing: WeakKeyDictionary[object, Suggestion] = WeakKeyDictionary()


async def show(session: object, offer: Suggestion) -> None:
    """Show the buttons under their answer, replacing any shown before.

    Each is taken away first: a page that comes back after a broken connection has it still.
    """
    await withdraw(session)
    _standing[session] = offer
    for choice in offer.choices:
        button = _button(choice)
        await button.remove()
        await button.send(for_id=str(offer.turn))


async def withdraw(session: object) -> None:
    """Remove the buttons. They are forgotten before anything is awaited."""
    offer = _standing.pop(session, None)
    for choice in offer.choices if offer else ():
        await _button(choice).remove()


def get_suggestion(session: object) -> Suggestion | None:
    """Return what is suggested under the latest answer of this page."""
    return _standing.get(session)


def find(session: object, button: str) -> tuple[Suggestion, SuggestionButton] | None:
    """Return what a button stands for; None once it has been removed."""
    offer = _standing.get(session)
    for choice in offer.choices if offer else ():
        if offer and choice.id == button:
            return offer, choice
    return None


def _button(choice: SuggestionButton) -> cl.Action:
    return cl.Action(id=choice.id, name="state", payload={}, label=choice.label)
