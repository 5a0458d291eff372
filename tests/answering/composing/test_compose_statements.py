"""An answer leads with what answers, says what belongs to it, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from civicsetu.answering.composing.compose_statements import Limits, Margins, compose_statements
from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.query.asking import AskedKind
from tests.answering.composing.mills import (
    ACT,
    ACT_STATEMENTS,
    NORTH,
    NORTH_STATEMENTS,
    SOUTH,
    SOUTH_STATEMENTS,
    STATEMENTS,
    index_with,
    names,
    ranked,
)

NEAR = Margins(0.35, 0.35, 0.35)
LIMITS = Limits(3, -1.6, NEAR, 0.8)


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def said(
    index: StatementIndex,
    order: list[Ranked],
    kind: AskedKind = AskedKind.OTHER,
    documents: tuple[str, ...] = (ACT,),
    **limits: Any,
) -> list[str]:
    told = {"sentences": 3, "least": -1.6, "margins": NEAR, "same_words": 0.8} | limits
    return names(compose_statements(order, index, kind, documents, Limits(**told)))


async def test_none_leads_that_is_not_sure_enough(index: StatementIndex) -> None:
    assert said(index, []) == []
    assert said(index, ranked(index, mill_4_mill=-1.7)) == []
    assert said(index, ranked(index, mill_4_mill=-1.5)) == ["mill.4.mill"]


async def test_what_is_required_comes_along_however_little_room_there_is(index: StatementIndex) -> None:
    order = ranked(index, mill_1_1_grind=1.0, mill_4_mill=0.9)
    assert said(index, order, sentences=1) == ["mill.1-1.grind", "mill.1-1.more"]
    assert said(index, order) == ["mill.1-1.grind", "mill.1-1.more", "mill.4.mill"]


async def test_one_that_would_come_without_its_company_does_not_come(index: StatementIndex) -> None:
    order = ranked(index, mill_4_mill=1.0, mill_1_1_grind=0.9, mill_2_fee=0.8)
    assert said(index, order, sentences=2) == ["mill.4.mill", "mill.2.fee"], "a smaller one after it may"


async def test_what_is_required_in_turn_comes_along_too() -> None:
    chained = ACT_STATEMENTS.replace(
        '  passages: ["The Authority may give … 15 days more"]\n',
        '  passages: ["The Authority may give … 15 days more"]\n  requires: [mill.4.mill]\n',
    )
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": chained})
    assert said(index, ranked(index, mill_1_1_grind=1.0), sentences=1) == [
        "mill.1-1.grind", "mill.1-1.more", "mill.4.mill",
    ]  # fmt: skip


async def test_what_is_required_is_said_even_where_it_differs_in_a_figure_only() -> None:
    """Nearly the same words are no reason to leave out a condition."""
    near = ACT_STATEMENTS.replace(
        "The RERA authority may give the builder up to 15 days more.",
        "The builder must grind the corn within 45 days after the buyer asks.",
    ).replace(
        "A mill is a house in which corn is ground.",
        "The builder must grind the corn within 60 days after the buyer asks.",
    )
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": near})
    order = ranked(index, mill_4_mill=1.0, mill_1_2_claim=0.9)
    assert said(index, order) == ["mill.4.mill", "mill.1-2.claim"]
    required = near.replace("facets: {wants: [stay]}", "requires: [mill.1-1.more]")
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": required})
    order = ranked(index, mill_4_mill=1.0, mill_1_2_claim=0.9)
    assert said(index, order) == ["mill.4.mill", "mill.1-2.claim", "mill.1-1.more"]


async def test_what_several_require_is_said_once() -> None:
    both = SOUTH_STATEMENTS.replace("fills: mill.2.fee", "fills: mill.2.fee\n  requires: [mill.4.mill]")
    needs = ACT_STATEMENTS.replace(
        'passages: ["The promoter must pay … rules fix"]',
        'passages: ["The promoter must pay … rules fix"]\n  requires: [mill.4.mill]',
    )
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": needs, f"{SOUTH}.yaml": both})
    told = said(index, ranked(index, mill_2_fee=1.0), documents=(ACT, SOUTH))
    assert told == ["mill.2.fee", "south.1.fee", "mill.4.mill"]


async def test_the_filler_of_the_state_asked_stands_in_its_place_where_a_figure_is_asked(
    index: StatementIndex,
) -> None:
    order, of = ranked(index, mill_2_fee=1.0), (ACT, NORTH)
    assert said(index, order, AskedKind.HOW_MUCH, of) == ["north.1.fee", "north.1.when"]
    assert said(index, order, AskedKind.MAY, of) == ["mill.2.fee", "north.1.fee", "north.1.when"]
    assert said(index, order, AskedKind.HOW_MUCH, (ACT,)) == ["mill.2.fee"], "no state asked, none said"
    assert said(index, order, AskedKind.HOW_MUCH, (ACT, SOUTH)) == ["south.1.fee"]


async def test_what_a_state_sets_leads_where_the_rule_that_leaves_it_names_no_sum() -> None:
    owes = """\
- id: mill.2.owes
  says: The builder owes the mill something for each month of delay.
  kind: duty
  bearer: promoter
  provisions: ["2"]
  passages: ["The promoter must pay … rules fix"]
"""
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": ACT_STATEMENTS + owes})
    order, of = ranked(index, mill_2_owes=1.0, north_1_fee=0.7), (ACT, NORTH)
    assert said(index, order, AskedKind.HOW_MUCH, of) == ["north.1.fee", "north.1.when", "mill.2.owes"]
    assert said(index, order, AskedKind.MAY, of)[0] == "mill.2.owes", "how much is not asked"
    assert said(index, order, AskedKind.HOW_MUCH, (ACT,))[0] == "mill.2.owes", "nor of that state"
    other = ranked(index, mill_4_mill=1.0, north_1_fee=0.7)
    assert said(index, other, AskedKind.HOW_MUCH, of)[0] == "mill.4.mill", "another provision leaves nothing to it"


async def test_what_was_said_as_a_filler_is_not_said_again(index: StatementIndex) -> None:
    order = ranked(index, mill_2_fee=1.0, north_1_fee=0.9, mill_4_mill=0.8)
    told = said(index, order, AskedKind.HOW_MUCH, (ACT, NORTH), sentences=4)
    assert told == ["north.1.fee", "north.1.when", "mill.4.mill"]


async def test_the_rule_stands_before_its_graver_penalty(index: StatementIndex) -> None:
    order = ranked(index, mill_3_2_prison=1.0, mill_3_1_penalty=0.5)
    assert said(index, order) == ["mill.3-1.penalty", "mill.3-2.prison"]
    far = ranked(index, mill_3_2_prison=1.0, mill_3_1_penalty=0.2)
    assert said(index, far) == ["mill.3-2.prison"], "one that hardly answers is not put in front"
    duty = ranked(index, mill_1_2_claim=1.0, mill_1_1_grind=0.9)
    assert said(index, duty)[0] == "mill.1-2.claim", "only penalties are put in order"


async def test_further_statements_come_near_to_the_lead(index: StatementIndex) -> None:
    order = ranked(index, mill_1_2_claim=1.0, mill_4_mill=0.7, mill_2_fee=0.6)
    assert said(index, order) == ["mill.1-2.claim", "mill.4.mill"]
    assert said(index, ranked(index, mill_1_2_claim=-1.5, mill_4_mill=-1.7)) == ["mill.1-2.claim"]


async def test_one_that_says_the_same_is_said_once() -> None:
    twice = NORTH_STATEMENTS.replace(
        "It is paid within 10 days.", "A mill is a house in which corn is ground ."
    )
    index = await index_with(texts=STATEMENTS | {f"{NORTH}.yaml": twice.replace(" ground .", " ground.")})
    assert said(index, ranked(index, mill_4_mill=1.0, north_1_when=0.9)) == ["mill.4.mill"]


async def test_the_farther_from_the_lead_the_nearer_its_score_must_come(index: StatementIndex) -> None:
    margins = Margins(same_provision=1.5, same_section=0.5, elsewhere=0.1)
    lead = {"mill_1_2_claim": 1.0}
    assert said(index, ranked(index, **lead, mill_1_3_back=0.6), margins=margins)[1:] == ["mill.1-3.back"]
    assert not said(index, ranked(index, **lead, mill_1_3_back=0.4), margins=margins)[1:]
    assert said(index, ranked(index, **lead, mill_4_mill=0.95), margins=margins)[1:] == ["mill.4.mill"]
    assert not said(index, ranked(index, **lead, mill_4_mill=0.6), margins=margins)[1:]


async def test_an_echo_of_what_was_said_is_not_said() -> None:
    echoing = ACT_STATEMENTS.replace("- id: mill.4.mill\n", "- id: mill.4.mill\n  echoes: mill.1-2.claim\n")
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": echoing})
    order = ranked(index, mill_1_2_claim=1.0, mill_4_mill=0.9)
    assert said(index, order) == ["mill.1-2.claim"]
    assert said(index, ranked(index, mill_4_mill=1.0)) == ["mill.4.mill"], "alone it may be said"


async def test_a_footnote_comes_after_the_rule_it_qualifies() -> None:
    noted = ACT_STATEMENTS.replace("- id: mill.4.mill\n", "- id: mill.4.mill\n  qualifies: mill.1-2.claim\n")
    index = await index_with(texts=STATEMENTS | {f"{ACT}.yaml": noted})
    assert said(index, ranked(index, mill_4_mill=1.0, mill_1_2_claim=0.8)) == ["mill.1-2.claim", "mill.4.mill"]
    far = ranked(index, mill_4_mill=1.0, mill_1_2_claim=0.0)
    assert said(index, far) == ["mill.4.mill"], "a rule that is not asked for does not lead"
