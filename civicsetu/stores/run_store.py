"""Runs in Postgres: questions asked to be measured, and what was judged of each answer.

A row is written whole as soon as its question is judged, so a run that broke off has every row it judged
and goes on from there. Writing the same row again replaces it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import Executable, RowMapping, Select, Text, cast, func, select, update
from sqlalchemy.dialects.postgresql import JSONB, insert

from civicsetu.errors import InputError, NotFound
from civicsetu.law.answers import Answer
from civicsetu.law.judgments import Judgment
from civicsetu.stores.database import WAIT_S, Database, retry_once
from civicsetu.stores.run_hold import RunHold
from civicsetu.stores.schema import evaluation_rows, evaluation_runs
from civicsetu.stores.turn_store import make_row_storable, read_answer

SCHEMA_VERSION = 1
"""The form in which rows are written; a run in another form is refused."""
LATEST = "latest"
_READ_S = 30.0


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its question set by name and digest, its configuration, and how many of its rows are judged."""

    run_id: UUID
    question_set: str
    set_digest: str
    rows_wanted: int
    configuration: Mapping[str, str]
    started_at: datetime
    finished_at: datetime | None = None
    rows_judged: int = 0
    gates: tuple[Mapping[str, object], ...] = ()
    schema_version: int = SCHEMA_VERSION

    @property
    def name(self) -> str:
        """The beginning of its id, by which people name it."""
        return str(self.run_id)[:8]


@dataclass(frozen=True, slots=True)
class RunRow:
    """One question of a run with its answer, None where it got none, and what was judged of it.

    Of a version before, the answer may be in a form that this one cannot read (`unreadable`, without the answer):
    what was judged of it can still be compared.
    """

    row_id: str
    position: int
    question_type: str
    states: tuple[str, ...]
    answer: Answer | None
    judgments: tuple[Judgment, ...]
    latency_ms: float
    first_token_ms: float | None = None
    unreadable: bool = False

    @property
    def answered(self) -> bool:
        """Whether the question got an answer."""
        return self.answer is not None or self.unreadable


class RunStore:
    """Store of runs; all methods raise as `Database.connect` does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def hold(self, run_id: UUID) -> AsyncIterator[RunHold]:
        """Write a run alone; raises AlreadyUnderWay where another command writes it."""
        hold = RunHold(self._database, run_id)
        try:
            await hold.take()
            yield hold
        finally:
            await hold.release()

    async def begin(self, run: Run) -> None:
        """Write a run that has no rows yet."""
        values = {
            "run_id": run.run_id, "schema_version": run.schema_version, "question_set": run.question_set,
            "set_digest": run.set_digest, "rows_wanted": run.rows_wanted, "configuration": dict(run.configuration),
            "started_at": run.started_at,
        }  # fmt: skip
        statement = insert(evaluation_runs).values(make_row_storable(values)).on_conflict_do_nothing()
        await retry_once(lambda: self._write(statement))

    async def add_row(self, run_id: UUID, row: RunRow) -> None:
        """Write one judged row, whole or not at all; again where the database died meanwhile."""
        values = {
            "run_id": run_id, "row_id": row.row_id, "position": row.position, "question_type": row.question_type,
            "states": list(row.states), "answer": row.answer.model_dump(mode="json") if row.answer else None,
            "judgments": [one.model_dump(mode="json") for one in row.judgments],
            "latency_ms": row.latency_ms, "first_token_ms": row.first_token_ms,
        }  # fmt: skip
        statement = insert(evaluation_rows).values(make_row_storable(values))
        replaced = {name: statement.excluded[name] for name in values if name not in ("run_id", "row_id")}
        statement = statement.on_conflict_do_update(index_elements=["run_id", "row_id"], set_=replaced)
        await retry_once(lambda: self._write(statement))

    async def finish(self, run_id: UUID, gates: Sequence[Mapping[str, object]]) -> None:
        """Mark a run as finished, with what came of its gates."""
        of = update(evaluation_runs).where(evaluation_runs.c.run_id == run_id)
        values = make_row_storable({"gates": list(gates)})
        await retry_once(lambda: self._write(of.values(finished_at=func.now(), **values)))

    async def find_unfinished(self, set_digest: str, configuration: Mapping[str, str]) -> Run | None:
        """Return the last run of that set under that configuration that broke off; None where there is none."""
        same = cast(dict(configuration), JSONB)
        wanted = _runs().where(
            evaluation_runs.c.set_digest == set_digest,
            evaluation_runs.c.configuration == same,
            evaluation_runs.c.schema_version == SCHEMA_VERSION,
            evaluation_runs.c.finished_at.is_(None),
        )
        found = await self._read(wanted.limit(1))
        return _run(found[0]) if found else None

    async def list_runs(self, limit: int = 20) -> list[Run]:
        """Return the last runs, newest first, in whatever form they are."""
        return [_run(row) for row in await self._read(_runs().limit(limit))]

    async def find_run(self, name: str) -> Run:
        """Return the run whose id begins like that, or the last finished one where it says `latest`.

        Raises:
            NotFound: there is none.
            InputError: several begin like that, or the run was stored in another form.
        """
        if name == LATEST:
            wanted = _runs().where(evaluation_runs.c.finished_at.is_not(None)).limit(1)
        else:
            begins = func.starts_with(cast(evaluation_runs.c.run_id, Text), name.lower())
            wanted = _runs().where(begins).limit(2)
        found = [_run(row) for row in await self._read(wanted)]
        if not found:
            raise NotFound(user_message=f"There is no run {name}; `civicsetu eval list` names them.")
        if len(found) > 1:
            raise InputError(user_message=f"Several runs begin with {name}; give more of the id.")
        require_form(found[0].schema_version, f"The run {found[0].name}")
        return found[0]

    async def read_rows(self, run_id: UUID) -> list[RunRow]:
        """Return the judged rows of a run, in the order of its set.

        Raises:
            InputError: what was judged of a row is not in the form it should be.
        """
        wanted = (
            select(evaluation_rows).where(evaluation_rows.c.run_id == run_id).order_by(evaluation_rows.c.position)
        )
        return [_row(row) for row in await self._read(wanted)]

    async def _write(self, statement: Executable) -> None:
        async with self._database.transaction(WAIT_S) as connection:
            await connection.execute(statement)

    async def _read(self, wanted: Executable) -> Sequence[RowMapping]:
        async with self._database.connect(_READ_S) as connection:
            return (await connection.execute(wanted)).mappings().all()


def require_form(version: int, what: str) -> None:
    """Refuse what was stored in another form than this version of the program reads.

    Raises:
        InputError: one sentence that names it.
    """
    if version != SCHEMA_VERSION:
        raise InputError(
            user_message=f"{what} was stored in form {version}, and this version reads form {SCHEMA_VERSION}; run it again."
        )


def _runs() -> Select[Any]:
    """Runs with the number of their rows, newest first."""
    judged = (
        select(func.count())
        .select_from(evaluation_rows)
        .where(evaluation_rows.c.run_id == evaluation_runs.c.run_id)
        .scalar_subquery()
    )
    return select(evaluation_runs, judged.label("rows_judged")).order_by(evaluation_runs.c.started_at.desc())


def _run(row: RowMapping) -> Run:
    return Run(
        row["run_id"], row["question_set"], row["set_digest"], row["rows_wanted"], row["configuration"],
        row["started_at"], row["finished_at"], row["rows_judged"], tuple(row["gates"]), row["schema_version"],
    )  # fmt: skip


def _row(row: RowMapping) -> RunRow:
    answer = read_answer(row["answer"], f"run row {row['row_id']}") if row["answer"] is not None else None
    try:
        judged = tuple(Judgment.model_validate(one) for one in row["judgments"])
    except ValidationError as error:
        message = f"The row {row['row_id']} of the run cannot be read in this version; run it again."
        raise InputError(user_message=message) from error
    return RunRow(
        row["row_id"], row["position"], row["question_type"], tuple(row["states"]), answer, judged,
        row["latency_ms"], row["first_token_ms"], unreadable=answer is None and row["answer"] is not None,
    )  # fmt: skip
