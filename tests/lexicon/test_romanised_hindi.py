"""Hindi in Latin letters is read in English words; English, and what only has a Hindi word in it, stays as it was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.lexicon.romanised_hindi import gloss, is_romanised_hindi
from civicsetu.yaml_data import load_shipped


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Kya builder paisa wapas karega?", "whether builder money back will do?"),
        ("builder ne kabza 3 saal late diya, byaj milega kya", "builder possession 3 years late given, interest will get whether"),
        ("mujhe AGREEMENT ki copy nahi mili", "me AGREEMENT of copy not got"),
    ],
)
def test_romanised_hindi_is_glossed_word_by_word(typed: str, told: str) -> None:
    assert is_romanised_hindi(typed) and gloss(typed) == told


@pytest.mark.parametrize(
    "typed",
    [
        "May the builder sell me the main hall before the par value is set?",
        "My dalal took 2 %. Is that allowed, or do I pay him less?",
        "बिल्डर ने कब्ज़ा नहीं दिया, kya ब्याज milega?",
        "ka",
        "",
    ],
)
def test_whatever_else_stays_as_it_was_typed(typed: str) -> None:
    assert not is_romanised_hindi(typed) and gloss(typed) == typed


def test_a_few_words_of_hindi_in_a_long_english_text_make_it_no_hindi() -> None:
    english = "The builder took the money and gave no flat for three long years after that day. " * 3
    assert gloss(english + "kya nahi") == english + "kya nahi"


@given(st.text(max_size=200))
def test_any_text_is_read_and_what_is_no_hindi_stays(text: str) -> None:
    assert gloss(text) == text or is_romanised_hindi(text)


def test_each_spelling_stands_for_one_english_word() -> None:
    data = load_shipped("civicsetu.lexicon", "romanised_hindi.yaml")
    spelled = [word for words in (data["unsaid"], *data["words"].values()) for word in words.split()]
    assert len(spelled) == len(set(spelled)) > 800 and all(word.isascii() and word.islower() for word in spelled)
