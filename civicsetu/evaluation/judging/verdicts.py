"""What readers judged: each verdict read strictly, and whether it makes an answer good."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from civicsetu.errors import InputError
from civicsetu.evaluation.judging.sheet import Sheet, SheetRow, read_sheet

MOST_BESIDE = 1
LEAST_PLAIN = 4


class ReaderVerdict(BaseModel):
    """One reader's verdict on one answer, by the rubric."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    law: Literal["right", "part", "wrong"]
    first: Literal["yes", "later", "no"]
    beside: StrictInt = Field(ge=0)
    plain: StrictInt = Field(ge=1, le=5)
    todo: Literal["not asked", "yes", "part", "no"]
    confidence: Literal["fair", "unfair"]
    harm: Literal["none", "money", "right"]
    why: str = ""

    @property
    def causes(self) -> tuple[str, ...]:
        """Reasons why the answer is not good, in the rubric's order; empty for a good one."""
        return tuple(name for name, applies in _CAUSES.items() if applies(self))

    @property
    def good(self) -> bool:
        return not self.causes


_CAUSES: Mapping[str, Callable[[ReaderVerdict], bool]] = {
    "harm: money": lambda one: one.harm == "money",
    "harm: a right": lambda one: one.harm == "right",
    "law wrong": lambda one: one.law == "wrong",
    "law in part": lambda one: one.law == "part",
    "nothing answers": lambda one: one.first == "no",
    "a later sentence answers": lambda one: one.first == "later",
    "two or more beside the point": lambda one: one.beside > MOST_BESIDE,
    "not plain": lambda one: one.plain < LEAST_PLAIN,
    "what to do: not said": lambda one: one.todo == "no",
    "what to do: in part": lambda one: one.todo == "part",
}
CAUSES = tuple(_CAUSES)

_FIGURES = {"beside": "a whole number from 0", "plain": "a whole number from 1 to 5"}


@dataclass(frozen=True)
class Judged:
    """An answer and its verdict."""

    row: SheetRow
    verdict: ReaderVerdict


def empty_verdict() -> dict[str, object]:
    """Return the fields a reader fills in, nothing in them."""
    return {name: "" if name == "why" else None for name in ReaderVerdict.model_fields}


def read_judged(path: Path) -> list[Judged]:
    """Read a sheet whose every answer is judged.

    Raises:
        InputError: as `read_sheet`; or a verdict lacks a field, has one too many, a value that there is not, or
            harm without a reason; the message names line, id and field.
    """
    sheet = read_sheet(path)
    return list(_judged(sheet, path))


def _judged(sheet: Sheet, path: Path) -> Iterator[Judged]:
    for number, row in zip(sheet.lines, sheet.rows, strict=True):
        where = f"Line {number} of {path.name} ({row.id})"
        try:
            verdict = ReaderVerdict.model_validate(row.verdict)
        except ValidationError as error:
            field = str(error.errors()[0]["loc"][0])
            raise InputError(user_message=f"{where}: {_describe_fault(field, row.verdict)}") from error
        if verdict.harm != "none" and not verdict.why.strip():
            raise InputError(user_message=f"{where}: harm needs its reason in why.")
        yield Judged(row, verdict)


def _describe_fault(field: str, told: Mapping[str, object]) -> str:
    if field not in ReaderVerdict.model_fields:
        return f"a verdict has no field {field!r}."
    values = get_args(ReaderVerdict.model_fields[field].annotation)
    allowed = _FIGURES.get(field) or (" or ".join(map(str, values)) if values else "a text")
    if told.get(field) in (None, ""):
        return f"{field} is not filled in; it is {allowed}."
    return f"{field} cannot be {told[field]!r}; it is {allowed}."
