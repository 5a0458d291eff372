"""Whoever cancels, and whom the builder cancels, reads that the Act fixes nothing to be kept, in whatever words it is asked."""

from __future__ import annotations

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.answering.silences.cancellation import (
    BUILDERS_CANCELLATION,
    DAYS_OF_OWN_CANCELLATION,
    NOT_SIGNED,
    OWN_CANCELLATION,
    find_cancellation,
    of_who_cancelled,
)
from civicsetu.law.answers import AnswerKind
from tests.answering.composing.mills import read
from tests.holding import answer_of

KEPT = [
    "I cancelled my flat; the builder wants to keep 25 percent of what I paid. Is that right?",
    "We surrendered our apartment and the developer forfeited 4 lakh rupees",
    "I backed out of my booking, he is retaining a quarter of the money, can I have it all back?",
    "I paid Rs 12 lakh and then cancelled by my own choice; builder returns 9 lakh and keeps the rest",
    "maine booking cancel kar di, builder 20% kaat raha hai",
    "मैंने बुकिंग रद्द कर दी, बिल्डर 20% काट रहा है",
]


@pytest.mark.parametrize("question", KEPT)
def test_what_is_kept_of_ones_own_cancellation_is_known_by_the_case(question: str) -> None:
    assert find_cancellation(read(question)) == OWN_CANCELLATION


@pytest.mark.parametrize(
    "question",
    [
        "The builder cancelled my booking and wants to keep 25 %",
        "I lost my job and missed two instalments. The builder cancelled and forfeited 4 lakh",
        "They cancelled my allotment as I could not pay. How much can they deduct?",
    ],
)
def test_what_is_kept_of_the_builders_cancellation_is_another_silence(question: str) -> None:
    assert find_cancellation(read(question)) == BUILDERS_CANCELLATION


@pytest.mark.parametrize(
    "question",
    [
        "I signed a form, not the agreement, and cancelled by my own choice. Can they keep 3 lakh?",
        "I signed no agreement, lost my job and cancelled. The builder wants to keep 4 lakh of it. Can he?",
        "We signed only the booking form, I lost my job and cancelled, and he keeps 2 lakh. Is that allowed?",
        "I didn't sign the agreement and cancelled by my own choice. The builder keeps 2 lakh, is that right?",
        "I cancelled before signing the agreement. He keeps 10 percent of the price, is that allowed?",
    ],
)
def test_of_a_booking_without_agreement_another_silence_tells(question: str) -> None:
    assert find_cancellation(read(question)) == NOT_SIGNED


@pytest.mark.parametrize(
    "question",
    [
        "The builder cancelled because he was late himself, and he wants to keep 25 %",
        "I cancelled because the builder is two years late, and he wants to keep 25 %",
        "I cancelled my flat. When is the money returned?",
        "I cancelled my flat. May the builder keep anything?",
        "The builder wants 25 % before the agreement. Is that allowed?",
    ],
)
def test_another_case_is_not(question: str) -> None:
    assert not find_cancellation(read(question))


@pytest.mark.parametrize(
    ("told", "by_builder"),
    [
        ("Got a cancelation mail from the builder, how much will he deduct?", True),
        ("The builder cancelled my booking and keeps 2 lakh.", True),
        ("I cancelled and he keeps 2 lakh.", False),
        ("How much is deducted?", False),
    ],
)
def test_the_silence_is_on_the_cancellation_of_whoever_cancelled(told: str, by_builder: bool) -> None:
    assert of_who_cancelled(OWN_CANCELLATION, read(told)) == (BUILDERS_CANCELLATION if by_builder else OWN_CANCELLATION)
    assert of_who_cancelled("none.gate-colour", read(told)) == "none.gate-colour"


@pytest.mark.parametrize("silence", [OWN_CANCELLATION, BUILDERS_CANCELLATION, DAYS_OF_OWN_CANCELLATION])
def test_none_is_told_to_who_leaves_because_the_builder_failed(silence: str) -> None:
    assert not of_who_cancelled(silence, read("I cancelled because the flat is three years late, and he deducts 20 %"))


def test_the_days_of_ones_own_cancellation_are_told_to_who_left_by_choice() -> None:
    asked = read("I cancelled by my own choice, in how many days does the money come back?")
    assert of_who_cancelled(DAYS_OF_OWN_CANCELLATION, asked) == DAYS_OF_OWN_CANCELLATION


def test_an_agreement_that_has_no_clause_was_signed() -> None:
    question = "There is no agreement clause on this. I cancelled by my own choice; may the builder keep 4 lakh?"
    assert find_cancellation(read(question)) == OWN_CANCELLATION


@pytest.mark.parametrize("question", KEPT)
async def test_the_law_that_ships_tells_the_silence_and_promises_no_refund(service: AnsweringService, question: str) -> None:
    told = await answer_of(service, question)
    first, second = [one for one in told.sentences if "कानून" not in one.text and "Kanoon" not in one.text][:2]
    assert told.kind is AnswerKind.ABSTAIN
    assert first.text.startswith("The RERA Act fixes no amount that a builder may keep when you cancel by your own choice.")
    assert second.text.endswith("not when you change your mind.")
