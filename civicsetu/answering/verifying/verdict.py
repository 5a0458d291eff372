"""The verdict on one written sentence, with a reason for each doubt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Check(StrEnum):
    """What was looked at; the name of a check is stored with the verdict."""

    KEYS = "keys"
    QUOTE = "quote"
    NUMBER = "number"
    REFERENCE = "reference"
    FORM = "form"
    STATE = "state"
    PARTY = "party"
    NEGATION = "negation"
    MODALITY = "modality"
    CONDITION = "condition"
    COVERAGE = "coverage"
    ABSENCE = "absence"
    ADVICE = "advice"
    PERSONAL = "personal"
    LINK = "link"
    MARKUP = "markup"
    INSTRUCTION = "instruction"
    ECHO = "echo"
    OPINION = "opinion"
    TRANSLATION = "translation"


@dataclass(frozen=True, slots=True)
class Doubt:
    """One reason why a sentence may not stand, in words its writer can mend it by.

    A certain doubt drops the sentence; any other may be lifted by the opinion, where one is asked.
    """

    check: Check
    reason: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a sentence may be shown by the rules; `score` is how sure they are that it is supported (0 to 1)."""

    doubts: tuple[Doubt, ...] = ()
    score: float = 1.0

    @property
    def passes(self) -> bool:
        """No doubt at all."""
        return not self.doubts

    @property
    def is_refused(self) -> bool:
        """A doubt that no opinion lifts."""
        return any(doubt.certain for doubt in self.doubts)
