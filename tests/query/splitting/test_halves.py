"""A question that asks two things in a breath is read as both; one that asks a single thing stays whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.query.follow_up import HOW_LONG_A_COMPLAINT_TAKES
from civicsetu.query.splitting.halves import split_halves
from civicsetu.retrieval.policy import plan_of
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings
from tests.answering.composing.mills import read


@pytest.mark.parametrize(
    ("question", "halves"),
    [
        ("Who repairs the lift, and by when?", ("Who repairs the lift", "by when?")),
        ("which form do I use for the mill, how much?", ("which form do I use for the mill", "how much?")),
        (
            "can the miller keep the sack and what if he burns it?",
            ("can the miller keep the sack", "what if he burns it?"),
        ),
        ("The miller has no licence. What happens to him, and where do I go?", ("What happens to him", "where do I go?")),
        ("The roof leaks. Must he mend it? Within how many days?", ("Must he mend it?", "Within how many days?")),
        (
            "The miller has not shut the sluice. By when must he do it, and when is the dam handed over?",
            ("By when must he do it", "when is the dam handed over?"),
        ),
        ("order won - within how many days to pay, who pays?", ("order won - within how many days to pay", "who pays?")),
        ("chakki kaun chalata hai aur kitne din me?", ("chakki kaun chalata hai", "kitne din me?")),
        ("चक्की कौन चलाता है और कब तक?", ("चक्की कौन चलाता है", "कब तक?")),
        ("the mill's books - who reads them and by when each year", ("the mill's books - who reads them", "by when each year")),
        ("Fee and validity of a mill's licence?", ("what is the Fee of a mill's licence", "what is the validity of a mill's licence")),
        ("Goa: late fee for the mill, and by when is it paid?", ("Goa: late fee for the mill", "by when is it paid?")),
        ("the form & fee for grinding", ("what is the form for grinding", "what is the fee for grinding")),
        (
            "what does the miller owe, to whom, and from when?",
            ("what does the miller owe", "to whom", "from when?"),
        ),
    ],
)
def test_each_thing_asked_is_a_half(question: str, halves: tuple[str, ...]) -> None:
    assert split_halves(question) == halves


@pytest.mark.parametrize(
    "question",
    [
        "Who repairs the lift and the stairs?",
        "fee for grinding and sieving",
        "I paid and he left, what can I do?",
        "What must the miller and the farmer sign?",
        "The miller took my corn and kept it.",
        "How much?",
        "By when must he do it, and when is the dam handed over?",
        "",
    ],
)
def test_one_thing_asked_has_no_halves(question: str) -> None:
    assert split_halves(question) == ()


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="aw ho,;?-.\n और", max_size=300))
def test_any_text_is_read(text: str) -> None:
    halves = split_halves(text)
    assert len(halves) in (0, 2, 3) and all(" ".join(half.split()) in " ".join(text.split()) for half in halves)


def test_the_halves_of_what_is_read_are_planned_for() -> None:
    query = read("Who repairs the mill, and by when?")
    assert query.halves == ("Who repairs the mill", "by when?")
    assert plan_of(query, RetrievalSettings(), RetrievalThresholds()).halves == query.halves


def test_how_long_a_case_takes_is_asked_in_full_beside_a_complaint() -> None:
    """By itself "kitne din me faisla" lies nearest to the days of an appeal."""
    query = read("complaint kahan karu aur kitne din me faisla aata hai?")
    assert query.halves[1] == HOW_LONG_A_COMPLAINT_TAKES
    assert HOW_LONG_A_COMPLAINT_TAKES not in read("Who repairs the mill, and how long does that take?").halves
