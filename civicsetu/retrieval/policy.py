"""Plan how a question is searched.

All retrievers always run; the question decides which weights change and whether the cross-encoder is
asked. The numbers are thresholds; a rule adds its reason in words, and the answer shows it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from civicsetu.law.answers import QueryType
from civicsetu.law.references import Reference
from civicsetu.query.read_question import Query
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings

_LETTERS_OTHER_THAN_LATIN = re.compile(r"[\u0900-\u0DFF]")


def plan_of(understood: Query, settings: RetrievalSettings, thresholds: RetrievalThresholds) -> RetrievalPlan:
    """Return the plan for a question that was read."""
    return plan_for(
        understood.sought,
        understood.query_type,
        understood.documents,
        settings,
        thresholds,
        references=understood.references,
        asked_last=understood.asked_last,
        asked_itself=understood.asked_itself,
        is_part=understood.is_part,
        other_state_documents=understood.other_state_documents,
        state_named=any(state.source == "named" for state in understood.asked),
        halves=understood.halves,
    )


def plan_for(
    query: str,
    query_type: QueryType,
    documents: tuple[str, ...],
    settings: RetrievalSettings,
    thresholds: RetrievalThresholds = RetrievalThresholds(),
    *,
    references: tuple[tuple[str, Reference], ...] = (),
    asked_last: str = "",
    asked_itself: str = "",
    is_part: bool = False,
    other_state_documents: tuple[str, ...] = (),
    state_named: bool = False,
    halves: tuple[str, ...] = (),
) -> RetrievalPlan:
    """Return the plan for a question that needs no conversation to be understood."""
    plan = RetrievalPlan(
        query=query,
        query_type=query_type,
        documents=documents,
        references=references,
        asked_last=asked_last,
        asked_itself=asked_itself,
        is_part=is_part,
        other_state_documents=other_state_documents,
        state_named=state_named,
        rerank=not references and query_type is not QueryType.DEFINITION,
        rerank_pool=settings.rerank_pool,
        halves=halves,
    )
    return _other_script(plan, thresholds)


def _other_script(plan: RetrievalPlan, thresholds: RetrievalThresholds) -> RetrievalPlan:
    """Switch the cross-encoder off and weigh expected questions less for another script: both are English."""
    if not _LETTERS_OTHER_THAN_LATIN.search(plan.query):
        return plan
    boosts = (("expected_questions", thresholds.script_expected_questions),) if thresholds.script_rule else ()
    reasons = (*plan.reasons, "another script than Latin")
    return replace(plan, rerank=False, boosts=(*plan.boosts, *boosts), reasons=reasons)
