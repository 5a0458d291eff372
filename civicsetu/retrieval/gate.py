"""The evidence gate: is what was found enough to speak from?

What was asked for by number and is held always is. Otherwise a multilingual model finds something
near to any question, so no single score decides: the chance that the law held answers is a logistic
model over several signals, fitted on the tune half of the golden set (`gate.yaml`). It is also the
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

from civicsetu.retrieval.glossary import get_glossary
from civicsetu.retrieval.narrow import sureness
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.signals import Signals
from civicsetu.retrieval.subject import Subject
from civicsetu.retrieval.words import words_of
from civicsetu.settings import GateSettings

Action = Literal["proceed", "clarify", "show_options", "abstain"]
Reason = Literal["", "nothing_found", "other_subject", "rules_not_held", "weak", "unclear", "contradiction"]
_SURE = 0.95
_MOST_SURE = 0.97
_BY_WORDS = 0.5
_CONTRADICTED = 0.5
_GLOSSARY_MOST = 4
_LONG_WORDS = 20


@dataclass(frozen=True, slots=True)
class Verdict:
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


def judge(
    plan: RetrievalPlan,
    found: Retrieved,
    seen: Mapping[str, float],
    settings: GateSettings,
    model: Calibration,
    *,
    contradiction: bool = False,
) -> Verdict:
    """Decide from what the searches tell; `seen` are the features, `contradiction` whether two of the best disagree.

    Where nothing was searched by meaning, or nothing found by headwords, the words alone must be the law's,
    nearly all of them.
    """
    if not found.evidence:
        return Verdict("abstain", 0.0, "nothing_found")
    if plan.references and found.evidence[0].pinned:
        return Verdict("proceed", _SURE)
    fixed = found.signals.fixed_by_rules
    states_searched = {item.jurisdiction for item in found.evidence} - {"CENTRAL"}
    if fixed is not None and fixed > settings.fixed_by_rules and not states_searched:
        return Verdict("abstain", 0.0, "rules_not_held")
    if found.vector is None or not found.signals.looked_up:
        enough = seen["own_words"] > 0 and found.signals.known_share >= settings.min_known
        return Verdict("proceed", _BY_WORDS) if enough else Verdict("abstain", 0.0, "weak")
    if plainly_elsewhere(found.signals, settings.elsewhere_margin, latin=is_latin(plan.query)):
        return Verdict("abstain", 0.0, "other_subject", by_chance=True)
    chance = model.chance(seen)
    if chance >= settings.min_confidence and contradiction:
        return Verdict("show_options", _CONTRADICTED, "contradiction", by_chance=True)
    if chance >= settings.min_confidence:
        return Verdict("proceed", round(min(chance, _MOST_SURE), 2), by_chance=True)
    elsewhere = nearer_elsewhere(found.signals)
    if len(words_of(plan.query)) < settings.clarify_words and not elsewhere:
        return Verdict("clarify", 0.0, "unclear", by_chance=True)
    return Verdict("abstain", 0.0, "other_subject" if elsewhere else "weak", by_chance=True)


def features(plan: RetrievalPlan, found: Retrieved, subject: Subject) -> dict[str, float]:
    """The signals as the fitted model reads them, each near 0 to 1."""
    signals = found.signals
    phrases, situations = signals.margins
    words = words_of(plan.query)
    reads = signals.best_rerank is not None
    documents = {item.document for item in found.evidence[:5]}
    known = sum(bool(get_glossary().meaning(word)) for word in words)
    return {
        "top_vector": (signals.top("vector") - 0.8) * 10,
        "vector_margin": signals.vector_margin * 20,
        "top_headwords": signals.top("headwords") or signals.top("situations"),
        "top_situations": signals.top("situations") or signals.top("headwords"),
        "known_share": signals.known_share if is_latin(plan.query) else 0.5,
        "agreement": signals.agreement,
        "reranked": float(reads),
        "best_rerank": sureness(signals.best_rerank) if signals.best_rerank is not None else 0.0,
        "diversity": len(documents) / 3,
        "own_words": float(subject.own),
        "near_words": float(subject.near),
        "other_words": float(min(len(subject.others), 2)),
        "elsewhere": phrases,
        "situations_elsewhere": situations,
        "glossary_words": min(known, _GLOSSARY_MOST) / _GLOSSARY_MOST,
        "latin": float(is_latin(plan.query)),
        "long": float(len(words) > _LONG_WORDS),
    }


def nearer_elsewhere(signals: Signals) -> bool:
    """Whether a question comes nearer to another subject than to what our law is looked up under."""
    return sum(signals.margins) < 0


def plainly_elsewhere(signals: Signals, margin: float, *, latin: bool) -> bool:
    """Whether both phrases and situations are nearer to another subject, one of them by `margin`.

    The model weighs what a question shares with our law, and a builder's flat auctioned by a bank
    shares much. Situations are English: a question in another script is judged by phrases alone.
    """
    phrases, situations = signals.margins
    if not latin:
        return phrases < -margin
    return min(phrases, situations) < -margin and max(phrases, situations) < 0


def is_latin(text: str) -> bool:
    """Whether most of its letters are Latin."""
    letters = [character for character in text if character.isalpha()]
    return sum(character < "\u0250" for character in letters) * 2 >= len(letters)


@lru_cache(maxsize=1)
def get_calibration() -> Calibration:
    """The fitted model that ships with the package."""
    data = yaml.safe_load(files("civicsetu.retrieval").joinpath("gate.yaml").read_text("utf-8"))
    return Calibration(float(data["intercept"]), {name: float(w) for name, w in data["weights"].items()})
