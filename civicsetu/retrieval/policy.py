"""The policy: how a question of this kind is searched.

All retrievers always run; what the question looks like decides what each retriever's order counts, how deep
they look and whether the cross-encoder is asked. The numbers are thresholds; each rule says in words
what it saw, and the answer shows those words.
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

_SYMBOL = re.compile(r"\d+|[/#§()_]|\b(?:form|annexure|schedule)\s?-?\s?[A-Z0-9]\b", re.IGNORECASE)
_LETTERS_OTHER_THAN_LATIN = re.compile(r"[\u0900-\u0DFF]")


def plan_of(understood: Query, settings: RetrievalSettings, thresholds: RetrievalThresholds) -> RetrievalPlan:
    """What to look for and how, as the policy of retrieval has it."""
    return plan_for(
        understood.sought,
        understood.query_type,
        understood.documents,
        settings,
        thresholds,
        references=understood.references,
        carried_units=understood.carried_units,
        asked_last=understood.asked_last,
        other_state_documents=understood.other_state_documents,
    )


def plan_for(
    query: str,
    query_type: QueryType,
    documents: tuple[str, ...],
    settings: RetrievalSettings,
    thresholds: RetrievalThresholds = RetrievalThresholds(),
    *,
    references: tuple[tuple[str, Reference], ...] = (),
    carried_units: tuple[str, ...] = (),
    asked_last: str = "",
    other_state_documents: tuple[str, ...] = (),
) -> RetrievalPlan:
    """What to look for, and how, for a question that stands alone."""
    plan = RetrievalPlan(
        query=query,
        query_type=query_type,
        documents=documents,
        references=references,
        carried_units=carried_units,
        asked_last=asked_last,
        other_state_documents=other_state_documents,
        rerank=thresholds.rerank and not references and query_type is not QueryType.DEFINITION,
        rerank_pool=settings.rerank_pool,
        width=settings.max_context,
    )
    words = query.split()
    for rule in (_penalty, _symbols, _few_words, _other_script):
        plan = rule(plan, thresholds, words)
    return plan


def _penalty(plan: RetrievalPlan, thresholds: RetrievalThresholds, words: list[str]) -> RetrievalPlan:
    """What punishes refers to what it punishes: the graph knows it where words do not."""
    if not thresholds.penalty_rule or plan.query_type is not QueryType.PENALTY:
        return plan
    return replace(plan, boosts=(*plan.boosts, ("graph", thresholds.penalty_graph)))


def _symbols(plan: RetrievalPlan, thresholds: RetrievalThresholds, words: list[str]) -> RetrievalPlan:
    """Numbers, forms and signs are looked up by their letters: a meaning they have none.

    A number counts once, however long it is: who tells what he paid asks in words.
    """
    marked = sum(_SYMBOL.search(word) is not None for word in words) + len(_SYMBOL.findall(plan.query)) / 4
    if not thresholds.symbols_rule or not words or marked / len(words) < thresholds.many_symbols:
        return plan
    boosts = (("fulltext", thresholds.symbols_fulltext), ("vector", thresholds.symbols_vector))
    reasons = (*plan.reasons, "many numbers or signs: words count more")
    return replace(plan, boosts=(*plan.boosts, *boosts), reasons=reasons)


def _few_words(plan: RetrievalPlan, thresholds: RetrievalThresholds, words: list[str]) -> RetrievalPlan:
    """A word or two fit many provisions: look deeper."""
    if not thresholds.few_words_rule or len(words) >= thresholds.few_words:
        return plan
    reasons = (*plan.reasons, "few words: looked deeper")
    return replace(plan, depth_factor=thresholds.few_words_depth, reasons=reasons)


def _other_script(plan: RetrievalPlan, thresholds: RetrievalThresholds, words: list[str]) -> RetrievalPlan:
    """The cross-encoder reads English only, and ruins what it cannot read; expected questions are English, too."""
    if not _LETTERS_OTHER_THAN_LATIN.search(plan.query):
        return plan
    boosts = (("expected_questions", thresholds.script_expected_questions),) if thresholds.script_rule else ()
    reasons = (*plan.reasons, "another script than Latin")
    return replace(plan, rerank=False, boosts=(*plan.boosts, *boosts), reasons=reasons)
