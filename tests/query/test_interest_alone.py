"""A question of a few words that names only the interest for the delay wants its rate."""

from __future__ import annotations

import pytest

from civicsetu.query.interest_alone import asks_interest_alone


@pytest.mark.parametrize(
    "text", ["interest for delay", "late possession interest", "Interest for late handover of flat in", "delay interest rate", "देरी का ब्याज"]
)
def test_what_names_the_interest_alone_asks_for_it(text: str) -> None:
    assert asks_interest_alone(text)


@pytest.mark.parametrize(
    "text",
    [
        "late possession",
        "is delay interest simple or compound",
        "Can I get interest for the delay",
        "interest on late payment of instalment",
        "GST on delay interest",
        "",
    ],
)
def test_what_asks_something_else_does_not(text: str) -> None:
    assert not asks_interest_alone(text)
