"""A wrong is told in words that ask nothing; a question of the law alone tells none."""

from __future__ import annotations

import time

import pytest

from civicsetu.query.wrongs_told import tells_of_wrong


@pytest.mark.parametrize(
    "text",
    [
        "My builder has not given the deed. By when was it due?",
        "The developer keeps postponing the repair we asked for, is that legal?",
        "Nobody asked us before they moved the staircase.",
        "flat is smaller than in the agreement",
        "What he gave me is a smaller flat than the one he showed.",
        "They handed over tiles where our agreement says marble.",
        "Humne paisa diya, builder phone nahi uthata",
        "बिल्डर हमें चाबी नहीं दे रहा",
        "आमच्या बिल्डरने नकाशा बदलला",
        "என் பில்டர் இன்னும் வீட்டைத் தரவில்லை",
        "ನಮ್ಮ ಬಿಲ್ಡರ್ ಇನ್ನೂ ಮನೆ ಕೊಟ್ಟಿಲ್ಲ",
    ],
)
def test_a_wrong_is_told(text: str) -> None:
    assert tells_of_wrong(text)


@pytest.mark.parametrize(
    "text",
    [
        "Can my builder refuse a refund?",
        "If my builder is late, what do I get?",
        "What is the penalty for a builder who does not register?",
        "How long is my builder liable when cracks appear?",
        "Where on the web are the permits shown that are still missing?",
        "I am buying a flat. How much may he ask?",
        "carpet area without balcony",
        "",
    ],
)
def test_a_question_of_the_law_tells_no_wrong(text: str) -> None:
    assert not tells_of_wrong(text)


def test_a_long_text_is_read_in_a_moment() -> None:
    started = time.process_time()
    tells_of_wrong("my builder is silent and " * 5000)
    assert time.process_time() - started < 1
