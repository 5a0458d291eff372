"""Relevance of what was found: the share of the question's words that the first provisions have."""

from __future__ import annotations

import pytest

from civicsetu.answering.validating.relevance import question_terms, retrieval_relevance
from tests.answering.validating.turns import context, lifted, turn


def test_the_overlap_is_that_counted_by_hand() -> None:
    """Terms: lantern, closed, field, moon; 3(1) has the first three."""
    answer = lifted().model_copy(update={"contexts": (context("3(1)"),)})
    judged = retrieval_relevance(turn(answer, asked="Is the lantern closed in the field by the moon?"))
    assert judged is not None and judged.score == 0.75 and judged.passed
    assert judged.evidence == {"k": 1, "missing": ["moon"]}


def test_only_the_first_five_count() -> None:
    answer = lifted().model_copy(update={"contexts": (*[context("1")] * 5, context("3(1)"))})
    judged = retrieval_relevance(turn(answer, asked="field road feast"))
    assert judged is not None and judged.score == 0 and not judged.passed


def test_titles_count_and_law_no_longer_held_is_no_error() -> None:
    answer = lifted().model_copy(update={"contexts": (context("77", title="Moon and stars"),)})
    judged = retrieval_relevance(turn(answer, asked="moon stars"))
    assert judged is not None and judged.score == 1


@pytest.mark.parametrize("asked", ["दीया कब बंद होता है?", "What is it?", "lantern"])
def test_a_question_of_hardly_any_words_is_not_judged(asked: str) -> None:
    answer = lifted().model_copy(update={"contexts": (context("3(1)"),)})
    assert retrieval_relevance(turn(answer, asked=asked)) is None
    assert retrieval_relevance(turn(lifted(), asked="lantern field road")) is None, "nothing was found"


def test_words_that_say_nothing_are_no_terms() -> None:
    assert question_terms("What does the law say about my builder?") == question_terms("builder")
