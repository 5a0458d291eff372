"""A map is learned under which questions are nearest to the statement that answers them.

All of it is long: to learn takes half a minute, and only who fits a model anew learns. The map that ships is tested by
what is found with it.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from civicsetu.evaluation.fitting.learn_metric import learn_metric
from civicsetu.models.packed import Floats
from civicsetu.models.whitening import Whitening, leave_unchanged

pytestmark = pytest.mark.long

STATEMENTS, EACH, DIMENSION = 12, 300, 24


def texts() -> tuple[Floats, Floats, list[int]]:
    """Statements and questions that agree in half of their directions and are chance in the stronger other half."""
    drawn = np.random.default_rng(7)
    meaning = drawn.normal(size=(STATEMENTS, DIMENSION // 2))
    own = [at for at in range(STATEMENTS) for _ in range(EACH)]

    def said(places: list[int]) -> Floats:
        shared = meaning[places] + 0.2 * drawn.normal(size=(len(places), DIMENSION // 2))
        chance = 3 * drawn.normal(size=(len(places), DIMENSION // 2))
        rows = np.concatenate([shared, chance], axis=1)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)

    return said(list(range(STATEMENTS))), said(own), own


@cache
def learned_once() -> tuple[Whitening, list[float]]:
    """The map that is learned from them, and the shares told meanwhile."""
    told: list[float] = []
    return learn_metric(leave_unchanged(DIMENSION), *texts(), lambda _, share: told.append(share)), told


def share_nearest(whitening: Whitening, statements: Floats, questions: Floats, own: list[int]) -> float:
    """Share of the questions that are nearest to the middle of their own statement and its questions."""
    asked = whitening.whiten_questions(questions)
    middles = whitening.whiten_passages(statements).copy()
    np.add.at(middles, own, asked)
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    return float(((asked @ middles.T).argmax(1) == np.asarray(own)).mean())


def test_questions_come_nearer_to_their_own_statement_than_before() -> None:
    start = leave_unchanged(DIMENSION)
    statements, questions, own = texts()
    learned, reported = learned_once()
    before = share_nearest(start, statements, questions, own)
    assert share_nearest(learned, statements, questions, own) > before + 0.02
    assert reported[-1] == 1 and reported == sorted(reported)


def test_the_same_texts_give_the_same_map_and_the_means_stay() -> None:
    start = leave_unchanged(DIMENSION)
    first, second = learned_once()[0], learn_metric(start, *texts(), lambda *_: None)
    np.testing.assert_allclose(first.matrix, second.matrix, atol=1e-5)
    np.testing.assert_array_equal(first.of_questions, start.of_questions)
