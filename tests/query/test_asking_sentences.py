"""Which sentences ask, with and without a question mark."""

from __future__ import annotations

import pytest

from civicsetu.query.asking_sentences import (
    asks,
    goes_on_asking,
    heading_of,
    leaves_out_what_fails,
    leaves_out_whose,
    names_only_details,
    names_only_procedure,
    substance,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "Who shuts the lantern",
        "wat is the fine",
        "And by when must it be shut?",
        "If he refuses, where do I go?",
        "is the keeper liable for the lock",
        "Please tell me the fee",
        "I want to know whether the lantern may be sold",
        "Not sure if the keeper can do this",
        "taala kaun badlega",
        "शिकायत कहाँ करूँ",
        "ताबा कधी मिळेल",
        "வட்டி எவ்வளவு",
        "ದೂರು ಎಲ್ಲಿ ಕೊಡಬೇಕು",
    ],
)
def test_it_asks(sentence: str) -> None:
    assert asks(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The lantern is shut",
        "When I came the lantern was shut",
        "What he did is wrong",
        "Can you believe it?",
        "He told me to wait",
        "Which was a surprise",
        "The keeper said 'who will hear you, what can you do?' to me",
        "मैंने लालटेन खरीदी",
    ],
)
def test_it_does_not_ask(sentence: str) -> None:
    assert not asks(sentence)


def test_a_heading_leaves_out_what_leads_over() -> None:
    assert heading_of("And my second question is who pays the keeper?", 90) == "Who pays the keeper?"
    assert heading_of("also, please tell me the fee for a lock.", 90) == "The fee for a lock"


def test_what_says_nothing_by_itself_has_no_substance() -> None:
    assert substance("Guys is this normal?") == 0
    assert substance("What can I do about this?") == 0 and substance("Who pays the keeper?") > 0


@pytest.mark.parametrize(
    "sentence",
    [
        "What is the fee?",
        "and which form",
        "What documents, and what charges?",
        "By what last date?",
        "how much is fees for single person",
        "what form for a company",
        "which form one has to use",
        "kitni fees",
        "फीस कितनी है",
        "படிவம் என்ன?",
        "ಶುಲ್ಕ ಎಷ್ಟು",
    ],
)
def test_it_asks_for_a_detail_of_what_stands_before(sentence: str) -> None:
    assert names_only_details(sentence)


@pytest.mark.parametrize(
    "sentence", ["for an individual", "What is the fee for a lock?", "Who pays the keeper?", "What can I do about this?", "By when should he help us form one?", "What is the time limit to form our society?", ""]
)
def test_it_names_what_it_asks_of_or_nothing_at_all(sentence: str) -> None:
    assert not names_only_details(sentence)


@pytest.mark.parametrize(
    ("sentence", "only"),
    [
        ("And how do I complain?", True),
        ("शिकायत कैसे करूं?", True),
        ("How do I appeal?", True),
        ("How do I complain of the leak?", False),
        ("How do I complain to the keeper?", False),
        ("What can I do?", False),
    ],
)
def test_it_asks_how_to_complain_and_says_not_of_what(sentence: str, only: bool) -> None:
    assert names_only_procedure(sentence) is only


@pytest.mark.parametrize(
    ("sentence", "left_out"),
    [
        ("Online or by demand draft?", True),
        ("How do I pay the fee?", True),
        ("Is the fee refundable?", True),
        ("फीस ऑनलाइन भरनी है?", True),
        ("What is the fee for renewing?", True),
        ("What is the fee for renewing the keeper's oath?", False),
        ("Can he demand payment in cash?", False),
        ("Who pays?", False),
        ("By when must they form a society?", False),
    ],
)
def test_it_asks_of_a_fee_or_a_registration_and_says_not_whose(sentence: str, left_out: bool) -> None:
    assert leaves_out_whose(sentence) is left_out


@pytest.mark.parametrize(
    ("sentence", "left_out"),
    [
        ("What happens if the date passes?", True),
        ("and the late fee?", True),
        ("What if he still refuses to sign?", True),
        ("date nikal gayi to?", True),
        ("देर हो गई तो क्या होगा?", True),
        ("Is a late fee legal?", False),
        ("What if the keeper refuses?", False),
        ("What if the oil is late?", False),
        ("What if he shuts the road?", False),
    ],
)
def test_it_asks_of_a_date_missed_and_says_not_of_what(sentence: str, left_out: bool) -> None:
    assert leaves_out_what_fails(sentence) is left_out


@pytest.mark.parametrize(
    ("sentence", "goes_on"),
    [
        ("And for my aunt also?", True),
        ("for my aunt, she is a weaver?", True),
        ("or by post?", True),
        ("even for small lamps?", True),
        ("For whom is the lamp?", False),
        ("For late oil how much silver must he give?", False),
        ("After the storm, free oil for the hinge?", False),
        ("for my aunt also", False),
        ("And the lock?", False),
    ],
)
def test_it_is_the_rest_of_a_question(sentence: str, goes_on: bool) -> None:
    assert goes_on_asking(sentence) is goes_on
