"""Facts that an answer must state, and whether a text states them.

A fact is written as terms, all of which must occur: "45 days", "builder|promoter", "refund*". Bars
part alternatives and a star stands for any ending. Numbers are compared as figures, however they are
written, so that a fact fits statute wording and plain words alike.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_FIGURES = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * place for place, word in enumerate(_TENS, start=2)
}
_TENS_AND_ONES = re.compile(rf"\b({'|'.join(_TENS)})[\s-]+({'|'.join(_ONES[1:10])})\b")
_HUNDREDS = re.compile(
    rf"\b({'|'.join(_ONES[1:10])})[\s-]+hundred\s+(?:and\s+)?"
    rf"((?:{'|'.join(_TENS)})(?:[\s-]+(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(_ONES[1:])})\b"
)
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_FIGURES)})\b")
_FACTOR = re.compile(r"\b(\d+(?:\.\d+)?)\s*(hundred|thousand|lakhs?|lacs?|crores?)\b(?:\s+and\b)?")
_FACTORS = {"hundred": 100, "thousand": 1_000, "lakh": 100_000, "lac": 100_000, "crore": 10_000_000}
_GROUPED = re.compile(r"(?<=\d),(?=\d)")
_PER_CENT = re.compile(r"\s*(?:per\s*cent(?:age)?\b\.?|%)")
_RUPEES = re.compile(r"(?:\brs\.?|₹|\brupees?\b|\binr\b)\s*")


class Fact(BaseModel):
    """One thing an answer must state: all `terms` occur; with `lead` already in the first sentence."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    terms: tuple[str, ...] = Field(min_length=1)
    lead: bool = Field(False, description="It is what was asked: the first sentence must state it.")

    @model_validator(mode="after")
    def _readable(self) -> Self:
        for term in self.terms:
            if not all(normalise_figures(one).strip(" *") for one in term.split("|")):
                raise ValueError(f"an alternative of {term!r} is empty")
        return self

    def is_stated_by(self, text: str) -> bool:
        """Return whether every term occurs in the text."""
        said = normalise_figures(text)
        return all(_pattern(term).search(said) for term in self.terms)


def normalise_figures(text: str) -> str:
    """Lower case, numbers as figures, `%` and `rs ` for every way of writing them."""
    said = unicodedata.normalize("NFKC", text).lower().replace("\u00a0", " ")
    said = _GROUPED.sub("", said)
    said = _HUNDREDS.sub(lambda found: str(100 * _FIGURES[found[1]] + _value(found[2])), said)
    said = _TENS_AND_ONES.sub(lambda found: str(_FIGURES[found[1]] + _FIGURES[found[2]]), said)
    said = _NUMBER_WORD.sub(lambda found: str(_FIGURES[found[1]]), said)
    while (found := _FACTOR.search(said)) is not None:
        value = Decimal(found[1]) * _FACTORS[found[2].rstrip("s")]
        said = f"{said[: found.start()]}{value.normalize():f}{said[found.end() :]}"
    said = _RUPEES.sub("rs ", _PER_CENT.sub(" %", said))
    return " ".join(said.replace("-", " ").split())


def _value(words: str) -> int:
    return sum(_FIGURES[word] for word in re.split(r"[\s-]+", words))


@lru_cache(maxsize=4096)
def _pattern(term: str) -> re.Pattern[str]:
    return re.compile("|".join(_alternative(one) for one in term.split("|")))


def _alternative(text: str) -> str:
    stem = text.strip().endswith("*")
    words = normalise_figures(text.strip().rstrip("*"))
    end = "" if stem else r"(?!\w|\.\d)"
    return rf"(?<![\w.]){re.escape(words)}{end}"
