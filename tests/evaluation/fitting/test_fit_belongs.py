"""What belongs behind a lead is fitted to one half and measured on the other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from civicsetu.answering.composing.behind.belongs import FEATURES
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting.fit_belongs import BehindSample, fit_belongs
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf


def samples(count: int = 40) -> list[BehindSample]:
    """Questions of both halves, each with one statement that readers put behind its lead and five that they did not."""
    draw = np.random.default_rng(1)
    made = []
    for number in range(count):
        features = [dict(zip(FEATURES, draw.normal(size=len(FEATURES)).tolist(), strict=True)) for _ in range(6)]
        for at, one in enumerate(features):
            one["behind_this"] = 1.0 if at == 2 else 0.0
        half = LabelledHalf.FIT if number % 2 else LabelledHalf.APART
        made.append(BehindSample(tuple(features), tuple(at == 2 for at in range(6)), 1, half))
    return made


def test_what_readers_put_behind_a_lead_is_found() -> None:
    fitted = fit_belongs(samples())
    assert max(FEATURES, key=lambda name: fitted.model.weights[name]) == "behind_this"
    assert fitted.precision > 0.9 and fitted.recall > 0.9 and fitted.samples == 40


def test_leads_with_nothing_behind_them_are_refused() -> None:
    bare = [BehindSample(one.features, (False,) * 6, 0, one.half) for one in samples()]
    with pytest.raises(InputError, match="too few"):
        fit_belongs(bare)


def test_what_is_written_is_what_ships(tmp_path: Path) -> None:
    fit_belongs(samples()).write(tmp_path / "belongs.yaml")
    data = yaml.safe_load((tmp_path / "belongs.yaml").read_text("utf-8"))
    assert set(data) == {"intercept", "weights"} and set(data["weights"]) == set(FEATURES)
