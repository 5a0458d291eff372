"""What the law held does not answer, or did not on the day asked for, is said to be so."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.law.answers import (
    DISCLAIMER,
    Answer,
    AnswerKind,
    Final,
    Stage,
    Support,
)
from tests.holding import LATE, answer_of, events_of, rows_of


async def test_an_abstention_streams_no_sentences(service: AnsweringService) -> None:
    events = await events_of(service, "Who won the cricket world cup?")
    assert [type(event) for event in events if not isinstance(event, Stage)] == [Final]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who won the cricket world cup?", "only help with questions about real-estate law"),
        ("How do I renew my passport?", "does not answer this. I hold the Real Estate"),
        (
            "My landlord will not return my rent deposit, what can I do?",
            "rent and tenancy law, which I do not hold: ask a lawyer, or the rent authority of your place. I hold the Real Estate",
        ),
        ("What does section 211 say?", "no section 211"),
        ("What does section 18(99) say?", "no part (99)"),
        ("What does article 12 of RERA say?", "no Article 12 in the Real Estate"),
        ("What does rule 16 of Bihar say?", "rule 16 of Bihar"),
        ("What is the punishment under section 420 of the IPC?", "IPC"),
    ],
)
async def test_what_the_law_held_does_not_answer_is_said_to_be_so(
    service: AnsweringService, question: str, said: str
) -> None:
    answer = await answer_of(service, question)
    assert answer.kind is AnswerKind.ABSTAIN and answer.abstained
    assert said in answer.answer
    assert answer.sentences == () and answer.citations == ()
    assert answer.confidence.score == 0 and answer.confidence.level == "none"
    assert answer.first_token_ms is None and answer.disclaimer == DISCLAIMER
    [turn] = await rows_of(service, "select kind from turns where turn_id = :id", id=UUID(answer.id))
    assert turn["kind"] == "abstain"
    assert not await rows_of(service, "select 1 from citations where turn_id = :id", id=UUID(answer.id))


@pytest.mark.parametrize("given", [{}, {"jurisdiction": "KERALA"}])
async def test_for_a_state_that_is_not_held_the_act_answers_and_says_so(
    service: AnsweringService, given: dict[str, Any]
) -> None:
    question = LATE if given else LATE.replace("possession", "possession in Kochi")
    answer = await answer_of(service, question, **given)
    assert answer.kind is AnswerKind.ANSWER
    assert answer.jurisdictions == ("CENTRAL", "KERALA")
    [warning] = answer.warnings
    assert warning.kind == "not_held" and "Kerala" in warning.text


async def test_some_provisions_there_and_some_not_is_a_part_of_an_answer(service: AnsweringService) -> None:
    answer = await answer_of(service, "What do section 12 and section 211 say?")
    assert answer.kind is AnswerKind.PARTIAL
    assert {citation.section_id for citation in answer.citations} == {"12", "2(zl)"}, "what section 12 calls a prospectus"
    assert [warning.kind for warning in answer.warnings] == ["not_held"]


async def test_a_greeting_is_answered_with_what_can_be_asked(service: AnsweringService) -> None:
    answer = await answer_of(service, "Namaste!")
    assert answer.kind is AnswerKind.CLARIFY and not answer.abstained and answer.citations == ()
    assert "Ask me" in answer.answer


async def test_before_the_act_nothing_was_law(service: AnsweringService) -> None:
    answer = await answer_of(service, LATE, as_on=date(2016, 4, 30))
    assert answer.kind is AnswerKind.ABSTAIN and answer.as_on == date(2016, 4, 30)
    assert "30 April 2016" in answer.answer
    assert (await answer_of(service, LATE, as_on=date(2020, 1, 1))).kind is AnswerKind.ANSWER


async def test_what_was_not_in_force_on_the_day_asked_for_is_not_stated_as_law(
    service: AnsweringService,
) -> None:
    """Section 18 came into force on 1 May 2017, the Authority's powers a year before."""
    late = await answer_of(service, "section 18", session="as-on-1", as_on=date(2016, 8, 1))
    assert late.kind is AnswerKind.ABSTAIN
    assert "1 May 2017" in late.answer
    powers = await answer_of(service, "section 36", session="as-on-2", as_on=date(2016, 8, 1))
    assert powers.kind is AnswerKind.ANSWER
    both = await answer_of(service, "sections 36 and 18", session="as-on-3", as_on=date(2016, 8, 1))
    assert {citation.section_id for citation in both.citations} == {"36"}
    [warning] = both.warnings
    assert warning.kind == "amendment" and "RERA Act s.18" in warning.text and "1 May 2017" in warning.text
    in_words = await answer_of(service, "What did section 18 say as on 1 August 2016?", session="as-on-5")
    assert in_words.kind is AnswerKind.ABSTAIN and in_words.as_on == date(2016, 8, 1)
    today = await answer_of(service, "section 18", session="as-on-4", as_on=date(2020, 1, 1))
    assert today.kind is AnswerKind.ANSWER


@pytest.mark.parametrize(
    ("as_on", "warned"),
    [(date(2016, 6, 1), True), (date(2016, 10, 28), False), (date(2024, 1, 1), False), (None, False)],
)
async def test_an_answer_for_a_day_before_a_change_says_that_the_law_read_otherwise(
    service: AnsweringService, as_on: date | None, warned: bool
) -> None:
    answer = await answer_of(service, "What does section 31(2) say?", as_on=as_on)
    assert answer.citations[0].section_id == "31(2)"
    told = [warning.text for warning in answer.warnings if warning.kind == "amendment"]
    assert bool([text for text in told if text.startswith("Section 31(2) of the Real Estate")]) is warned
    assert all("S.O. 3347(E)" in text and "28 October 2016" in text for text in told) and bool(told) is warned


async def test_where_an_instrument_left_the_words_the_answer_tells_of_it(service: AnsweringService) -> None:
    def told(answer: Answer) -> list[str]:
        return [warning.text for warning in answer.warnings if "S.O. 3912(E)" in warning.text]

    [text] = told(await answer_of(service, "What does section 1(2) say?"))
    assert "Jammu and Kashmir" in text and "read otherwise" not in text
    assert told(await answer_of(service, "What does section 1(2) say?", as_on=date(2018, 1, 1))) == []


@pytest.mark.parametrize(
    ("question", "said", "near"),
    [
        ("Is there some cut-off, or can I go to RERA with a matter of ten years ago?", "set no last date", True),
        ("Which percentage may a broker take as commission?", "fix no rate of brokerage", False),
    ],
)
async def test_what_the_law_leaves_open_is_said_with_the_statement_that_helps(
    service: AnsweringService, question: str, said: str, near: bool
) -> None:
    """Nothing that was asked is answered, so that it abstains; a statement stands behind it where one helps."""
    answer = await answer_of(service, question)
    assert answer.kind is AnswerKind.ABSTAIN and said in answer.answer
    assert bool(answer.citations) is near and len(answer.sentences) == (2 if near else 0)
    if near:
        silent, helps = answer.sentences
        assert (silent.support, silent.citations) == (Support.NONE, ()) and helps.support is Support.STATEMENT


async def test_beside_a_silence_somebody_wronged_is_told_where_to_complain(service: AnsweringService) -> None:
    wronged = await answer_of(service, "My flat is 40 square feet smaller than the agreement says and the builder refuses to refund. What can I do?")
    assert wronged.sentences[0].silence == "none.carpet-smaller" and any("RERA authority" in one.text for one in wronged.steps)
    asked = await answer_of(service, "By how much may the carpet area come out smaller?")
    assert asked.sentences[0].silence == "none.carpet-smaller" and not asked.steps
    of_builder = await answer_of(service, "I am a builder. A buyer says the flat is 40 square feet smaller. What can I do?")
    assert not of_builder.steps, "the builder is complained of"
    of_bank = await answer_of(service, "My bank refused the home loan after I paid the booking amount, what can I do?")
    assert of_bank.sentences[0].silence == "none.loan-rejected" and not of_bank.steps, "nobody owes it"


async def test_whether_somebody_will_be_punished_is_answered_and_no_guess(service: AnsweringService) -> None:
    answer = await answer_of(service, "Will my builder go to jail for not obeying the tribunal?")
    assert answer.kind is AnswerKind.ANSWER and "imprison" in answer.answer


async def test_what_the_law_settles_is_no_silence(service: AnsweringService) -> None:
    answer = await answer_of(service, "Within how many days of an order can I go to the appellate tribunal?")
    assert answer.kind is AnswerKind.ANSWER and "60 days" in answer.sentences[0].text


async def test_a_form_that_does_not_exist_is_told_beside_the_section_that_does(service: AnsweringService) -> None:
    answer = await answer_of(service, "What do section 18 and Form ZZ say?")
    assert answer.kind is AnswerKind.PARTIAL and answer.citations
    assert any("no Form ZZ in" in warning.text for warning in answer.warnings)
