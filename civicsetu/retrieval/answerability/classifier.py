"""The answerability classifier: the chance that the law found answers the question.

A multilingual model finds something near to any question, so no single score decides: the chance is a
logistic model over several signals, fitted on the tune half of the golden set and on short questions
(`classifier.yaml`). It is one of the rules after the search (`rules.finds_an_answer`), and the answer's
confidence.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from civicsetu.lexicon.tokens import split_words
from civicsetu.retrieval.answerability.intents import Intents
from civicsetu.retrieval.answerability.word_models import get_field_model
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.thresholds import ANSWERABILITY, AnswerabilityThresholds
from civicsetu.yaml_data import load_shipped


@dataclass(frozen=True)
class Calibration:
    """The fitted model: the chance is the logistic function of the weighted sum of the features."""

    intercept: float
    weights: Mapping[str, float]

    def chance(self, features: Mapping[str, float]) -> float:
        total = self.intercept + sum(weight * features[name] for name, weight in self.weights.items())
        return 1.0 / (1.0 + math.exp(-max(min(total, 30.0), -30.0)))


def features(
    plan: RetrievalPlan, found: Retrieved, intents: Intents, thresholds: AnswerabilityThresholds = ANSWERABILITY
) -> dict[str, float]:
    """Return the features of the model, each near 0 to 1."""
    signals = found.signals
    phrases, questions = signals.margins
    if own := signals.out_of_scope.own_question:
        questions = max(questions, own - signals.out_of_scope.expected_question)
    words = split_words(plan.query)
    documents = {item.document for item in found.evidence[: thresholds.diverse_of]}
    return {
        "top_vector": (signals.top("vector") - thresholds.cosine_floor) * thresholds.cosine_scale,
        "vector_margin": signals.vector_margin * thresholds.margin_scale,
        "top_keyphrases": signals.top("keyphrases") or signals.top("expected_questions"),
        "top_expected_questions": signals.top("expected_questions") or signals.top("keyphrases"),
        "query_term_coverage": signals.query_term_coverage if is_latin(plan.query) else thresholds.coverage_of_script,
        "agreement": signals.agreement,
        "diversity": len(documents) / thresholds.diverse_scale,
        "field_words": get_field_model().score(plan.query) / thresholds.odds_scale if thresholds.field_model else 0.0,
        "elsewhere": phrases,
        "expected_questions_elsewhere": questions,
        "latin": float(is_latin(plan.query)),
        "long": float(len(words) > thresholds.long_words),
        "short": float(len(words) <= thresholds.short_words),
        "asks": float(intents.asks or intents.complains),
        "commands": float(intents.commands or intents.code),
        **{f"scope_{kind}": score / thresholds.odds_scale for kind, score in signals.scope.items()},
    }


def is_latin(text: str) -> bool:
    """Return whether most letters of the text are Latin."""
    letters = [character for character in text if character.isalpha()]
    return sum(character < "\u0250" for character in letters) * 2 >= len(letters)


@lru_cache(maxsize=1)
def get_calibration() -> Calibration:
    """Return the fitted model that ships with the package."""
    data = load_shipped("civicsetu.retrieval.answerability", "classifier.yaml")
    return Calibration(float(data["intercept"]), {name: float(w) for name, w in data["weights"].items()})
