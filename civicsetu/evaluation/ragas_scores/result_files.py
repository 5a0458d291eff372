"""The two files of a scoring: what was answered, and what the judge made of it; each written whole after each row."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from civicsetu.errors import InputError
from civicsetu.yaml_data import describe_error

ANSWERS = "eval_phase1_results.json"
SCORES = "eval_results.json"
FORM = 1


class _Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AnsweredRow(_Stored):
    """Answer of the system; `contexts` are the provisions it answered from, in our plain words."""

    id: str
    group: str
    question: str
    jurisdiction: str | None = None
    answer: str
    kind: str
    contexts: tuple[str, ...]
    latency_ms: float


class Answers(_Stored):
    """The first file: the answers of one answer hash."""

    form: int = FORM
    answer_hash: str
    rows: dict[str, AnsweredRow] = {}


class ScoredRow(_Stored):
    """Scores by metric, None where the judge gave none that can be used; `why` says why, by metric.

    `digest` is of all that was judged: another reference, answer or shuffled question is judged anew.
    """

    id: str
    group: str
    digest: str = ""
    scores: Mapping[str, float | None]
    why: Mapping[str, str] = {}


class Scores(_Stored):
    """The second file: what one judge made of the answers of one answer hash."""

    form: int = FORM
    answer_hash: str
    judge: str
    rows: dict[str, ScoredRow] = {}


File = TypeVar("File", Answers, Scores)


def read_file(path: Path, kind: type[File]) -> File | None:
    """Return a file written before; None where there is none.

    Raises:
        InputError: it is another file, or one in another form.
    """
    if not path.exists():
        return None
    try:
        found = kind.model_validate_json(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(user_message=f"{path} cannot be read.") from error
    except ValidationError as error:
        raise InputError(user_message=f"{path.name} is no such file: {describe_error(error)}.") from error
    if found.form != FORM:
        raise InputError(user_message=f"{path.name} is in form {found.form}, and this version reads form {FORM}.")
    return found


def write_file(path: Path, told: Answers | Scores) -> None:
    """Write a file whole, in place of what it held.

    Raises:
        InputError: it cannot be written.
    """
    made = path.with_name(f"{path.name}.part")
    try:
        made.write_text(told.model_dump_json(indent=1), "utf-8")
        made.replace(path)
    except OSError as error:
        raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error
