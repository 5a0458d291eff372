"""The evidence gate: is what was found enough to speak from?

What was asked for by number and is held always is. Otherwise a multilingual model finds
something near to any question, so the cosine alone never decides: the reranker's score
does where it reads the question (English); else the cosine together with whose words the
question is made of. Thresholds belong to the models and are settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retriever import Retrieved
from civicsetu.retrieval.subject import Subject
from civicsetu.settings import GateSettings

Action = Literal["proceed", "abstain"]
_SURE = 0.95
_CLEAR_MARGIN = 0.012


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do, and how strong the evidence is (0 to 1)."""

    action: Action
    confidence: float


def judge(plan: RetrievalPlan, found: Retrieved, subject: Subject, settings: GateSettings) -> Verdict:
    """Decide from the scores and from whose words the question is made of."""
    if not found.evidence:
        return Verdict("abstain", 0.0)
    if plan.references and found.evidence[0].pinned:
        return Verdict("proceed", _SURE)
    if subject.others and not subject.own:
        return Verdict("abstain", 0.0)
    if found.signals.best_rerank is not None and found.signals.best_rerank >= settings.min_rerank:
        return Verdict("proceed", round(0.5 + 0.45 * found.signals.best_rerank, 2))
    cosine, known = _needed(plan.query, subject, settings)
    if found.vector is None:
        enough = subject.own and found.signals.known_share >= settings.min_known
    else:
        enough = found.signals.top_vector >= cosine and found.signals.known_share >= known
    if not enough:
        return Verdict("abstain", 0.0)
    return Verdict("proceed", _unreranked(found))


def _unreranked(found: Retrieved) -> float:
    """How sure to be where the reranker is not: do words and meaning agree, does one stand out?

    At most 0.74, so that such an answer is never called highly sure; below 0.55 the reader is
    told that it may not answer the question.
    """
    first = found.evidence[0]
    agree = {"vector", "fulltext"} <= set(first.found_by)
    cosines = sorted((item.score for item in found.evidence), reverse=True)
    margin = cosines[0] - cosines[2] if len(cosines) > 2 else _CLEAR_MARGIN
    stands_out = first.score == cosines[0] and margin >= _CLEAR_MARGIN
    return round(0.4 + 0.17 * agree + 0.17 * stands_out, 2)


def _needed(query: str, subject: Subject, settings: GateSettings) -> tuple[float, float]:
    """The cosine and the share of known words that are enough for such a question."""
    if not query.isascii() and not _mostly_latin(query):
        named = subject.own or subject.near
        return (settings.min_cosine_script, 0.0) if named else (settings.min_cosine, 0.0)
    if subject.own:
        return settings.min_cosine_own, settings.min_known_own
    if subject.near:
        return settings.min_cosine_near, settings.min_known_near
    return settings.min_cosine, settings.min_known


def _mostly_latin(text: str) -> bool:
    letters = [character for character in text if character.isalpha()]
    return sum(character < "\u0250" for character in letters) * 2 >= len(letters)
