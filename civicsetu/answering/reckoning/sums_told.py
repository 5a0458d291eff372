"""Which of the sums a question names is the price of the home, and which was taken or is asked for.

A sum is read by the words next to it (`sums_told.yaml`); two prices, or two sums taken, are none: a wrong one reckons
somebody's money wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.answering.thresholds import ANSWERING
from civicsetu.claims.figures import Figure, find_figures
from civicsetu.yaml_data import load_words


@dataclass(frozen=True, slots=True)
class SumsTold:
    """Sums in rupees: the price, and the sum taken or demanded; None where the text does not state it surely.

    `others`: further sums are named, which may be asked for, too.
    """

    price: Decimal | None
    taken: Decimal | None
    others: bool = False


def read_sums(text: str, asked: str = "") -> SumsTold:
    """Return the price and the sum taken, as a question states them; of several sums taken the one named in what is `asked`."""
    text = " ".join(text.split())
    sums = [one for one in find_figures(text) if one.measure == "rupee" and one.value >= ANSWERING.least_sum]
    prices = {one.value for one in sums if _is("price", one, text)}
    taken = {one.value for one in sums if _is("taken", one, text)}
    if len(prices) > 1:
        prices -= taken  # "7 lakh of my 9 lakh": what was taken is not what the home costs
    taken -= prices
    if len(taken) > 1:
        taken &= {one.value for one in find_figures(asked)}
    price = _only(prices)
    left = [one.value for one in sums if price is not None and one.value < price]
    one = _only(taken & set(left))
    others = any(value not in (price, one) for value in (figure.value for figure in sums))
    return SumsTold(_in_rupees(price), _in_rupees(one), others)


def _is(role: str, figure: Figure, text: str) -> bool:
    before, after = text[max(0, figure.start - ANSWERING.sum_near) : figure.start], text[figure.end : figure.end + ANSWERING.sum_near]
    words = _words()[role]
    return any(one.search(before) for one in words["before"]) or any(one.search(after) for one in words["after"])


def _only(values: set[Fraction]) -> Fraction | None:
    return next(iter(values)) if len(values) == 1 else None


def _in_rupees(value: Fraction | None) -> Decimal | None:
    return None if value is None else Decimal(value.numerator) / Decimal(value.denominator)


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Mapping[str, Sequence[re.Pattern[str]]]]:
    text = files("civicsetu.answering.reckoning").joinpath("sums_told.yaml").read_text("utf-8")
    data = TypeAdapter(dict[str, dict[str, list[str]]]).validate_python(load_words(text))
    return {
        role: {side: [re.compile(one, re.IGNORECASE) for one in words] for side, words in sides.items()}
        for role, sides in data.items()
    }
