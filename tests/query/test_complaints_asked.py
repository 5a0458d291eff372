"""Whom to complain to is not who may complain, and compensation is spoken of only where it is."""

from __future__ import annotations

import pytest

from civicsetu.query.complaints_asked import (
    asks_of_consumer_forum_anew,
    asks_whom_to_complain_to,
    speaks_of_compensation,
)


@pytest.mark.parametrize(
    ("question", "whom"),
    [
        ("To whom should I complain about the miller?", True),
        ("Who do we file a case with?", True),
        ("where can i lodge my complaint", True),
        ("Which office hears my case?", True),
        ("miller ki complaint kahan karu", True),
        ("शिकायत किसके पास जाती है?", True),
        ("தகராறு புகார் யாரிடம் தர வேண்டும்?", True),
        ("Who can file a complaint?", False),
        ("Whom may I appeal to, and where do I file it?", False),
        ("Where is the mill?", False),
        ("What does a complaint cost?", False),
    ],
)
def test_the_office_is_asked_for(question: str, whom: bool) -> None:
    assert asks_whom_to_complain_to(question) is whom


@pytest.mark.parametrize(
    ("text", "spoken_of"),
    [
        ("I want damages for the corn", True),
        ("क्या मुआवज़ा मिलेगा?", True),
        ("What does the adjudicating officer do?", True),
        ("What does a complaint cost?", False),
    ],
)
def test_compensation_is_spoken_of(text: str, spoken_of: bool) -> None:
    assert speaks_of_compensation(text) is spoken_of


@pytest.mark.parametrize(
    ("text", "anew"),
    [
        ("The mill is late: the consumer commission or the regulator?", True),
        ("Consumer court jau ya regulator ke paas?", True),
        ("மில் தாமதம்: நுகர்வோர் நீதிமன்றம் போகலாமா?", True),
        ("My complaint is with the consumer commission, can the officer take it over?", False),
        ("How is a consumer case transferred to the officer?", False),
        ("उपभोक्ता आयोग में मुकदमा लंबित है", False),
        ("May a consumer association go to the consumer court and to the regulator?", False),
        ("நுகர்வோர் அமைப்பு நுகர்வோர் நீதிமன்றம் போகலாமா?", False),
        ("Which office hears my case?", False),
    ],
)
def test_a_choice_between_the_forums_is_no_case_in_one(text: str, anew: bool) -> None:
    assert asks_of_consumer_forum_anew(text) is anew
