"""Steps stand where somebody is wronged and asks what to do, and say what is not held."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from civicsetu.answering.composing import steps
from civicsetu.answering.composing.ranking import Asker
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.steps import StepChosen, steps_for
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.law.statements import Actor
from civicsetu.query.asked_kind import AskedKind
from tests.answering.composing.mill_values import values
from tests.answering.composing.mills import NORTH, NORTH_STATEMENTS, STATEMENTS, index_with, names, read

ASKED = "What can I do?"
STORY = (
    "My builder took the corn in March and promised flour in April, and now it is October and he " * 2
    + "is silent."
)
BUYER = Asker(AskedKind.REMEDY, Actor.ALLOTTEE, frozenset(), {})
TELLS = Asker(AskedKind.MAY, Actor.ALLOTTEE, frozenset(), {})
OWN = {steps.OFFICE, steps.FORM_AND_FEE, steps.APPEAL, steps.RECOVERY}


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def held(index: StatementIndex, *ids: str) -> list[StatementHeld]:
    return [one for name in ids if (one := index.get(name)) is not None]


def told(
    index: StatementIndex, question: str, who: Asker, *said: str, state: str | None = None
) -> list[StepChosen]:
    states = {"NORTHLAND": ["Northland"], "SOUTHLAND": ["Southland"]}.get(state or "", [])
    return steps_for(
        read(question, state=state), who, held(index, *said or ("mill.1-1.grind",)), index, states
    )


def test_the_steps_are_statements_that_ship() -> None:
    shipped = get_statements()
    assert set(shipped.by_id) >= OWN
    assert shipped.filled_by(steps.FORM_AND_FEE), "some state says form and fee"


async def test_a_grievance_is_followed_by_office_form_appeal_and_recovery(index: StatementIndex) -> None:
    found = told(index, ASKED, BUYER, state="NORTHLAND")
    assert [names(one.statements) for one in found] == [
        [steps.OFFICE], ["north.2.form"], [steps.APPEAL], [steps.RECOVERY],
    ]  # fmt: skip
    assert found[1].text == "In Northland a complaint is made in Form M with a fee of 20 rupees."


async def test_a_step_brings_what_its_statement_may_not_be_shown_without() -> None:
    north = NORTH_STATEMENTS.replace("  fills: act.31", "  requires: [north.1.when]\n  fills: act.31")
    found = told(
        await index_with(texts=STATEMENTS | {f"{NORTH}.yaml": north}), ASKED, BUYER, state="NORTHLAND"
    )
    assert names(found[1].statements) == ["north.2.form", "north.1.when"]
    assert found[1].text.endswith("with a fee of 20 rupees. It is paid within 10 days.")


async def test_no_figure_is_guessed_where_the_state_is_not_known_or_not_held(index: StatementIndex) -> None:
    unknown = told(index, ASKED, BUYER)[1]
    assert not unknown.statements and "name your state" in unknown.text
    missing = told(index, ASKED, BUYER, state="SOUTHLAND")[1]
    assert not missing.statements and "Southland are not held here" in missing.text


async def test_a_fee_that_was_not_set_on_the_day_asked_for_is_no_step(index: StatementIndex) -> None:
    query = read(ASKED, state="NORTHLAND")
    said = held(index, "mill.1-1.grind")

    def second(day: date) -> StepChosen:
        return steps_for(replace(query, as_on=day), BUYER, said, index, ["Northland"], values())[1]

    assert names(second(date(1951, 5, 1)).statements) == ["north.2.form"]
    early = second(date(1951, 4, 30))
    assert not early.statements
    assert early.text.startswith("On 30 April 1951 Northland's rules had not set the fee of a complaint yet.")


async def test_the_reason_why_a_fee_is_not_held_and_the_print_of_one_are_told(index: StatementIndex) -> None:
    said = held(index, "mill.1-1.grind")
    missing = steps_for(read(ASKED, state="SOUTHLAND"), BUYER, said, index, ["Southland"], values())[1]
    assert missing.text == (
        "Southland's rule that sets the fee of a complaint is not held here. "
        "Look at the authority's website (south.example) before you pay."
    )
    north = steps_for(read(ASKED, state="NORTHLAND"), BUYER, said, index, ["Northland"], values())[1]
    assert "as printed in May 1951" in north.text


async def test_what_the_answer_says_is_no_step_again(index: StatementIndex) -> None:
    found = told(index, ASKED, BUYER, "mill.1-1.grind", steps.APPEAL)
    assert steps.APPEAL not in [name for one in found for name in names(one.statements)]


@pytest.mark.parametrize(
    ("question", "who", "said", "steps_stand"),
    [
        (ASKED, BUYER, "mill.1-1.grind", True),
        (ASKED, BUYER, "mill.4.mill", False),
        (ASKED, BUYER, "mill.3-1.penalty", False),
        (ASKED, Asker(AskedKind.REMEDY, None, frozenset(), {}), "mill.1-2.claim", True),
        (ASKED, Asker(AskedKind.REMEDY, Actor.PROMOTER, frozenset(), {}), "mill.1-1.grind", False),
        (ASKED, Asker(AskedKind.REMEDY, Actor.AGENT, frozenset(), {}), "mill.1-1.grind", False),
        ("Must the corn be ground?", TELLS, "mill.1-1.grind", False),
        (STORY, TELLS, "mill.1-1.grind", True),
        (STORY, Asker(AskedKind.MAY, None, frozenset(), {}), "mill.1-1.grind", False),
    ],
)
async def test_steps_stand_only_where_somebody_is_wronged(
    index: StatementIndex, question: str, who: Asker, said: str, steps_stand: bool
) -> None:
    assert bool(told(index, question, who, said)) is steps_stand


async def test_without_an_answer_there_are_no_steps(index: StatementIndex) -> None:
    assert steps_for(read(ASKED), BUYER, [], index, []) == []
