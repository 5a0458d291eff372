"""Read which actors of the law a question names, and of which party it asks the punishment.

The law has a punishment of its own for the builder, the broker and the buyer, often for one and the same wrong, and a
question names several of them. The clause that asks says of whom; where it says "he" or names nobody, it is the one
whom the story began with. The actors' names are data (`actors_named.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from civicsetu.law.statements import Actor
from civicsetu.query.asking import Asking, ConsequenceAsked
from civicsetu.yaml_data import load_patterns

PARTIES = frozenset({Actor.PROMOTER, Actor.ALLOTTEE, Actor.AGENT})
OFFICES = frozenset({Actor.AUTHORITY, Actor.ADJUDICATING_OFFICER, Actor.TRIBUNAL, Actor.HIGH_COURT})
_LEADS_TO = re.compile(r"(?:\s+(?:is|are|there|will|would|can|could|may|do|does|must|should|to|for|of|on|against|upon|the|this|that|an?|my|our|his|such))*\s+", re.IGNORECASE)
_JOINED = re.compile(r"\s*(?:,|/|&|\s(?:and|or|nd|aur|ya|और|या|आणि|மற்றும்|ಮತ್ತು))\s+(?:\w+\s+)?", re.IGNORECASE)
_OF_SEVERAL = re.compile(r"\b(?:each|both|either|everybody|everyone|dono|sabko|they|them)\b|दोनों|सबको|दोघां", re.IGNORECASE)
_OF_THE_ASKER = re.compile(r"\b(?:i|we|mujhe|mujhpe|(?:on|upon|against|from) (?:me|us))\b|मुझ|हमें|मला|எனக்கு|ನನಗೆ", re.IGNORECASE)
_SOUGHT = re.compile(
    r"\b(?:i|we) (?:\w+ )?(?:demand|claim|seek|want|ask(?: for)?|press for|(?:get|have|see) (?:him|her|it|the|this|that|my|our))\b"
    r"|\b(?:for|on|against|punish) (?:him|her)\b",
    re.IGNORECASE,
)
"""Words by which the asker seeks a punishment for somebody else: "can I get him fined?"."""
_OF_ANY = r"(?:(?:an?|the|every|each|any|my|our|this|that|his|her|registered|real|estate|property)\s+)*"
_MUST_BEFORE = re.compile(rf"\b(?:must|should|shall|has|have|is it the duty of)\s+{_OF_ANY}$|\b(?:obligations|duties|duty|responsibilities) of\s+{_OF_ANY}$", re.IGNORECASE)
_MUST_BEHIND = re.compile(r"\s+(?:must|should|shall|ha(?:s|ve) to|needs? to|is (?:bound|obliged|required) to)", re.IGNORECASE)
_IS_BEFORE = re.compile(rf"\b(?:is|are|was|will|would|can|should|shall)\s+{_OF_ANY}$", re.IGNORECASE)
_LIABLE_BEHIND = re.compile(r"\s+(?:(?:also|too|be|held|jointly|equally|personally|not|then|legally)\s+)*(?:liable|responsible|answerable|accountable)\b", re.IGNORECASE)
_OWNED = re.compile(r"\s?[’']s\b")


def actors_named(question: str) -> frozenset[Actor]:
    """Return the actors of the law that a question names, in any of the languages people ask in."""
    return frozenset(actor for actor, pattern in _actor_words().items() if pattern.search(question))


def find_acting(text: str) -> frozenset[Actor]:
    """Return the parties that a text names, but for owners: in "the builder's brochure" no party acts."""
    return frozenset(actor for _, end, actor in _named_parties(text) if not _OWNED.match(text, end))


def find_bound(asking: str) -> Actor | None:
    """Return the party whose duty a question asks: "what must the agent give?", "is the agent liable?"; None where it asks no party's."""
    for start, end, actor in _parties(asking):
        before, behind = asking[:start], asking[end:]
        is_liable = _IS_BEFORE.search(before) and _LIABLE_BEHIND.match(behind)
        if _MUST_BEFORE.search(before) or _MUST_BEHIND.match(behind) or is_liable:
            return actor
    return None


def find_punished(text: Asking, asker: Actor | None) -> Actor | None:
    """Return the party whose punishment is asked; None where none is, or where it is that of several.

    `asker` is the party of whoever asks, for "what do I pay?"; "what fine can I ask for?" is of the other side.
    """
    asked = text.consequence
    if asked is None or _OF_SEVERAL.search(asked.clause):
        return None
    named = _parties(asked.clause)
    if not named:
        told = _parties(asked.whole)
        by_asker = _OF_THE_ASKER.search(asked.clause) is not None and _SOUGHT.search(asked.clause) is None
        return asker if by_asker else next((actor for _, _, actor in told), None)
    if len(named) > 1 and _JOINED.fullmatch(asked.clause[named[0][1] : named[1][0]]):
        return None
    return _faces(asked, named)


def _faces(asked: ConsequenceAsked, named: list[tuple[int, int, Actor]]) -> Actor:
    """Who stands just behind the punishment, else who is named first: "does the broker pay a fine?"."""
    end = asked.end
    lead = _LEADS_TO.match(asked.clause, end)
    behind = lead.end() if lead else end
    return next((actor for start, _, actor in named if end <= start <= behind), named[0][2])


def _parties(text: str) -> list[tuple[int, int, Actor]]:
    """Return start, end and party of each first naming, in the order in which they are named.

    Of "the builder's agent" the agent alone, if there is another.
    """
    found = _named_parties(text)
    acting = [one for one in found if not _OWNED.match(text, one[1])]
    return acting or found


def _named_parties(text: str) -> list[tuple[int, int, Actor]]:
    found = [
        (match.start(), match.end(), actor)
        for actor, pattern in _actor_words().items()
        if actor in PARTIES and (match := pattern.search(text)) is not None
    ]
    return sorted(found, key=lambda one: one[0])


@lru_cache(maxsize=1)
def _actor_words() -> Mapping[Actor, re.Pattern[str]]:
    named = load_patterns("civicsetu.answering.composing", "actors_named.yaml")
    return {Actor(name): pattern for name, pattern in named.items()}
