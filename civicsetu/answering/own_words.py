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
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.answerability.decision import Decision
from civicsetu.retrieval.retriever import Retriever

Refuse = Callable[[PartTurn, Decision], PartTurn]


async def decide_by_own_words(
    turns: Sequence[PartTurn], index: LawIndex, retriever: Retriever, answerability: Answerability, refuse: Refuse
) -> list[PartTurn]:
    """Return the parts, each decided anew that its own words say enough of; the only part of a question stays.

    Raises:
        SearchIncomplete: as `Retriever.retrieve_parts`.
    """
    judged = list(turns)
    doubtful = [at for at, turn in enumerate(judged) if _is_doubtful(turn, answerability)]
    if len(judged) < 2 or not doubtful:
        return judged
    queries = [judged[at].query.alone for at in doubtful]
    plans = [replace(retriever.plan(query), rerank=False) for query in queries]
    found = await retriever.retrieve_parts(plans)
    for at, query, plan, one in zip(doubtful, queries, plans, found, strict=True):
        turn = judged[at]
        decision = answerability.decide_alone(query, plan, one, index, declined=bool(turn.declined))
        if not turn.declined:
            judged[at] = replace(turn, alone=one)
            if decision is not None:
                judged[at] = refuse(judged[at], decision)
        elif decision is not None:
            judged[at] = replace(turn, plan=plan, found=one, decision=decision, kind=None, declined="")
    return judged


def _is_doubtful(turn: PartTurn, answerability: Answerability) -> bool:
    """Whether the part was searched for, and its story may have led the decision astray."""
    if turn.found is None:
        return False
    return answerability.is_doubtful(turn.query, turn.decision, turn.found, declined=bool(turn.declined))
