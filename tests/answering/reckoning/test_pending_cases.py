"""A consumer case filed since the Act began is no pending one; where its year is not sure, nothing is said of it."""

from __future__ import annotations

import pytest

from civicsetu.answering.reckoning.pending_cases import reckon_pending_case

LEAD = "You may withdraw a consumer complaint pending when the RERA Act began and go to the officer."


@pytest.mark.parametrize(
    ("told", "year"),
    [
        ("My complaint is in the consumer forum since 2019. May I go to the officer instead?", 2019),
        ("We filed in March 2021 before the consumer commission. Can we move it?", 2021),
        ("consumer case of 2018 is going nowhere, shift to rera?", 2018),
    ],
)
def test_a_case_filed_since_is_not_covered(told: str, year: int) -> None:
    found = reckon_pending_case(LEAD, told)
    assert found is not None and found.text.startswith(f"Your consumer case of {year} was filed after the RERA Act began")
    assert found.concludes and reckon_pending_case("A complaint needs a form.", told) is None


@pytest.mark.parametrize(
    "told",
    [
        "My complaint is in the consumer forum since 2016. May I go to the officer?",
        "My consumer case is of 2017. May I go to the officer?",
        "I have a consumer case. May I go to the officer?",
        "I booked in 2019 and later went to the consumer court. Can I move?",
        "A consumer case for the possession promised in 2019 is pending. Can I move it?",
        "One consumer case is of 2015, the other consumer case of 2020. Which can move?",
    ],
)
def test_nothing_is_said_of_a_case_whose_year_is_not_sure(told: str) -> None:
    assert reckon_pending_case(LEAD, told) is None
