"""The verdict on one written sentence, with a reason for each doubt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Check(StrEnum):
    """A check of a written sentence; its name is stored with the verdict."""

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
    """Verdict of the rules on whether a sentence may be shown; `score` (0 to 1) is how sure they are of its support."""

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
