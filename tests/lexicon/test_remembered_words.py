"""What is remembered of a text is what reading it anew gives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from civicsetu.lexicon.remembered_words import stems_of, words_of
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words


@given(st.text(max_size=80))
def test_it_is_what_the_text_says(text: str) -> None:
    assert words_of(text) == set(split_words(text))
    assert stems_of(text) == {stem(word) for word in split_words(text)}


def test_registered_and_registration_are_one_matter() -> None:
    assert stems_of("registered projects") == stems_of("project registration")
