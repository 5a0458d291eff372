"""Correlation within groups and what both pass, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.evaluation.agreement.statistics import Confusion, confuse, point_biserial

ONE = ["a"] * 40


def test_a_figure_that_is_the_verdict_goes_with_it_and_its_opposite_against_it() -> None:
    verdicts = [at % 3 == 0 for at in range(40)]
    same = point_biserial([float(one) for one in verdicts], verdicts, ONE)
    assert same.r == pytest.approx(1) and same.is_sign and not same.is_contrary
    against = point_biserial([-float(one) for one in verdicts], verdicts, ONE)
    assert against.r == pytest.approx(-1) and against.is_contrary


def test_the_coefficient_is_the_known_one() -> None:
    """Half the answers are good; their figures 1..20 and 11..30: r = (20.5 - 10.5) / s * 1/2 with s = 7.638."""
    figures = [float(one) for one in (*range(1, 21), *range(11, 31))]
    verdicts = [False] * 20 + [True] * 20
    assert point_biserial(figures, verdicts, ONE).r == pytest.approx(0.6550, abs=1e-3)


def test_what_only_tells_the_groups_apart_is_no_sign() -> None:
    """Posts are long and seldom good: within posts and within others length says nothing."""
    groups = ["post"] * 40 + ["plain"] * 40
    figures = [-20.0 + at % 2 for at in range(40)] + [-3.0 + at % 2 for at in range(40)]
    verdicts = [at % 8 < 2 for at in range(40)] + [at % 8 >= 2 for at in range(40)]
    assert not point_biserial(figures, verdicts, groups).is_sign
    assert point_biserial(figures, verdicts, ["all"] * 80).is_sign, "without groups it would look like one"


def test_a_figure_that_never_changes_and_few_answers_tell_nothing() -> None:
    verdicts = [at % 2 == 0 for at in range(40)]
    assert point_biserial([1.0] * 40, verdicts, ONE).r is None
    assert point_biserial([1.0, 0.0], [True, False], ["a", "a"]).r is None
    assert not point_biserial([1.0] * 40, verdicts, ONE).is_sign


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.booleans(), st.sampled_from("ab")), max_size=60))
def test_any_figures_give_a_correlation_or_none(told: list[tuple[float, bool, str]]) -> None:
    found = point_biserial([one for one, _, _ in told], [one for _, one, _ in told], [one for _, _, one in told])
    assert found.r is None or -1 <= found.low <= found.r <= found.high <= 1


def test_what_both_one_and_neither_pass_is_counted() -> None:
    assert confuse([True, True, False, False, True], [True, False, True, False, True]) == Confusion(2, 1, 1, 1)
    assert confuse([], []).n == 0
