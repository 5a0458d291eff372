"""What kind of thing a question asks, in the languages people ask in."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.query import asked_kind as module
from civicsetu.query.asked_kind import AskedKind, asked_kind, asks_consequence


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the difference between a booking and an allotment?", "compare"),
        ("दोनों राज्यों में अंतर बताइए", "compare"),
        ("What is the meaning of carpet area?", "meaning"),
        ("carpet area ka matlab", "meaning"),
        ("கார்பெட் ஏரியா என்றால் என்ன?", "meaning"),
        ("How much interest do I get?", "how_much"),
        ("what is the registration fee", "how_much"),
        ("at what interest?", "how_much"),
        ("hw mch is d fee", "how_much"),
        ("fees for a mill licence in Goa", "how_much"),
        ("पैसा किस दर से लौटेगा?", "how_much"),
        ("what's the late fee", "how_much"),
        ("kis tarikh se", "how_long"),
        ("how fast must it be mended", "how_long"),
        ("Is there a date for handing it over?", "how_long"),
        ("what can happen to the miller", "consequence"),
        ("when to apply for it", "how_long"),
        ("What follows if he never registers?", "consequence"),
        ("what is the highest late fee", "how_much"),
        ("What is the timeline for return of the amount in Goa?", "how_long"),
        ("kitna byaj milega", "how_much"),
        ("शुल्क कितना है?", "how_much"),
        ("ಶುಲ್ಕ ಎಷ್ಟು?", "how_much"),
        ("शुल्क किती?", "how_much"),
        ("fees kitni hai", "how_much"),
        ("How many days do I have?", "how_long"),
        ("How much time is left to the miller?", "how_long"),
        ("What is the time limit for grinding?", "how_long"),
        ("What is the limit for a fee?", "how_much"),
        ("Within what time must it be paid?", "how_long"),
        ("kitne din mein milega", "how_long"),
        ("कितने दिन लगेंगे?", "how_long"),
        ("कब्जा नहीं मिला, मैं क्या करूँ?", "remedy"),
        ("किती दिवस लागतील?", "how_long"),
        ("kitna samay lagega", "how_long"),
        ("எவ்வளவு காலம் ஆகும்?", "how_long"),
        ("எத்தனை நாட்கள் ஆகும்?", "how_long"),
        ("ಎಷ್ಟು ದಿನ ಬೇಕು?", "how_long"),
        ("Which form do I use?", "form"),
        ("किस फॉर्म में", "form"),
        ("What happens if he builds without a licence?", "consequence"),
        ("jurmana lagega?", "consequence"),
        ("What can I do now?", "remedy"),
        ("ab main kya karu", "remedy"),
        ("Who hears the appeal?", "who"),
        ("अपील कौन सुनता है?", "who"),
        ("Where do I complain?", "where"),
        ("List the papers he has to keep.", "list"),
        ("What are the obligations of a keeper?", "list"),
        ("Can he sell without an agreement?", "may"),
        ("क्या वह बेच सकता है?", "may"),
        ("बुकिंग के बाद", "other"),
        ("corn", "other"),
    ],
)
def test_a_kind_is_known_by_its_words(question: str, kind: str) -> None:
    assert asked_kind(question) is AskedKind(kind)


def test_whoever_names_two_states_compares_them() -> None:
    assert asked_kind("How much is the fee?", states=2) is AskedKind.COMPARE
    assert asked_kind("How much is the fee?", states=1) is AskedKind.HOW_MUCH


def test_every_kind_but_the_rest_has_its_words_and_the_first_in_the_file_is_taken() -> None:
    assert set(module._patterns()) == set(AskedKind) - {AskedKind.OTHER}
    assert asked_kind("Am I in trouble for that?") is AskedKind.CONSEQUENCE
    assert asked_kind("Must he pay something for each day?") is AskedKind.CONSEQUENCE
    assert asked_kind("Can the builder charge something extra per day for parking?") is not AskedKind.CONSEQUENCE
    assert asked_kind("Where do I see how much work is done?") is AskedKind.WHERE
    assert asked_kind("Can you tell how much the fee is?") is AskedKind.HOW_MUCH, "not only whether"


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("How much is the fine on me?", True),
        ("What can they do to him, once or each day?", True),
        ("By when must he finish, and is he liable after that?", True),
        ("What must the miller do before he opens?", False),
        ("How much is the fee of a complaint?", False),
    ],
)
def test_what_follows_is_asked_whatever_else_is_asked(question: str, asked: bool) -> None:
    assert asks_consequence(question) is asked


def test_of_a_long_story_the_end_is_read() -> None:
    told = "He kept my corn. " * 200
    assert asked_kind(f"How much? {told}") is AskedKind.OTHER
    assert asked_kind(f"{told} How much?") is AskedKind.HOW_MUCH


@given(st.text(max_size=300))
def test_any_text_has_a_kind(text: str) -> None:
    assert asked_kind(text) in AskedKind


@pytest.mark.parametrize("word", ["how ", "what is ", "kya ", "what must ", "a", "1 ", "क्या ", "what do "])
def test_no_text_takes_long(word: str) -> None:
    started = time.process_time()
    asked_kind(word * (12_000 // len(word)))
    assert time.process_time() - started < 1
