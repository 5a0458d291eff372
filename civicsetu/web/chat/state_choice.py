"""Which state a person asks about: the choices of the settings panel, as data of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chainlit import ChatSettings
from chainlit.input_widget import InputWidget, Select

from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import Scope
from civicsetu.law.documents import CENTRAL
from civicsetu.query.scope import WHY, listed

SETTING = "jurisdiction"
ANYWHERE = "ANYWHERE"
ALL_OF_INDIA = "all of India"
_ANYWHERE_WORDS = "All of India"


def choices(held: Iterable[str]) -> dict[str, str]:
    """Label to code: all India, then each state by name, saying where its own rules are not held."""
    have = set(held)
    told = {_ANYWHERE_WORDS: ANYWHERE}
    states = [(entry.name, code) for code, entry in get_registry().jurisdictions.items() if code != CENTRAL]
    for name, code in sorted(states):
        told[name if code in have else f"{name} (its own rules are not held yet)"] = code
    return told


def chosen(settings: Mapping[str, object]) -> str | None:
    """The chosen state's code; None for all of India and for anything the registry does not know."""
    code = settings.get(SETTING)
    known = get_registry().jurisdictions
    return code if isinstance(code, str) and code in known and code != CENTRAL else None


def spoken(settings: Mapping[str, object]) -> str:
    """The choice in words, as the page's head shows it."""
    code = chosen(settings)
    return get_registry().jurisdictions[code].name if code else _ANYWHERE_WORDS


def code_set(code: str) -> dict[str, str]:
    """The settings that choose this jurisdiction; CENTRAL is all of India."""
    return {SETTING: ANYWHERE if code == CENTRAL else code}


def in_force(scope: Scope, settings: Mapping[str, object]) -> dict[str, str]:
    """Whose law the conversation is about, for the page's head: in words, and why where nobody chose it.

    A state chosen since the answer is what counts for the next question.
    """
    states = [one for one in scope.states if one.jurisdiction != CENTRAL]
    since = chosen(settings)
    if not states or (since and since not in {one.jurisdiction for one in states}):
        return {"jurisdiction": spoken(settings)}
    told = {"jurisdiction": listed([get_registry().name_of(one.jurisdiction) for one in states])}
    sources = {one.source for one in states}
    return told if sources != {"named"} and sources != {"carried"} else told | {"why": WHY[sources.pop()]}


def panel(held: Iterable[str], settings: Mapping[str, object]) -> ChatSettings:
    """The settings panel, showing the present choice."""
    select = Select(
        id=SETTING,
        label="Where is the property?",
        description="The central Act holds everywhere. Each state adds rules of its own.",
        items=choices(held),
        initial_value=chosen(settings) or ANYWHERE,
    )
    widgets: list[InputWidget] = [select]
    return ChatSettings(widgets)
