"""Figures in any wording come out in one unit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.claims.figures import find_figures


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a tenth of the price", [("1/10", "share")]),
        ("one tenth, or 10 per cent", [("1/10", "share"), ("1/10", "share")]),
        ("12 lakh of ₹60 lakh", [("1200000", "rupee"), ("6000000", "rupee")]),
        ("Rs 2.5 crore and 40L", [("25000000", "rupee"), ("4000000", "rupee")]),
        ("within a month, five years or 45 working days", [("1", "month"), ("60", "month"), ("45", "day")]),
        ("half a year", [("6", "month")]),
        ("500 sq m or 8 flats", [("500", "square metre"), ("8", "unit")]),
        ("two of you and three people", []),
        ("at least two-thirds", [("2/3", "share")]),
    ],
)
def test_a_figure_is_read_with_its_measure(text: str, told: list[tuple[str, str]]) -> None:
    assert [(str(one.value), one.measure) for one in find_figures(text)] == told


@pytest.mark.parametrize("text", ["1 June 2021", "1st of June, 2021", "June 1, 2021", "2021-06-01", "01/06/2021", "1.6.2021"])
def test_a_day_is_the_same_however_it_is_written(text: str) -> None:
    (figure,) = find_figures(text)
    assert figure.measure == "date" and figure.value == Fraction(737942)


@given(st.text(max_size=200))
def test_any_text_is_read_in_order(text: str) -> None:
    starts = [figure.start for figure in find_figures(text)]
    assert starts == sorted(starts)
