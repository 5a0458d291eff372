"""A model of words for each class: the likeliest is told, and what is stored is read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from civicsetu.lexicon.word_classes import WordClasses
from civicsetu.lexicon.word_model import BUCKETS, places_of


def _model(**said: str) -> WordClasses:
    weights = np.zeros((len(said), BUCKETS), np.float32)
    for at, words in enumerate(said.values()):
        weights[at, places_of(words)] = 4.0
    return WordClasses(tuple(said), weights, np.zeros(len(said), np.float32))


def test_the_class_whose_words_are_said_is_likeliest() -> None:
    model = _model(lamp="who keeps the lamp", well="who digs the well")
    assert model.likeliest("he keeps a lamp", 0.5) == "lamp"
    assert model.likeliest("she digs a well", 0.5) == "well"


def test_one_that_is_not_likely_enough_is_not_told() -> None:
    model = _model(lamp="lamp", well="well")
    assert model.likeliest("", 0.51) is None and model.likeliest("lamp", 0.51) == "lamp"


def test_chances_sum_to_one() -> None:
    assert _model(lamp="lamp", well="well", mill="mill").chances("a mill by the well").sum() == pytest.approx(1.0)


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    model = _model(lamp="who keeps the lamp", well="who digs the well")
    model.write(tmp_path / "kept.npz")
    with np.load(tmp_path / "kept.npz") as kept:
        assert list(kept["classes"]) == ["lamp", "well"] and kept["weights"].shape == (2, BUCKETS)
        assert np.allclose(kept["weights"], model.weights) and list(kept["biases"]) == [0.0, 0.0]
