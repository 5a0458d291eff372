"""Yes or no is said as readers did of questions put alike that the same statement answers, and else not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from civicsetu.answering.composing.answer_with_statements import answer_with_statements
from civicsetu.answering.composing.polar import by_people
from civicsetu.answering.composing.polar.by_claim import FEATURES as CLAIM_FEATURES
from civicsetu.answering.composing.polar.by_claim import NOT_RIGHT, ClaimModel
from civicsetu.answering.composing.polar.by_people import (
    FEATURES,
    YesOrNoModel,
    features_of,
    find_like_questions,
    get_word_model,
    say_as_readers_did,
)
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.corpus.statements.asked_questions import AskedQuestion, AskedWord
from civicsetu.law.statements import StatementKind
from civicsetu.models.question_vectors import AskedVectors
from civicsetu.query.asking import Asking
from tests.answering.composing.mills import ACT, found, index_with, read, vector

YES, NO, NEITHER = AskedWord.YES, AskedWord.NO, AskedWord.NEITHER
SAME_AGAIN = ("Must the builder grind my corn?", "must builder grind the corn", "Must the builder really grind our corn?")
TURNED = ("Can the builder refuse to grind my corn?", "can builder refuse grinding the corn")
LEAD = "mill.1-1.grind"


def asked(*texts: str, word: AskedWord, lead: str = LEAD) -> list[AskedQuestion]:
    return [AskedQuestion(text=one, lead=(lead,), word=word) for one in texts]


async def people() -> StatementIndex:
    return await index_with(compared=[*asked(*SAME_AGAIN, word=YES), *asked(*TURNED, word=NO), *asked("corn?", word=YES, lead="mill.2.fee")])


@pytest.fixture
def by_likeness(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A model that looks at nothing but how near the nearest question put alike is, with that word and with the other."""
    weights = np.zeros(len(FEATURES), np.float32)
    weights[FEATURES.index("same_put")], weights[FEATURES.index("other_put")] = 9.0, -9.0
    one = np.ones(len(FEATURES), np.float32)
    model = YesOrNoModel(0 * one, one, weights, np.zeros((len(FEATURES),) * 2, np.float32), 0.0)
    monkeypatch.setattr(by_people, "get_word_model", lambda: model)
    yield


async def word(question: str, lead: str = LEAD) -> str:
    index = await people()
    return say_as_readers_did(Asking(question), index.whiten_question(vector(question)), index.held[index.place[lead]], index)


@pytest.mark.usefixtures("by_likeness")
@pytest.mark.parametrize(("question", "says"), [("Must the builder grind corn?", YES), ("Can the builder refuse to grind corn?", NO)])
async def test_the_word_of_the_question_put_alike_is_said(question: str, says: AskedWord) -> None:
    assert await word(question) == says


@pytest.mark.usefixtures("by_likeness")
async def test_where_nobody_asked_or_a_figure_decides_nothing_is_said() -> None:
    assert await word("Must the builder grind corn?", "mill.4.mill") == NEITHER
    assert await word("Must the builder grind corn in 9 weeks?") == NEITHER, "the statement has a figure, too"


@pytest.mark.usefixtures("by_likeness")
async def test_a_year_beside_the_day_on_which_a_law_began_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    index = await people()
    lead = index.held[index.place[LEAD]]
    of_old = replace(lead, statement=replace(lead.statement, says="The builder must grind corn that lay there when the Mill Act began."))
    for question, says in (("Must the builder grind corn of 2020?", NEITHER), ("Must the builder grind corn?", YES)):
        assert say_as_readers_did(Asking(question), index.whiten_question(vector(question)), of_old, index) == says


@pytest.mark.usefixtures("by_likeness")
async def test_what_asks_what_has_no_word() -> None:
    assert await word("wat must the builder grind, corn?") == NEITHER


@pytest.mark.usefixtures("by_likeness")
async def test_a_word_is_not_said_of_somebody_whom_neither_the_statement_nor_anybody_asking_names() -> None:
    assert await word("Must the builder and his bank grind corn?") == NEITHER
    assert await word("My brother has corn. Must the builder grind corn?") == YES, "it is not asked of him"


@pytest.mark.usefixtures("by_likeness")
async def test_whom_somebody_with_that_answer_asked_of_is_known() -> None:
    index = await index_with(compared=[*asked(*SAME_AGAIN, "Must the builder grind corn for my bank?", word=YES), *asked(*TURNED, word=NO)])
    question = "Must the builder grind corn for a bank?"
    said = say_as_readers_did(Asking(question), index.whiten_question(vector(question)), index.held[index.place[LEAD]], index)
    assert said == YES


@pytest.mark.usefixtures("by_likeness")
async def test_that_a_builder_may_not_is_no_word_on_what_askers_may_themselves() -> None:
    assert await word("Can we refuse to grind corn?") == NEITHER
    index = await index_with(compared=[*asked(*SAME_AGAIN, word=YES), *asked(*TURNED, "Can I refuse to grind corn?", word=NO)])
    question = "Can we refuse to grind corn?"
    assert say_as_readers_did(Asking(question), index.whiten_question(vector(question)), index.held[index.place[LEAD]], index) == NO


@pytest.mark.usefixtures("by_likeness")
async def test_the_builder_s_claim_is_judged_by_the_model_of_claims_and_by_no_definition() -> None:
    index = await people()
    lead = index.held[index.place[LEAD]]
    surely = ClaimModel(9.0, dict.fromkeys(CLAIM_FEATURES, 0.0))

    def judged(question: str, by: StatementHeld) -> str:
        return say_as_readers_did(Asking(question), index.whiten_question(vector(question)), by, index, claims=surely)

    claim = "The builder says he need not grind corn. Is he right?"
    meaning = replace(lead, statement=replace(lead.statement, kind=StatementKind.DEFINITION))
    assert (judged(claim, lead), judged(claim, meaning)) == (NOT_RIGHT, "")
    assert judged("My friend says the builder need not grind corn. Is he right?", lead) == ""


async def test_of_things_asked_in_a_breath_the_first_has_its_word(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "Must the builder grind my corn, and by when?"
    index, query, searched = await people(), read(question), found(question, (ACT, "1(1)"))
    assert len(query.halves) == 2
    heard: list[str] = []

    def say(asked: str, *_: object) -> AskedWord:
        heard.append(asked)
        return YES.value

    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements.say_as_readers_did", say)
    halves = tuple(AskedVectors(vector(one), vector(one)) for one in query.halves)
    assert searched.vectors is not None
    with_halves = replace(searched, vectors=replace(searched.vectors, halves=halves))
    stated = answer_with_statements(query, with_halves, index, 3)
    assert stated.decided is not None and stated.decided.says == "Yes." and heard == [query.asking_halves[0]]
    assert answer_with_statements(query, replace(searched, vectors=replace(searched.vectors, halves=())), index, 3).decided is None


async def test_a_question_is_not_compared_with_itself_where_that_is_asked() -> None:
    index = await people()
    own = SAME_AGAIN[0]
    whole = find_like_questions(index.whiten_question(vector(own)), index.place[LEAD], index)
    others = find_like_questions(index.whiten_question(vector(own)), index.place[LEAD], index, own)
    assert len(whole.words) == 5 and len(others.words) == 4 and float(whole.near.max()) == pytest.approx(1.0)
    assert others.near.max() < 0.999


async def test_what_speaks_for_a_yes_speaks_against_a_no() -> None:
    index = await people()
    like = find_like_questions(index.whiten_question(vector(SAME_AGAIN[0])), index.place[LEAD], index)
    told = features_of(Asking(SAME_AGAIN[0]).frame, like)
    assert told is not None and told.shape == (2, len(FEATURES)) and np.isfinite(told).all()
    of = [dict(zip(FEATURES, row.tolist(), strict=True)) for row in told]
    assert of[0]["same_near"] == of[1]["other_near"] and of[0]["same_share"] > of[1]["same_share"]


async def test_the_word_stands_before_the_first_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    question = "Must the builder grind corn?"
    index, query, searched = await people(), read(question), found(question, (ACT, "1(1)"))
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements.say_as_readers_did", lambda *_: NO.value)
    stated = answer_with_statements(query, searched, index, 3)
    assert stated.decided is not None and stated.decided.says == "No." and stated.decided.lead is stated.said[0]
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements.say_as_readers_did", lambda *_: NEITHER.value)
    assert answer_with_statements(query, searched, index, 3).decided is None


def test_the_model_that_ships_is_of_these_features_and_is_written_as_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = get_word_model()
    shipped.write(tmp_path / "by_people.npz")
    monkeypatch.setattr(by_people, "files", lambda package: tmp_path)
    again = get_word_model.__wrapped__()
    assert np.array_equal(again.pairs, shipped.pairs) and again.intercept == shipped.intercept
    monkeypatch.setattr(by_people, "FEATURES", FEATURES[1:])
    with pytest.raises(ValueError, match="other features"):
        get_word_model.__wrapped__()
