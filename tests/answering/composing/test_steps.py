"""Steps stand where somebody is wronged, belong to their grievance, and say what is not held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.grievances import Grievances
from civicsetu.answering.composing.state_forms import StepChosen
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.steps import steps_for
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.law.statements import Actor
from civicsetu.query.asking import AskedKind
from civicsetu.yaml_data import parse_model
from tests.answering.composing.mill_values import values
from tests.answering.composing.mills import (
    ACT,
    NORTH,
    NORTH_STATEMENTS,
    STATEMENTS,
    index_with,
    law,
    names,
    read,
)

ASKED = "What can I do?"
TOLD = "My builder has not ground the corn. By when was it due?"
STORY = (
    "My builder took the corn in March and promised flour in April, and now it is October and he " * 2
    + "is silent."
)
BUYER = Asker(AskedKind.REMEDY, Actor.ALLOTTEE, frozenset(), {})
TELLS = Asker(AskedKind.MAY, Actor.ALLOTTEE, frozenset(), {})
OFFICE, FORM_AND_FEE, APPEAL = "act.31-1.which-office", "act.31-2.form-fee", "act.43-5.appeal"
OWN = {OFFICE, FORM_AND_FEE, APPEAL}
COMPLAIN = "[act.31-1.which-office, {filled: act.31-2.form-fee, before: authority}]"
TABLE = f"""law: {ACT}
forms: {{act.31-2.form-fee: a complaint}}
grievances:
- id: ordered
  when: {{order: [in_favour]}}
  steps: [act.40-1.land-revenue, {{filled: mill.2.fee, or_itself: true}}]
- id: not_ground
  led_by: ['1(1)']
  or_when: {{possession: [late]}}
  steps:
  - {{step: mill.1-2.claim, when: {{wants: [stay]}}}}
  - {{step: mill.1-3.back, unless: {{wants: [stay]}}, unless_said: [mill.4.mill]}}
  - act.31-1.which-office
  - {{filled: act.31-2.form-fee, before: authority}}
otherwise: {COMPLAIN}
"""
GRIEVANCES = parse_model(Grievances, TABLE, "a test")


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def held(index: StatementIndex, *ids: str) -> list[StatementHeld]:
    return [one for name in ids if (one := index.get(name)) is not None]


def told(
    index: StatementIndex,
    question: str,
    who: Asker,
    *said: str,
    state: str | None = None,
    near: Sequence[str] = (),
    **known: object,
) -> list[StepChosen]:
    states = {"NORTHLAND": ["Northland"], "SOUTHLAND": ["Southland"]}.get(state or "", [])
    return steps_for(
        replace(read(question, state=state), as_on=known.get("day")),  # type: ignore[arg-type]
        who,
        held(index, *said or ("mill.1-2.claim",)),
        index,
        states,
        known.get("values"),  # type: ignore[arg-type]
        near=held(index, *near),
        law=law(),
        grievances=GRIEVANCES,
    )


def test_the_steps_are_statements_that_ship() -> None:
    shipped = get_statements()
    assert set(shipped.by_id) >= OWN
    assert shipped.filled_by(FORM_AND_FEE), "some state says form and fee"


async def test_a_grievance_is_followed_by_its_own_steps(index: StatementIndex) -> None:
    found = told(index, ASKED, BUYER, "mill.1-1.grind", state="NORTHLAND")
    assert [names(one.statements) for one in found] == [
        ["mill.1-3.back"], [OFFICE], ["north.2.form"],
    ]  # fmt: skip
    assert found[2].text == "In Northland a complaint is made in Form M with a fee of 20 rupees."


async def test_what_the_asker_wants_and_what_is_said_choose_among_the_steps(index: StatementIndex) -> None:
    stays = replace(BUYER, facts={"wants": "stay"})
    assert names(told(index, ASKED, stays, "mill.1-1.grind")[0].statements) == ["mill.1-2.claim"]
    said = told(index, ASKED, BUYER, "mill.1-1.grind", "mill.4.mill")
    assert names(said[0].statements) == [OFFICE]


async def test_a_grievance_that_is_in_no_table_is_complained_of(index: StatementIndex) -> None:
    found = told(index, ASKED, BUYER, state="NORTHLAND")
    assert [names(one.statements) for one in found] == [[OFFICE], ["north.2.form"]]


async def test_an_order_that_is_won_is_carried_out_and_not_complained_of(index: StatementIndex) -> None:
    won = replace(TELLS, facts={"order": "in_favour"})
    found = told(index, "By when?", won, "mill.1-1.grind")
    assert [names(one.statements) for one in found] == [["act.40-1.land-revenue"], ["mill.2.fee"]]
    of_state = told(index, "By when?", won, "mill.1-1.grind", state="NORTHLAND")
    assert names(of_state[1].statements) == ["north.1.fee", "north.1.when"]


async def test_a_tenant_is_led_to_no_office_against_the_landlord(index: StatementIndex) -> None:
    assert told(index, "My landlord keeps the deposit. What can I do?", BUYER, state="NORTHLAND") == []
    assert told(index, "My landlord and my builder both keep money. What can I do?", BUYER, state="NORTHLAND")
    waits = replace(BUYER, facts={"possession": "late"})
    assert told(index, "The flat is late and my landlord raises the rent. What can I do?", waits, state="NORTHLAND")


async def test_advice_is_a_step_that_rests_on_no_law(index: StatementIndex) -> None:
    advised = parse_model(Grievances, TABLE.replace("steps: [act.40-1", "steps: [{says: Write to them.}, act.40-1"), "a test")
    won = replace(TELLS, facts={"order": "in_favour"})
    steps = steps_for(read("By when?"), won, held(index, "mill.1-1.grind"), index, [], law=law(), grievances=advised)
    assert steps[0] == StepChosen("Write to them.") and names(steps[1].statements) == ["act.40-1.land-revenue"]


async def test_a_statement_found_tells_the_grievance_where_none_said_does(index: StatementIndex) -> None:
    beside = told(index, TOLD, TELLS, "mill.2.fee", near=["mill.1-1.grind"])
    assert names(beside[0].statements) == ["mill.1-3.back"]
    asked_only = told(index, ASKED, BUYER, near=["mill.1-1.grind"])
    assert names(asked_only[0].statements) == [OFFICE], "only what is said tells it who tells nothing"
    definition = told(index, TOLD, TELLS, "mill.4.mill", near=["mill.1-1.grind"])
    assert definition == []


async def test_facts_tell_the_grievance_where_no_statement_said_does(index: StatementIndex) -> None:
    late = replace(TELLS, facts={"possession": "late"})
    assert names(told(index, TOLD, late, "mill.2.fee")[0].statements) == ["mill.1-3.back"]
    assert told(index, TOLD, replace(late, asks_own_duty=True), "mill.2.fee") == []


async def test_what_can_i_do_asks_of_no_duty_of_the_asker(index: StatementIndex) -> None:
    asks = replace(BUYER, facts={"possession": "late"}, asks_own_duty=True)
    assert names(told(index, TOLD, asks, "mill.2.fee")[0].statements) == ["mill.1-3.back"]


async def test_steps_stand_where_the_law_s_own_words_answer(index: StatementIndex) -> None:
    found = steps_for(
        read(TOLD), TELLS, [], index, [], near=held(index, "mill.1-1.grind"), grievances=GRIEVANCES
    )
    assert names(found[0].statements) == ["mill.1-3.back"]


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
    def second(day: date) -> StepChosen:
        return told(index, ASKED, BUYER, state="NORTHLAND", values=values(), day=day)[1]

    assert names(second(date(1951, 5, 1)).statements) == ["north.2.form"]
    early = second(date(1951, 4, 30))
    assert not early.statements
    assert early.text.startswith("On 30 April 1951 Northland's rules had not set the fee of a complaint yet.")


async def test_the_reason_why_a_fee_is_not_held_and_the_print_of_one_are_told(index: StatementIndex) -> None:
    missing = told(index, ASKED, BUYER, state="SOUTHLAND", values=values())[1]
    assert missing.text == (
        "Southland's rule that sets the fee of a complaint is not held here. "
        "Look at the authority's website (south.example) before you pay."
    )
    north = told(index, ASKED, BUYER, state="NORTHLAND", values=values())[1]
    assert "as printed in May 1951" in north.text


async def test_what_the_answer_says_is_no_step_again(index: StatementIndex) -> None:
    found = told(index, ASKED, BUYER, "mill.1-1.grind", "mill.1-3.back", OFFICE)
    assert [names(one.statements) for one in found] == [[]]


@pytest.mark.parametrize(
    ("question", "who", "said", "steps_stand"),
    [
        (ASKED, BUYER, "mill.1-1.grind", True),
        (ASKED, BUYER, "mill.4.mill", False),
        (ASKED, BUYER, "mill.3-1.penalty", False),
        (ASKED, Asker(AskedKind.REMEDY, None, frozenset(), {}), "mill.1-2.claim", True),
        (ASKED, Asker(AskedKind.REMEDY, Actor.PROMOTER, frozenset(), {}), "mill.1-1.grind", False),
        (ASKED, Asker(AskedKind.REMEDY, Actor.AGENT, frozenset(), {}), "mill.1-1.grind", False),
        (ASKED, Asker(AskedKind.REMEDY, Actor.TRIBUNAL, frozenset(), {}), "mill.1-1.grind", False),
        ("Must the corn be ground?", TELLS, "mill.1-1.grind", False),
        (TOLD, TELLS, "mill.1-1.grind", True),
        (TOLD, Asker(AskedKind.HOW_LONG, Actor.PROMOTER, frozenset(), {}), "mill.1-1.grind", False),
        (STORY, TELLS, "mill.1-1.grind", True),
        (STORY, Asker(AskedKind.MAY, None, frozenset(), {}), "mill.1-1.grind", True),
        (STORY, Asker(AskedKind.MAY, None, frozenset(), {}), "mill.4.mill", False),
    ],
)
async def test_steps_stand_only_where_somebody_is_wronged(
    index: StatementIndex, question: str, who: Asker, said: str, steps_stand: bool
) -> None:
    assert bool(told(index, question, who, said)) is steps_stand


async def test_who_wants_steps_without_telling_a_wrong_has_those_of_what_leads(index: StatementIndex) -> None:
    asks = Asker(AskedKind.MAY, Actor.ALLOTTEE, frozenset(), {}, asks_own_duty=True)
    wants = replace(asks, wants_steps=True)
    assert told(index, "Must the corn be ground?", wants, "mill.1-1.grind")
    assert told(index, "Must the corn be ground?", asks, "mill.1-1.grind") == []
    assert told(index, "Must the corn be ground?", wants, "mill.3-1.penalty") == [], "no grievance rests on it"


async def test_what_a_word_means_is_followed_by_steps_only_where_somebody_asks_what_to_do(index: StatementIndex) -> None:
    table = parse_model(Grievances, TABLE.replace("led_by: ['1(1)']", "led_by: ['4']"), "a test")
    means, asks = (
        steps_for(read(TOLD), who, held(index, "mill.4.mill"), index, [], grievances=table)
        for who in (TELLS, BUYER)
    )
    assert means == [] and asks


async def test_without_an_answer_there_are_no_steps(index: StatementIndex) -> None:
    assert steps_for(read(ASKED), BUYER, [], index, [], grievances=GRIEVANCES) == []


async def test_a_long_case_of_ones_own_has_steps_though_nobody_says_that_they_buy(index: StatementIndex) -> None:
    story = "the corn " * ANSWERING.case_words
    tells = replace(BUYER, party=None, kind=AskedKind.MAY)
    assert told(index, f"Must they grind {story} for me?", tells, "mill.1-1.grind")
    assert told(index, f"Must they grind {story} at all?", tells, "mill.1-1.grind") == []
    assert told(index, "Must they grind it for me?", tells, "mill.1-1.grind") == [], "too short for a case"
