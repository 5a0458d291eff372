"""Days without a year and bare years are read as what they are, and periods are counted from them."""

from __future__ import annotations

import pytest

from civicsetu.answering.verifying.arithmetic import follows
from civicsetu.answering.verifying.days_told import DAY_OF_YEAR
from civicsetu.answering.verifying.evidence import read_asker, read_text

TOLD = "The order came on 4th January and his appeal on 20th April, I took the lantern in the year 2019."
LAW = "An appeal is filed within 60 days; a lantern is mended for 5 years; the deed is due within 3 months."


@pytest.mark.parametrize(
    ("text", "measure", "value"),
    [
        ("on 4th January", DAY_OF_YEAR, 4),
        ("January 4 it came", DAY_OF_YEAR, 4),
        ("by 1 March", DAY_OF_YEAR, 60),
        ("2019 me mila", "year of date", 2019),
        ("5 lanterns", "", 5),
        ("31 February", "", 31),
        ("fee of 2000 rupees", "rupee", 2000),
        ("I paid 2000 for it", "", 2000),
        ("we are 2015 people", "", 2015),
        ("all 12 may complain", "", 12),
        ("on 12 May", DAY_OF_YEAR, 132),
        ("on 12th may", DAY_OF_YEAR, 132),
    ],
)
def test_what_a_figure_measures(text: str, measure: str, value: int) -> None:
    [figure] = read_asker(text).figures
    assert (figure.measure, figure.value) == (measure, value)


@pytest.mark.parametrize(
    ("told", "right"),
    [
        ("5 March", True),
        ("46 days", True),
        ("19 June", True),
        ("in 2024", True),
        ("March 2020", True),
        ("8 March", False),
        ("44 days", False),
        ("in 2025", False),
        ("May 2020", False),
    ],
)
def test_a_period_is_counted_from_such_a_day(told: str, right: bool) -> None:
    [figure] = read_text(f"It was {told}.").figures
    assert follows(figure, read_text(LAW).figures, read_asker(TOLD).figures) is right
