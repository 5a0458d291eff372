"""Say that what the builder claims is not right, where the statement that leads contradicts it.

People who ask whether the builder is right are mostly told something wrong, whoever else said it as often something right: of others
nothing is said. Nor is it ever said that the builder is right, for a claim that repeats the law may leave out its condition. A small
logistic model weighs whether claim and statement both deny, how much they share, and what readers said of like questions.
It is fitted by `civicsetu eval fit-yes-or-no` and ships as data.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import yaml

from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.statements.asked_questions import AskedWord
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.models.packed import Floats
from civicsetu.query.asking import Asking
from civicsetu.yaml_data import load_shipped

FEATURES = ("alike", "alike_shared", "turned_shared", "both_must", "both_may", "opens_no", "denies", "said_yes", "said_no")
NOT_RIGHT = "No, that is not right."
FILE = "by_claim.yaml"
_OPENS_NO = ("No ", "Nobody ")


@dataclass(frozen=True, slots=True)
class ClaimModel:
    """A logistic model over `FEATURES`: the chance that a claim is not right."""

    intercept: float
    weights: Mapping[str, float]

    def chance(self, features: Mapping[str, float]) -> float:
        total = self.intercept + sum(self.weights[name] * features[name] for name in FEATURES)
        return 1 / (1 + math.exp(-total))

    def dump(self) -> str:
        """Return the text of the file that ships."""
        head = "# Fitted by `civicsetu eval fit-yes-or-no`: what each feature counts for the chance that a builder's claim is not right.\n"
        return head + yaml.safe_dump({"intercept": self.intercept, "weights": dict(self.weights)}, sort_keys=False)


_OF_LAWFULNESS = re.compile(r"\bis (?:it|this|that|all this) (?:even |really )?(?:legal|lawful|allowed|permitted|permissible|valid)\W*(?:right)?\W*$", re.IGNORECASE)
"""What is no claim that could be right, though somebody says it: "they say the number comes later, is this legal?"."""


def features_of_claim(question: Asking, statement: str, chances: Floats) -> dict[str, float]:
    """Return the features of a claim that a statement answers; `chances` are those of a yes and of a no, by people's like questions."""
    said, of_law = frozenset(map(stem, split_words(question.text))), stems_of(statement)
    shared = len(said & of_law) / max(len(of_law), 1)
    law = Asking(statement)
    alike = question.denies_by_count is law.denies_by_count
    return {
        "alike": float(alike),
        "alike_shared": shared if alike else 0.0,
        "turned_shared": 0.0 if alike else shared,
        "both_must": float(question.speaks_of_duty and law.speaks_of_duty),
        "both_may": float(question.speaks_of_permission and law.speaks_of_permission),
        "opens_no": float(statement.startswith(_OPENS_NO)),
        "denies": float(law.denies_by_count),
        "said_yes": float(chances[0]),
        "said_no": float(chances[1]),
    }


def say_of_claim(question: Asking, statement: str, chances: Floats, model: ClaimModel | None = None) -> str:
    """Return that the builder's claim is not right, where that is sure; empty where it is not, or no such claim is asked about."""
    if not (question.frame.believed and question.frame.of_builder):
        return ""
    chance = (model or get_claim_model()).chance(features_of_claim(question, statement, chances))
    if chance < ANSWERING.least_claim:
        return ""
    return AskedWord.NO.value if _OF_LAWFULNESS.search(question.frame.asking) else NOT_RIGHT


@lru_cache(maxsize=1)
def get_claim_model() -> ClaimModel:
    """Return the model that ships."""
    data = load_shipped("civicsetu.answering.composing.polar", FILE)
    return ClaimModel(float(data["intercept"]), {name: float(data["weights"][name]) for name in FEATURES})
