"""States are compared in what they say on the same matter."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from civicsetu.answering.composing import compare_states as module
from civicsetu.answering.composing.answer_with_statements import compare_with_statements
from civicsetu.answering.composing.compare_states import ComparedMatter, compare_states
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from tests.answering.composing.mills import ACT, NORTH, SOUTH, found, index_with, law, names, ranked, read


@pytest.fixture(autouse=True)
def near_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors of words are not as near to each other as those of the model that ships."""
    monkeypatch.setattr(module, "_SAME_MATTER", 0.6)


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def ids(matter: ComparedMatter) -> list[tuple[str, str | None]]:
    return [
        (cell.state, next((one.statement.id for one in cell.said if isinstance(one, StatementHeld)), None))
        for cell in matter.cells
    ]


async def test_a_fee_is_compared_with_a_fee(index: StatementIndex) -> None:
    """The form alone answers a little better, and has nothing beside it."""
    matters = compare_states(
        {
            "NORTHLAND": ranked(index, north_2_form=1.05, north_1_fee=1.0),
            "SOUTHLAND": ranked(index, south_1_fee=1.0),
        },
        index,
        0.35,
    )
    assert ids(matters[0]) == [("NORTHLAND", "north.1.fee"), ("SOUTHLAND", "south.1.fee")]
    assert matters[0].title == "Fee", "the heading of the law without its full stop"


async def test_a_cell_brings_what_its_statement_may_not_be_shown_without(index: StatementIndex) -> None:
    [matter] = compare_states(
        {"NORTHLAND": ranked(index, north_1_fee=1.0), "SOUTHLAND": ranked(index, south_1_fee=1.0)},
        index,
        0.35,
    )
    assert [names(cell.said) for cell in matter.cells] == [["north.1.fee", "north.1.when"], ["south.1.fee"]]


async def test_a_statement_stands_in_one_matter_only(index: StatementIndex) -> None:
    matters = compare_states(
        {
            "NORTHLAND": ranked(index, north_1_fee=1.0, north_2_form=0.9, north_1_when=0.8),
            "SOUTHLAND": ranked(index, south_1_fee=1.0),
        },
        index,
        5.0,
    )
    assert len(matters) == 1, "Southland has nothing more to lay beside"


async def test_a_state_without_statements_is_left_open(index: StatementIndex) -> None:
    [matter] = compare_states(
        {"NORTHLAND": ranked(index, north_1_fee=1.0, north_2_form=1.0), "SOUTHLAND": []}, index, 0.35
    )
    assert [cell.state for cell in matter.cells] == ["NORTHLAND", "SOUTHLAND"]
    assert matter.cells[1].said == ()
    assert compare_states({"NORTHLAND": [], "SOUTHLAND": []}, index, 0.35) == []


async def test_many_states_are_compared_in_time(index: StatementIndex) -> None:
    """Six of each of a dozen states would be two thousand million ways to lay them out."""
    scores = {f"{one}": 1.0 for one in (
        "mill_1_1_grind", "mill_1_1_more", "mill_1_2_claim", "mill_1_3_back", "mill_2_fee", "mill_3_1_penalty",
    )}  # fmt: skip
    by_state = {f"STATE_{number}": ranked(index, **scores) for number in range(12)}
    started = time.perf_counter()
    matters = compare_states(by_state, index, 0.35)
    assert time.perf_counter() - started < 2
    assert matters and len(matters[0].cells) == 12


async def test_the_law_asked_of_several_states_is_laid_out_by_state(index: StatementIndex) -> None:
    question = "What is the fee in Northland and Southland?"
    query = read(question)
    assert query.jurisdictions == ("CENTRAL", "NORTHLAND", "SOUTHLAND")
    searched = found(question, (ACT, "2"), (NORTH, "1"), (SOUTH, "1"), (NORTH, "2"))
    matters = compare_with_statements(query, searched, index, law())
    assert ids(matters[0]) == [("NORTHLAND", "north.1.fee"), ("SOUTHLAND", "south.1.fee")]
    said = [one for matter in matters for cell in matter.cells for one in cell.said]
    assert not any(name.startswith("mill.") for name in names(said)), "the Act is the same in both"
    act_only = replace(searched, evidence=searched.evidence[:1])
    assert compare_with_statements(query, act_only, index, law()) == []
