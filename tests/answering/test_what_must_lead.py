"""What must stand first in situations where the wrong lead has somebody act wrongly: whose law it is, and which.

The law that ships answers; each situation is told in words of the tests' own.
"""

from __future__ import annotations

from uuid import uuid4

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.law.answers import Answer
from civicsetu.law.statements import Actor, Statement
from tests.holding import answer_of

BROKER = "The property agent who showed us flats in Nashik has no RERA registration, how do I complain?"


def of_law(answer: Answer) -> list[tuple[str, set[str], Statement]]:
    """The sentences of law: the document, the units cited, and the statement each is."""
    known = get_statements().by_id
    return [
        (answer.citations[one.citations[0]].document, {answer.citations[at].section_id for at in one.citations}, known[one.statement])
        for one in answer.sentences
        if one.citations and one.statement
    ]


@pytest.mark.parametrize(
    ("question", "document", "provision", "bearer"),
    [
        ("What happens to a promoter who does not register the project?", "rera_act_2016", "59(1)", Actor.PROMOTER),
        ("How much interest do I get when the flat is handed over late?", "rera_act_2016", "18(1)", Actor.PROMOTER),
        ("My builder in Mysuru is three years late, what interest is due to me?", "karnataka_rera_rules_2017", "16", Actor.PROMOTER),
        ("Builder ne teen saal se flat nahi diya Kanpur me, kya karu?", "rera_act_2016", "18(1)", Actor.PROMOTER),
        ("Interest for late handover in Nagpur", "mahrera_rules_2017", "18", Actor.PROMOTER),
        ("Builder handover ki tarikh chauthi baar badha raha hai, mujhe saare paise wapas mil sakte hain?", "rera_act_2016", "18(1)", Actor.PROMOTER),
        ("There are cracks in the walls and the builder will not repair them, who has to pay?", "rera_act_2016", "14(3)", Actor.PROMOTER),
        ("Our dealer in Hubballi has no RERA registration at all. What happens to him, and whom do I turn to?", "rera_act_2016", "62", Actor.AGENT),
        ("Our dealer has no RERA registration and disobeyed an order of K-RERA. What happens to him for that order?", "rera_act_2016", "65", Actor.AGENT),
        ("The dealer disobeyed an order of K-RERA. What happens to him, and whom do I turn to?", "rera_act_2016", "65", Actor.AGENT),
        ("Half the flats of our tower went to those who owned the land, and the developer is bankrupt. Are the landowners liable too?", "rera_act_2016", "2(zk)", Actor.LANDOWNER),
        ("We own the land of a joint development in Hosur and the developer ran off with the advances, do we have to refund the buyers?", "rera_act_2016", "2(zk)", Actor.LANDOWNER),
    ],
)
async def test_the_provision_that_decides_leads_and_binds_who_owes_it(
    service: AnsweringService, question: str, document: str, provision: str, bearer: Actor
) -> None:
    where, places, statement = of_law(await answer_of(service, question))[0]
    assert (where, statement.bearer) == (document, bearer) and provision in places


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("HRERA awarded us compensation in May, the builder has transferred nothing so far. How is it collected?", {"act.40-1.land-revenue"}),
        ("We hold an order of K-RERA and the company ignores it. How is the money recovered in Karnataka?", {"act.40-1.land-revenue", "ka.25.land-revenue", "ka.26.enforce"}),
        ("UPRERA passed an order for keys, the developer just ignores it. What next?", {"act.40-1.land-revenue", "up.24.enforce"}),
    ],
)
async def test_an_order_in_hand_is_led_by_how_it_is_carried_out(service: AnsweringService, question: str, wanted: set[str]) -> None:
    assert of_law(await answer_of(service, question))[0][2].id in wanted


async def test_who_stays_is_not_told_that_interest_runs_from_their_payments(service: AnsweringService) -> None:
    """That is so of a refund; and what a buyer owes who pays late is no answer either."""
    asked = "Our Rohtak tower is two years late, we are not leaving and want the flat. From what day does interest run, and till when must the builder pay it?"
    told = await answer_of(service, asked)
    said = of_law(told)
    assert {statement.id for *_, statement in said}.isdisjoint({"act.2-za.builder-runs", "act.2-za.buyer-runs"})
    assert any("18(1) proviso" in told.citations[at].provision for one in told.sentences for at in one.citations)


@pytest.mark.parametrize(
    "question",
    [
        "The adjudicating officer turned down my claim. How much time do I have for an appeal?",
        "Till when must an appeal be made against what the officer ordered in Kanpur?",
    ],
)
async def test_who_asks_by_when_to_appeal_is_not_told_by_when_an_office_decides(service: AnsweringService, question: str) -> None:
    _, places, _ = of_law(await answer_of(service, question))[0]
    assert "44(2)" in places


async def test_who_asks_until_when_to_complain_is_told_that_no_last_date_is_set(service: AnsweringService) -> None:
    told = await answer_of(service, "The keys were due in 2017 in Noida, am I too late to go to RERA?")
    assert told.sentences[0].text.startswith(next(one.says for one in get_silences() if one.id == "none.complaint-time-limit"))


async def test_an_unregistered_broker_is_told_of_as_a_broker_to_the_last_question(service: AnsweringService) -> None:
    """A complaint against a broker leads, for how to complain is asked; what the broker faces is no step."""
    session = f"test-{uuid4()}"
    told = await answer_of(service, BROKER, session=session)
    [(_, first, complaint), *_] = of_law(told)
    assert first == {"31(1)"} and "against a broker" in complaint.says
    assert told.steps and not any("penalty" in one.text for one in told.steps)
    [(_, places, punished), *_] = of_law(await answer_of(service, "What is the penalty?", session=session))
    assert places == {"62"} and punished.bearer is Actor.AGENT
    filing = await answer_of(service, "How do I file it, and what does it cost?", session=session)
    assert filing.sentences[0].text.startswith("Public pages say that in Maharashtra, the fee of a complaint")
    assert "10,000 rupees" not in filing.answer, "neither a project's fee nor a penalty"


async def test_what_a_complaint_costs_is_no_fee_to_register_a_project(service: AnsweringService) -> None:
    told = await answer_of(service, "What does it cost to complain to RERA in Maharashtra?")
    assert told.sentences[0].text.startswith("Public pages say that in Maharashtra, the fee of a complaint")
    assert {one.section_id for one in told.citations} == {"31(2)"}


async def test_who_cancels_by_choice_is_promised_nothing(service: AnsweringService) -> None:
    told = await answer_of(service, "I cancelled my flat on my own and the builder keeps 20 % of the money")
    assert told.sentences[0].text.startswith("The RERA Act fixes no amount") and told.abstained


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Our Thane tower is four years behind: the consumer commission or the RERA authority?", "act.88.adds"),
        ("Flat late hai, consumer commission jana theek rahega ya RERA?", "act.88.adds"),
        ("For a refund, is a consumer court the better place than RERA in Mysuru?", "act.88.adds"),
        ("Our complaint has been pending with the state consumer commission since 2014, may we bring it to RERA?", "act.71-1.consumer-forum"),
        ("May the consumer society of our town file a complaint with RERA?", "act.31-1.consumer-group"),
    ],
)
async def test_who_chooses_a_forum_is_not_told_how_a_pending_case_moves(service: AnsweringService, question: str, first: str) -> None:
    assert of_law(await answer_of(service, question))[0][2].id == first


async def test_the_forms_of_both_forums_are_told_apart_where_public_pages_give_them(service: AnsweringService) -> None:
    told = await answer_of(service, "Flat in Gurgaon three years late, I want refund and compensation too. Where do I complain?")
    forms = [one.text for one in told.steps if "Form " in one.text]
    assert len(forms) == 2 and [("before the adjudicating officer" in one) for one in forms] == [False, True]


async def test_what_an_extension_takes_is_asked_of_the_registration_told_before(service: AnsweringService) -> None:
    """ "What is the fee?" by itself may be asked of any law."""
    told = await answer_of(service, "Our registration ends in September and work is pending. How do we apply for extension, and what is the fee?")
    assert not told.abstained and {one.section_id for one in told.citations} & {"6", "7(2)"}


async def test_a_word_of_building_sites_is_not_put_right(service: AnsweringService) -> None:
    told = await answer_of(service, "May the builder sell stilt parking?")
    assert "still" not in told.answer and told.citations
