"""Sentences are lifted with their exact spans."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.sentences import split_sentences, to_one_line

BODY = """## 7. Keeping of lanterns.

(1) The keeper must close the lantern by 9 p.m. every day. The keeper may ask Rs. 20 for each late entry. This fee goes to the town.

(a) The keeper of a north lantern must also ring the bell:

Proviso: No bell is rung on a feast day.

Explanation: For this section, a "lantern" includes a door; it does not include a window.
"""


def test_each_sentence_is_the_text_at_its_span() -> None:
    found = split_sentences(BODY, 0, len(BODY))
    assert [span.text for span in found] == [BODY[span.start : span.end] for span in found]


def test_labels_headings_and_marks_are_not_part_of_a_sentence() -> None:
    texts = [span.text for span in split_sentences(BODY, 0, len(BODY))]
    assert texts == [
        "The keeper must close the lantern by 9 p.m. every day.",
        "The keeper may ask Rs. 20 for each late entry.",
        "This fee goes to the town.",
        "The keeper of a north lantern must also ring the bell:",
        "No bell is rung on a feast day.",
        'For this section, a "lantern" includes a door; it does not include a window.',
    ]


def test_a_sentence_that_leans_and_one_that_opens_a_list_say_so() -> None:
    found = {span.text: span for span in split_sentences(BODY, 0, len(BODY))}
    assert found["This fee goes to the town."].leans
    assert found["The keeper of a north lantern must also ring the bell:"].opens_list
    assert not found["No bell is rung on a feast day."].leans


@given(st.text(alphabet="ab AB.:;?()1\n", max_size=400))
def test_no_word_is_lost_and_none_twice(text: str) -> None:
    found = split_sentences(text, 0, len(text))
    assert all(first.end <= second.start for first, second in itertools.pairwise(found))
    assert all(to_one_line(text[span.start : span.end]) == span.text for span in found)
    words = [word for span in found for word in span.text.split()]
    assert all(word in text for word in words)


OFFICIAL = """18. Return of amount and compensation.
(1) If the promoter fails to complete or is unable to
give possession ^1[of an apartment], he shall be liable,---

(a) on demand to the allottees: ^* * *

Provided that no interest is paid under S.O. 12 or by M/s. Brown.
"""


def test_official_lines_are_shown_as_one_without_the_marks_of_footnotes() -> None:
    found = split_sentences(OFFICIAL, 0, len(OFFICIAL))
    assert all("\n" not in span.text and "^" not in span.text for span in found)
    assert all(to_one_line(OFFICIAL[span.start : span.end]) == span.text for span in found)
    assert any(
        span.text.startswith("If the promoter fails to complete or is unable to give") for span in found
    )


def test_one_case_of_a_list_says_that_it_is_one() -> None:
    body = "One case is that the lantern is open. Another ground is that it is shut. The lantern is shut."
    assert [span.names_case for span in split_sentences(body, 0, len(body))] == [True, True, False]


def test_a_form_s_letter_ends_a_sentence_and_an_initial_does_not() -> None:
    body = "The keeper tells it in Form K. The keeper tells A. Mower in Form L."
    texts = [span.text for span in split_sentences(body, 0, len(body))]
    assert texts == ["The keeper tells it in Form K.", "The keeper tells A. Mower in Form L."]
