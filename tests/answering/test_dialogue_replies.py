"""What is replied to "yes", "explain simply", "write the letter" or "which section?", and what never is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from civicsetu.answering.citing import cite, is_supported, text_of
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.dialogue_replies import last_answer, reply_to_act, say_further
from civicsetu.answering.part_turn import PartTurn
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.answers import Answer, AnswerKind, Confidence, Step
from civicsetu.query.dialogue_acts import DialogueAct
from civicsetu.query.read_question import Query, ReadingContext, read_question
from tests.answering.composing.mills import ACT, BODY, REGISTRY, found, index_with, law, names

ASKED = "When must the builder grind my corn?"
LEVELS: dict[str, Any] = {"high": 0.9, "medium": 0.5}


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def answered(index: StatementIndex, *ids: str, question: str = ASKED, **changes: Any) -> Answer:
    chosen = [one for name in ids if (one := index.get(name)) is not None]
    sentences, citations = cite(chosen, law(), REGISTRY)
    told: dict[str, Any] = {
        "id": str(uuid4()), "question": question, "kind": AnswerKind.ANSWER, "abstained": False, "answer": "Words.",
        "sentences": sentences, "citations": citations, "confidence": Confidence(score=0.9, level="high"),
        "settings_hash": "0" * 12, "jurisdictions": ("CENTRAL",),
    }  # fmt: skip
    return Answer.model_validate(told | changes)


def declined(question: str = "How do I cheat the buyer?", kind: AnswerKind = AnswerKind.ABSTAIN) -> Answer:
    return Answer(
        id=str(uuid4()), question=question, kind=kind, abstained=kind is AnswerKind.ABSTAIN, answer="No.",
        confidence=Confidence(score=0, level="none"), settings_hash="0" * 12,
    )  # fmt: skip


def read(reply: str, earlier: list[Answer], state: str | None = None) -> Query:
    return read_question(reply, ReadingContext(law(), REGISTRY, state, earlier=earlier))


def replied(
    reply: str,
    earlier: list[Answer],
    index: StatementIndex | None,
    held: LawIndex | None = None,
    state: str | None = None,
) -> PartTurn:
    query = read(reply, earlier, state)
    assert query.act is not None
    return reply_to_act(PartTurn(query), earlier, index, held or law(), REGISTRY)


# -- yes, thanks, another language ----------------------------------------------------------------------


async def test_yes_is_told_what_can_be_asked_and_no_law(index: StatementIndex) -> None:
    said = replied("yes", [answered(index, "mill.1-1.grind")], index)
    assert said.kind is AnswerKind.CLARIFY and not said.chosen
    assert "step by step" in said.declined and "name the state" in said.declined and "more" in said.declined


async def test_what_was_shown_is_not_offered(index: StatementIndex) -> None:
    steps = (Step(text="A complaint goes to the RERA authority."),)
    told = answered(
        index, "mill.1-1.grind", "mill.1-1.more", steps=steps, jurisdictions=("CENTRAL", "NORTHLAND")
    )
    said = replied("ok thanks", [told], index, state="NORTHLAND").declined
    assert "step by step" not in said and "state" not in said and "“more”" not in said
    penalty = replied("ok", [answered(index, "mill.4.mill")], index).declined
    assert "step by step" not in penalty, "nobody owes the asker anything"


async def test_another_language_is_honestly_declined(index: StatementIndex) -> None:
    said = replied("explain in Hindi", [answered(index, "mill.1-1.grind")], index)
    assert said.kind is AnswerKind.ABSTAIN and "only English" in said.declined and not said.chosen


# -- the places of the last answer ----------------------------------------------------------------------


async def test_the_source_is_the_words_of_the_provisions_cited(index: StatementIndex) -> None:
    said = replied("which section?", [answered(index, "mill.1-1.grind", "mill.3-1.penalty")], index)
    assert said.kind is AnswerKind.ANSWER and said.opening.startswith("It is likely")
    sentences, citations = cite(said.chosen, law(), REGISTRY)
    assert [one.provision for one in citations] == ["1(1)", "3(1)"]
    assert sentences[0].text == (
        "The promoter (miller) must grind the corn within 30 days after the allottee (farmer) asks for it."
    )
    assert all(is_supported(one, citations, law()) for one in sentences)


async def test_a_doubtful_answer_is_called_so(index: StatementIndex) -> None:
    doubtful = answered(index, "mill.1-1.grind", confidence=Confidence(score=0.3, level="low"))
    assert replied("are you sure?", [doubtful], index).opening.startswith("I am not certain")


async def test_the_source_is_not_shown_where_the_law_changed(index: StatementIndex) -> None:
    newer = law("2", **{ACT: BODY.replace("within 30 days", "within 40 days")})
    assert replied("source?", [answered(index, "mill.1-1.grind")], index, newer).chosen == ()


async def test_passages_shown_before_are_named_alone(index: StatementIndex) -> None:
    told = answered(index, "mill.1-1.grind", "mill.1-1.more")
    sentences, citations = cite(replied("source?", [told], index).chosen, law(), REGISTRY)
    shown = {"sentences": sentences, "citations": citations, "turn": 2}
    again = replied("are you sure?", [told, answered(index, question="source?", **shown)], index)
    assert again.chosen == () and again.kind is AnswerKind.ABSTAIN
    assert "Mill Act s.1(1) and Mill Act s.1(1) proviso" in again.declined


# -- letters --------------------------------------------------------------------------------------------


async def test_a_letter_is_not_written_but_where_a_complaint_goes_is_said(index: StatementIndex) -> None:
    said = replied("write the letter", [answered(index, "mill.1-1.grind")], index, state="NORTHLAND")
    assert said.kind is AnswerKind.PARTIAL and said.opening.startswith("I cannot write letters")
    assert names(said.chosen) == ["act.31-1.which-office", "north.2.form"]


async def test_a_letter_is_about_what_was_asked_whatever_was_replied_since(index: StatementIndex) -> None:
    more = answered(index, "mill.4.mill", question="more", turn=2)
    said = replied("write the letter", [answered(index, "mill.1-1.grind"), more], index)
    assert names(said.chosen) == ["act.31-1.which-office"]


async def test_without_a_state_or_its_form_that_is_said(index: StatementIndex) -> None:
    told = [answered(index, "mill.1-1.grind")]
    assert "name your state" in replied("draft a complaint", told, index).opening
    south = replied("draft a complaint", told, index, state="SOUTHLAND")
    assert "no form and fee for Southland" in south.opening and names(south.chosen) == [
        "act.31-1.which-office"
    ]


async def test_what_was_shown_of_complaints_is_not_said_again(index: StatementIndex) -> None:
    form = answered(index, "north.2.form", jurisdictions=("CENTRAL", "NORTHLAND"))
    said = replied("draft a complaint", [form], index, state="NORTHLAND")
    assert names(said.chosen) == ["act.31-1.which-office"] and "in my answers above" in said.opening
    all_of_it = answered(index, "act.31-1.which-office", "north.2.form")
    nothing = replied("draft a complaint", [all_of_it], index, state="NORTHLAND")
    assert nothing.chosen == () and nothing.kind is AnswerKind.ABSTAIN and "above" in nothing.declined


async def test_an_appeal_is_told_when_and_where(index: StatementIndex) -> None:
    said = replied("write the appeal for me", [answered(index, "mill.1-1.grind")], index)
    assert names(said.chosen) == ["act.43-5.appeal"] and "appeals" in said.opening


async def test_a_letter_on_what_nobody_owes_brings_no_complaint(index: StatementIndex) -> None:
    said = replied("write the letter", [answered(index, "mill.4.mill")], index)
    assert said.declined == "I cannot write letters or notices yet." and said.kind is AnswerKind.ABSTAIN


# -- what is searched for again -------------------------------------------------------------------------


def further(reply: str, earlier: list[Answer], index: StatementIndex | None, *places: str) -> PartTurn:
    turn = replied(reply, earlier, index)
    assert not turn.declined and turn.decision is not None and turn.decision.action == "proceed"
    searched = found(turn.query.standalone, *((ACT, place) for place in places))
    return say_further(replace(turn, found=searched), index, law())


async def test_plainer_words_there_are_none_so_the_rest_is_said(index: StatementIndex) -> None:
    said = further("explain simply", [answered(index, "mill.1-1.grind")], index, "1(1)", "3(1)")
    assert said.kind is AnswerKind.PARTIAL and "plainest wording" in said.opening
    assert names(said.chosen) == ["mill.1-1.more"]


async def test_where_nothing_remains_the_provisions_words_are_shown_and_then_nothing(
    index: StatementIndex,
) -> None:
    told = answered(index, "mill.4.mill")
    said = further("explain simply", [told], index, "4")
    assert [text_of(one) for one in said.chosen] == [
        "In this Act, a mill is a house in which corn is ground."
    ]
    sentences, citations = cite(said.chosen, law(), REGISTRY)
    words = told.model_copy(update={"sentences": tuple(sentences), "citations": tuple(citations), "turn": 2})
    again = further("in simple words", [told, words], index, "4")
    assert (
        again.chosen == () and again.declined == "What I showed is already my shortest and plainest wording."
    )


async def test_more_is_never_what_was_shown_and_ends(index: StatementIndex) -> None:
    told = [answered(index, "mill.1-1.grind", "mill.1-1.more")]
    said = further("what else?", told, index, "1(1)", "3(1)")
    assert said.chosen and not set(names(said.chosen)) & {"mill.1-1.grind", "mill.1-1.more"}
    assert not said.opening and said.kind is None
    nothing = further("more", told, index, "1(1)")
    assert nothing.chosen == () and nothing.declined.startswith("I found nothing more")


async def test_a_sum_is_not_calculated_but_the_figure_is_given(index: StatementIndex) -> None:
    said = further("how much is that on 40 lakh", [answered(index, "mill.3-1.penalty")], index, "3(1)")
    assert names(said.chosen) == ["mill.3-1.penalty"] and "do not calculate" in said.opening
    none = further("how much is that on 40 lakh", [answered(index, "mill.4.mill")], index, "4")
    assert none.chosen == () and "no rate or share" in none.declined


async def test_what_is_searched_again_is_the_matter_asked_about_and_no_reply_since(
    index: StatementIndex,
) -> None:
    letter = answered(index, "act.31-1.which-office", question="write the letter", turn=2)
    said = further("and on 40 lakh?", [answered(index, "mill.3-1.penalty"), letter], index, "3(1)")
    assert names(said.chosen) == ["mill.3-1.penalty"]


async def test_without_statements_replies_still_say_what_cannot_be_done(index: StatementIndex) -> None:
    told = [answered(index, "mill.1-1.grind")]
    assert replied("write the letter", told, None).declined == "I cannot write letters or notices yet."
    assert replied("yes", told, None).kind is AnswerKind.CLARIFY
    assert further("explain simply", told, None, "1(1)").chosen, "the provision's words"
    assert (
        further("more", told, None, "1(1)").declined and further("and on 40 lakh?", told, None, "4").declined
    )


# -- after a refusal ------------------------------------------------------------------------------------

REPLIES = [
    "explain simply",
    "more",
    "which section?",
    "draft a complaint",
    "how much is that on 40 lakh",
    "yes",
    "thanks",
]


@pytest.mark.parametrize("reply", REPLIES)
async def test_after_a_refusal_nothing_of_the_law_is_said(index: StatementIndex, reply: str) -> None:
    earlier = [answered(index, "mill.1-1.grind"), declined().model_copy(update={"turn": 2})]
    said = replied(reply, earlier, index)
    assert said.declined and not said.chosen and not said.steps and said.goes_on_from is None
    assert "glad" not in said.declined
    asked_back = [declined("corn", AnswerKind.CLARIFY)]
    assert replied(reply, asked_back, index).declined


async def test_a_reply_that_could_not_be_met_is_no_refusal_of_the_question(index: StatementIndex) -> None:
    told, letter = (
        answered(index, "mill.1-1.grind"),
        declined("explain in Hindi").model_copy(update={"turn": 2}),
    )
    assert last_answer([told, letter]) is told
    assert replied("which section?", [told, letter], index).chosen
    assert read("more", [told, letter]).act is DialogueAct.MORE and last_answer([]) is None


async def test_whoever_begins_with_a_wish_for_a_letter_is_told_where_a_complaint_goes(index: StatementIndex) -> None:
    turn = replied("Draft a legal notice to my builder", [], index)
    assert turn.kind is not AnswerKind.CLARIFY and (turn.opening or turn.declined).startswith("I cannot write letters or notices yet.")
    assert "not answered" not in turn.opening + turn.declined
