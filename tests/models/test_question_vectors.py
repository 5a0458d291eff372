"""Phrases are compared with the expanded query, expected questions with what was asked, both whitened."""

from __future__ import annotations

import numpy as np
import pytest

from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.models.whitening import Whitening, leave_unchanged

ASKED, EXPANDED = np.array([1.0, 0.0], np.float32), np.array([0.0, 1.0], np.float32)
TURNED = Whitening(
    np.array([[0, 1], [1, 0]], np.float32), np.array([9, 9], np.float32), np.array([2, 0], np.float32)
)
"""Takes (2, 0) off a question and lets the axes change places."""


def test_phrases_are_compared_with_what_was_spoken_and_expected_questions_with_what_was_asked_both_whitened() -> (
    None
):
    vectors = QuestionVectors(ASKED, EXPANDED, TURNED)
    assert vectors.for_expected_questions.tolist() == [0.0, -1.0]
    assert vectors.for_keyphrases == pytest.approx([5**-0.5, -2 * 5**-0.5])
    assert vectors.expanded is EXPANDED, "the law's chunks are not held whitened"
    assert vectors.for_keyphrases is vectors.for_keyphrases, "reckoned once"


def test_without_a_whitening_they_are_as_they_were() -> None:
    vectors = QuestionVectors(ASKED, EXPANDED, leave_unchanged(2))
    assert np.array_equal(vectors.for_keyphrases, EXPANDED) and np.array_equal(
        vectors.for_expected_questions, ASKED
    )
