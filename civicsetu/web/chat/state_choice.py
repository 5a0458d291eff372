"""Choose the state a question is about: the first of the settings, built from the registry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http.cookies import CookieError, SimpleCookie

from chainlit.input_widget import Select

from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import Scope
from civicsetu.law.documents import CENTRAL
from civicsetu.web.language.speaking import list_names, say, tell

SETTING = "jurisdiction"
ANYWHERE = "ANYWHERE"
REMEMBERED = "civicsetu_state"
"""The cookie in which the page remembers the state that was chosen by hand."""


def list_states(held: Iterable[str]) -> list[dict[str, str | bool]]:
    """List the states with code and name, in the reader's language and in English, those whose own rules are held first, each group by name."""
    have = set(held)
    known = get_registry().jurisdictions
    states = [(code not in have, tell(entry.name), code) for code, entry in known.items() if code != CENTRAL]
    return [
        {"code": code, "name": name, "english": known[code].name, "held": not lacking}
        for lacking, name, code in sorted(states)
    ]


def list_choices(held: Iterable[str]) -> dict[str, str]:
    """List codes by label: all India, then the states, saying which states' rules we lack."""
    told = {tell("All of India"): ANYWHERE}
    for one in list_states(held):
        name = str(one["name"])
        told[name if one["held"] else say("scope.no_rules_yet", state=name)] = str(one["code"])
    return told


def read_remembered(cookies: object) -> str | None:
    """Return the state that a browser remembers by its header of cookies; None where it is none we know."""
    try:
        found = SimpleCookie(cookies if isinstance(cookies, str) else "").get(REMEMBERED)
    except CookieError:
        return None
    return get_chosen({SETTING: found.value}) if found else None


def is_known(code: str) -> bool:
    """Return whether there is such a jurisdiction; CENTRAL is all of India."""
    return code in get_registry().jurisdictions


def get_chosen(settings: Mapping[str, object]) -> str | None:
    """Return the chosen state's code; None for all of India and for codes not in the registry."""
    code = settings.get(SETTING)
    known = get_registry().jurisdictions
    return code if isinstance(code, str) and code in known and code != CENTRAL else None


def describe_choice(settings: Mapping[str, object]) -> str:
    """Describe the choice in words for the page's head."""
    code = get_chosen(settings)
    return tell(get_registry().jurisdictions[code].name if code else "All of India")


def code_set(code: str) -> dict[str, str]:
    """Return the settings that choose this jurisdiction; CENTRAL is all of India."""
    return {SETTING: ANYWHERE if code == CENTRAL else code}


def describe_scope(scope: Scope, settings: Mapping[str, object]) -> dict[str, str]:
    """Describe for the page's head whose law the conversation is about; the answer itself says why.

    A state chosen since the answer is what counts for the next question.
    """
    states = [one for one in scope.states if one.jurisdiction != CENTRAL]
    since = get_chosen(settings)
    if not states or (since and since not in {one.jurisdiction for one in states}):
        return {"jurisdiction": describe_choice(settings)}
    return {"jurisdiction": list_names([tell(get_registry().name_of(one.jurisdiction)) for one in states])}


def build_select(held: Iterable[str], settings: Mapping[str, object]) -> Select:
    """Build the choice of the settings panel, showing the present one."""
    return Select(
        id=SETTING,
        label=say("writer.state_label"),
        description=say("writer.state_about"),
        items=list_choices(held),
        initial_value=get_chosen(settings) or ANYWHERE,
    )
