"""Gates: what a run must reach, read from a file, and whether it does.

A gate file is a list of `{criterion, threshold, operator, required}`. One required gate that fails fails the
run; so does one of which nothing was judged, since nobody can say that it holds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from civicsetu.errors import InputError
from civicsetu.evaluation.metrics import Estimate
from civicsetu.evaluation.runs.criteria import CRITERIA, get_criterion
from civicsetu.evaluation.tables import Table
from civicsetu.yaml_data import describe_error, load

Operator = Literal["==", ">=", "<=", ">", "<"]
_COMPARES: Mapping[str, Callable[[float, float], bool]] = {
    "==": operator.eq, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
_ROUND = 9


class Gate(BaseModel):
    """One line of a gate file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    criterion: str
    threshold: float = Field(allow_inf_nan=False)
    operator: Operator
    required: bool = True

    @field_validator("criterion")
    @classmethod
    def _is_known(cls, value: str) -> str:
        if value not in CRITERIA:
            raise ValueError(f"there is no criterion {value!r}")
        return value

    def __str__(self) -> str:
        return f"{self.criterion} {self.operator} {self.threshold:g}"


@dataclass(frozen=True, slots=True)
class GateResult:
    """A gate with what the run reached; `value` is None where nothing was judged by its criterion."""

    gate: Gate
    value: float | None
    n: int

    @property
    def passed(self) -> bool:
        """Whether the run reaches it."""
        if self.value is None:
            return False
        return _COMPARES[self.gate.operator](round(self.value, _ROUND), self.gate.threshold)

    @property
    def fails_run(self) -> bool:
        """Whether the run fails by it."""
        return self.gate.required and not self.passed

    def as_json(self) -> dict[str, object]:
        """Return it as it is stored with its run."""
        return {**self.gate.model_dump(), "value": self.value, "n": self.n, "passed": self.passed}


def load_gates(path: Path) -> tuple[Gate, ...]:
    """Read a gate file.

    Raises:
        InputError: it cannot be read, holds no gate, names a criterion or operator that there is not, or one
            criterion and operator twice.
    """
    try:
        told = load(path.read_text("utf-8"))
        gates = TypeAdapter(tuple[Gate, ...]).validate_python(told)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(user_message=f"The gate file {path} cannot be read.") from error
    except (ValidationError, ValueError, yaml.YAMLError) as error:
        why = describe_error(error).rstrip(".")
        raise InputError(user_message=f"The gate file {path.name} is wrong: {why}.") from error
    if not gates:
        raise InputError(user_message=f"The gate file {path.name} holds no gate.")
    keys = [(one.criterion, one.operator) for one in gates]
    if twice := next((one for at, one in enumerate(keys) if one in keys[:at]), None):
        raise InputError(user_message=f"The gate file {path.name} is wrong: {' '.join(twice)} stands twice.")
    return gates


def check_gates(gates: Sequence[Gate], figures: Mapping[str, Estimate]) -> list[GateResult]:
    """Check the figures of a run against its gates."""
    found = ((gate, figures.get(gate.criterion)) for gate in gates)
    return [GateResult(gate, one.value if one else None, one.n if one else 0) for gate, one in found]


def has_passed(results: Sequence[GateResult]) -> bool:
    """Return whether every required gate is reached."""
    return not any(one.fails_run for one in results)


def build_gate_table(results: Sequence[GateResult]) -> Table:
    """Return the gates with what was reached, those that fail the run said in capitals."""
    return Table(
        "Gates",
        ("", "n", "reached", "required", "verdict"),
        tuple((str(one.gate), one.n, _told(one.value), "yes" if one.gate.required else "no", _verdict(one)) for one in results),
    )


def describe_gates(gates: Sequence[Gate]) -> Table:
    """Return what each gate looks at."""
    lines = (
        (str(one), "yes" if one.required else "no", get_criterion(one.criterion).says) for one in gates
    )
    return Table("Gates", ("", "required", "criterion"), tuple(lines))


def _told(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}" if abs(value) <= 1 else f"{value:.0f}"


def _verdict(result: GateResult) -> str:
    if result.passed:
        return "ok"
    word = "not judged" if result.value is None else "fails"
    return word.upper() if result.gate.required else word
