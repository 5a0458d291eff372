"""What states set is told as an example where none is named, and only where the Act gives no figure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.by_state import describe_by_state
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.composing.values.value_sentences import get_value_words
from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.query.asking import AskedKind
from tests.answering.composing.mill_values import HELD, values
from tests.answering.composing.mills import index_with, law, read

NAMES = {"NORTHLAND": "Northland", "SOUTHLAND": "Southland"}
ASKER = Asker(AskedKind.HOW_MUCH, None, frozenset(), {})


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words for the fee of a mill, which what ships has none for."""
    monkeypatch.setattr(
        "civicsetu.answering.composing.by_state.get_value_words",
        lambda: {
            "by_state": {"mill_fee": "The fee is {values}; name your state."},
            "of_any": {"by_state": "{label}: {by_state}; every state sets its own."},
            "beside": {"mill.1-1.more": "mill_fee"},
        },
    )


def tell(
    index: StatementIndex, name: str, state: str | None = None, asker: Asker = ASKER, not_held: str = "", question: str = "How much is the fee?"
) -> str:
    held = index.get(name)
    assert held is not None
    query = replace(read(question, state=state), states_not_held=(not_held,) if not_held else ())
    said = describe_by_state([held], [], query, asker, values(HELD), law(), NAMES.__getitem__)
    return " ".join(one.said.text for one in said)


@pytest.mark.usefixtures("words")
async def test_each_state_is_told_with_its_figure(index: StatementIndex) -> None:
    told = "The fee is 500 rupees in Northland; 700 rupees in Southland; name your state."
    assert tell(index, "mill.2.fee") == told


@pytest.mark.usefixtures("words")
async def test_what_goes_with_a_figure_is_told_with_those_of_the_states(index: StatementIndex) -> None:
    assert tell(index, "mill.1-1.more") == tell(index, "mill.2.fee") != ""
    may, who = (replace(ASKER, kind=kind) for kind in (AskedKind.MAY, AskedKind.WHO))
    timed = "The mill stood still for two months. May the miller take another 20 days?"
    assert tell(index, "mill.1-1.more", asker=may, question=timed) != "" == tell(index, "mill.1-1.more", asker=who)


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("question", ["May the miller grind later?", "The mill stood still for two months. May I have my corn back?"])
async def test_whether_something_may_be_is_not_answered_by_a_time_that_nobody_asks_for(index: StatementIndex, question: str) -> None:
    assert tell(index, "mill.1-1.more", asker=replace(ASKER, kind=AskedKind.MAY), question=question) == ""


def test_what_goes_with_a_figure_ships_as_statements_and_parameters() -> None:
    for statement, parameter in get_value_words()["beside"].items():
        assert statement in get_statements().by_id and parameter in get_parameters().by_id
        assert parameter in get_value_words()["by_state"]


@pytest.mark.usefixtures("words")
async def test_nothing_is_told_of_who_names_a_state_or_asks_no_figure(index: StatementIndex) -> None:
    assert tell(index, "mill.2.fee", state="NORTHLAND") == ""
    assert tell(index, "mill.2.fee", not_held="EASTLAND") == ""
    assert tell(index, "mill.2.fee", asker=replace(ASKER, kind=AskedKind.MAY)) == ""
    assert tell(index, "mill.1-1.grind") == "", "it leaves nothing to the states"


async def test_a_figure_without_words_of_its_own_is_told_by_its_name(index: StatementIndex) -> None:
    told = tell(index, "mill.2.fee")
    assert "in Northland 500 rupees; in Southland 700 rupees; every state sets its own" in told


@pytest.mark.usefixtures("words")
async def test_only_what_is_asked_for_is_told(index: StatementIndex) -> None:
    assert tell(index, "mill.2.fee", asker=replace(ASKER, kind=AskedKind.HOW_LONG), question="By when is it due?") == ""
    form = replace(ASKER, kind=AskedKind.FORM)
    assert tell(index, "mill.2.fee", asker=form, question="Which form do I need?") == ""
    assert tell(index, "mill.2.fee", asker=form, question="Which form do I need, and what is the fee?") != ""
