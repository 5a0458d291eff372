"""What was decided of one thing asked, and what it was decided from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from civicsetu.retrieval.scope_kinds import OtherLaw

Action = Literal["proceed", "clarify", "show_options", "abstain"]


class Reason(StrEnum):
    """Why nothing is stated, or what is said beside it; empty where the law held answers."""

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
class Decision:
    """What to do, how strong the evidence is (0 to 1), and why nothing is stated.

    `other_law` is the law a question belongs to, where the closed list names it. `cites` says that an
    abstention goes with the one provision that forbids, governs or weighs what was asked. `features` are
    what the classifier read; empty where the decision was reached without it.
    """

    action: Action
    confidence: float = 0.0
    reason: Reason = Reason.NONE
    other_law: OtherLaw | None = None
    cites: bool = False
    features: Mapping[str, float] = field(default_factory=dict)
