"""What is said further on a matter: what was not shown yet, the rest of a provision, the figure to calculate with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.composing.further import (
    REFUND_INTEREST_RUNS,
    figures,
    has_number,
    more_statements,
    rest_of_provisions,
)
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.law.paths import parse_path, provision_id
from tests.answering.composing.mills import (
    ACT,
    ACT_STATEMENTS,
    NORTH,
    STATEMENTS,
    found,
    index_with,
    law,
    names,
    read,
)

GRIND = "The builder must grind the corn within 30 days after the buyer asks."
MORE_TIME = "The RERA authority may give the builder up to 15 days more."
PENALTY = "A builder who does not grind the corn pays up to 100 rupees."
FEE = "The builder must pay a fee; the state's rules set it."
QUESTION = "Within how many days must the builder grind the corn?"
RUNS = f"""- id: {REFUND_INTEREST_RUNS}
  says: Interest on a refund runs from the day of payment.
  kind: period
  bearer: promoter
  provisions: ["4"]
  passages: ["a mill is … is ground"]
"""


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def units(*places: tuple[str, str]) -> frozenset[str]:
    return frozenset(str(provision_id(document, parse_path(path))) for document, path in places)


async def test_more_is_what_was_not_shown(index: StatementIndex) -> None:
    searched = found(QUESTION, (ACT, "1(1)"), (ACT, "3(1)"), (ACT, "3(2)"))
    first = more_statements(read(QUESTION), searched, index, {GRIND, MORE_TIME})
    assert first and not set(names(first)) & {"mill.1-1.grind", "mill.1-1.more"}
    shown = {GRIND, MORE_TIME, *(one.statement.says for one in first)}
    assert not set(names(first)) & set(names(more_statements(read(QUESTION), searched, index, shown)))
    everything = {one.statement.says for one in index.held}
    assert more_statements(read(QUESTION), searched, index, everything) == []


async def test_what_says_nearly_what_was_shown_is_not_said_either() -> None:
    again = (
        ACT_STATEMENTS
        + """- id: mill.1-1.again
  says: The builder must grind the corn within 30 days after a buyer asks.
  kind: duty
  bearer: promoter
  provisions: ["1(1)"]
  passages: ["The promoter (miller) must … asks for it"]
"""
    )
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": again})
    said = more_statements(read(QUESTION), found(QUESTION, (ACT, "1(1)")), index, {GRIND, MORE_TIME})
    assert names(said) == []


async def test_the_rest_is_of_the_provisions_cited_alone(index: StatementIndex) -> None:
    searched = found(QUESTION, (ACT, "1(1)"), (ACT, "3(1)"))
    rest = rest_of_provisions(read(QUESTION), searched, index, {GRIND}, units((ACT, "1(1)")))
    assert names(rest) == ["mill.1-1.more"]
    assert rest_of_provisions(read(QUESTION), searched, index, {GRIND, MORE_TIME}, units((ACT, "1(1)"))) == []


async def test_a_figure_shown_is_the_one_to_calculate_with(index: StatementIndex) -> None:
    query = replace(read("What is the penalty?"), asked_last="how much is that on 40 lakh")
    said = figures(query, found("penalty", (ACT, "3(1)")), index, {PENALTY}, units((ACT, "3(1)")))
    assert names(said) == ["mill.3-1.penalty"] and has_number(said)


async def test_a_states_figure_takes_the_place_of_left_to_rules_with_what_it_requires(
    index: StatementIndex,
) -> None:
    cited, searched = units((ACT, "2")), found("fee", (ACT, "2"), (NORTH, "1"))
    text = ACT_STATEMENTS.replace(FEE, "The builder pays a fee at the rate of the state's rules.")
    other = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": text})
    north = figures(read("What is the fee in Northland?"), searched, other, (), cited)
    assert names(north) == ["north.1.fee", "north.1.when"]
    nowhere = figures(read("What is the fee?"), searched, other, (), cited)
    assert names(nowhere) == ["mill.2.fee"] and not has_number(nowhere)
    shown = {one.statement.says for one in nowhere}
    assert figures(read("What is the fee?"), searched, other, shown, cited) == []
    assert figures(read("What is the fee?"), searched, index, (), cited) == []
    filled = figures(read("What is the fee in Northland?"), searched, index, (), cited)
    assert names(filled) == ["north.1.fee", "north.1.when"], "the Act's own names no figure"


async def test_interest_on_a_refund_tells_from_when_it_runs() -> None:
    back = "A buyer who leaves the mill gets the whole sum back."
    interest = "A buyer who stays may claim 9 % a year for every month of delay."
    text = (ACT_STATEMENTS + RUNS).replace(back, "A buyer who leaves gets a refund with interest of 9 %.")
    held = law()
    index = await index_with(held, STATEMENTS | {f"{ACT}.yaml": text})
    shown = {"A buyer who leaves gets a refund with interest of 9 %."}
    searched = found("refund", (ACT, "1(3)"))
    said = figures(read("Do I get a refund?"), searched, index, shown, units((ACT, "1(3)")))
    assert names(said) == ["mill.1-3.back", REFUND_INTEREST_RUNS]
    stays = figures(
        read("What is 9 %?"), found("stay", (ACT, "1(2)")), index, {interest}, units((ACT, "1(2)"))
    )
    assert names(stays) == ["mill.1-2.claim"]
