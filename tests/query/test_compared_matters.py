"""The matters that a comparison of states names side by side."""

from __future__ import annotations

import pytest

from civicsetu.query.compared_matters import split_matters
from tests.answering.given import understood
from tests.retrieval.lantern_act import index_of_states


@pytest.mark.parametrize(
    ("text", "matters"),
    [
        ("vs : complaint fee and interest rate", ("complaint fee", "interest rate")),
        ("Compare with : registration fee and interest", ("registration fee", "rate of interest")),
        ("What is the appeal fee and the time for refund in and", ("appeal fee", "time for refund")),
        ("late fee, interest and time limit to pay, in vs", ("late fee", "rate of interest", "time limit to pay")),
    ],
)
def test_each_matter_is_a_question(text: str, matters: tuple[str, ...]) -> None:
    assert split_matters(text) == tuple(f"what is the {one}" for one in matters)


@pytest.mark.parametrize(
    "text",
    ["complaint fee in and", "complaint fee and form in vs", "who decides a complaint and how long does it take in and", "fee and dogs", ""],
)
def test_one_matter_is_not_split(text: str) -> None:
    assert split_matters(text) == ()


def test_only_states_are_compared_so() -> None:
    index = index_of_states()
    assert understood("Karnataka vs UP: late fee and interest rate", index).halves == ("what is the late fee", "what is the interest rate")
    assert understood("late fee and interest rate in Karnataka", index).halves == ()


@pytest.mark.parametrize(
    ("question", "matters"),
    [
        ("How long may a lamp stay unlit in Karnataka, and how long in UP?", ()),
        ("Must the keeper light the lamp, and is that the same in Karnataka and UP?", ("Must the keeper light the lamp",)),
        (
            "What must the keeper pay for oil, and within how many days must it be paid, in UP and Karnataka?",
            ("What must the keeper pay for oil", "within how many days must it be paid, in UP and Karnataka?"),
        ),
        ("how much interest, and who hears a complaint of lamps, in UP and Karnataka?", ("what is the rate of interest", "who hears a complaint of lamps, in UP and Karnataka?")),
    ],
)
def test_a_half_that_asks_only_of_the_other_state_is_no_matter(question: str, matters: tuple[str, ...]) -> None:
    assert understood(question, index_of_states()).halves == matters
