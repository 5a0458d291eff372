"""A number and a half is a decimal; what is no half of a time stays as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.reckoning.halves_told import write_halves


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("3 and half years", "3.5 years"),
        ("three and a half years back", "3.5 years back"),
        ("2 1/2 yrs", "2.5 yrs"),
        ("4½ months", "4.5 months"),
        ("3 years and a half ago", "3.5 years ago"),
        ("3 years and half the flats", "3 years and half the flats"),
        ("sadhe teen saal pehle", "3.5 years pehle"),
        ("dhai saal pehle", "2.5 years pehle"),
        ("dedh mahine", "1.5 months"),
        ("5 saal 2 mahine", "5 years 2 months"),
        ("one half year ago", "one half year ago"),
        ("half of 3 flats", "half of 3 flats"),
        ("flat 3 and half the price", "flat 3 and half the price"),
    ],
)
def test_a_number_and_a_half_is_written_as_one_number(text: str, written: str) -> None:
    assert write_halves(text) == written


@given(st.text(max_size=80))
def test_any_text_is_taken(text: str) -> None:
    assert isinstance(write_halves(text), str)
