"""The answerability classifier: is what was found enough to speak from?

What was asked for by number and is held always is. Otherwise a multilingual model finds something
near to any question, so no single score decides: the chance that the law held answers is a logistic
model over several signals, fitted on the tune half of the golden set (`classifier.yaml`). It is also the
answer's confidence.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import yaml

from civicsetu.lexicon.domain_terms import TermsFound
from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.lexicon.tokens import words_of
from civicsetu.retrieval.answerability.signals import Signals
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.ranking.compressors import normalised_logit
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.settings import AnswerabilitySettings

Action = Literal["proceed", "clarify", "show_options", "abstain"]
Reason = Literal["", "nothing_found", "out_of_scope", "rules_not_held", "weak", "unclear", "contradiction"]
_SURE = 0.95
_MOST_SURE = 0.97
_BY_WORDS = 0.5
_CONTRADICTED = 0.5
_GLOSSARY_MOST = 4
_LONG_WORDS = 20


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do, how strong the evidence is (0 to 1), and why nothing is said.

    `by_chance`: whether that was judged by how near the question comes to our law and to others'.
    """

    action: Action
    confidence: float
    reason: Reason = ""
    by_chance: bool = False


@dataclass(frozen=True)
class Calibration:
    """The fitted model: the chance is the logistic function of the weighed sum."""

    intercept: float
    weights: Mapping[str, float]

    def chance(self, features: Mapping[str, float]) -> float:
        total = self.intercept + sum(weight * features[name] for name, weight in self.weights.items())
        return 1.0 / (1.0 + math.exp(-max(min(total, 30.0), -30.0)))


def decide(
    plan: RetrievalPlan,
    found: Retrieved,
    seen: Mapping[str, float],
    settings: AnswerabilitySettings,
    model: Calibration,
    *,
    contradiction: bool = False,
) -> Decision:
    """Decide from what the searches tell; `seen` are the features, `contradiction` whether two of the best disagree.

    Where nothing was searched by meaning, or nothing found by keyphrases, the words alone must be the law's,
    nearly all of them.
    """
    if not found.evidence:
        return Decision("abstain", 0.0, "nothing_found")
    if plan.references and found.evidence[0].pinned:
        return Decision("proceed", _SURE)
    fixed = found.signals.state_rule_score
    states_searched = {item.jurisdiction for item in found.evidence} - {"CENTRAL"}
    if fixed is not None and fixed > settings.state_rule_score and not states_searched:
        return Decision("abstain", 0.0, "rules_not_held")
    if found.vector is None or not found.signals.looked_up:
        enough = seen["own_words"] > 0 and found.signals.query_term_coverage >= settings.min_known
        return Decision("proceed", _BY_WORDS) if enough else Decision("abstain", 0.0, "weak")
    if is_out_of_scope(found.signals, settings.out_of_scope_margin, latin=is_latin(plan.query)):
        return Decision("abstain", 0.0, "out_of_scope", by_chance=True)
    chance = model.chance(seen)
    if chance >= settings.min_confidence and contradiction:
        return Decision("show_options", _CONTRADICTED, "contradiction", by_chance=True)
    if chance >= settings.min_confidence:
        return Decision("proceed", round(min(chance, _MOST_SURE), 2), by_chance=True)
    elsewhere = is_nearer_out_of_scope(found.signals)
    if len(words_of(plan.query)) < settings.clarify_words and not elsewhere:
        return Decision("clarify", 0.0, "unclear", by_chance=True)
    return Decision("abstain", 0.0, "out_of_scope" if elsewhere else "weak", by_chance=True)


def features(plan: RetrievalPlan, found: Retrieved, subject: TermsFound) -> dict[str, float]:
    """The signals as the fitted model reads them, each near 0 to 1."""
    signals = found.signals
    phrases, expected_questions = signals.margins
    words = words_of(plan.query)
    reads = signals.best_rerank is not None
    documents = {item.document for item in found.evidence[:5]}
    known = sum(bool(get_synonyms().meaning(word)) for word in words)
    return {
        "top_vector": (signals.top_vector - 0.8) * 10,
        "vector_margin": signals.vector_margin * 20,
        "top_keyphrases": signals.top_keyphrases or signals.top_expected_questions,
        "top_expected_questions": signals.top_expected_questions or signals.top_keyphrases,
        "query_term_coverage": signals.query_term_coverage if is_latin(plan.query) else 0.5,
        "agreement": signals.agreement,
        "reranked": float(reads),
        "best_rerank": normalised_logit(signals.best_rerank) if signals.best_rerank is not None else 0.0,
        "diversity": len(documents) / 3,
        "own_words": float(subject.own),
        "near_words": float(subject.near),
        "other_words": float(min(len(subject.others), 2)),
        "elsewhere": phrases,
        "expected_questions_elsewhere": expected_questions,
        "synonym_words": min(known, _GLOSSARY_MOST) / _GLOSSARY_MOST,
        "latin": float(is_latin(plan.query)),
        "long": float(len(words) > _LONG_WORDS),
    }


def is_nearer_out_of_scope(signals: Signals) -> bool:
    """Whether a question comes nearer to another subject than to what our law is looked up under."""
    return sum(signals.margins) < 0


def is_out_of_scope(signals: Signals, margin: float, *, latin: bool) -> bool:
    """Whether both phrases and expected questions are nearer to another subject, one of them by `margin`.

    The model weighs what a question shares with our law, and a builder's flat auctioned by a bank
    shares much. Expected questions are English: a question in another script is judged by phrases alone.
    """
    phrases, expected_questions = signals.margins
    if not latin:
        return phrases < -margin
    return min(phrases, expected_questions) < -margin and max(phrases, expected_questions) < 0


def is_latin(text: str) -> bool:
    """Whether most of its letters are Latin."""
    letters = [character for character in text if character.isalpha()]
    return sum(character < "\u0250" for character in letters) * 2 >= len(letters)


@lru_cache(maxsize=1)
def get_calibration() -> Calibration:
    """The fitted model that ships with the package."""
    data = yaml.safe_load(
        files("civicsetu.retrieval.answerability").joinpath("classifier.yaml").read_text("utf-8")
    )
    return Calibration(float(data["intercept"]), {name: float(w) for name, w in data["weights"].items()})
