"""The evidence gate: is what was found enough to speak from?

What was asked for by number and is held always is. Otherwise meaning and words must both
speak for it: a multilingual model finds something near to any question, so a high cosine
with none of the question's own words, or the words with a low cosine, is not evidence.
Thresholds belong to the embedding model and are settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retriever import Retrieved
from civicsetu.settings import GateSettings

Action = Literal["proceed", "abstain"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do, and how strong the evidence is (0 to 1)."""

    action: Action
    confidence: float


def judge(plan: RetrievalPlan, found: Retrieved, settings: GateSettings) -> Verdict:
    """Decide from scores alone; the words of the question are not looked at again."""
    if not found.evidence:
        return Verdict("abstain", 0.0)
    if plan.references and found.evidence[0].pinned:
        return Verdict("proceed", 0.95)
    meaning = _above(found.top_vector_score, settings.min_vector_score, settings.sure_vector_score)
    words = _above(found.term_coverage, settings.min_term_coverage, 1.0)
    if found.vector is None:
        return Verdict("proceed" if words >= 0.5 else "abstain", round(words * 0.6, 2))
    if meaning <= 0 or (words <= 0 and meaning < 1):
        return Verdict("abstain", 0.0)
    return Verdict("proceed", round(min(0.95, 0.35 + 0.35 * meaning + 0.25 * words), 2))


def _above(value: float, low: float, high: float) -> float:
    """0 at `low`, 1 at `high`."""
    return max(0.0, min(1.0, (value - low) / max(high - low, 1e-6)))
