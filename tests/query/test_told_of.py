"""The sentence of a story that tells of what a question names is found by the words few others have."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.told_of import find_told

STORY = (
    "I bought a lantern in Goa. The keeper took 15 coins for the hinge. The wick is 42 inches shorter than drawn. "
    "Now a third lock is planned on the gate. My builder is late and my builder does not pay."
)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("What about the 42 inches?", "The wick is 42 inches shorter than drawn."),
        ("Was taking 15 coins like this lawful?", "The keeper took 15 coins for the hinge."),
        ("Can the third lock be stopped?", "Now a third lock is planned on the gate."),
        ("May I sell the ladder?", ""),
        ("Must the builder pay me interest?", ""),
        ("", ""),
    ],
)
def test_the_rarest_words_shared_find_the_sentence(asked: str, told: str) -> None:
    assert find_told(asked, STORY) == told


def test_a_sentence_too_long_to_be_read_with_a_question_is_left_out() -> None:
    long = "The wick " + "and the brass rim " * 40
    assert find_told("What about the wick?", long) == ""


@given(st.text(max_size=80), st.text(max_size=300))
def test_it_is_a_sentence_of_the_story_or_none(asked: str, story: str) -> None:
    assert find_told(asked, story) in {"", *split_sentences(story)}


def test_a_long_story_takes_no_time() -> None:
    story = " ".join(f"The wick number {at} burns in lantern {at}." for at in range(400))
    find_told("warm up", story)
    began = time.process_time()
    find_told("What about lantern 77?", story)
    assert time.process_time() - began < 0.2
