"""Fit the answerability classifier: what each signal counts for the chance that the law held answers.

A logistic model on the tune half of the golden set, on short questions (`short_questions.yaml`) and on questions at
the border of the law held (`scope_questions.jsonl`) that ship beside this file, held on a short rein: few of its rows
must be declined. How it does is shown by ten-fold cross-validation, each time with other folds, so that no row is
judged by a model that has seen it, and on the questions that are kept apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import yaml
from numpy.typing import NDArray
from pydantic import TypeAdapter

from civicsetu.errors import InputError
from civicsetu.evaluation.fitting.scope_questions import ScopeQuestion
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.golden.row_kinds import Unanswerable
from civicsetu.evaluation.runner import Service, ask
from civicsetu.progress import Progress
from civicsetu.retrieval.answerability.classifier import Calibration
from civicsetu.yaml_data import load_words

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline

_FOLDS = 10
_FITTED_ON = (None, Unanswerable.OTHER_LAW, Unanswerable.OFF_SUBJECT)
"""A wish to break the law and a guess are near to our law, and told by rules of their own."""
_ANSWERED = "answered"
_STRENGTH = 0.3
_REPEATS = 5
_THRESHOLDS = (0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75)
_HEAD = """\
# What each signal counts for the chance that the law held answers a question (a logistic model), fitted
# on the tune half of the golden set, short questions and questions at the border by `civicsetu eval calibrate`,
# which writes this file.
"""


@dataclass(frozen=True)
class CalibrationSample:
    """Features of one question that the classifier reads, and whether the law held answers it."""

    features: Mapping[str, float]
    answerable: bool


@dataclass(frozen=True)
class CrossValidated:
    """Mean log loss of the chances, and precision and recall of declining at each threshold."""

    log_loss: float
    at: Mapping[float, tuple[float, float]]


@dataclass(frozen=True)
class Fit:
    """The fitted weights, and at each threshold precision and recall of declining: cross-validated, and on others.

    `without` is the same model fitted without each feature, under its name, and with all of them under the empty one.
    """

    intercept: float
    weights: Mapping[str, float]
    at: Mapping[float, tuple[float, float]]
    apart: Mapping[float, tuple[float, float]]
    without: Mapping[str, CrossValidated] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        data = {
            "intercept": round(self.intercept, 3),
            "weights": {name: round(weight, 3) for name, weight in self.weights.items()},
        }
        path.write_text(_HEAD + yaml.safe_dump(data, sort_keys=False), "utf-8")


async def collect_samples(service: Service, rows: Sequence[GoldenRow], progress: Progress) -> list[CalibrationSample]:
    """Ask every row; what is decided without the classifier's model, and posts of several parts, give none."""
    found: list[CalibrationSample] = []
    for number, row in enumerate(rows, start=1):
        outcome = await ask(service, [*row.turns, row.question], row.jurisdiction)
        if outcome.features is not None and not row.parts and row.abstain in _FITTED_ON:
            found.append(CalibrationSample(dict(outcome.features), row.abstain is None))
        progress("asking", number / len(rows))
    return found


async def collect_short_samples(service: Service, progress: Progress) -> list[CalibrationSample]:
    """Ask the short questions that ship."""
    asked = [(text, kind == _ANSWERED) for kind, texts in short_questions().items() for text in texts]
    return await _collect(service, asked, progress, "asking short questions")


async def collect_scope_samples(
    service: Service, questions: Sequence[ScopeQuestion], progress: Progress
) -> list[CalibrationSample]:
    """Ask questions at the border of the law held."""
    asked = [(one.text, one.answerable) for one in questions]
    return await _collect(service, asked, progress, "asking at the border")


async def _collect(
    service: Service, asked: Sequence[tuple[str, bool]], progress: Progress, step: str
) -> list[CalibrationSample]:
    found: list[CalibrationSample] = []
    for number, (text, answerable) in enumerate(asked, start=1):
        outcome = await ask(service, [text], None)
        if outcome.features is not None:
            found.append(CalibrationSample(dict(outcome.features), answerable))
        progress(step, number / len(asked))
    return found


@lru_cache(maxsize=1)
def short_questions() -> Mapping[str, list[str]]:
    """Return the short questions that ship, by whether the law held answers them."""
    text = files("civicsetu.evaluation.fitting").joinpath("short_questions.yaml").read_text("utf-8")
    return TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))


def fit(found: Sequence[CalibrationSample], apart: Sequence[CalibrationSample] = ()) -> Fit:
    """Fit the model to samples, and measure it on those `apart`.

    Raises:
        InputError: too few rows of either kind to fit anything.
    """
    answerable = np.array([sample.answerable for sample in found], dtype=int)
    if min(answerable.sum(), len(found) - answerable.sum()) < _FOLDS:
        message = (
            "There are too few questions that can be answered, or too few that cannot, to fit the classifier."
        )
        raise InputError(user_message=message)
    names = list(found[0].features)
    table = _table(found, names)
    chances = _cross_validated(table, answerable)
    pipeline = _pipeline()
    pipeline.fit(table, answerable)
    scaler, model = pipeline[0], pipeline[1]
    weights = model.coef_[0] / scaler.scale_
    intercept = float(model.intercept_[0] - (weights * scaler.mean_).sum())
    of_names = dict(zip(names, map(float, weights), strict=True))
    return Fit(intercept, of_names, _at_thresholds(chances, answerable), _measured(intercept, of_names, apart))


def fit_without_each(found: Sequence[CalibrationSample]) -> Mapping[str, CrossValidated]:
    """Return how the model does without each of its features, by name, and under the empty name with all; cross-validated."""
    answerable = np.array([sample.answerable for sample in found], dtype=int)
    names = list(found[0].features)
    left = {"": names, **{name: [one for one in names if one != name] for name in names}}
    return {name: _judged(_cross_validated(_table(found, rest), answerable), answerable) for name, rest in left.items()}


def _judged(chances: NDArray[np.float64], answerable: NDArray[np.int_]) -> CrossValidated:
    of_truth = np.where(answerable == 1, chances, 1 - chances)
    return CrossValidated(float(-np.log(of_truth).mean()), _at_thresholds(chances, answerable))


def _table(found: Sequence[CalibrationSample], names: Sequence[str]) -> NDArray[np.float64]:
    """Return the features of each sample, (samples, names)."""
    return np.array([[sample.features[name] for name in names] for sample in found], dtype=float)


def _pipeline() -> Pipeline:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), LogisticRegression(C=_STRENGTH, max_iter=2000))


def _cross_validated(table: NDArray[np.float64], answerable: NDArray[np.int_]) -> NDArray[np.float64]:
    """Return the chance of each sample by models that have not seen it, the mean over several divisions into folds."""
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    folds = [StratifiedKFold(_FOLDS, shuffle=True, random_state=seed) for seed in range(_REPEATS)]
    given = [cross_val_predict(_pipeline(), table, answerable, cv=cv, method="predict_proba")[:, 1] for cv in folds]
    chances: NDArray[np.float64] = np.mean(given, axis=0)
    return chances


def _measured(
    intercept: float, weights: Mapping[str, float], apart: Sequence[CalibrationSample]
) -> Mapping[float, tuple[float, float]]:
    model = Calibration(intercept, weights)
    chances = np.array([model.chance(sample.features) for sample in apart])
    return _at_thresholds(chances, np.array([sample.answerable for sample in apart], dtype=int))


def _at_thresholds(
    chances: NDArray[np.float64], answerable: NDArray[np.int_]
) -> Mapping[float, tuple[float, float]]:
    return {threshold: _declining(chances < threshold, answerable == 0) for threshold in _THRESHOLDS}


def _declining(declined: NDArray[np.bool_], must: NDArray[np.bool_]) -> tuple[float, float]:
    rightly = int((declined & must).sum())
    return rightly / max(int(declined.sum()), 1), rightly / max(int(must.sum()), 1)
