"""Facts that a person corrected on the page: checked, kept for the conversation, handed in with every question of it.

They stand among the settings of the conversation, each under its own name, and go with it.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from datetime import date

from civicsetu.answering.understanding.given import Facts, check_facts
from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.law.case_facts import CaseFactType
from civicsetu.law.days import find_day
from civicsetu.web.chat.parts.fact_words import describe_fact
from civicsetu.web.language.speaking import read_english_day, say, write_day

PREFIX = "fact."
"""What the name of a setting that holds a fact begins with."""
DAY = "as_on"
STATE = "state"
_ONE = "Please choose one answer only."
_NO_DAY = "There is no such day; please write it like 31 March 2021."
_NO_FACT = "That cannot be corrected here; please say it in your question."


def check_correction(name: str, value: str | Sequence[str], registry: Registry) -> str:
    """Return the value of a corrected fact as it is kept: a code, a day as 2021-03-31, empty for the law of today.

    Raises:
        InputError: several values, no such day, or no fact or value of the closed list.
    """
    value = require_one(value)
    if name == DAY:
        return _check_day(value)
    known = get_case_facts().facts.get(name)
    if known is None:
        raise InputError("fact", user_message=_NO_FACT)
    if known.type is CaseFactType.JURISDICTION and value not in registry.jurisdictions:
        raise InputError("fact", user_message="Please choose one state of the list.")
    [(_, checked)] = check_facts({name: value}, registry)
    return checked


def require_one(value: str | Sequence[str]) -> str:
    """Return the one value that was chosen; raises InputError where there are several or none."""
    if isinstance(value, str):
        return value
    if len(value) != 1:
        raise InputError("fact", user_message=_ONE)
    return value[0]


def _check_day(value: str) -> str:
    if not value.strip():
        return ""
    day = find_day(f"as on {read_english_day(value.strip())}")
    if day is None:
        raise InputError("day", user_message=_NO_DAY)
    return day.isoformat()


def read_facts(settings: Mapping[str, object]) -> Facts:
    """Return the facts that were corrected in a conversation, by its settings; what is not of the list is left out."""
    known = get_case_facts().facts
    kept = ((name, settings.get(f"{PREFIX}{name}")) for name in known)
    return tuple((name, str(value)) for name, value in kept if value in known[name].values)


def read_day(settings: Mapping[str, object]) -> date | None:
    """Return the day whose law a conversation is about, where that was corrected."""
    try:
        return date.fromisoformat(str(settings.get(f"{PREFIX}{DAY}")))
    except ValueError:
        return None


def wants_today(settings: Mapping[str, object]) -> bool:
    """Return whether the law of today was asked for in place of the day that a question named."""
    return settings.get(f"{PREFIX}{DAY}") == ""


def give_way_to_question(settings: MutableMapping[str, object], text: str) -> None:
    """Forget the day that was corrected, where a new question names one itself."""
    if find_day(text) is not None:
        settings.pop(f"{PREFIX}{DAY}", None)


def keep_facts(settings: Mapping[str, object]) -> dict[str, object]:
    """Return those of a conversation's settings that hold facts."""
    names = (f"{PREFIX}{name}" for name in (*get_case_facts().facts, DAY))
    return {name: settings[name] for name in names if name in settings}


def describe_correction(name: str, value: str) -> str:
    """Return what was corrected, in the words under which the question appears once more."""
    if name == DAY:
        return say("shown.law_of_day", day=write_day(date.fromisoformat(value))) if value else say("shown.law_of_today")
    return say("shown.corrected", fact=describe_fact(name, value))
