"""Search each jurisdiction by itself, so that one law's words do not crowd out another's.

A state's rules are few beside the Act, and the Act's sections say much the same as they do:
in one list the rule that fixes the rate loses to the sections that mention it. Each
jurisdiction therefore has its own ranking, and a guaranteed share of the evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.plan import RetrievalPlan, RetrieverReport
from civicsetu.retrieval.ranking.enabled_rules import names_sections_beside_state
from civicsetu.retrieval.thresholds import RetrievalThresholds

_DEFAULT = RetrievalThresholds()


def split_by_jurisdiction(plan: RetrievalPlan, index: LawIndex) -> list[RetrievalPlan]:
    """Return a plan for each jurisdiction whose documents are searched, the states first.

    A question that names provisions has one plan, since nothing competes with them; but beside sections
    of central law, a state's rules have a ranking of their own.
    """
    of: dict[str, list[str]] = {}
    for key in plan.documents:
        of.setdefault(index.laws[key].jurisdiction, []).append(key)
    if len(of) < 2 or (plan.references and not names_sections_beside_state(plan, index)):
        return [plan]
    states_first = sorted(of, key=lambda jurisdiction: jurisdiction == CENTRAL)
    return [
        replace(
            plan,
            documents=tuple(of[jurisdiction]),
            references=tuple(one for one in plan.references if one[0] in of[jurisdiction]),
        )
        for jurisdiction in states_first
    ]


def rerank_budget(
    pool: int,
    plans: Sequence[RetrievalPlan],
    index: LawIndex,
    thresholds: RetrievalThresholds = _DEFAULT,
) -> list[int]:
    """Return how many pairs of each plan the cross-encoder may score, at most `pool` in all.

    Where several states are compared the central Act is only a supplement, and not scored. Where there
    are too many states for a useful share, nothing is scored.
    """
    compared = _compared(plans, index)
    scored = [not (compared and _is_central(plan, index)) for plan in plans]
    share = pool // max(sum(scored), 1)
    return [share if one and share >= thresholds.fewest_pairs else 0 for one in scored]


def act_first(
    plans: Sequence[RetrievalPlan], cosine_score: Sequence[float], index: LawIndex, margin: float
) -> list[int]:
    """Return the positions of the plans in the order of their first provisions.

    A state's rules come before the Act where a rule, form or fee is asked for, and else unless the Act's
    first provision is nearer to the question by `margin`. `cosine_score` is that of each plan's first.
    """
    places = list(range(len(plans)))
    if len(plans) < 2 or _compared(plans, index) or plans[0].asking.asks_states_own:
        return places

    def lead(at: int) -> float:
        return cosine_score[at] - (margin if _is_central(plans[at], index) else 0.0)

    return sorted(places, key=lead, reverse=True)


def interleave(
    plans: Sequence[RetrievalPlan],
    found: Sequence[Sequence[Evidence]],
    index: LawIndex,
    context: int,
    limit: int,
    thresholds: RetrievalThresholds = _DEFAULT,
) -> list[Evidence]:
    """Interleave the evidence of the jurisdictions, at most `limit`; what one lacks the others fill.

    Where states are compared, one of the first `context` provisions is of the Act and comes after those
    of the states, unless there is a state for every place.
    """
    if not _compared(plans, index):
        return list(_in_turn(found))[:limit]
    states = [items for plan, items in zip(plans, found, strict=True) if not _is_central(plan, index)]
    central = [
        item for plan, items in zip(plans, found, strict=True) if _is_central(plan, index) for item in items
    ]
    first = list(_in_turn(states))
    quota = min(len(central), thresholds.central_quota, max(context - sum(map(bool, states)), 0))
    room = context - quota
    return [*first[:room], *central[:quota], *first[room:], *central[quota:]][:limit]


def _compared(plans: Sequence[RetrievalPlan], index: LawIndex) -> bool:
    return sum(not _is_central(plan, index) for plan in plans) > 1


def _is_central(plan: RetrievalPlan, index: LawIndex) -> bool:
    return all(index.laws[key].jurisdiction == CENTRAL for key in plan.documents)


def _in_turn(found: Sequence[Sequence[Evidence]]) -> Iterator[Evidence]:
    for row in zip_longest(*found):
        yield from (item for item in row if item is not None)


def merge_reports(retrievers: Sequence[RetrieverReport]) -> list[RetrieverReport]:
    """Merge reports by retriever: what it found in all jurisdictions, and the longest it took."""
    by_name: dict[str, RetrieverReport] = {}
    for retriever in retrievers:
        before = by_name.get(retriever.name)
        by_name[retriever.name] = (
            retriever
            if before is None
            else RetrieverReport(
                retriever.name,
                before.found + retriever.found,
                max(before.latency_ms, retriever.latency_ms),
                before.degraded or retriever.degraded,
                beside=retriever.beside,
            )
        )
    return list(by_name.values())
