"""The sets the verifier is measured by: sentences, claims of absence and translations, each marked true or false.

They stand in `eval/verifier/*.jsonl`, a row a line; README.md there says how they were made. What can be wrong
about a row by itself is refused when it is read, by file, line and field.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from civicsetu.answering.written import SentenceMark
from civicsetu.errors import InputError
from civicsetu.evaluation.golden.row_kinds import Half
from civicsetu.evaluation.judging.sheet import parse_line, read_lines, refuse_doubled


class Harm(StrEnum):
    """Kind of the one change that made a true sentence false."""

    NUMBER = "number"
    DATE = "date"
    AMOUNT = "amount"
    PERIOD = "period"
    REFERENCE = "reference"
    FORM = "form"
    STATE = "state"
    NEGATION = "negation"
    MODALITY = "modality"
    PARTY = "party"
    CONDITION = "condition"
    SCOPE = "scope"
    INVENTED = "invented"


class TrueKind(StrEnum):
    """Relation of a true sentence to the law it cites."""

    PARAPHRASE = "paraphrase"
    CONCLUSION = "conclusion"
    ARITHMETIC = "arithmetic"
    MERGED = "merged"
    STEP = "step"


class SpanNamed(BaseModel):
    """A span by its name: a statement, a parameter's entry, or a provision of a document with its parts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    statement: str = ""
    value: str = ""
    document: str = ""
    provision: str = ""

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        ways = (self.statement, self.value, self.document and self.provision)
        if sum(bool(way) for way in ways) != 1 or bool(self.document) != bool(self.provision):
            raise ValueError("a span is a statement, a value, or a document with a provision")
        return self


class MeasuredRow(BaseModel):
    """Fields common to all rows; `text` is what is checked, and `true` whether it may be shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z]+-\d{3,}$")
    split: Literal[Half.TUNE, Half.CHECK]
    text: str = Field(min_length=2)
    true: bool


class SentenceRow(MeasuredRow):
    """A sentence with the spans it was given and those it names (`cites`, by place), and an honest quote.

    `elsewhere`: the figure, form, state or office put in stands in what is cited, or in the asker's words.
    `of` is the true sentence a false one was made from.
    """

    asked: str
    spans: tuple[SpanNamed, ...] = Field(min_length=1)
    cites: tuple[int, ...] = Field(min_length=1, max_length=3)
    quote: str = Field(min_length=1)
    mark: Literal[SentenceMark.LEAD, SentenceMark.LAW, SentenceMark.STEP]
    kind: TrueKind | None = None
    harm: Harm | None = None
    elsewhere: bool = False
    of: str | None = None

    @model_validator(mode="after")
    def _is_one_or_the_other(self) -> Self:
        if any(not 0 <= at < len(self.spans) for at in self.cites):
            raise ValueError("cites names a span that is not there")
        if self.true != (self.harm is None) or self.true != (self.kind is not None):
            raise ValueError("a true sentence has a kind and no harm, a false one a harm and no kind")
        if self.true and (self.elsewhere or self.of):
            raise ValueError("elsewhere and of belong to a false sentence")
        return self


class AbsenceRow(MeasuredRow):
    """A claim that something is not there; `why` states what makes it true or false, `parameter` the matter."""

    asked: str
    jurisdiction: str
    parameter: str | None = None
    why: Literal["silent", "not_held", "refers", "open", "answered", "findable", "overclaim"]

    @model_validator(mode="after")
    def _why_fits(self) -> Self:
        if self.true != (self.why in ("silent", "not_held", "refers", "open")):
            raise ValueError(f"{self.why} does not make a claim {str(self.true).lower()}")
        return self


class TranslationRow(MeasuredRow):
    """An English sentence and its translation; a spoiled one says what was changed."""

    language: Literal["hi", "mr", "ta", "kn"]
    translation: str = Field(min_length=2)
    harm: Harm | None = None

    @model_validator(mode="after")
    def _spoiled_by_something(self) -> Self:
        if self.true != (self.harm is None):
            raise ValueError("a spoiled translation has a harm, a true one none")
        return self


AnyRow = TypeVar("AnyRow", bound=MeasuredRow)


def load_rows(path: Path, kind: type[AnyRow], half: Half = Half.ALL) -> Sequence[AnyRow]:
    """Return the rows of a file that are of that half, in their order.

    Raises:
        InputError: the file cannot be read or holds none, or a line is wrong; the message names file, line and field.
    """
    lines = list(read_lines(path))
    rows = [parse_line(kind, line, path, number) for number, line in lines]
    refuse_doubled([row.id for row in rows], [number for number, _ in lines], path)
    chosen = [row for row in rows if half is Half.ALL or row.split == half]
    if not chosen:
        raise InputError(user_message=f"{path.name} holds no rows of the half {half.value}.")
    return chosen
