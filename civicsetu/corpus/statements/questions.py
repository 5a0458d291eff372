"""Questions that statements answer, as people ask them: a statement is found by them, and none is ever shown.

They do for statements what expected questions do for provisions (doc2query).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.statements.asked_questions import AskedQuestion, get_asked_questions
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.thresholds import STATEMENTS
from civicsetu.yaml_data import FieldError, make_file_error, parse_model

FOLDER = "statement_questions"


class QuestionFile(BaseModel):
    """One file: questions by the id of the statement that answers them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    law: str
    questions: Mapping[str, tuple[str, ...]] = Field(min_length=1)


@lru_cache(maxsize=1)
def get_statement_questions() -> Mapping[str, tuple[str, ...]]:
    """Return the questions that ship, by statement: those thought out for it, then what people asked that it leads.

    Raises:
        CorpusError: a file is wrong, or names a statement that there is not; file, line and field are named.
    """
    thought_out = load_statement_questions(read_texts(FOLDER), get_statements().by_id)
    return with_asked(thought_out, get_asked_questions())


def with_asked(
    questions: Mapping[str, tuple[str, ...]], asked: Sequence[AskedQuestion]
) -> Mapping[str, tuple[str, ...]]:
    """Return the questions of each statement with what people asked behind them."""
    every = dict(questions)
    for one in asked:
        for statement in one.lead[: STATEMENTS.likeliest_leads]:
            every[statement] = (*every.get(statement, ()), one.text)
    return every


def load_statement_questions(
    texts: Mapping[str, str], statements: Mapping[str, object]
) -> Mapping[str, tuple[str, ...]]:
    """Read files of questions by name.

    Raises:
        CorpusError: as `get_statement_questions`.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name, text in texts.items():
        told = f"{FOLDER}/{name}"
        for statement, questions in parse_model(QuestionFile, text, told).questions.items():
            try:
                if statement not in statements:
                    raise FieldError(f"there is no statement {statement}", "questions", statement)
                if statement in found:
                    raise FieldError(f"{statement} stands twice", "questions", statement)
            except FieldError as error:
                raise make_file_error(error, text, told) from error
            found[statement] = questions
    return found
