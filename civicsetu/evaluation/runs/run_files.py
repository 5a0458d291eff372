"""A run in a file, to be compared with later: ids, what passed and how long it took, no words of any question."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from civicsetu.errors import InputError
from civicsetu.evaluation.runs.criteria import CRITERIA
from civicsetu.stores.run_store import SCHEMA_VERSION, Run, RunRow, require_form
from civicsetu.yaml_data import describe_error


class StoredJudgment(BaseModel):
    """Stored judgment of a row by a criterion: whether it passed, and its score."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passed: bool
    score: float


class StoredRow(BaseModel):
    """One question of a run, by its id: what was judged, by criterion, and its times in milliseconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    judged: dict[str, StoredJudgment]
    latency_ms: float | None = None
    first_token_ms: float | None = None


class StoredRun(BaseModel):
    """A whole run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int
    question_set: str
    set_digest: str
    configuration: dict[str, str]
    rows: dict[str, StoredRow]


def to_stored(run: Run, rows: Sequence[RunRow]) -> StoredRun:
    """Return a run as it is compared and written."""
    return StoredRun(
        schema_version=run.schema_version,
        question_set=run.question_set,
        set_digest=run.set_digest,
        configuration=dict(run.configuration),
        rows={
            row.row_id: StoredRow(
                judged={one.criterion: StoredJudgment(passed=one.passed, score=round(one.score, 4)) for one in row.judgments if one.criterion in CRITERIA},
                latency_ms=row.latency_ms if row.answered else None,
                first_token_ms=row.first_token_ms,
            )
            for row in rows
        },
    )  # fmt: skip


def write_run(path: Path, run: StoredRun) -> None:
    """Write a run, a line a row, sorted by id, so that two files can be compared by eye.

    Raises:
        InputError: it cannot be written there.
    """
    head = run.model_dump_json(exclude={"rows"}).removesuffix("}")
    rows = ",\n".join(f"{json.dumps(name)}: {row.model_dump_json()}" for name, row in sorted(run.rows.items()))
    try:
        path.write_text(f'{head},"rows":{{\n{rows}\n}}}}\n', "utf-8")
    except OSError as error:
        raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error


def read_run(path: Path) -> StoredRun:
    """Read what `write_run` wrote.

    Raises:
        InputError: it is not there, is no run, or is one in another form.
    """
    try:
        told = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(user_message=f"{path} cannot be read as a stored run.") from error
    version = told.get("schema_version") if isinstance(told, dict) else None
    if isinstance(version, int) and version != SCHEMA_VERSION:
        require_form(version, f"The run in {path.name}")
    try:
        return StoredRun.model_validate(told)
    except ValidationError as error:
        raise InputError(user_message=f"{path.name} is not a stored run: {describe_error(error)}.") from error
