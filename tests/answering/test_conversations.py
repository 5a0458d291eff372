"""What goes on from earlier turns, or asks several things at once."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from civicsetu.answering.part_turn import Trace
from civicsetu.answering.service import AnsweringService
from civicsetu.law.answers import (
    AnswerKind,
    Final,
    SentenceReady,
    Support,
)
from civicsetu.planner.steps import LOOKED_UP
from tests.holding import LATE, answer_of, events_of, rows_of


async def test_a_follow_up_goes_on_from_its_session_and_from_no_other(service: AnsweringService) -> None:
    session, question = f"test-{uuid4()}", "What is the penalty for that?"
    first = await answer_of(service, "What does section 13 say?", session=session)
    second = await answer_of(service, question, session=session)
    alone = await answer_of(service, question)
    assert (first.turn, second.turn, alone.turn) == (1, 2, 1)
    assert "61" in [context.provision for context in second.contexts], "what a breach of section 13 costs"
    [turn] = await rows_of(
        service, "select standalone_question from turns where turn_id = :id", id=UUID(second.id)
    )
    assert turn["standalone_question"] == f"{first.question} {question}"
    assert alone.contexts != second.contexts


async def test_a_follow_up_goes_on_past_an_answer_that_stated_no_law(service: AnsweringService) -> None:
    session = f"test-{uuid4()}"
    await answer_of(service, "What does section 13 say?", session=session)
    await answer_of(service, "Who won the cricket world cup?", session=session)
    third = await answer_of(service, "What is the penalty for that?", session=session)
    assert third.turn == 3
    assert "61" in [context.provision for context in third.contexts]
    [turn] = await rows_of(
        service, "select standalone_question from turns where turn_id = :id", id=UUID(third.id)
    )
    assert "section 13" in turn["standalone_question"]


async def test_a_reply_that_asks_nothing_new_is_no_question(service: AnsweringService) -> None:
    session = f"test-{uuid4()}"
    first = await answer_of(service, LATE, session=session)
    shown = {one.text for one in (*first.sentences, *first.steps)}
    yes = await answer_of(service, "yes", session=session)
    assert (yes.kind, yes.citations, yes.contexts) == (AnswerKind.CLARIFY, (), ())
    assert not yes.scope.matters, "no state is asked for beside it"
    source = await answer_of(service, "which section?", session=session)
    places = {(one.document, one.section_id) for one in first.citations}
    assert {(one.document, one.section_id) for one in source.citations} <= places
    assert source.sentences[0].support is Support.NONE and source.contexts == ()
    for reply in ("explain simply", "what else?"):
        further = await answer_of(service, reply, session=session)
        said = {one.text for one in further.sentences if one.citations}
        assert said and not said & shown
        shown |= said
    letter = await answer_of(service, "write the letter to the builder", session=session)
    assert letter.answer.startswith("I cannot write letters")
    await answer_of(service, "Who won the cricket world cup?", session=session)
    after = await answer_of(service, "more", session=session)
    assert after.kind is AnswerKind.ABSTAIN and after.citations == ()


async def test_a_post_is_answered_part_by_part_and_says_which_part_is_not(service: AnsweringService) -> None:
    post = (
        "My builder is two years late with possession of my flat. Can I get a refund with interest? "
        "And how much butter goes into a sponge cake for eight people?"
    )
    events = await events_of(service, post)
    final = events[-1]
    assert isinstance(final, Final)
    answer = final.answer
    assert answer.kind is AnswerKind.PARTIAL and answer.question == post
    refund, cake = answer.parts
    assert (refund.kind, cake.kind) == (AnswerKind.ANSWER, AnswerKind.ABSTAIN)
    assert refund.heading == "Can I get a refund with interest?" and cake.heading.startswith(
        "How much butter"
    )
    cited = {answer.citations[at].section_id for one in refund.sentences for at in answer.sentences[one].citations}
    assert cited & {"18(1)", "19(4)"}, "the builder's duty, or the buyer's right to the same"
    [limit] = [answer.sentences[at] for at in cake.sentences]
    assert limit.support is Support.NONE and limit.citations == ()
    shown = [event for event in events if isinstance(event, SentenceReady)]
    assert [event.heading for event in shown if event.heading] == [refund.heading, cake.heading]
    assert isinstance(final.trace, Trace)
    searched = [
        [one for one in part.found.evidence if LOOKED_UP not in one.found_by]
        for part in final.trace.parts
        if part.found
    ]
    assert [len(found) for found in searched] == [4, 4], "beside what was looked up for a part"


@pytest.mark.parametrize(
    "asked",
    [
        "What is the punishment?",
        pytest.param("what is the penalty", marks=pytest.mark.long),
        pytest.param("What is the fine?", marks=pytest.mark.long),
    ],
)
async def test_a_bare_wish_for_the_punishment_is_of_whom_the_conversation_is_about(service: AnsweringService, asked: str) -> None:
    """Alone it is the builder's; after an unregistered broker it is the broker's."""
    session = f"test-{uuid4()}"
    await answer_of(service, "The agent who found our flat in Nagpur has no RERA number. Whom can I tell?", session=session)
    told = await answer_of(service, asked, session=session)
    lead = next(one for one in told.sentences if one.citations)
    assert [told.citations[at].section_id for at in lead.citations] == ["62"]
    full = await answer_of(service, "What is the punishment for a builder who does not register?", session=session)
    lead = next(one for one in full.sentences if one.citations)
    assert "59(1)" in [full.citations[at].section_id for at in lead.citations]


async def test_a_sum_asked_for_afterwards_is_worked_out_or_what_it_takes_is_told(service: AnsweringService) -> None:
    session = f"test-{uuid4()}"
    await answer_of(service, "The builder in Mysuru is late with my flat. How much interest do I get?", session=session)
    lacking = await answer_of(service, "how much is that for 6 months?", session=session)
    assert lacking.sentences[0].text.startswith("To work out interest I need the sum and for how long")
    told = await answer_of(service, "how much is that on 20 lakh for 6 months?", session=session)
    assert told.kind is AnswerKind.ANSWER and "16" in {one.section_id for one in told.citations}
    assert any(one.text.startswith("For you: each 1 % of the yearly rate on 20 lakh rupees comes to 10,000 rupees") for one in told.sentences)
