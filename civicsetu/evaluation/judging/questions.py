"""Questions whose answers are to be judged: golden rows, or a file of questions nobody has prepared for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError, UnknownDocument
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.golden.row_kinds import RowLanguage
from civicsetu.evaluation.judging.sheet import QuestionForm, parse_line, read_lines, refuse_doubled


class JudgingQuestion(BaseModel):
    """One question, and what was asked before it; the form and language only sort the verdicts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    question: str
    turns: tuple[str, ...] = ()
    jurisdiction: str | None = None
    form: QuestionForm = QuestionForm.PLAIN
    language: RowLanguage = RowLanguage.ENGLISH

    @field_validator("question", "turns")
    @classmethod
    def _has_words(cls, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        said = (value,) if isinstance(value, str) else value
        if not all(any(sign.isalnum() for sign in text) for text in said):
            raise ValueError("a question has no words")
        return value


def from_golden(rows: Sequence[GoldenRow]) -> list[JudgingQuestion]:
    """Return what is asked by golden rows; a post is a row with parts."""
    return [
        JudgingQuestion(
            id=row.id,
            question=row.question,
            turns=row.turns,
            jurisdiction=row.jurisdiction,
            form=QuestionForm.POST if row.parts else QuestionForm.PLAIN,
            language=row.language,
        )
        for row in rows
    ]


def read_questions(path: Path, registry: Registry) -> list[JudgingQuestion]:
    """Read a file of questions, one JSON object a line.

    Raises:
        InputError: it cannot be read or holds none, or a line is no question; the message names the line.
    """
    lines = list(read_lines(path))
    rows = [parse_line(JudgingQuestion, line, path, number) for number, line in lines]
    if not rows:
        raise InputError(user_message=f"{path.name} holds no questions.")
    refuse_doubled([row.id for row in rows], [number for number, _ in lines], path)
    return [_placed(row, registry, path, number) for (number, _), row in zip(lines, rows, strict=True)]


def _placed(row: JudgingQuestion, registry: Registry, path: Path, number: int) -> JudgingQuestion:
    """The same question with its state's code as the registry writes it."""
    if row.jurisdiction is None:
        return row
    try:
        return row.model_copy(update={"jurisdiction": registry.check_jurisdiction(row.jurisdiction)})
    except UnknownDocument as error:
        message = (
            f"Line {number} of {path.name} cannot be used: there is no jurisdiction {row.jurisdiction!r}."
        )
        raise InputError(user_message=message) from error
