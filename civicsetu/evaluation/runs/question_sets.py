"""Sets of questions a run asks: a half of the golden set, the end-to-end cases, the reviewed cases, or a file of questions."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.golden.golden_set import GoldenRow, load_golden, read_rows
from civicsetu.evaluation.golden.row_kinds import Half
from civicsetu.evaluation.judging.questions import read_questions
from civicsetu.evaluation.reviewed.cases import FOLDER as REVIEWED
from civicsetu.evaluation.reviewed.cases import load_reviewed, reviewed_folder

E2E = "e2e"
_CASES = "cases.yaml"
_NAMES = (*(half.value for half in Half), E2E, REVIEWED)
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """One question of a set, and what was asked before it; `golden` says what a good answer has, where that is known."""

    id: str
    question: str
    turns: tuple[str, ...] = ()
    jurisdiction: str | None = None
    type: str = ""
    golden: GoldenRow | None = None


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions under a name; `digest` distinguishes it from another set, whatever it is called."""

    name: str
    questions: tuple[SetQuestion, ...]

    @property
    def digest(self) -> str:
        """The questions and all that is expected of their answers, as hex digits."""
        told = [
            one.golden.model_dump(mode="json")
            if one.golden
            else [one.id, one.question, list(one.turns), one.jurisdiction]
            for one in self.questions
        ]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:_DIGEST]


def load_question_set(
    wanted: str, folder: Path, data: Path, registry: Registry, *, every: int = 1, limit: int | None = None
) -> QuestionSet:
    """Return a set by its name (`tune`, `check`, `all`, `e2e`, `reviewed`) or from a file of questions.

    Args:
        folder: the folder `eval`, which holds `golden` and `e2e`.
        data: the data folder, which holds the reviewed cases.

    Raises:
        InputError: there is no such set or file, one of its rows is wrong, or no question is left.
    """
    questions = _load(wanted, folder, data, registry)[::every][:limit]
    if not questions:
        raise InputError(user_message=f"The set {wanted} holds no question, so there is nothing to run.")
    part = "".join([f", each {every}th" if every > 1 else "", f", the first {limit}" if limit else ""])
    return QuestionSet(f"{Path(wanted).name}{part}", tuple(questions))


def _load(wanted: str, folder: Path, data: Path, registry: Registry) -> list[SetQuestion]:
    if wanted == E2E:
        return [_of_golden(row) for row in read_rows(folder / E2E / _CASES, f"{E2E}/{_CASES}", registry)]
    if wanted == REVIEWED:
        return [_of_golden(row) for row in load_reviewed(reviewed_folder(data), registry)]
    if wanted in _NAMES:
        return [_of_golden(row) for row in load_golden(folder / "golden", Half(wanted), registry)]
    path = Path(wanted)
    if not path.is_file():
        raise InputError(user_message=f"There is no set {wanted}; name a file, or one of {', '.join(_NAMES)}.")
    return [
        SetQuestion(one.id, one.question, one.turns, one.jurisdiction, one.form.value)
        for one in read_questions(path, registry)
    ]


def _of_golden(row: GoldenRow) -> SetQuestion:
    return SetQuestion(row.id, row.question, row.turns, row.jurisdiction, row.type.value, row)
