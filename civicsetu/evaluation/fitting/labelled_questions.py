"""Questions in people's own words, with what a reader of all statements would answer each with.

They were written by people who saw neither program nor golden set, and read by others who knew every statement: which may
lead the answer, what belongs behind it, or which silence is what was asked. Most are there to be fitted to; those of
the half `apart` are only measured on. No golden row is among them, and none of their words are.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from civicsetu.corpus.statements.asked_questions import AskedWord, get_compared_questions
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.errors import CorpusError
from civicsetu.models.late_interaction import digest_of

_FILE = "labelled_questions.jsonl"


class LabelledHalf(StrEnum):
    """Half of the questions: those to fit to, and those kept apart to measure on."""

    FIT = "fit"
    APART = "apart"


class LabelledQuestion(BaseModel):
    """A question, the statements any of which may lead, what belongs behind them, or the silence that it asks for.

    With both, either may be said first; with neither nothing that is told answers it. `word` is yes or no where the lead
    decides it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    text: str
    half: LabelledHalf
    lead: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    silence: str = ""
    word: AskedWord = AskedWord.NEITHER

    @property
    def is_learned(self) -> bool:
        """Whether late interaction learns it, so that nothing which weighs late interaction may be fitted to it."""
        return self.half is LabelledHalf.FIT and int.from_bytes(digest_of(self.text)) % 6 != 0


@lru_cache(maxsize=1)
def labelled_questions() -> tuple[LabelledQuestion, ...]:
    """Return the questions that ship, in their order; last those that answering compares a question with, all of which are fitted to.

    Raises:
        CorpusError: a line is wrong, or names a statement or silence that there is not.
    """
    text = files("civicsetu.evaluation.fitting").joinpath(_FILE).read_text("utf-8")
    known = {*get_statements().by_id, *(one.id for one in get_silences())}
    compared = (
        LabelledQuestion(id=f"compared-{number}", text=one.text, half=LabelledHalf.FIT, lead=one.lead, also=one.also, word=one.word)
        for number, one in enumerate(get_compared_questions(), start=1)
    )
    return (*(_read(line, number, known) for number, line in enumerate(text.splitlines(), start=1)), *compared)


def _read(line: str, number: int, known: set[str]) -> LabelledQuestion:
    try:
        row = LabelledQuestion.model_validate_json(line)
    except ValueError as error:
        raise CorpusError(f"{_FILE}, line {number}: {error}", user_message=f"{_FILE}, line {number}, is wrong.") from error
    if unknown := next((one for one in (*row.lead, *row.also, row.silence) if one and one not in known), None):
        message = f"{_FILE}, line {number}: there is no statement or silence {unknown}."
        raise CorpusError(message, user_message=message)
    return row


def by_half(half: LabelledHalf) -> tuple[LabelledQuestion, ...]:
    """Return the questions of a half."""
    return tuple(one for one in labelled_questions() if one.half is half)


def unlearned_questions() -> tuple[LabelledQuestion, ...]:
    """Return the questions of both halves that late interaction has not learned: what weighs it is fitted to these."""
    return tuple(one for one in labelled_questions() if not one.is_learned)
