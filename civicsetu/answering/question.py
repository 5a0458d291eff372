"""What a front hands in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypedDict
from uuid import UUID

from civicsetu.errors import InputError

_LONGEST_TYPED = 20  # times the limit: so much is looked through for what can be read


LowConfidence = Literal["continue", "ask", "decline"]


class Writing(TypedDict, total=False):
    """Options of a `Question` on how its answer is written, and whether its planner's steps are reported.

    What is not given is left to the settings.
    """

    by_model: bool
    strict_extractive: bool | None
    require_hard_citations: bool | None
    enable_claims: bool | None
    low_confidence_behavior: LowConfidence | None
    debug: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One turn of one session. `turn_id` is the id of the message that will show the answer.

    `instead_of` is the turn whose question this asks once more, for `jurisdiction` alone
    (CENTRAL: for no state): whatever state that question names or goes on from gives way. Where a fact was `corrected`
    it is asked once more with these facts, for the states it names or goes on from. `person` is
    who asks, for the turns they are given; empty for a command of the operator, which has no limit. `role` says
    what they may be shown, by which the answer is judged.
    `as_on` is the day whose law is asked for; `of_today` asks for that of today, whatever day the words or the turns before name.
    `facts` are those the asker gives of themselves, of the closed list; `about` is the provision asked about, by
    document and path, whatever the words say. `kept` False has nothing of the turn recorded, so that no later question can go on from it.

    Where a chat model is configured: `by_model` False has the answer made of statements, and nothing leaves this
    machine; the others stand in place of the settings of the same name where they are not None.

    `language` is that of the page it is asked on, by its code: where the words themselves tell none but English, the law is
    told in it, too.

    `debug` has the answer tell every step of its planner, too. `composed` False ends the turn once it is decided which of
    its parts are answered: for measuring, where nobody reads the words.
    """

    text: str
    session: str
    turn_id: UUID | None = None
    thread_id: UUID | None = None
    jurisdiction: str | None = None
    as_on: date | None = None
    instead_of: UUID | None = None
    corrected: bool = False
    person: str = ""
    role: str = "citizen"
    kept: bool = True
    facts: tuple[tuple[str, str], ...] = ()
    about: tuple[str, str] | None = None
    by_model: bool = True
    strict_extractive: bool | None = None
    require_hard_citations: bool | None = None
    enable_claims: bool | None = None
    low_confidence_behavior: LowConfidence | None = None
    debug: bool = False
    of_today: bool = False
    language: str = ""
    composed: bool = True

    @property
    def state(self) -> str | None:
        """The jurisdiction chosen, or else the state among the facts."""
        return self.jurisdiction or dict(self.facts).get("state")


def clean_text(text: str, limit: int) -> str:
    """Clean the question: no control characters, no lone surrogates, single spaces and line breaks.

    Raises:
        InputError: nothing is left to read, or it is longer than `limit` characters.
    """
    if len(text) > _LONGEST_TYPED * limit:
        raise _too_long(limit)
    readable = "".join(
        character if character == "\n" or not character.isspace() else " "
        for character in text
        if (character.isprintable() or character.isspace()) and not 0xD800 <= ord(character) <= 0xDFFF
    )
    lines = (" ".join(line.split()) for line in readable.splitlines())
    question = "\n".join(line for line in lines if line)
    if not any(character.isalnum() for character in question):
        raise InputError("empty question", user_message="Please type a question in words.")
    if len(question) > limit:
        raise _too_long(limit)
    return question


def _too_long(limit: int) -> InputError:
    message = f"Please shorten the question to at most {limit:,} characters."
    return InputError("question too long", user_message=message)
