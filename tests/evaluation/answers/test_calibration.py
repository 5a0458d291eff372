"""Confidence means something where the lead is right as often as it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.evaluation.answers.calibration import (
    BINS,
    Calibrated,
    area_under_curve,
    calibration_table,
    expected_error,
)
from civicsetu.evaluation.metrics import Estimate

ANSWERS = st.lists(st.builds(Calibrated, st.floats(0, 1), st.booleans()), min_size=1, max_size=40)


def test_what_is_as_often_right_as_it_says_has_no_error() -> None:
    fair = [Calibrated(0.5, right) for right in (True, False)] * 5
    assert expected_error(fair) == 0
    sure = [Calibrated(1.0, True)] * 10
    assert expected_error(sure) == 0 and expected_error([Calibrated(1.0, False)] * 10) == 1


def test_the_error_is_weighed_by_the_size_of_the_bins() -> None:
    told = [Calibrated(0.1, False)] * 8 + [Calibrated(0.9, False)] * 2
    assert expected_error(told) == pytest.approx((8 * 0.1 + 2 * 0.9) / 10)


def test_the_area_is_the_chance_that_the_right_one_is_surer() -> None:
    assert area_under_curve([Calibrated(0.9, True), Calibrated(0.1, False)]) == 1
    assert area_under_curve([Calibrated(0.1, True), Calibrated(0.9, False)]) == 0
    assert area_under_curve([Calibrated(0.4, True), Calibrated(0.4, False)]) == 0.5
    assert area_under_curve([Calibrated(0.4, True)]) == area_under_curve([]) == 0.5


@given(ANSWERS)
def test_both_lie_between_nought_and_one_and_the_order_does_not_matter(answers: list[Calibrated]) -> None:
    assert 0 <= expected_error(answers) <= 1
    assert 0 <= area_under_curve(answers) <= 1
    assert area_under_curve(answers[::-1]) == pytest.approx(area_under_curve(answers))


@given(ANSWERS)
def test_the_bins_hold_every_answer_once_from_the_least_sure_on(answers: list[Calibrated]) -> None:
    table = calibration_table(answers)
    bins = [row for row in table.rows if str(row[0]).startswith("bin")]
    assert len(bins) == min(len(answers), BINS) or len(bins) <= BINS
    counts = [row[1] for row in bins if isinstance(row[1], int)]
    assert sum(counts) == len(answers) and max(counts) - min(counts) <= 1
    means = [float(str(row[2])) for row in bins]
    assert means == sorted(means)
    right = [row[3] for row in bins if isinstance(row[3], Estimate)]
    assert sum(round(one.value * one.n) for one in right) == sum(one.right for one in answers)


def test_of_no_answers_there_is_no_table() -> None:
    assert calibration_table([]).rows == ()
    assert [row[0] for row in calibration_table([Calibrated(0.7, True)]).rows] == [
        "bin 1", "expected calibration error", "area under the curve",
    ]  # fmt: skip
