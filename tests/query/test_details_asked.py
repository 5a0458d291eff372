"""A rule, form, fee, rate or period is told from the words of a section."""

from __future__ import annotations

import pytest

from civicsetu.query.details_asked import asks_for_detail, asks_interest_alone


@pytest.mark.parametrize(
    "question",
    [
        "Which rule says how to appeal?", "What is the fee?", "in which form", "what rate of interest is prescribed",
        "appeal ke liye kitne paise lagte hain", "शुल्क किती आहे", "ಎಷ್ಟು ಶುಲ್ಕ", "கட்டணம் எவ்வளவு",
    ],
)  # fmt: skip
def test_forms_fees_rates_periods_and_rules_are_a_detail(question: str) -> None:
    assert asks_for_detail(question)


@pytest.mark.parametrize(
    "question", ["What does section 3 say?", "Who closes the lantern?", "धारा 3 क्या कहती है"]
)
def test_what_a_section_says_is_no_detail(question: str) -> None:
    assert not asks_for_detail(question)


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
def test_what_asks_something_besides_the_interest_does_not(text: str) -> None:
    assert not asks_interest_alone(text)
