"""The figures of `make bench`: percentiles, aims met and missed, distinct questions."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.evaluation.bench.measure import QUESTIONS, with_caches
from civicsetu.evaluation.figures import ReportFigure, percentile
from civicsetu.settings import Settings

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([3.0], 0.95, 3.0),
        ([1, 2, 3], 0.5, 2),
        ([4, 1, 3, 2], 0.5, 2),
        (list(range(1, 101)), 0.95, 95),
        ([1, 2], 1.0, 2),
    ],
)
def test_percentiles_of_small_lists(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=120), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_a_percentile_is_the_nearest_rank(values: list[int], share: float) -> None:
    rank = max(1, math.ceil(round(share * len(values), 9)))
    assert percentile(values, share) == sorted(values)[rank - 1]


def test_a_figure_says_whether_its_aim_is_met() -> None:
    assert ReportFigure("x", 1.0, "s", 1.0).met and "ok" in ReportFigure("x", 1.0, "s", 1.0).line()
    assert not ReportFigure("x", 1.01, "s", 1.0).met and "SHORT" in ReportFigure("x", 1.01, "s", 1.0).line()
    assert ReportFigure("x", 9.0, "s").met and "aim" not in ReportFigure("x", 9.0, "s").line()


def test_distinct_questions_are_measured_without_what_was_kept_before() -> None:
    given = Settings(_env_file=None, redis_url="redis://h", port=9009)  # type: ignore[call-arg,arg-type]
    off, on = with_caches(given, on=False), with_caches(given, on=True)
    assert not off.cache.vectors and not off.cache.results and on.cache.vectors and on.cache.results
    assert {one.redis_url.get_secret_value() for one in (off, on)} == {""} and off.port == 9009


def test_the_questions_are_distinct() -> None:
    questions = [line for line in (ROOT / QUESTIONS).read_text("utf-8").splitlines() if line.strip()]
    assert len(questions) >= 40 and len({question.lower() for question in questions}) == len(questions)
