"""A sentence of arithmetic: what a figure of the law comes to for the asker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from civicsetu.law.parameters import ParameterEntry


@dataclass(frozen=True, slots=True)
class CaseTold:
    """The words of an asker, on one line, and of it what is asked just now: of several sums the one that is asked of counts."""

    text: str
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """One sentence of arithmetic. One that `concludes` the case comes before the law, any other after it.

    `period` is the length that it applies, "5 years": it concludes where the first sentence of the answer states that length.
    """

    text: str
    concludes: bool = True
    period: str = ""


Reckon = Callable[[ParameterEntry, CaseTold, date], Reckoned | None]
"""The value that a statement says, the case, and today in; a sentence out where the asker's figure is sure."""
