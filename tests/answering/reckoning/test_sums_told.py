"""A price is told apart from what was taken by the words next to it; what is told twice is not told."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.reckoning.sums_told import read_sums

LAKH = 100_000


@pytest.mark.parametrize(
    ("text", "price", "taken"),
    [
        ("The miller took 14 lakh for a 70 lakh flat.", 70, 14),
        ("I paid 9 lakh out of 45 lakh.", 45, 9),
        ("Flat price is 50L, gave 6L token.", 50, 6),
        ("My flat costs Rs 80,00,000.", 80, None),
        ("80 lakh ka flat hai, 12 lakh mang raha hai.", 80, 12),
        ("He wants 5 lakh.", None, None),
        ("I paid 3 lakh and then paid 4 lakh for a 60 lakh shop.", 60, None),
        ("One flat costs 40 lakh, the other flat costs 50 lakh.", None, None),
        ("The keeper lives at number 12.", None, None),
    ],
)
def test_a_sum_is_what_the_words_next_to_it_say(text: str, price: int | None, taken: int | None) -> None:
    sums = read_sums(text)
    assert (sums.price, sums.taken) == tuple(None if one is None else Decimal(one * LAKH) for one in (price, taken))


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    sums = read_sums(text)
    assert sums.taken is None or (sums.price is not None and sums.taken < sums.price)
