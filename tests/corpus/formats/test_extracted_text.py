"""A text as read: which page holds which character."""

from __future__ import annotations

from civicsetu.corpus.formats.extracted_text import ExtractedText


def test_a_character_is_on_the_page_that_began_last_before_it() -> None:
    read = ExtractedText("mow\n\nrake\n\nrest\n", page_starts=(0, 5, 11))
    assert [read.page_of(at) for at in (0, 4, 5, 10, 11, 15)] == [1, 1, 2, 2, 3, 3]


def test_a_page_without_a_word_of_the_law_holds_no_character() -> None:
    """Its place is the next page's: of the two, the later one holds what follows."""
    read = ExtractedText("mow rake", page_starts=(0, 4, 4))
    assert [read.page_of(at) for at in (0, 3, 4, 7)] == [1, 1, 3, 3]


def test_a_text_without_pages_has_none() -> None:
    assert ExtractedText("mow").page_of(0) is None
