"""Steps and tables stand beside the sentences, each cell and step with the citations that are its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from civicsetu.answering.beside import Beside, lay_out_beside
from civicsetu.answering.citing import cite
from civicsetu.answering.composing.comparing.compare_states import Chosen, ComparedCell, ComparedMatter
from civicsetu.answering.composing.state_forms import StepChosen
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.part_turn import PartTurn
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Step
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
    spec,
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
    whole = index.with_required(of(index, name))
    return StepChosen(" ".join(one.statement.says for one in whole), whole)


def compared(**said: Chosen | tuple[Chosen, ...]) -> PartTurn:
    cells = (ComparedCell(state, one if isinstance(one, tuple) else (one,)) for state, one in said.items())
    return PartTurn(read("Which fee?"), compared=(ComparedMatter("Fee", tuple(cells)),))


async def test_the_citations_of_steps_stand_behind_those_of_the_sentences(index: StatementIndex) -> None:
    said: list[Chosen] = [of(index, "mill.1-1.grind"), of(index, "mill.1-1.more")]
    limit = StepChosen("Name your state.")
    beside = laid_out(
        with_steps(step(index, "act.31-1.which-office"), limit, step(index, "act.43-5.appeal")), said=said
    )
    assert [one.citations for one in beside.steps] == [(2,), (), (3,)]
    assert [one.provision for one in beside.citations] == ["1(1)", "1(1) proviso", "5(1)", "5(3)"]
    assert beside.steps[1].text == "Name your state." and beside.table is None


async def test_of_several_parts_the_one_that_asks_what_to_do_gives_the_steps(index: StatementIndex) -> None:
    first = replace(with_steps(step(index, "act.43-5.appeal")), query=read("Must the corn be ground?"))
    asks = with_steps(step(index, "act.31-1.which-office"))
    assert [one.text for one in laid_out(first, asks).steps] == ["A complaint goes to the RERA authority."]
    assert [one.text for one in laid_out(first, first).steps] == ["You may appeal to the tribunal within 60 days."]


async def test_of_several_that_ask_something_else_the_surest_gives_the_steps(index: StatementIndex) -> None:
    asks_else = read("Must the corn be ground?")
    guessed = replace(with_steps(step(index, "act.43-5.appeal")), query=asks_else, chance=0.4)
    sure = replace(with_steps(step(index, "act.31-1.which-office")), query=asks_else, chance=0.8)
    assert [one.text for one in laid_out(guessed, sure).steps] == ["A complaint goes to the RERA authority."]


async def test_a_step_whose_passage_changed_is_left_out_and_cites_nothing(index: StatementIndex) -> None:
    newer = law("2", **{ACT: BODY.replace("within 60 days", "within 90 days")})
    beside = laid_out(with_steps(step(index, "act.43-5.appeal"), StepChosen("Name your state.")), held=newer)
    assert [one.text for one in beside.steps] == ["Name your state."] and beside.citations == ()


async def test_a_step_that_a_turn_before_showed_is_told_again_where_what_to_do_is_asked(index: StatementIndex) -> None:
    office, appeal = step(index, "act.31-1.which-office"), step(index, "act.43-5.appeal")
    steps = with_steps(office, StepChosen("Name your state."), appeal)
    asks = replace(steps, shown=frozenset({office.text, "Name your state."}))
    tells = replace(asks, query=read("Must the corn be ground?"))
    assert [one.text for one in laid_out(tells).steps] == [appeal.text]
    assert [one.text for one in laid_out(asks).steps] == [office.text, "Name your state.", appeal.text]


async def test_a_step_that_lacks_what_it_requires_is_left_out(index: StatementIndex) -> None:
    both = step(index, "mill.1-1.grind")
    assert [one.citations for one in laid_out(with_steps(both)).steps] == [(0, 1)]
    newer = law("2", **{ACT: BODY.replace("at most 15 days", "at most 25 days")})
    assert laid_out(with_steps(both), held=newer).steps == ()


async def test_what_was_not_in_force_on_the_day_asked_for_is_no_step(index: StatementIndex) -> None:
    later = Registry(
        REGISTRY.documents | {NORTH: spec(NORTH).model_copy(update={"effective_date": date(1951, 5, 1)})},
        REGISTRY.jurisdictions,
    )
    steps = (step(index, "act.31-1.which-office"), step(index, "north.2.form"))

    def told(day: date) -> list[str]:
        turn = PartTurn(replace(read("What can I do?"), as_on=day), steps=steps)
        return [one.text for one in lay_out_beside([turn], [], [], law(), later).steps]

    assert told(date(1951, 4, 30)) == ["A complaint goes to the RERA authority."]
    assert len(told(date(1951, 5, 1))) == 2


async def test_a_cell_says_all_of_its_group_or_nothing(index: StatementIndex) -> None:
    north, south = index.with_required(of(index, "north.1.fee")), of(index, "south.1.fee")
    turn = compared(NORTHLAND=north, SOUTHLAND=south)
    whole = laid_out(turn, said=[*north, south]).table
    assert whole is not None
    cell = whole.rows[0].cells[0]
    assert cell.text == "In Northland the fee is 500 rupees. It is paid within 10 days."
    assert cell.citations == (0, 1)
    torn = laid_out(turn, said=[north[0], south]).table
    assert torn is not None and "500" not in torn.rows[0].cells[0].text


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
    beside = laid_out(compared(NORTHLAND=north, SOUTHLAND=()), said=[of(index, "mill.2.fee"), north])
    table = beside.table
    assert table is not None and table.states == ("Northland", "Southland")
    [row] = table.rows
    assert row.matter == "Fee"
    assert (row.cells[0].text, row.cells[0].citations) == ("In Northland the fee is 500 rupees.", (1,))
    assert beside.citations[1].document == NORTH
    assert row.cells[1].citations == () and "Not found" in row.cells[1].text


async def test_a_sentence_that_was_dropped_stands_in_no_cell(index: StatementIndex) -> None:
    north, south = of(index, "north.1.fee"), of(index, "south.1.fee")
    table = laid_out(compared(NORTHLAND=north, SOUTHLAND=south), said=[north]).table
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
    beside = laid_out(compared(NORTHLAND=north, SOUTHLAND=south), said=[north, south])
    assert beside.table is not None
    cited = [beside.citations[cell.citations[0]].document for cell in beside.table.rows[0].cells]
    assert cited == [NORTH, SOUTH]


async def test_a_step_that_a_part_says_already_is_left_out(index: StatementIndex) -> None:
    both: list[Chosen] = [of(index, "mill.1-1.grind"), of(index, "mill.1-1.more")]
    assert laid_out(with_steps(step(index, "mill.1-1.grind")), said=both).steps == ()
    assert laid_out(with_steps(step(index, "mill.1-1.grind")), said=both[:1]).steps != ()


async def test_the_written_steps_of_every_part_are_shown_each_with_its_own_citations(index: StatementIndex) -> None:
    _, office = cite([of(index, "act.31-1.which-office")], law(), REGISTRY)
    _, appeal = cite([of(index, "act.43-5.appeal")], law(), REGISTRY)
    first = replace(with_steps(), written=True, written_steps=(Step(text="Complain.", citations=(0,)),))
    second = replace(with_steps(), written=True, written_steps=(Step(text="Appeal.", citations=(0,)),))
    beside = laid_out(
        replace(first, written_step_citations=tuple(office)), replace(second, written_step_citations=tuple(appeal))
    )
    assert [(one.text, one.citations) for one in beside.steps] == [("Complain.", (0,)), ("Appeal.", (1,))]
    assert [one.provision for one in beside.citations] == ["5(1)", "5(3)"]


async def test_a_written_part_has_composed_steps_only_where_it_asks_what_to_do(index: StatementIndex) -> None:
    asks = replace(with_steps(step(index, "act.31-1.which-office")), written=True)
    assert laid_out(asks).steps
    assert not laid_out(replace(asks, query=read("Which fee is due?"))).steps
    written = replace(with_steps(), written=True)
    assert laid_out(with_steps(step(index, "act.31-1.which-office")), written).steps, "nothing was written of the part that asks"
    assert not laid_out(asks, written).steps
    assert not laid_out(replace(asks, query=read("Which fee is due?"), written=False), written).steps
    assert laid_out(replace(asks, query=read("Which fee is due?"), written=False)).steps
