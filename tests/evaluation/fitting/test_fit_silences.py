"""What tells that a silence is asked for is fitted to one half and measured on the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from civicsetu.answering.silences.choose_silence import FEATURES
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting.fit_silences import SilenceSample, fit_silences
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf


def samples(count: int = 40) -> list[SilenceSample]:
    """Questions of both halves: a silence is right where it is nearer than every statement by more than .1."""
    draw = np.random.default_rng(1)
    made = []
    for number in range(count):
        features = dict(zip(FEATURES, draw.normal(size=len(FEATURES)).tolist(), strict=True))
        features["nearest"] = 0.3 if number % 2 else -0.3
        half = LabelledHalf.FIT if number % 4 < 2 else LabelledHalf.APART
        made.append(SilenceSample(features, bool(number % 2), bool(number % 2), half))
    return made


def test_what_decides_is_found_and_measured_on_the_other_half() -> None:
    fitted = fit_silences(samples())
    assert max(FEATURES, key=lambda name: abs(fitted.weights.weights[name])) == "nearest"
    assert fitted.samples == 40 and (fitted.precision, fitted.recall) == (pytest.approx(1, abs=0.2), pytest.approx(1, abs=0.3))
    assert fitted.lost <= 0.2


def test_a_feature_that_is_not_known_counts_as_usual() -> None:
    unknown = [replace(one, features=one.features | {"words": float("nan")}) for one in samples()]
    fitted = fit_silences([*samples(), *unknown[:6]]).weights
    told = dict(samples()[1].features)
    assert fitted.chance(told | {"words": float("nan")}) == fitted.chance(told | {"words": fitted.usual["words"]})


def test_a_half_without_silences_is_refused() -> None:
    with pytest.raises(InputError, match="too few"):
        fit_silences([one for one in samples() if not one.right])


def test_what_is_written_is_what_ships(tmp_path: Path) -> None:
    fitted = fit_silences(samples())
    fitted.write(tmp_path / "silences.yaml")
    data = yaml.safe_load((tmp_path / "silences.yaml").read_text("utf-8"))
    assert set(data) == {"intercept", "weights", "usual"}
    assert set(data["weights"]) == set(data["usual"]) == set(FEATURES)
