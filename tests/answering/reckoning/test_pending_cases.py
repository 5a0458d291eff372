"""A consumer case filed since the Act began is no pending one; where its year is not sure, it is left alone."""

from __future__ import annotations

import pytest

from civicsetu.answering.reckoning.pending_cases import reckon_pending_case

LEAD = "You may withdraw a consumer complaint pending when the RERA Act began and go to the officer."


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("My complaint is in the consumer forum since 2019. May I go to the officer instead?", 2019),
        ("We filed in March 2021 before the consumer commission. Can we move it?", 2021),
        ("I already have a case in consumer court since 2020 for my late flat, can I take it out?", 2020),
        ("consumer case of 2018 is going nowhere, shift to rera?", 2018),
    ],
)
def test_a_case_filed_since_is_not_covered(text: str, year: int) -> None:
    found = reckon_pending_case(LEAD, text)
    assert found is not None and found.text.endswith(f"a case filed in {year} is not one of them.")
    assert found.concludes and reckon_pending_case("A complaint needs a form.", text) is None


@pytest.mark.parametrize(
    "text",
    [
        "My complaint is in the consumer forum since 2016. May I go to the officer?",
        "My consumer case is of 2017. May I go to the officer?",
        "I have a consumer case. May I go to the officer?",
        "I booked in 2019 and later went to the consumer court. Can I move?",
        "A consumer case for the possession promised in 2019 is pending. Can I move it?",
        "My consumer case is pending since before RERA. The consumer court in 2022 only gave another date. Can I move it?",
        "I filed my consumer complaint before RERA came. It was adjourned in 2019 by the consumer forum.",
        "My consumer case is stuck since 2018 because the judge retired; I filed it in 2013.",
        "In 2020 the consumer forum issued notice in my 2014 complaint. May I withdraw it?",
        "Mine was filed in the consumer forum before RERA. Since the Consumer Protection Act of 2019 came, may I move?",
        "case 2013 se chal raha hai, 2019 mein consumer court ne notice bheja, RERA mein la sakta hu?",
        "My neighbour's consumer case of 2020 was transferred. Mine was already pending when RERA started.",
        "My consumer case was filed pre-RERA, revived in 2019. Can it move?",
        "My brother's builder has a consumer complaint from 2023.",
        "The last hearing in the consumer forum was in March of 2023. Can I move?",
        "One consumer case is of 2015, the other consumer case of 2020. Which can move?",
    ],
)
def test_a_case_whose_year_is_not_sure_is_left_alone(text: str) -> None:
    assert reckon_pending_case(LEAD, text) is None
