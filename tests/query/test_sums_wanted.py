"""A wish for a sum is a question for it, and a question stays as it was asked."""

from __future__ import annotations

import pytest

from civicsetu.query.sums_wanted import ask_for_sum


@pytest.mark.parametrize(
    ("text", "put"),
    [
        ("calculate interest on 40 lakh for 3 years delay", "how much interest on 40 lakh for 3 years delay"),
        ("please compute the total compensation, 2 years late", "how much compensation, 2 years late"),
        ("interest on 30 lakh, 18 months late", "how much interest on 30 lakh, 18 months late"),
        ("interest for delay", "interest for delay"),
        ("interest rate on 30 lakh", "interest rate on 30 lakh"),
        ("how much interest on 30 lakh", "how much interest on 30 lakh"),
        ("interest on 30 lakh: is it taxed?", "interest on 30 lakh: is it taxed?"),
        ("The builder owes interest on 30 lakh", "The builder owes interest on 30 lakh"),
    ],
)
def test_a_sum_to_be_worked_out_is_asked_for(text: str, put: str) -> None:
    assert ask_for_sum(text) == put
