"""Figures that a measurement prints, each beside its aim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ReportFigure:
    """One line of the report; `aim` None where the issue sets none."""

    name: str
    value: float
    unit: str
    aim: float | None = None
    note: str = ""

    @property
    def met(self) -> bool:
        return self.aim is None or self.value <= self.aim

    def line(self) -> str:
        aim = (
            "" if self.aim is None else f"  aim <= {self.aim:g} {self.unit}  {'ok' if self.met else 'SHORT'}"
        )
        return f"{self.name:<44} {self.value:>9.2f} {self.unit}{aim}{'  ' + self.note if self.note else ''}"


def percentile(values: Sequence[float], share: float) -> float:
    """Return nearest-rank percentile; `values` must not be empty."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(round(share * len(ordered), 9)) - 1)]
