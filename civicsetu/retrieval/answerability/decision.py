"""The decision on one question, its reason, and two provisions that contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from civicsetu.law.evidence import Evidence
from civicsetu.law.other_laws import OtherLaw
from civicsetu.law.sentences import SentenceSpan

Action = Literal["proceed", "clarify", "show_options", "abstain"]


class Reason(StrEnum):
    """Reason for declining, asking back or answering with options; empty where a question is answered."""

    NONE = ""
    NO_LAW_HELD = "no_law_held"
    GREETING = "greeting"
    BEFORE_THE_LAW = "before_the_law"
    NO_SUCH_PROVISION = "no_such_provision"
    RULES_NOT_HELD = "rules_not_held"
    OTHER_LAW_NAMED = "other_law_named"
    NOTHING_FOUND = "nothing_found"
    LEFT_TO_STATE_RULES = "left_to_state_rules"
    WRONGDOING = "wrongdoing"
    PREDICTION = "prediction"
    NO_QUESTION = "no_question"
    OTHER_LAW = "other_law"
    WEAK = "weak"
    UNCLEAR = "unclear"
    CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two provisions that contradict each other, the better found first, and the sentences of each in which they do."""

    provisions: tuple[Evidence, Evidence]
    sentences: tuple[tuple[SentenceSpan, SentenceSpan], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The action, the confidence (0 to 1), and the reason.

    `other_law` is the law a question belongs to, where the closed list names it; `by_words`: its words name
    that law. `cites` says that the
    text of an abstention is followed by the one provision that forbids or governs what was asked.
    `features` are those the classifier read; empty where the decision was reached without it. `contradiction` is
    what options are shown of.
    """

    action: Action
    confidence: float = 0.0
    reason: Reason = Reason.NONE
    other_law: OtherLaw | None = None
    by_words: bool = False
    cites: bool = False
    features: Mapping[str, float] = field(default_factory=dict)
    contradiction: Contradiction | None = None
