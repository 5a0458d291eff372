"""Who asks, as far as it bears on which statement answers: of what kind the question is, whom it names, what is known of the case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from civicsetu.law.statements import Actor
from civicsetu.query.asking import AskedKind


@dataclass(frozen=True, slots=True)
class Asker:
    """Features of the question that bear on the choice of statements: its kind, asker, parties and states.

    `detail`: it asks for what an Act leaves to a state's rules, a form or fee, say. `asks_own_duty`: what the
    asker must do, not what they are owed; `asks_of_builder`: what a builder pays or gives; `asks_whom`: to which office a
    complaint goes; `of_compensation`: compensation is spoken of; `tells_wrong`: a wrong is told, and nothing asked
    but what to do about it; `punished`: the party whose punishment is asked; `bound`: the party whose duty is asked;
    `mentioned`: the actors whom the text names anywhere; `files`: by when somebody files or appeals is asked;
    `liability`: whether somebody is liable; `no_consumer_case`: a consumer forum is asked of, and no case there is mentioned;
    `fee_matters`: what the form or fee asked for is of; `claims`: what money the asker gets is asked; `wants_steps`: how to go
    about something, or what to do; `of_self`: a builder or broker asks of themselves, and of no other party.
    """

    kind: AskedKind
    party: Actor | None
    named: frozenset[Actor]
    facts: Mapping[str, str]
    states: frozenset[str] = frozenset()
    detail: bool = False
    asks_penalty: bool = False
    asks_own_duty: bool = False
    asks_of_builder: bool = False
    asks_whom: bool = False
    of_compensation: bool = True
    tells_wrong: bool = False
    punished: Actor | None = None
    bound: Actor | None = None
    mentioned: frozenset[Actor] = frozenset()
    files: bool = False
    liability: bool = False
    no_consumer_case: bool = False
    fee_matters: frozenset[str] = frozenset()
    claims: bool = False
    wants_steps: bool = False
    of_self: bool = False
