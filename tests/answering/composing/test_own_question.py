"""A part of a post is answered by what it asks itself, not by what its story speaks of most."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from civicsetu.answering.composing import own_question
from civicsetu.answering.composing.answer_with_statements import (
    answer_with_statements,
    rank_statements,
    read_asker,
)
from civicsetu.answering.composing.own_question import keep_near, near_to, nearness, rank_for_part
from civicsetu.answering.composing.ranking import candidates, rank
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.statements.asked_questions import AskedQuestion
from civicsetu.models.question_vectors import AskedVectors
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved
from tests.answering.composing.mills import ACT, found, index_with, names, read, vector

STORY = "The builder must grind the corn within 30 days and grind the corn he does not, the corn is old"


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that lie by chance near to each other in so few texts count for nothing."""
    monkeypatch.setattr(own_question, "ANSWERING", ANSWERING.model_copy(update={"least_near": 0.3}))


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def part(own: str, *places: tuple[str, str], story: str = STORY) -> tuple[Query, Retrieved]:
    """A part that asks `own` behind a story, and what was found for it."""
    query = replace(read(f"{story}. {own}"), asked_last=own, is_part=True)
    searched = found(query.standalone, *places)
    assert searched.vectors is not None
    vectors = replace(searched.vectors, alone=vector(own), alone_expanded=vector(own))
    return query, replace(searched, vectors=vectors)


async def test_the_own_question_outweighs_the_story(index: StatementIndex) -> None:
    query, searched = part("Within how many days may I appeal to the tribunal?", (ACT, "1(1)"), (ACT, "5(3)"))
    assert searched.vectors is not None
    with_story = rank(
        query.standalone, read_asker(query), searched.vectors, candidates(searched.evidence, index), index
    )
    assert names(with_story)[0] == "mill.1-1.grind"
    assert names(rank_statements(query, searched, index))[0] == "act.43-5.appeal"


async def test_what_is_nearest_to_the_own_question_is_a_candidate_though_it_was_not_found(
    index: StatementIndex,
) -> None:
    query, searched = part("Within how many days may I appeal to the tribunal?", (ACT, "1(1)"), (ACT, "2"))
    assert names(rank_statements(query, searched, index))[0] == "act.43-5.appeal"
    assert all(one.unit_id != f"{ACT} 5(3)" for one in searched.evidence)


async def test_what_people_asked_in_the_words_of_a_part_leads_it(index: StatementIndex) -> None:
    asked = (AskedQuestion(text="zzz yyy", lead=("mill.2.fee",)),)
    query, searched = part("zzz yyy?", (ACT, "1(1)"), (ACT, "2"))
    scores = [
        {one.held.statement.id: one.score for one in rank_statements(query, searched, held)}
        for held in (index, await index_with(compared=asked))
    ]
    assert scores[1]["mill.2.fee"] > scores[0]["mill.2.fee"] + 1 and scores[1]["mill.1-2.claim"] == pytest.approx(scores[0]["mill.1-2.claim"])


@pytest.mark.usefixtures("strict")
async def test_what_is_not_asked_is_not_answered_with_the_story(index: StatementIndex) -> None:
    story = "My uncle the grocer waits in the hills with forty sacks of old corn since last summer"
    query, searched = part("Tax on gold jewels?", (ACT, "1(1)"), (ACT, "2"), story=story)
    stated = answer_with_statements(query, searched, index, 3)
    assert stated.beside and not stated.said


async def test_what_the_story_tells_of_it_counts_where_it_is_nearer(index: StatementIndex) -> None:
    """"And within how many days?" says little; with what is told of the appeal it is near to the appeal's period."""
    _, searched = part("Within how many days may I appeal to the tribunal?", (ACT, "1(1)"))
    assert searched.vectors is not None
    alone = AskedVectors(vector("Tax on gold jewels?"), vector("Tax on gold jewels?"))
    both = replace(searched.vectors, itself=alone)
    assert nearness(both, index) == pytest.approx(np.maximum(nearness(searched.vectors, index), near_to(alone, index)))
    assert int(np.argmax(nearness(both, index))) == index.place["act.43-5.appeal"]


@pytest.mark.usefixtures("strict")
async def test_further_statements_must_be_near_too(index: StatementIndex) -> None:
    query, searched = part("Within how many days may I appeal to the tribunal?", (ACT, "1(1)"), (ACT, "5(3)"))
    assert searched.vectors is not None
    ranked = rank_for_part(
        query.standalone, read_asker(query), searched.vectors, candidates(searched.evidence, index), index
    )
    kept = keep_near(ranked, searched.vectors, index)
    assert names(kept)[0] == "act.43-5.appeal" and "mill.4.mill" not in names(kept)


async def test_one_thing_asked_is_ranked_as_before(index: StatementIndex) -> None:
    query, searched = part("Within how many days may I appeal to the tribunal?", (ACT, "1(1)"))
    whole = replace(query, is_part=False)
    assert names(rank_statements(whole, searched, index))[0] == "mill.1-1.grind"
