"""Which state a person asks about: the choices of the settings panel, as data of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chainlit import ChatSettings
from chainlit.input_widget import InputWidget, Select

from civicsetu.corpus.registry import get_registry
from civicsetu.law.documents import CENTRAL

SETTING = "jurisdiction"
ANYWHERE = "ANYWHERE"
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
