"""A rule, form, fee, rate or period is told from the words of a section."""

from __future__ import annotations

import pytest

from civicsetu.query.details_asked import asks_for_detail, asks_rate_of_interest


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
    "text", ["interest for delay", "late possession interest", "Interest for late handover of flat in", "delay interest rate", "देरी का ब्याज",
     "At what rate is interest reckoned if the flat is late?", "what is the interest rate he owes", "tell me the rate of interest", "der hone par byaj ki dar kya hai",
     "how is delay interest calculated", "ब्याज दर क्या है"],
)
def test_what_asks_for_the_rate_or_names_the_interest_alone_asks_for_it(text: str) -> None:
    assert asks_rate_of_interest(text)


@pytest.mark.parametrize(
    "text",
    [
        "late possession",
        "is delay interest simple or compound",
        "Can I get interest for the delay",
        "interest on late payment of instalment",
        "GST on delay interest",
        "what is the interest rate of my home loan",
        "HDFC interest rate kya hai",
        "What interest rate does the society charge for arrears",
        "I know the rate of interest but when is it paid?",
        "he did not pay interest, what can I do",
        "",
    ],
)
def test_what_asks_something_besides_the_interest_does_not(text: str) -> None:
    assert not asks_rate_of_interest(text)
