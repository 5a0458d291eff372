"""Sentences that say nearly the same with other figures contradict each other; others do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.claims.contradiction import contradict

RATE = "The keeper pays the visitor interest at 9 per cent a year for every month of delay."


@pytest.mark.parametrize(
    "other",
    [RATE.replace("9", "12"), RATE.replace("9", "twelve"), RATE.replace("9 per cent", "12%")],
)
def test_another_rate_contradicts_in_words_and_in_figures(other: str) -> None:
    assert contradict(RATE, other, 0.92) and contradict(other, RATE, 0.92)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (RATE, RATE),
        (RATE, RATE.replace("9", "nine")),
        (RATE, "The keeper closes the northern lantern at 10 on each evening of the week."),
        (RATE, RATE.replace(" at 9 per cent a year", "")),
        ("Pay 9 per cent.", "Pay 12 per cent."),
        (
            "The committee lays down a procedure for persons who are eligible under section 22 of the Act.",
            "The committee lays down a procedure for persons who are eligible under section 46 of the Act.",
        ),
        (
            "I verify that the contents of paragraphs 1 to 9 are true to my own knowledge and belief.",
            "I verify that the contents of paragraphs 1 to 8 are true to my own knowledge and belief.",
        ),
    ],
    ids=["same", "same in words", "other matter", "no figure", "too short", "numbers of sections", "paragraphs"],
)  # fmt: skip
def test_the_same_amounts_other_matters_and_numbers_of_places_do_not(first: str, second: str) -> None:
    assert not contradict(first, second, 0.8)


def test_penalties_worded_alike_for_different_wrongs_need_nearly_every_word() -> None:
    one = "A keeper who sells the north meadow is liable to a penalty of up to 10 per cent of its price."
    other = one.replace("sells", "floods").replace("10", "5")
    assert contradict(one, other, 0.8) and not contradict(one, other, 0.92)
    assert contradict(one, one.replace("10", "5"), 0.92)


@given(st.text(max_size=120), st.text(max_size=120))
def test_no_text_contradicts_itself_and_the_order_is_all_one(first: str, second: str) -> None:
    assert not contradict(first, first, 0.0)
    assert contradict(first, second, 0.5) == contradict(second, first, 0.5)
