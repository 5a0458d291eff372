"""The policy: how a question of this kind is searched.

All retrievers always run; what the question looks like decides what each retriever's order counts, how deep
it looks and whether the cross-encoder is asked. The numbers are settings; each rule says in words
what it saw, and the answer shows those words.
"""

from __future__ import annotations

import re
from dataclasses import replace

from civicsetu.law.answers import QueryType
from civicsetu.law.references import Reference
from civicsetu.query.read_question import Query
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverDepths, RetrieverWeights
from civicsetu.settings import RetrievalSettings

_SYMBOL = re.compile(r"\d+|[/#§()_]|\b(?:form|annexure|schedule)\s?-?\s?[A-Z0-9]\b", re.IGNORECASE)
_MANY_SYMBOLS = 0.25
_LETTERS_OTHER_THAN_LATIN = re.compile(r"[\u0900-\u0DFF]")
_FEW_WORDS = 4
_DEEPER = 1.5


def plan_of(understood: Query, settings: RetrievalSettings) -> RetrievalPlan:
    """What to look for and how, as the policy of retrieval has it."""
    return plan_for(
        understood.sought,
        understood.query_type,
        understood.documents,
        settings,
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
    *,
    references: tuple[tuple[str, Reference], ...] = (),
    carried_units: tuple[str, ...] = (),
    asked_last: str = "",
    other_state_documents: tuple[str, ...] = (),
) -> RetrievalPlan:
    """What to look for, and how, for a question that stands alone."""
    words = query.split()
    plan = RetrievalPlan(
        query=query,
        query_type=query_type,
        documents=documents,
        references=references,
        carried_units=carried_units,
        asked_last=asked_last,
        other_state_documents=other_state_documents,
        rerank=not references and query_type is not QueryType.DEFINITION,
        rerank_pool=settings.rerank_pool if len(words) <= settings.long_words else settings.rerank_pool_long,
        width=settings.max_context,
        weights=_weights(settings),
        depths=RetrieverDepths(
            settings.vector_depth,
            settings.keyphrase_depth,
            settings.expected_question_depth,
            settings.fulltext_depth,
            settings.graph_depth,
        ),
    )
    for rule in (_penalty, _symbols, _few_words, _other_script):
        plan = rule(plan, settings, words)
    return plan


def _weights(settings: RetrievalSettings) -> RetrieverWeights:
    return RetrieverWeights(
        settings.exact_weight,
        settings.conversation_weight,
        settings.vector_weight,
        settings.keyphrase_weight,
        settings.expected_question_weight,
        settings.fulltext_weight,
        settings.graph_weight,
    )


def _penalty(plan: RetrievalPlan, settings: RetrievalSettings, words: list[str]) -> RetrievalPlan:
    """What punishes refers to what it punishes: the graph knows it where words do not."""
    if plan.query_type is not QueryType.PENALTY:
        return plan
    return replace(plan, weights=replace(plan.weights, graph=settings.graph_weight_penalty))


def _symbols(plan: RetrievalPlan, settings: RetrievalSettings, words: list[str]) -> RetrievalPlan:
    """Numbers, forms and signs are looked up by their letters: a meaning they have none.

    A number counts once, however long it is: who tells what he paid asks in words.
    """
    marked = sum(_SYMBOL.search(word) is not None for word in words) + len(_SYMBOL.findall(plan.query)) / 4
    if not words or marked / len(words) < _MANY_SYMBOLS:
        return plan
    total = plan.weights.vector + plan.weights.fulltext
    share = settings.symbols_fulltext_share
    weights = replace(plan.weights, fulltext=share * total, vector=(1 - share) * total)
    return replace(plan, weights=weights, reasons=(*plan.reasons, "many numbers or signs: words count more"))


def _few_words(plan: RetrievalPlan, settings: RetrievalSettings, words: list[str]) -> RetrievalPlan:
    """A word or two fit many provisions: look deeper."""
    if len(words) >= _FEW_WORDS:
        return plan
    deeper = RetrieverDepths(*(round(_DEEPER * depth) for depth in _all(plan.depths)))
    return replace(plan, depths=deeper, reasons=(*plan.reasons, "few words: looked deeper"))


def _other_script(plan: RetrievalPlan, settings: RetrievalSettings, words: list[str]) -> RetrievalPlan:
    """The cross-encoder reads English only, and ruins what it cannot read; expected questions are English, too."""
    if not _LETTERS_OTHER_THAN_LATIN.search(plan.query):
        return plan
    weights = replace(plan.weights, expected_questions=settings.expected_question_weight_other_script)
    return replace(plan, rerank=False, weights=weights, reasons=(*plan.reasons, "another script than Latin"))


def _all(depths: RetrieverDepths) -> tuple[int, int, int, int, int]:
    return depths.vector, depths.keyphrases, depths.expected_questions, depths.fulltext, depths.graph
