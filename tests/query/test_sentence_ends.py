"""Where a sentence ends, as people write: one way for parts of a post, a yes or no, and what is asked."""

from __future__ import annotations

import pytest

from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.yes_or_no import read_polar_question


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Mr. Rao paid Rs. 500. Is that right?", ["Mr. Rao paid Rs. 500.", "Is that right?"]),
        ("The lamp was never the tenant's. Too late to claim?", ["The lamp was never the tenant's.", "Too late to claim?"]),
        ("दीप किसका है। कब मिलेगा", ["दीप किसका है।", "कब मिलेगा"]),
        ("a roof\nthat leaks\nWho mends it?", ["a roof that leaks", "Who mends it?"]),
    ],
)
def test_a_text_is_divided_where_its_sentences_end(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences == list(split_sentences(text, at_semicolons=False))


def test_a_semicolon_parts_what_is_asked_only_where_that_is_wanted() -> None:
    text = "the roof leaks; who mends it?"
    assert list(split_sentences(text)) == ["the roof leaks;", "who mends it?"]
    assert list(split_sentences(text, at_semicolons=False)) == [text]


def test_a_yes_or_no_is_read_past_an_abbreviation() -> None:
    read = read_polar_question("Can the builder charge Rs. 500 for the lamp?")
    assert read is not None and read.asking == "can the builder charge rs. 500 for the lamp?"
