from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.claims.numbers import find_amounts
from tests.claims.given import found

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def _stated(text: str) -> list[str]:
    return [amount.stated for amount in find_amounts(text)]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("within thirty days", ["30 day"]),
        ("within 30 days", ["30 day"]),
        ("forty-five days and one year", ["45 day", "1 year"]),
        ("ten thousand rupees or Rs. 10,000", ["10000 rupee", "10000 rupee"]),
        ("one lakh fifty thousand rupees", ["150000 rupee"]),
        ("one hundred and twenty hours", ["120 hour"]),
        ("five per cent. of it, 5% of it", ["5 per cent", "5 per cent"]),
        ("two-thirds, two-third, one-half and half of them", ["2/3", "2/3", "1/2", "1/2"]),
        ("at least thirty days, not less than 30 days", ["at least 30 day", "at least 30 day"]),
        ("up to three years, not exceeding three years", ["at most 3 year", "at most 3 year"]),
        ("a minimum period of five years, a maximum of 3 months", ["at least 5 year", "at most 3 month"]),
        ("rupees five thousand, or rupees ten per square metre", ["5000 rupee", "10 rupee"]),
        ("500 sq m, 4500 sq. ft or 60 square yards", ["500 square metre", "4500 square foot", "60 square yard"]),
        ("5 rupees 10 times over", ["5 rupee", "10"]),
        ("one or more benches", ["1 or more"]),
        ("on 1st May, 2016 and 2 June 2017", ["2016-05-01", "2017-06-02"]),
        ("one of them, part of one, a third party, the fourth proviso", []),
    ],
)
def test_numbers_in_words_and_figures(text: str, amounts: list[str]) -> None:
    assert _stated(text) == amounts


def _in_words(value: int) -> str:
    if value >= 100:
        rest = value % 100
        return f"{_SMALL[value // 100]} hundred" + (f" and {_in_words(rest)}" if rest else "")
    if value >= 20:
        return _TENS[value // 10 - 2] + (f"-{_SMALL[value % 10]}" if value % 10 else "")
    return _SMALL[value]


@given(
    st.integers(1, 999), st.sampled_from(["days", "months", "years", "per cent", "rupees", "square metres"])
)
def test_words_and_figures_state_the_same(value: int, unit: str) -> None:
    assert _stated(f"within {_in_words(value)} {unit} of it") == _stated(f"within {value} {unit} of it")
    assert len(_stated(f"{value} {unit}")) == 1


@given(st.integers(1, 99_999), st.integers(1, 99_999))
def test_different_figures_state_different_things(one: int, other: int) -> None:
    assert (_stated(f"{one:,} days") == _stated(f"{other} days")) == (one == other)


def test_a_number_lost_changed_or_added_is_found() -> None:
    theirs = "The promoter shall mow within thirty days."
    assert found(theirs, "The promoter must mow within 30 days.") == set()
    assert found(theirs, "The promoter must mow within 31 days.") == {
        ("number", "30 day"),
        ("number", "31 day"),
    }
    assert ("number", "30 day") in found(theirs, "The promoter must mow.")
    assert ("number", "30 month") in found(theirs, "The promoter must mow within 30 months.")


def test_a_bound_turned_is_found() -> None:
    theirs = "The fine shall not be less than ten rupees."
    assert found(theirs, "The fine must be at least 10 rupees.") == set()
    assert ("number", "at most 10 rupee") in found(theirs, "The fine must be up to 10 rupees.")


def test_a_number_of_the_lead_may_be_repeated() -> None:
    theirs = ("(1) Within five days the promoter shall,—", "(a) mow;", "(b) rake.")
    ours = ("(1) Within 5 days the promoter must do this:", "(a) The promoter must mow within 5 days.",
            "(b) The promoter must rake.")  # fmt: skip
    assert found(theirs, ours) == set()
