"""How well what was gathered covers what was asked: coverage, uniqueness, redundancy."""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.planning import AgenticMetrics, PlannerTrace
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.planner.budget import Budget
from civicsetu.planner.gathered_text import count_covered, text_of
from civicsetu.query.asking import Asking

_PLACES = 3


def measure_gathered(
    questions: Sequence[Asking],
    gathered: Sequence[Sequence[Evidence]],
    index: LawIndex,
    trace: PlannerTrace,
    budget: Budget,
) -> AgenticMetrics:
    """Return the metrics of a question: `questions` are its parts, `gathered` the evidence of each, in their order."""
    limits = budget.limits
    return AgenticMetrics(
        strategy=trace.strategy,
        ended=trace.ended,
        coverage=_coverage(questions, gathered, index),
        uniqueness=_uniqueness(gathered),
        redundancy=_redundancy(gathered, index),
        calls=budget.calls,
        tokens=budget.tokens,
        ms=round(sum(call.ms for call in trace.calls), 1),
        max_calls=limits.max_calls,
        max_tokens=limits.max_tokens,
        max_ms=limits.max_ms,
    )


def _coverage(questions: Sequence[Asking], gathered: Sequence[Sequence[Evidence]], index: LawIndex) -> float:
    """The share of the words asked, over all parts, that stand in the part's evidence, or what they mean in law does."""
    counted = [count_covered(question, one, index) for question, one in zip(questions, gathered, strict=True)]
    asked = sum(of for _, of in counted)
    return round(sum(there for there, _ in counted) / asked, _PLACES) if asked else 0.0


def _uniqueness(gathered: Sequence[Sequence[Evidence]]) -> float:
    every = [one.unit_id for evidence in gathered for one in evidence]
    return round(len(set(every)) / len(every), _PLACES) if every else 0.0


def _redundancy(gathered: Sequence[Sequence[Evidence]], index: LawIndex) -> float:
    """The mean, over the provisions but the first, of the share of words that the likest before it has, too."""
    units = {one.unit_id: one for evidence in gathered for one in evidence}
    words = [stems_of(text_of(one, index)) for one in units.values()]
    shares = [
        max(len(own & before) / max(len(own | before), 1) for before in words[:at])
        for at, own in enumerate(words)
        if at
    ]
    return round(sum(shares) / len(shares), _PLACES) if shares else 0.0
