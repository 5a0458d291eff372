"""Choose the statements of a part of a post by its own question, not only by the story around it.

The story finds the law; but it is the same for every part, and its loudest matter would answer them all. A
statement is therefore weighed by its nearness to the part's own question, too, and by how near the nearest question of people comes
to that, and the statements nearest to it are candidates even where their provision was not among those found.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.ranking import Ranked, rank
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.evidence import Evidence
from civicsetu.models.packed import Floats
from civicsetu.models.question_vectors import AskedVectors, QuestionVectors


def rank_for_part(
    question: str,
    asker: Asker,
    vectors: QuestionVectors,
    chosen: Sequence[tuple[int, Evidence, int]],
    index: StatementIndex,
) -> list[Ranked]:
    """Return the candidates by the question with its story and by the part's own question, the likeliest first.

    Those of the provisions found are joined by the statements of the same laws that are nearest to the own question.
    """
    near = nearness(vectors, index)
    asked = _asked_by_people(vectors, index)
    added = find_nearest(near, chosen, index, ANSWERING.part_nearest)
    ranked = rank(question, asker, vectors, [*chosen, *added], index)
    weighed = [_weigh(one, near, asked, index) for one in ranked]
    return sorted(weighed, key=lambda one: -one.score)


def keep_near(ranked: Sequence[Ranked], vectors: QuestionVectors, index: StatementIndex) -> list[Ranked]:
    """Return those near enough to the part, by its own question and with its story; none where the likeliest is not.

    What leads by the story alone is an answer to another question of the post.
    """
    with_story = index.centres @ index.whiten_question(vectors.asked)
    near = (nearness(vectors, index) + with_story) / 2
    kept = [one for one in ranked if near[index.place[one.held.statement.id]] >= ANSWERING.least_near]
    return kept if kept and kept[0] is ranked[0] else []


def nearness(vectors: QuestionVectors, index: StatementIndex) -> Floats:
    """Return (n,): how near each statement is to the part's own question, as a cosine.

    It is the mean of the question as it was put and of the question with the law's words added: those written in
    Latin letters of another language are far from every statement without them. Where the story tells of it, it is
    the nearer of the question alone and of the question with what is told: the one may say too little, the other too
    much.
    """
    if vectors.alone is None or vectors.alone_expanded is None:
        return near_to(AskedVectors(vectors.asked, vectors.expanded), index)
    near = near_to(AskedVectors(vectors.alone, vectors.alone_expanded), index)
    return near if vectors.itself is None else np.maximum(near, near_to(vectors.itself, index))


def near_to(own: AskedVectors, index: StatementIndex) -> Floats:
    """Return (n,): how near each statement is to a text that asks, as a cosine."""
    put, law = index.whiten_question(own.asked), index.whiten_question(own.expanded)
    return np.asarray(index.centres @ (put + law) / 2, np.float32)


def find_nearest_asked(
    vectors: QuestionVectors, chosen: Sequence[tuple[int, Evidence, int]], index: StatementIndex
) -> list[tuple[int, Evidence, int]]:
    """Return the statements whose questions are nearest to a whole question, though their provisions were not found."""
    whitened = index.whiten_question(vectors.asked)
    near = (index.centres @ whitened + index.nearest_question(whitened)) / 2
    return find_nearest(np.asarray(near, np.float32), chosen, index, ANSWERING.asked_nearest)


def _asked_by_people(vectors: QuestionVectors, index: StatementIndex) -> Floats:
    """Return (n,): the cosine of the part's own words and the nearest question of people that each statement leads.

    A statement that no question asks for gets the mean over those that have one.
    """
    near = index.nearest_asked_by_people(index.whiten_question(vectors.of_own_words))
    return np.nan_to_num(near, nan=ANSWERING.usually_asked)


def _weigh(one: Ranked, near: Floats, asked: Floats, index: StatementIndex) -> Ranked:
    at = index.place[one.held.statement.id]
    of_own = ANSWERING.part_own * float(near[at]) + ANSWERING.part_people * float(asked[at])
    return Ranked(one.held, ANSWERING.part_story * one.score + of_own + ANSWERING.part_bias)


def find_nearest(
    near: Floats, chosen: Sequence[tuple[int, Evidence, int]], index: StatementIndex, most: int
) -> list[tuple[int, Evidence, int]]:
    """Return the statements of the laws found that are nearest to a question and no candidates yet, `most` at most.

    They count as found last, with the least relevance.
    """
    if not chosen:
        return []
    known = {at for at, _, _ in chosen}
    of_law = {item.document: item for _, item, _ in sorted(chosen, key=lambda one: -one[1].relevance)}
    least = min(item.relevance for _, item, _ in chosen)
    behind = 1 + max(rank for _, _, rank in chosen)
    places = [
        (int(at), index.held[int(at)].unit.document)
        for at in np.argsort(-near, kind="stable")
        if int(at) not in known and index.held[int(at)].unit.document in of_law
    ]
    return [
        (at, of_law[law].model_copy(update={"relevance": least, "pinned": False}), behind)
        for at, law in places[:most]
    ]
