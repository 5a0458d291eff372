"""Whether confidence means something: how often the lead is right where it says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from civicsetu.evaluation.metrics import share_of
from civicsetu.evaluation.tables import Cell, Table

BINS = 5


@dataclass(frozen=True, slots=True)
class Calibrated:
    """One answer's confidence, 0 to 1, and whether its lead states what was asked."""

    confidence: float
    right: bool


def calibration_table(answers: Sequence[Calibrated]) -> Table:
    """Return five bins of equal mass from the least sure on, then the expected calibration error and the AUC."""
    columns = ("", "n", "confidence", "right")
    if not answers:
        return Table("Confidence", columns, ())
    lines: list[tuple[Cell, ...]] = [
        (
            f"bin {number}",
            len(one),
            f"{sum(answer.confidence for answer in one) / len(one):.2f}",
            share_of([answer.right for answer in one]),
        )
        for number, one in enumerate(_bins(answers), start=1)
    ]
    error = f"{expected_error(answers):.3f}"
    lines.append(("expected calibration error", len(answers), "", error))
    lines.append(("area under the curve", len(answers), "", f"{area_under_curve(answers):.2f}"))
    return Table("Confidence against 'the lead states what was asked'", columns, tuple(lines))


def expected_error(answers: Sequence[Calibrated]) -> float:
    """Return the mean distance of confidence from the share that is right, over the bins, weighed by their size."""
    return sum(
        abs(sum(one.confidence for one in held) - sum(one.right for one in held)) for held in _bins(answers)
    ) / len(answers)


def area_under_curve(answers: Sequence[Calibrated]) -> float:
    """Return the chance that a right lead has more confidence than a wrong one; 0.5 where either is missing."""
    right = [one.confidence for one in answers if one.right]
    wrong = [one.confidence for one in answers if not one.right]
    if not right or not wrong:
        return 0.5
    won = sum((one > other) + (one == other) / 2 for one in right for other in wrong)
    return won / (len(right) * len(wrong))


def _bins(answers: Sequence[Calibrated]) -> list[list[Calibrated]]:
    ordered = sorted(answers, key=lambda one: one.confidence)
    cuts = [round(len(ordered) * at / BINS) for at in range(BINS + 1)]
    held = (ordered[first:last] for first, last in pairwise(cuts))
    return [one for one in held if one]
