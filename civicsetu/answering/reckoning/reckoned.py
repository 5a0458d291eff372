"""A sentence of arithmetic: what a figure of the law comes to for the asker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from civicsetu.law.parameters import ParameterEntry


@dataclass(frozen=True, slots=True)
class CaseTold:
    """The words of an asker, on one line, and of it what is asked just now: of several sums the one that is asked of counts.

    `is_read`: they were written in another language, and their figures are read in English.
    """

    text: str
    asked: str = ""
    is_read: bool = False


class Outcome(StrEnum):
    """How the asker's figure lies to the law's, where that settles a question of yes or no."""

    TOO_MUCH = "too_much"
    DEFECT_TIME_LEFT = "defect_time_left"
    APPEAL_TIME_LEFT = "appeal_time_left"
    SMALL_PROJECT = "small_project"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class Reckoned:
    """One sentence of arithmetic. One that `concludes` the case comes before the law, any other after it.

    `period` is the length that it applies, "5 years": it concludes where the first sentence of the answer states that length.
    `outcome` is how the figures lie, where that may settle yes or no; `parameter` is whose figure of the law it is, empty where the first
    sentence itself has the limits.
    """

    text: str
    concludes: bool = True
    period: str = ""
    outcome: Outcome | None = None
    parameter: str = ""


Reckon = Callable[[ParameterEntry, CaseTold, date], Reckoned | None]
"""The value that a statement says, the case, and today in; a sentence out where the asker's figure is sure."""
