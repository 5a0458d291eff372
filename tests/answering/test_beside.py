"""Steps and tables stand beside the sentences, each cell and step with the citations that are its own."""

from __future__ import annotations

import pytest

from civicsetu.answering.beside import Beside, lay_out_beside
from civicsetu.answering.citing import cite
from civicsetu.answering.composing.compare_states import Chosen, ComparedMatter
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.steps import StepChosen
from civicsetu.answering.part_turn import PartTurn
from tests.answering.composing.mills import (
    ACT,
    BODY,
    NORTH,
    NORTH_STATEMENTS,
    REGISTRY,
    SOUTH,
    SOUTH_STATEMENTS,
    STATEMENTS,
    index_with,
    law,
    read,
)


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def of(index: StatementIndex, name: str) -> StatementHeld:
    one = index.get(name)
    assert one is not None
    return one


def laid_out(*turns: PartTurn, said: list[Chosen] | None = None, held: object = None) -> Beside:
    sentences, citations = cite(said or [], law(), REGISTRY)
    return lay_out_beside(turns, sentences, citations, held or law(), REGISTRY)  # type: ignore[arg-type]


def with_steps(*steps: StepChosen, declined: str = "") -> PartTurn:
    return PartTurn(read("What can I do?"), steps=steps, declined=declined)


def step(index: StatementIndex, name: str) -> StepChosen:
    one = of(index, name)
    return StepChosen(one.statement.says, one)


def compared(*cells: tuple[str, Chosen | None], title: str = "Fee") -> PartTurn:
    return PartTurn(read("Which fee?"), compared=(ComparedMatter(title, cells),))


async def test_the_citations_of_steps_stand_behind_those_of_the_sentences(index: StatementIndex) -> None:
    said: list[Chosen] = [of(index, "mill.1-1.grind"), of(index, "mill.1-1.more")]
    limit = StepChosen("Name your state.")
    beside = laid_out(
        with_steps(step(index, "act.31-1.which-office"), limit, step(index, "act.43-5.appeal")), said=said
    )
    assert [one.citations for one in beside.steps] == [(2,), (), (3,)]
    assert [one.provision for one in beside.citations] == ["1(1)", "1(1) proviso", "5(1)", "5(3)"]
    assert beside.steps[1].text == "Name your state." and beside.table is None


async def test_a_step_whose_passage_changed_is_left_out_and_cites_nothing(index: StatementIndex) -> None:
    newer = law("2", **{ACT: BODY.replace("within 60 days", "within 90 days")})
    beside = laid_out(with_steps(step(index, "act.43-5.appeal"), StepChosen("Name your state.")), held=newer)
    assert [one.text for one in beside.steps] == ["Name your state."] and beside.citations == ()


async def test_steps_are_those_of_the_first_part_that_is_answered_and_has_some(index: StatementIndex) -> None:
    declined = with_steps(step(index, "act.43-5.appeal"), declined="Not here.")
    first, second = (
        with_steps(step(index, "act.31-1.which-office")),
        with_steps(step(index, "act.40-1.land-revenue")),
    )
    beside = laid_out(PartTurn(read("Why?")), declined, first, second)
    assert [one.text for one in beside.steps] == ["A complaint goes to the RERA authority."]
    assert laid_out(PartTurn(read("Why?"))) == Beside(())


async def test_a_cell_cites_what_its_sentence_cites_and_an_empty_one_says_so(index: StatementIndex) -> None:
    north = of(index, "north.1.fee")
    beside = laid_out(
        compared(("NORTHLAND", north), ("SOUTHLAND", None)), said=[of(index, "mill.2.fee"), north]
    )
    table = beside.table
    assert table is not None and table.states == ("Northland", "Southland")
    [row] = table.rows
    assert row.matter == "Fee"
    assert (row.cells[0].text, row.cells[0].citations) == ("In Northland the fee is 500 rupees.", (1,))
    assert beside.citations[1].document == NORTH
    assert row.cells[1].citations == () and "Not found" in row.cells[1].text


async def test_a_sentence_that_was_dropped_stands_in_no_cell(index: StatementIndex) -> None:
    north, south = of(index, "north.1.fee"), of(index, "south.1.fee")
    table = laid_out(compared(("NORTHLAND", north), ("SOUTHLAND", south)), said=[north]).table
    assert table is not None and table.rows[0].cells[1].citations == ()
    assert "700" not in table.rows[0].cells[1].text, "nothing is shown that was not checked"


async def test_states_that_say_the_same_cite_each_their_own_law() -> None:
    same = "The fee is set by the day."
    texts = STATEMENTS | {
        f"{NORTH}.yaml": NORTH_STATEMENTS.replace("In Northland the fee is 500 rupees.", same),
        f"{SOUTH}.yaml": SOUTH_STATEMENTS.replace("In Southland the fee is 700 rupees.", same),
    }
    index = await index_with(texts=texts)
    north, south = of(index, "north.1.fee"), of(index, "south.1.fee")
    beside = laid_out(compared(("NORTHLAND", north), ("SOUTHLAND", south)), said=[north, south])
    assert beside.table is not None
    cited = [beside.citations[cell.citations[0]].document for cell in beside.table.rows[0].cells]
    assert cited == [NORTH, SOUTH]


async def test_a_step_that_a_part_says_already_is_left_out(index: StatementIndex) -> None:
    said: list[Chosen] = [of(index, "mill.1-1.grind")]
    beside = laid_out(with_steps(step(index, "mill.1-1.grind"), step(index, "mill.1-1.more")), said=said)
    assert [one.text for one in beside.steps] == [of(index, "mill.1-1.more").statement.says]
