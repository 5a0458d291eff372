"""Kinds of question and the nearest topic: what a question can be about, seen from the law held."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from civicsetu.law.other_laws import OtherLaw


class ScopeKind(StrEnum):
    """The kind of a text, seen from the law held."""

    IN_SCOPE = "in_scope"
    OTHER_LAW = "other_law"
    NO_QUESTION = "no_question"
    WRONGDOING = "wrongdoing"
    PREDICTION = "prediction"


KINDS = tuple(ScopeKind)
Scores = Mapping[ScopeKind, float]
"""The natural logarithm of the chance of each kind."""
UNKNOWN_SCOPE: Scores = {kind: -math.log(len(KINDS)) for kind in KINDS}


@dataclass(frozen=True, slots=True)
class OutOfScopeMatch:
    """The topic nearest to a question, and the cosines of its nearest phrases and question.

    `law` is the other law that the topic and most of the nearest texts belong to; None where they are of
    several, or of one that the closed list does not name. `own_question` is the cosine of the nearest of what
    people ask of the law held.
    """

    topic: str = ""
    phrases: float = 0.0
    expected_question: float = 0.0
    law: OtherLaw | None = None
    own_question: float = 0.0


NO_MATCH = OutOfScopeMatch()
