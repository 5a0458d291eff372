"""The classifier is fitted on what it read of questions, and the service is told nothing of their rows."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import pytest
import yaml

from civicsetu.answering.question import Question
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting import calibrate
from civicsetu.evaluation.fitting.calibrate import (
    CalibrationSample,
    Fit,
    collect_samples,
    collect_scope_samples,
    collect_short_samples,
    fit,
    fit_without_each,
    short_questions,
)
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf
from civicsetu.evaluation.fitting.scope_questions import ScopeAnswer, ScopeQuestion
from civicsetu.retrieval.answerability import classifier
from civicsetu.retrieval.answerability.classifier import Calibration, get_calibration
from civicsetu.yaml_data import load
from tests.evaluation.golden_rows import ScriptedService, row
from tests.holding import quiet

TALK = row(
    "secret-id", turns=["What is a lantern?"], question="Who shuts it?", standalone="Who shuts a lantern?",
    jurisdiction="KARNATAKA", contains=["2 per cent"], type="penalty", style="typo",
)  # fmt: skip
DOGS = row("secret-dogs", question="My dog barks.", abstain="off_subject")
NUMBER = row("by-number", question="section 3")


class Reading(ScriptedService):
    """Reads of each question how long it is; of one that names a section, nothing."""

    def features(self, text: str) -> Mapping[str, float] | None:
        return None if "section" in text else {"length": float(len(text))}


def apart(each: int = 60) -> list[CalibrationSample]:
    """What can be answered is near 1 at `near`, what cannot near 0; `noise` tells nothing."""
    dice = random.Random(7)
    return [
        CalibrationSample({"near": answerable + dice.gauss(0, 0.15), "noise": dice.random()}, answerable)
        for answerable in [True, False] * each
    ]


def test_a_feature_is_worth_what_the_model_loses_without_it() -> None:
    without = fit_without_each(apart(30))
    assert list(without) == ["", "near", "noise"]
    assert without["near"].log_loss > without[""].log_loss + 0.3
    assert abs(without["noise"].log_loss - without[""].log_loss) < 0.02
    assert without["near"].at[0.5][0] < without["noise"].at[0.5][0]


def test_what_lies_apart_is_told_apart() -> None:
    found = fit(apart())
    precision, recall = found.at[0.5]
    assert precision > 0.95 and recall > 0.95
    assert found.weights["near"] > 1 > abs(found.weights["noise"])
    model = Calibration(found.intercept, found.weights)
    chances = [model.chance({"near": near, "noise": 0.5}) for near in (-0.5, 0.0, 0.5, 1.0, 1.5)]
    assert chances == sorted(chances)
    assert chances[1] < 0.2 and 0.3 < chances[2] < 0.7 and chances[3] > 0.8


def test_a_higher_threshold_declines_more() -> None:
    dice = random.Random(3)
    found = fit([CalibrationSample({"near": told + dice.gauss(0, 0.8)}, told) for told in [True, False] * 80])
    recalls = [found.at[threshold][1] for threshold in sorted(found.at)]
    assert recalls == sorted(recalls) and recalls[0] < recalls[-1]


def test_what_tells_nothing_declines_no_better_than_chance() -> None:
    dice = random.Random(5)
    found = fit([CalibrationSample({"noise": dice.random()}, told) for told in [True, False] * 100])
    precision, _ = found.at[0.5]
    assert precision < 0.65, "cross-validated: no row is judged by a model that has seen it"


@pytest.mark.long
def test_the_order_of_the_rows_does_not_decide_the_folds() -> None:
    """Rows of one kind stand together in the files: a fold of them alone would be judged by the others."""
    every = apart()
    found, again = fit(every), fit(every)
    assert found == again, "the same rows give the same fit"
    precision, recall = fit(sorted(every, key=lambda one: one.features["near"])).at[0.5]
    assert abs(precision - found.at[0.5][0]) < 0.05 and abs(recall - found.at[0.5][1]) < 0.05


@pytest.mark.parametrize(("answered", "declined"), [(60, 9), (9, 60), (60, 0), (0, 0)])
def test_too_few_rows_of_a_kind_cannot_be_fitted(answered: int, declined: int) -> None:
    of_each = [True] * answered + [False] * declined
    with pytest.raises(InputError) as refused:
        fit([CalibrationSample({"near": float(one)}, one) for one in of_each])
    assert refused.value.user_message.startswith("There are too few questions")


def test_what_is_written_is_what_the_classifier_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Fit(-1.23456, {"near": 2.5, "noise": -0.00049}, {0.5: (1.0, 1.0)}, {})
    written.write(tmp_path / "classifier.yaml")
    monkeypatch.setattr(classifier, "load_shipped", lambda package, file: load((tmp_path / file).read_text()))
    assert get_calibration.__wrapped__() == Calibration(-1.235, {"near": 2.5, "noise": -0.0})
    text = (tmp_path / "classifier.yaml").read_text("utf-8")
    assert text.startswith("#") and list(yaml.safe_load(text)["weights"]) == ["near", "noise"]


async def test_a_sample_is_what_the_classifier_read_of_the_last_turn() -> None:
    shares: list[float] = []
    found = await collect_samples(Reading(), [TALK, NUMBER, DOGS], lambda step, share: shares.append(share))
    assert found == [CalibrationSample({"length": 13.0}, True), CalibrationSample({"length": 13.0}, False)]
    assert shares == pytest.approx([1 / 3, 2 / 3, 1.0]), "one decided without the model gives no sample"


async def test_the_service_is_told_question_turns_and_state_alone() -> None:
    service = Reading()
    await collect_samples(service, [TALK, DOGS], quiet)
    assert [one.text for one in service.asked] == ["What is a lantern?", "Who shuts it?", "My dog barks."]
    assert [one.jurisdiction for one in service.asked] == ["KARNATAKA", "KARNATAKA", None]
    first, second, other = (one.session for one in service.asked)
    assert first == second != other and set(service.forgotten) == {first, other}
    for question in service.asked:
        left = asdict(Question(text="", session=""))
        told = {name for name, value in asdict(question).items() if value != left[name]}
        assert told <= {"text", "session", "jurisdiction", "by_model"}
        assert "secret" not in question.session


async def test_short_questions_are_samples_too(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = {"answered": ["It never shuts", "section 3"], "declined": ["Nice lantern"]}
    monkeypatch.setattr(calibrate, "short_questions", lambda: lines)
    found = await collect_short_samples(Reading(), quiet)
    assert found == [CalibrationSample({"length": 14.0}, True), CalibrationSample({"length": 12.0}, False)]


async def test_questions_at_the_border_are_samples_of_what_they_are_answered_with() -> None:
    asked = [
        ScopeQuestion(text=text, kind=kind, half=LabelledHalf.FIT)
        for text, kind in (("Who trims it?", ScopeAnswer.ANSWERED), ("Rent is late", ScopeAnswer.OTHER_LAW), ("Hi moon", ScopeAnswer.NO_QUESTION))
    ]
    found = await collect_scope_samples(Reading(), asked, quiet)
    assert found == [
        CalibrationSample({"length": 13.0}, True),
        CalibrationSample({"length": 12.0}, False),
        CalibrationSample({"length": 7.0}, False),
    ]


@pytest.mark.long
def test_what_is_kept_apart_is_measured_with_the_fitted_model_and_changes_nothing_of_it() -> None:
    kept = [CalibrationSample({"near": 1.0, "noise": 0.5}, True), CalibrationSample({"near": 0.0, "noise": 0.5}, False)]
    turned = [CalibrationSample(one.features, not one.answerable) for one in kept]
    right, wrong = fit(apart(), kept), fit(apart(), turned)
    assert right.apart[0.5] == (1.0, 1.0) and wrong.apart[0.5] == (0.0, 0.0)
    assert (right.intercept, right.weights, right.at) == (wrong.intercept, wrong.weights, wrong.at)


def test_the_short_questions_that_ship_are_of_both_kinds_and_stand_once() -> None:
    shipped = short_questions()
    every = [text for texts in shipped.values() for text in texts]
    assert set(shipped) == {"answered", "declined"} and min(map(len, shipped.values())) >= 40
    assert len(set(every)) == len(every)
