"""Questions in people's own words, with what a reader of all statements would answer each with.

Written by people who saw neither program nor golden set, read by others who knew every statement. They tell what is asked
and how, which no question thought out for a statement does: how often one leads, and what is said behind which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.entries import StatementId, Words
from civicsetu.corpus.statements.thresholds import STATEMENTS
from civicsetu.yaml_data import FieldError, make_file_error, parse_model

FOLDER = "asked_questions"
COMPARED = "compared_questions"


class AskedWord(StrEnum):
    """The word that a careful reader would begin an answer with, where the lead decides a question that asks yes or no."""

    YES = "Yes."
    NO = "No."
    NEITHER = ""


class AskedQuestion(BaseModel):
    """A question, the statements any of which may lead its answer, the best first, and what belongs behind it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Words
    lead: tuple[StatementId, ...] = Field(min_length=1)
    also: tuple[StatementId, ...] = ()
    word: AskedWord = AskedWord.NEITHER


class AskedQuestionFile(BaseModel):
    """One file of questions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: tuple[AskedQuestion, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class AskedCounts:
    """Counts of the statements that lead an answer, of those behind a lead, and of each pair."""

    leads: Mapping[str, int]
    behind: Mapping[str, int]
    together: Mapping[tuple[str, str], int]


@lru_cache(maxsize=1)
def get_asked_questions() -> tuple[AskedQuestion, ...]:
    """Return the questions that ship.

    Raises:
        CorpusError: a file is wrong, or names a statement that there is not; file, line and field are named.
    """
    return load_asked_questions(read_texts(FOLDER), get_statements().by_id)


@lru_cache(maxsize=1)
def get_compared_questions() -> tuple[AskedQuestion, ...]:
    """Return the questions of people that a question is compared with one by one, apart from those of statements.

    What people type is nearer to what other people type than to any question thought out, so that how near the nearest
    of them is tells more by itself than among twenty times as many others.

    Raises:
        CorpusError: as `get_asked_questions`.
    """
    return load_asked_questions(read_texts(COMPARED), get_statements().by_id, COMPARED)


def load_asked_questions(
    texts: Mapping[str, str], statements: Container[str], folder: str = FOLDER
) -> tuple[AskedQuestion, ...]:
    """Read files of questions by name, of a folder of the package's data.

    Raises:
        CorpusError: as `get_asked_questions`.
    """
    found: list[AskedQuestion] = []
    for name, text in texts.items():
        told = f"{folder}/{name}"
        for at, question in enumerate(parse_model(AskedQuestionFile, text, told).questions):
            unknown = next((one for one in (*question.lead, *question.also) if one not in statements), None)
            if unknown is not None:
                error = FieldError(f"there is no statement {unknown}", "questions", at)
                raise make_file_error(error, text, told) from error
            found.append(question)
    return tuple(found)


def count_asked(questions: tuple[AskedQuestion, ...]) -> AskedCounts:
    """Count leads, the statements behind them, and the pairs."""
    leads: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    for question in questions:
        likeliest = question.lead[: STATEMENTS.likeliest_leads]
        leads.update(likeliest)
        behind.update(question.also)
        together.update((lead, one) for lead in likeliest for one in question.also)
    return AskedCounts(leads, behind, together)


@lru_cache(maxsize=1)
def get_asked_counts() -> AskedCounts:
    """Return the counts of all questions of people that ship; raises as `get_asked_questions`."""
    return count_asked((*get_asked_questions(), *get_compared_questions()))
