"""Decide parts of a post by their own words, where the story around them may mislead.

A story of a home draws a question of another law to the law held; a long one in a language written in Latin letters
looks like chatter, and draws a question of the law held away from it. Where one of both may be so, the part is
searched for once more without its story.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from civicsetu.answering.part_turn import PartTurn
from civicsetu.corpus.law_index import LawIndex
from civicsetu.retrieval.answerability.decision import Decision, Reason
from civicsetu.retrieval.answerability.rules import decide, decide_alone, may_be_none_of_ours
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import Settings

_NOT_SURELY_DECLINED = frozenset({Reason.OTHER_LAW, Reason.NO_QUESTION, Reason.WEAK})

Refuse = Callable[[PartTurn, Decision], PartTurn]


async def decide_by_own_words(
    turns: Sequence[PartTurn], index: LawIndex, retriever: Retriever, settings: Settings, refuse: Refuse
) -> list[PartTurn]:
    """Return the parts, each decided anew that its own words say enough of; the only part of a question stays.

    Raises:
        SearchIncomplete: as `Retriever.retrieve_parts`.
    """
    judged = list(turns)
    doubtful = [at for at, turn in enumerate(judged) if _may_lean_away(turn) or _may_be_drawn_away(turn)]
    if len(judged) < 2 or not doubtful:
        return judged
    queries = [judged[at].query.alone for at in doubtful]
    plans = [replace(retriever.plan(query), rerank=False) for query in queries]
    found = await retriever.retrieve_parts(plans)
    for at, query, plan, one in zip(doubtful, queries, plans, found, strict=True):
        turn = judged[at]
        if turn.declined:
            decision = decide(query, plan, one, index, settings.answerability)
            if decision.action == "proceed":
                judged[at] = replace(turn, plan=plan, found=one, decision=decision, kind=None, declined="")
            continue
        judged[at] = replace(turn, alone=one)
        refusal = decide_alone(query, plan, one, index, settings.answerability)
        if refusal is not None:
            judged[at] = refuse(judged[at], refusal)
    return judged


def _may_lean_away(turn: PartTurn) -> bool:
    """Whether the story may hide that the part is none of ours."""
    return (
        turn.found is not None
        and not turn.declined
        and not turn.query.references
        and may_be_none_of_ours(turn.found)
    )


def _may_be_drawn_away(turn: PartTurn) -> bool:
    """Whether the part was declined after a search with its story, and no other law was known in it."""
    decision = turn.decision
    return (
        bool(turn.declined)
        and turn.found is not None
        and bool(turn.query.asked_last)
        and decision is not None
        and decision.reason in _NOT_SURELY_DECLINED
        and decision.other_law is None
    )
