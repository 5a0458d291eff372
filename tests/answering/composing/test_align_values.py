"""Beside a fee stands the other state's fee, or why there is none; never what that state says on something else."""

from __future__ import annotations

from datetime import date

import pytest

from civicsetu.answering.composing.align_values import Aligner
from civicsetu.answering.composing.compare_states import ComparedMatter, compare_states
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from tests.answering.composing.mill_values import HELD, NOT_HELD, values
from tests.answering.composing.mills import index_with, names, ranked

NAMES = {"NORTHLAND": "Northland", "SOUTHLAND": "Southland"}
STATES = ("NORTHLAND", "SOUTHLAND")


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def of(index: StatementIndex, name: str) -> StatementHeld:
    one = index.get(name)
    assert one is not None
    return one


def aligner(index: StatementIndex, south: str = HELD) -> Aligner:
    return Aligner(index, values(south), NAMES, None)


def said(matter: ComparedMatter) -> list[list[str]]:
    return [names(cell.said) for cell in matter.cells]


async def test_the_same_value_is_taken_even_where_another_statement_answered_better(index: StatementIndex) -> None:
    beside = aligner(index).find_beside(of(index, "south.1.fee"), "NORTHLAND", of(index, "north.2.form"))
    assert beside is not None and names(beside.said) == ["north.1.fee", "north.1.when"]
    assert beside.note == "(As printed in May 1951, not confirmed since.)"


async def test_a_state_without_the_value_says_why_and_not_something_else(index: StatementIndex) -> None:
    by_state = {
        "NORTHLAND": ranked(index, north_2_form=1.0),
        "SOUTHLAND": ranked(index, south_1_fee=0.5),
    }
    [matter] = compare_states(by_state, index, 0.1, aligner(index, NOT_HELD))
    assert said(matter) == [["north.2.form"], []]
    assert matter.cells[1].limit == (
        "Southland's rule that sets the fee of a complaint is not held here. Look at south.example."
    )


async def test_what_was_not_set_on_the_day_asked_for_is_said_to_be_so(index: StatementIndex) -> None:
    then = Aligner(index, values(HELD), NAMES, date(1951, 6, 1))
    beside = then.find_beside(of(index, "north.1.fee"), "SOUTHLAND", of(index, "south.1.fee"))
    assert beside is not None and beside.said == ()
    by_state = {"NORTHLAND": ranked(index, north_1_fee=0.5), "SOUTHLAND": ranked(index, south_1_fee=1.0)}
    [matter] = compare_states(by_state, index, 0.1, then)
    assert matter.cells[1].limit == beside.limit, "also where it would lead"
    assert beside.limit == "On 1 June 1951 Southland's rules had not set the fee of a mill yet."


async def test_a_statement_without_a_value_decides_nothing(index: StatementIndex) -> None:
    assert aligner(index).find_beside(of(index, "north.1.when"), "SOUTHLAND", None) is None


async def test_the_law_of_all_states_answers_where_theirs_does_not(index: StatementIndex) -> None:
    by_state = {"NORTHLAND": ranked(index, north_2_form=0.2), "SOUTHLAND": ranked(index, south_1_fee=0.1)}
    of_all = ranked(index, mill_1_1_grind=1.0)
    [matter] = compare_states(by_state, index, 0.35, aligner(index), of_all)
    assert said(matter) == [["mill.1-1.grind", "mill.1-1.more"]] * 2
    left = ranked(index, mill_2_fee=1.0)
    [matter, *_] = compare_states(by_state, index, 0.35, aligner(index), left)
    assert "mill.2.fee" not in said(matter)[0], "what the Act leaves to the states differs between them"


async def test_one_value_makes_one_matter(index: StatementIndex) -> None:
    by_state = {
        "NORTHLAND": ranked(index, north_1_fee=1.0, north_1_when=0.9),
        "SOUTHLAND": ranked(index, south_1_fee=1.0),
    }
    matters = compare_states(by_state, index, 5.0, aligner(index))
    assert [said(one) for one in matters] == [[["north.1.fee", "north.1.when"], ["south.1.fee"]]]
