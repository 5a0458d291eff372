"""Questions of the law held, of other laws and of no law, in people's own words.

They were written by people who saw neither program nor golden set, two of three near property and flats, where the
border is hard to see. Most are there to fit the answerability classifier to; those of the half `apart` are only
measured on. None of them is among the texts that ship as out of scope.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from civicsetu.errors import CorpusError
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf

_FILE = "scope_questions.jsonl"


class ScopeAnswer(StrEnum):
    """Answer to whether the law held answers a question, or the reason why it does not."""

    ANSWERED = "answered"
    OTHER_LAW = "other_law"
    NO_QUESTION = "no_question"


class ScopeQuestion(BaseModel):
    """A question, and whether the law held answers it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    kind: ScopeAnswer
    half: LabelledHalf

    @property
    def answerable(self) -> bool:
        return self.kind is ScopeAnswer.ANSWERED


@lru_cache(maxsize=1)
def scope_questions() -> tuple[ScopeQuestion, ...]:
    """Return the questions that ship, in their order.

    Raises:
        CorpusError: a line is wrong.
    """
    text = files("civicsetu.evaluation.fitting").joinpath(_FILE).read_text("utf-8")
    return tuple(_read(line, number) for number, line in enumerate(text.splitlines(), start=1))


def _read(line: str, number: int) -> ScopeQuestion:
    try:
        return ScopeQuestion.model_validate_json(line)
    except ValueError as error:
        message = f"{_FILE}, line {number}, is wrong."
        raise CorpusError(f"{_FILE}, line {number}: {error}", user_message=message) from error


def scope_questions_of(half: LabelledHalf) -> tuple[ScopeQuestion, ...]:
    """Return the questions of a half."""
    return tuple(one for one in scope_questions() if one.half is half)
