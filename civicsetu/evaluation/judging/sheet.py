"""A sheet of answers to be judged: a file of JSON lines, the rubric first, then an answer a line.

It holds what a reader needs and nothing else: the question, the answer as it was shown and the law it
names. What tells which provision was expected, or how the answer came to be, stays out. So do the words
of official texts, whose place and digest stand in for them until they are filled in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from civicsetu.errors import InputError
from civicsetu.evaluation.golden.row_kinds import RowLanguage
from civicsetu.law.answers import AnswerKind, AnswerPart
from civicsetu.yaml_data import describe_error

_DIGEST = 16
AnyLine = TypeVar("AnyLine", bound=BaseModel)


class QuestionForm(StrEnum):
    """Form of a question: one thing asked, or a post with a story that asks several."""

    PLAIN = "plain"
    POST = "post"


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Head(_Line):
    """The first line: how to judge, what answered, and whether official words are filled in."""

    rubric: str = Field(min_length=1)
    answer_hash: str
    official_words: bool = Field(False, description="Holds words of official texts: not to be passed on.")


class OfficialSpan(_Line):
    """Characters of a document's official text, and the digest of those words."""

    document: str
    start: int = Field(ge=0)
    end: int
    digest: str
    words: str = ""

    @property
    def without_words(self) -> OfficialSpan:
        return self.model_copy(update={"words": ""})


class CitedLaw(_Line):
    """A provision that the answer names: its place, our plain words, and where its official text stands."""

    place: str
    document: str
    provision: str
    plain: str = ""
    official: OfficialSpan | None = None


class ShownSentence(_Line):
    """A sentence, step or cell; `law` are indexes into the row's law. Official wording has no text, but a span."""

    text: str
    law: tuple[int, ...] = ()
    official: OfficialSpan | None = None


class ShownRow(_Line):
    matter: str
    cells: tuple[ShownSentence, ...]


class ShownTable(_Line):
    states: tuple[str, ...]
    rows: tuple[ShownRow, ...]


class ShownAnswer(_Line):
    """An answer as the asker sees it."""

    kind: AnswerKind
    confidence: Literal["high", "medium", "low", "none"]
    message: str = ""
    sentences: tuple[ShownSentence, ...] = ()
    parts: tuple[AnswerPart, ...] = ()
    steps: tuple[ShownSentence, ...] = ()
    table: ShownTable | None = None
    notes: tuple[str, ...] = ()


class ShownTurn(_Line):
    """An earlier turn of the conversation: the question and the answer."""

    question: str
    answer: str


class SheetRow(_Line):
    """One answer to be judged; `verdict` is what the reader wrote, read by `verdicts`."""

    id: str = Field(min_length=1)
    form: QuestionForm
    language: RowLanguage
    jurisdiction: str | None = None
    earlier: tuple[ShownTurn, ...] = ()
    question: str
    answer: ShownAnswer
    law: tuple[CitedLaw, ...] = ()
    verdict: dict[str, object]

    @model_validator(mode="after")
    def _cites_what_is_there(self) -> SheetRow:
        cells = [cell for row in self.answer.table.rows for cell in row.cells] if self.answer.table else []
        said = (*self.answer.sentences, *self.answer.steps, *cells)
        if any(not 0 <= index < len(self.law) for one in said for index in one.law):
            raise ValueError("a sentence names a provision that is not in its law")
        return self


class Sheet(_Line):
    """A whole sheet; `lines` are the line numbers of its rows."""

    head: Head
    rows: tuple[SheetRow, ...]
    lines: tuple[int, ...]


@lru_cache(maxsize=1)
def get_rubric() -> str:
    """Return the rubric that ships, as Markdown."""
    return files("civicsetu.evaluation.judging").joinpath("rubric.md").read_text("utf-8")


def digest_of(words: str) -> str:
    """Return a digest that identifies the text without giving it away."""
    return hashlib.sha256(words.encode()).hexdigest()[:_DIGEST]


def to_line(line: Head | SheetRow) -> str:
    """Return a line of JSON; what is empty and need not stand there is left out."""
    return f"{line.model_dump_json(exclude_defaults=True)}\n"


def write_sheet(path: Path, head: Head, rows: Iterable[SheetRow]) -> None:
    """Write a sheet; raises InputError where it cannot be written."""
    try:
        path.write_text("".join([to_line(head), *map(to_line, rows)]), "utf-8")
    except OSError as error:
        raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error


def read_sheet(path: Path) -> Sheet:
    """Read a sheet, its verdicts unread.

    Raises:
        InputError: it cannot be read, is no sheet, or holds an id twice; the message names the line.
    """
    found = list(read_lines(path))
    if not found:
        raise InputError(user_message=f"{path.name} is empty.")
    (first, head), *rest = found
    told = parse_line(Head, head, path, first)
    rows = [parse_line(SheetRow, line, path, number) for number, line in rest]
    if not rows:
        raise InputError(user_message=f"{path.name} holds no answers.")
    numbers = tuple(number for number, _ in rest)
    refuse_doubled([row.id for row in rows], numbers, path)
    return Sheet(head=told, rows=tuple(rows), lines=numbers)


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, with their numbers; raises InputError where it is no text."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(user_message=f"{path} cannot be read as text.") from error
    return ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())


def parse_line(kind: type[AnyLine], line: str, path: Path, number: int) -> AnyLine:
    """Read one line of a file; raises InputError naming it."""
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        why = describe_error(error).rstrip(".")
        raise InputError(user_message=f"Line {number} of {path.name} cannot be used: {why}.") from error


def refuse_doubled(ids: Iterable[str], numbers: Iterable[int], path: Path) -> None:
    """Raise InputError where an id stands twice."""
    seen: set[str] = set()
    for name, number in zip(ids, numbers, strict=True):
        if name in seen:
            raise InputError(
                user_message=f"Line {number} of {path.name} cannot be used: {name} stands twice."
            )
        seen.add(name)
