"""What is said further on a matter: what was not shown yet, the rest of a provision, the figure to calculate with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.composing import further
from civicsetu.answering.composing.further import (
    REFUND_INTEREST_RUNS,
    figures,
    has_number,
    more_statements,
    rest_of_provisions,
)
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import Unit
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
    ranked,
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


def units(*places: tuple[str, str]) -> list[Unit]:
    held = law()
    return [held.units[str(provision_id(document, parse_path(path)))] for document, path in places]


async def test_more_is_what_was_not_shown(index: StatementIndex) -> None:
    searched, cited = (
        found(QUESTION, (ACT, "1(1)"), (ACT, "3(1)"), (ACT, "3(2)")),
        units((ACT, "1(1)"), (ACT, "3(1)")),
    )
    first = more_statements(read(QUESTION), searched, index, {GRIND, MORE_TIME}, cited)
    assert first and not set(names(first)) & {"mill.1-1.grind", "mill.1-1.more"}
    shown = {GRIND, MORE_TIME, *(one.statement.says for one in first)}
    assert not set(names(first)) & set(names(more_statements(read(QUESTION), searched, index, shown, cited)))
    everything = {one.statement.says for one in index.held}
    assert more_statements(read(QUESTION), searched, index, everything, cited) == []


async def test_what_is_of_another_section_is_said_only_where_it_is_likely(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlikely = ANSWERING.least_lead - 0.1
    scored = ranked(index, mill_4_mill=unlikely, mill_1_2_claim=unlikely)
    monkeypatch.setattr(further, "rank_statements", lambda *_: scored)
    searched = found(QUESTION, (ACT, "1(2)"), (ACT, "4"))
    assert names(more_statements(read(QUESTION), searched, index, (), units((ACT, "1(1)")))) == [
        "mill.1-2.claim"
    ]
    assert names(more_statements(read(QUESTION), searched, index, (), units((ACT, "4")))) == ["mill.4.mill"]


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
    searched, cited = found(QUESTION, (ACT, "1(1)")), units((ACT, "1(1)"))
    said = more_statements(read(QUESTION), searched, index, {GRIND, MORE_TIME}, cited)
    assert names(said) == []


async def test_the_rest_is_of_the_provisions_cited_alone(index: StatementIndex) -> None:
    searched = found(QUESTION, (ACT, "1(1)"), (ACT, "3(1)"))
    rest = rest_of_provisions(read(QUESTION), searched, index, {GRIND}, units((ACT, "1(1)")))
    assert names(rest) == ["mill.1-1.more"]
    assert rest_of_provisions(read(QUESTION), searched, index, {GRIND, MORE_TIME}, units((ACT, "1(1)"))) == []


async def test_a_figure_shown_is_the_one_to_calculate_with(index: StatementIndex) -> None:
    query = replace(read("What is the penalty?"), asked_last="how much is that on 40 lakh")
    said = figures(query, found("penalty", (ACT, "3(1)")), index, {PENALTY}, PENALTY, units((ACT, "3(1)")))
    assert names(said) == ["mill.3-1.penalty"] and has_number(said)


async def test_a_figure_of_another_matter_is_not_taken(index: StatementIndex) -> None:
    query, searched = read(QUESTION), found(QUESTION, (ACT, "1(1)"), (ACT, "3(1)"))
    assert figures(query, searched, index, {GRIND, PENALTY}, GRIND, units((ACT, "1(1)"))) == []


async def test_a_states_figure_takes_the_place_of_left_to_rules_with_what_it_requires(
    index: StatementIndex,
) -> None:
    cited, searched = units((ACT, "2")), found("fee", (ACT, "2"), (NORTH, "1"))
    text = ACT_STATEMENTS.replace(FEE, "The builder pays a fee at the rate of the state's rules.")
    other = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": text})
    north = figures(read("What is the fee in Northland?"), searched, other, (), FEE, cited)
    assert names(north) == ["north.1.fee", "north.1.when"]
    nowhere = figures(read("What is the fee?"), searched, other, (), FEE, cited)
    assert names(nowhere) == ["mill.2.fee"] and not has_number(nowhere)
    shown = {one.statement.says for one in nowhere}
    assert figures(read("What is the fee?"), searched, other, shown, FEE, cited) == []
    assert figures(read("What is the fee?"), searched, index, (), FEE, cited) == []
    filled = figures(read("What is the fee in Northland?"), searched, index, (), FEE, cited)
    assert names(filled) == ["north.1.fee", "north.1.when"], "the Act's own names no figure"


async def test_interest_on_a_refund_tells_from_when_it_runs() -> None:
    back = "A buyer who leaves the mill gets the whole sum back."
    interest = "A buyer who stays may claim interest of 9 % for every month of delay."
    text = (ACT_STATEMENTS + RUNS).replace(back, "A buyer who leaves gets a refund with interest of 9 %.")
    text = text.replace("A buyer who stays may claim 9 % a year for every month of delay.", interest)
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": text})
    refund, searched = (
        "A buyer who leaves gets a refund with interest of 9 %.",
        found("refund", (ACT, "1(3)")),
    )
    said = figures(read("Do I get it back?"), searched, index, {refund}, refund, units((ACT, "1(3)")))
    assert names(said) == ["mill.1-3.back", REFUND_INTEREST_RUNS]
    stays = {interest, refund}
    said = figures(
        read("What is 9 %?"), found("stay", (ACT, "1(2)")), index, stays, interest, units((ACT, "1(2)"))
    )
    assert names(said)[:1] == ["mill.1-2.claim"] and REFUND_INTEREST_RUNS not in names(said)
