"""Facts that a question gives or takes back, and those that its conversation keeps for the questions after it.

They are kept where the page keeps those that were corrected: among the settings of the conversation, with which they go.
A state is not kept so: the conversation goes on with it by itself, until a question names or chooses another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from civicsetu.answering.understanding.given import Facts, check_facts
from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.registry import Registry
from civicsetu.law.case_facts import CaseFactType
from civicsetu.web.chat.corrected_facts import PREFIX, read_facts

TAKEN_BACK = ""
"""The value that takes a fact back."""


@dataclass(frozen=True, slots=True)
class FactsSent:
    """What a question says of its asker's facts: those it gives, and the names of those it takes back."""

    given: Facts = ()
    taken_back: frozenset[str] = frozenset()

    def join_kept(self, settings: Mapping[str, object]) -> Facts:
        """Return the facts a question is answered with: those kept in its conversation's settings, and those it gives."""
        kept = {name: value for name, value in read_facts(settings) if name not in self.taken_back}
        facts = kept | dict(self.given)
        return tuple((name, facts[name]) for name in get_case_facts().facts if name in facts)

    def change_settings(self, settings: Mapping[str, object]) -> dict[str, object] | None:
        """Return a conversation's settings with these facts in them; None where nothing is to change."""
        kept = {f"{PREFIX}{name}": value for name, value in self.given if _is_keepable(name)}
        gone = {f"{PREFIX}{name}" for name in self.taken_back}
        changed = {name: value for name, value in settings.items() if name not in gone} | kept
        return None if changed == settings else changed


def check_sent(told: Mapping[str, str], registry: Registry) -> FactsSent:
    """Return the facts a question gives and takes back.

    Raises:
        InputError: a name or value is not of the list; the message says which there are.
    """
    taken_back = frozenset(name for name, value in told.items() if value == TAKEN_BACK and _is_keepable(name))
    given = {name: value for name, value in told.items() if name not in taken_back}
    return FactsSent(check_facts(given, registry), taken_back)


def _is_keepable(name: str) -> bool:
    known = get_case_facts().facts.get(name)
    return known is not None and known.type is CaseFactType.CHOICE
