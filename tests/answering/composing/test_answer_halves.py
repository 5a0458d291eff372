"""Each of the things asked in one question is answered, in the order asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from civicsetu.answering.composing.answer_halves import answer_halves, gives
from civicsetu.answering.composing.answer_with_statements import answer_with_statements
from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.statements import Actor, StatementKind
from civicsetu.models.question_vectors import AskedVectors
from civicsetu.query.asking import AskedKind, Asking
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved
from tests.answering.composing.mills import ACT, found, index_with, names, ranked, read, vector


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def asked(question: str, *places: tuple[str, str]) -> tuple[Query, Retrieved]:
    """A question and what was found for it, its halves embedded."""
    query, searched = read(question), found(question, *places)
    assert searched.vectors is not None
    halves = tuple(AskedVectors(vector(text), vector(text)) for text in query.halves)
    return query, replace(searched, vectors=replace(searched.vectors, halves=halves))


async def test_the_second_half_is_answered_behind_the_first(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nothing is taken to belong behind the first."""
    nothing = ANSWERING.model_copy(update={"least_belongs": 1.0})
    monkeypatch.setattr("civicsetu.answering.composing.answer_with_statements.ANSWERING", nothing)
    question = "Must the builder grind the corn of the buyer who asks, and how is what is owed recovered?"
    query, searched = asked(question, (ACT, "1(1)"), (ACT, "5(4)"), (ACT, "1(2)"))
    assert len(query.halves) == 2
    said = names(answer_with_statements(query, searched, index, 3).said)
    alone = names(answer_with_statements(replace(query, halves=()), searched, index, 3).said)
    assert said[0] == "mill.1-1.grind" and "act.40-1.land-revenue" in said
    assert "act.40-1.land-revenue" not in alone


async def test_a_bare_when_is_answered_from_the_section_that_leads(index: StatementIndex) -> None:
    query, searched = asked("Where does a complaint go, and by when?", (ACT, "5(1)"), (ACT, "5(3)"), (ACT, "1(1)"))
    places = ranked(index, act_31_1_which_office=1.0, mill_1_1_grind=0.6, act_43_5_appeal=0.2)
    assert names(answer_halves(places, query.asking_halves, searched.vectors, index))[:2] == [
        "act.31-1.which-office", "act.43-5.appeal",
    ]  # fmt: skip


async def test_what_the_lead_gives_already_is_not_looked_for_again(index: StatementIndex) -> None:
    query, searched = asked("Where may I appeal to the tribunal, and by when?", (ACT, "5(3)"), (ACT, "1(1)"))
    places = ranked(index, act_43_5_appeal=1.0, mill_1_1_more=0.9, mill_1_1_grind=0.1)
    order = names(answer_halves(places, query.asking_halves, searched.vectors, index))
    assert order == names(places)


async def test_the_first_half_leads_though_the_second_is_louder(index: StatementIndex) -> None:
    question = "who gets the complaint, and may I appeal to the tribunal within 60 days?"
    query, searched = asked(question, (ACT, "5(1)"), (ACT, "5(3)"))
    places = ranked(index, act_43_5_appeal=1.0, act_31_1_which_office=0.8)
    order = names(answer_halves(places, query.asking_halves, searched.vectors, index))
    assert order == ["act.31-1.which-office", "act.43-5.appeal"]


async def test_what_the_punishment_is_is_that_of_the_section_that_leads(index: StatementIndex) -> None:
    query, searched = asked("Must the builder grind the corn, and what is the punishment?", (ACT, "3(1)"), (ACT, "1(1)"))
    grinds = replace(
        index,
        held=tuple(
            replace(one, passages=(*one.passages, *index.held[index.place["mill.1-1.grind"]].passages))
            if one.statement.id == "mill.3-1.penalty" else one
            for one in index.held
        ),
    )  # fmt: skip
    places = ranked(grinds, mill_1_1_grind=1.0, mill_3_2_prison=0.9, mill_3_1_penalty=0.1)
    order = names(answer_halves(places, query.asking_halves, searched.vectors, grinds))
    assert order == ["mill.1-1.grind", "mill.3-1.penalty", "mill.3-2.prison"]


async def test_a_bare_when_is_about_whoever_owes_what_the_first_half_asks(index: StatementIndex) -> None:
    query, searched = asked("Must the builder pay a fee, and from when is it counted?", (ACT, "2"), (ACT, "1(1)"))
    owes = replace(
        index,
        held=tuple(
            replace(one, statement=replace(one.statement, bearer=Actor.ALLOTTEE))
            if one.statement.id == "act.43-5.appeal" else one
            for one in index.held
        ),
    )  # fmt: skip
    places = ranked(owes, mill_2_fee=1.0, act_43_5_appeal=0.9, mill_1_1_grind=0.1)
    assert names(answer_halves(places, query.asking_halves, searched.vectors, owes))[:2] == ["mill.2.fee", "mill.1-1.grind"]


async def test_whom_to_complain_to_is_answered_by_the_office(index: StatementIndex) -> None:
    question = "What penalty for the builder who does not grind, and whom do I complain to?"
    query, searched = asked(question, (ACT, "3(1)"), (ACT, "3(2)"), (ACT, "5(1)"))
    assessed = replace(
        index,
        held=tuple(
            replace(one, statement=replace(one.statement, kind=StatementKind.AUTHORITY))
            if one.statement.id == "mill.3-2.prison" else one
            for one in index.held
        ),
    )  # fmt: skip
    places = ranked(assessed, mill_3_1_penalty=1.0, mill_3_2_prison=1.0, act_31_1_which_office=0.2)
    order = names(answer_halves(places, query.asking_halves, searched.vectors, assessed))
    assert order[:2] == ["mill.3-1.penalty", "act.31-1.which-office"]
    louder = ranked(assessed, act_31_1_which_office=3.0, mill_3_1_penalty=1.0, mill_3_2_prison=0.2)
    order = names(answer_halves(louder, query.asking_halves, searched.vectors, assessed))
    assert order[:2] == ["mill.3-1.penalty", "act.31-1.which-office"], "the office answers the other half"


async def test_halves_that_were_not_embedded_change_nothing(index: StatementIndex) -> None:
    query, searched = read("Who grinds the corn, and by when?"), found("", (ACT, "1(1)"))
    places = ranked(index, mill_1_1_grind=1.0, act_43_5_appeal=0.5)
    assert answer_halves(places, query.asking_halves, searched.vectors, index) == places
    assert answer_halves(places, query.asking_halves, None, index) == places


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("act.43-5.appeal", AskedKind.HOW_LONG, True),
        ("mill.1-1.grind", AskedKind.HOW_LONG, True),
        ("mill.1-2.claim", AskedKind.HOW_MUCH, True),
        ("act.31-2.form-fee", AskedKind.FORM, True),
        ("mill.3-1.penalty", AskedKind.CONSEQUENCE, True),
        ("mill.4.mill", AskedKind.HOW_LONG, False),
        ("mill.4.mill", AskedKind.OTHER, False),
    ],
)
async def test_a_statement_gives_a_kind(index: StatementIndex, name: str, kind: AskedKind, expected: bool) -> None:
    held = index.get(name)
    assert held is not None and gives(held.statement, kind) is expected


async def test_a_duty_names_a_person_but_does_not_say_who_decides(index: StatementIndex) -> None:
    duty, office = index.get("mill.1-1.grind"), index.get("act.31-1.which-office")
    assert duty is not None and office is not None
    assert gives(office.statement, AskedKind.WHO) and not gives(duty.statement, AskedKind.WHO)


async def test_a_sum_asked_first_is_not_answered_by_a_time_as_near(index: StatementIndex) -> None:
    query, searched = asked("What rate does the builder owe a buyer who stays, and by when?", (ACT, "1(2)"), (ACT, "5(3)"))
    assert searched.vectors is not None
    claim, appeal = (index.get(name) for name in ("mill.1-2.claim", "act.43-5.appeal"))
    assert claim is not None and appeal is not None
    both = searched.vectors.halves[0].asked
    near = replace(index, centres=np.tile(both, (len(index.held), 1)))
    just_as_near = 2 * ANSWERING.half_kind - 0.1
    places = [Ranked(appeal, just_as_near), Ranked(claim, 0.0)]
    assert names(answer_halves(places, query.asking_halves, searched.vectors, near))[0] == "mill.1-2.claim"


async def test_from_when_interest_runs_is_no_day_of_payment(index: StatementIndex) -> None:
    query, searched = asked("Where does a complaint go, and by when must he pay?", (ACT, "5(1)"), (ACT, "5(3)"))
    runs = replace(
        index,
        held=tuple(
            replace(one, statement=replace(one.statement, says="Interest runs from the day of payment until the end."))
            if one.statement.id == "mill.1-2.claim" else one
            for one in index.held
        ),
    )  # fmt: skip
    places = ranked(runs, act_31_1_which_office=1.5, mill_1_2_claim=1.0, act_43_5_appeal=0.2)
    order = names(answer_halves(places, query.asking_halves, searched.vectors, runs))
    assert order[:2] == ["act.31-1.which-office", "act.43-5.appeal"]


async def test_a_half_that_points_to_a_thing_is_answered_from_the_section_that_leads_or_not_at_all(index: StatementIndex) -> None:
    """Of what is kept "when may I take it out?" asks nothing that another section says."""
    query, searched = asked("How much corn must the mill keep in store, and when can I as the builder take it out?", (ACT, "5(3)"), (ACT, "1(1)"))
    assert len(query.halves) == 2
    assert searched.vectors is not None
    centres = index.centres.copy()
    centres[index.place["act.43-5.appeal"]] = searched.vectors.halves[1].asked
    near = replace(index, centres=centres)
    places = ranked(near, mill_1_1_grind=1.5, mill_1_2_claim=1.0, act_43_5_appeal=0.9)
    assert names(answer_halves(places, query.asking_halves, searched.vectors, near)) == names(places)
    apart = [query.asking_halves[0], Asking("When may I as the builder file an appeal with the tribunal?")]
    assert names(answer_halves(places, apart, searched.vectors, near))[1] == "act.43-5.appeal", "it points to nothing"
