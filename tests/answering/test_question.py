"""What a person may type, and what becomes of it before it is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.question import cleaned
from civicsetu.errors import InputError


@pytest.mark.parametrize("text", ["", "   ", "\x00\x00", "???", "😀😀", "!!! ...", "\u202e"])
def test_nothing_to_read_is_one_clear_sentence(text: str) -> None:
    with pytest.raises(InputError) as told:
        cleaned(text, 2000)
    assert told.value.user_message == "Please type a question in words."


def test_too_long_says_how_long_it_may_be() -> None:
    with pytest.raises(InputError, match="too long") as told:
        cleaned("a" * 20_000, 2000)
    assert "2,000 characters" in told.value.user_message


def test_far_too_long_is_said_without_reading_it_all() -> None:
    assert cleaned("\u200b " * 15_000 + "what is section 18", 2000) == "what is section 18"
    with pytest.raises(InputError, match="too long"):
        cleaned("\u200b " * 30_000 + "what is section 18", 2000)


def test_nul_bytes_control_characters_and_surrogates_go() -> None:
    assert cleaned("what\x00 is\x07  section\n\t18\ud800?", 2000) == "what is section\n18?"


def test_other_scripts_stay_as_they_are() -> None:
    assert cleaned("धारा 18 क्या कहती है?", 2000) == "धारा 18 क्या कहती है?"
    assert cleaned("ما هو القسم 18", 2000) == "ما هو القسم 18"


@given(st.text(max_size=400))
def test_what_comes_out_can_be_stored_and_read(text: str) -> None:
    try:
        question = cleaned(text, 400)
    except InputError:
        return
    assert question == question.strip()
    assert "\x00" not in question
    question.encode("utf-8")
