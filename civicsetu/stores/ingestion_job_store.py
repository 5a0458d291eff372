"""Ingestions asked for over HTTP, in Postgres: every worker can tell how far one is, also after a restart.

A job that is under way says so again every few seconds (`tell_progress`). One that has been silent for
longer died with the process that did it: it is told as interrupted, and is no longer in anybody's way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, RowMapping, and_, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from civicsetu.law.documents import EditionKind
from civicsetu.stores.database import WAIT_S, Database
from civicsetu.stores.ingestion_job_schema import UNDER_WAY, ingestion_jobs
from civicsetu.stores.turn_store import make_row_storable

SILENT_FOR = timedelta(seconds=60)


class JobState(StrEnum):
    """State of a job: QUEUED -> RUNNING -> DONE or FAILED; INTERRUPTED where its process ended before that."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class IngestionJob:
    """One ingestion: `share` of the current `step` is done, 0 to 1; `error` is a sentence for a person."""

    job_id: UUID
    document: str
    edition: EditionKind
    state: JobState
    step: str
    share: float
    error: str
    results: tuple[Mapping[str, object], ...]
    created_at: datetime
    updated_at: datetime


class IngestionJobStore:
    """Store of ingestion jobs; all methods raise as `Database.connect` does."""

    def __init__(self, database: Database, silent_for: timedelta = SILENT_FOR) -> None:
        self._database = database
        self._silent_for = silent_for

    async def begin(self, document: str, edition: EditionKind) -> IngestionJob | None:
        """Record a new job, and return it; None while another one of that document is under way."""
        values = {"job_id": uuid4(), "document": document, "edition": edition.value}
        new = insert(ingestion_jobs).values(values)
        once = new.on_conflict_do_nothing(index_elements=["document"], index_where=text(UNDER_WAY))
        silent = (
            update(ingestion_jobs)
            .where(ingestion_jobs.c.document == document, self._is_silent())
            .values(state=JobState.INTERRUPTED.value)
        )
        async with self._database.transaction(WAIT_S) as connection:
            await connection.execute(silent)
            row = (await connection.execute(once.returning(*ingestion_jobs.c))).mappings().one_or_none()
        return None if row is None else _job(row)

    async def tell_progress(self, job_id: UUID, step: str, share: float) -> None:
        """Record that it is being done, and how far it is."""
        await self._set(job_id, state=JobState.RUNNING.value, step=step, share=min(max(share, 0.0), 1.0))

    async def keep_waiting(self, job_id: UUID) -> None:
        """Record that it still waits for its turn."""
        await self._set(job_id, state=JobState.QUEUED.value)

    async def finish(
        self, job_id: UUID, state: JobState, error: str = "", results: Sequence[Mapping[str, object]] = ()
    ) -> None:
        """Record how it ended."""
        done = 1.0 if state is JobState.DONE else None
        told = make_row_storable({"error": error, "results": [dict(one) for one in results]})
        await self._set(job_id, state=state.value, **told, **({} if done is None else {"share": done}))

    async def read(self, job_id: UUID) -> IngestionJob | None:
        """Return a job; None where there is none of that id."""
        wanted = select(*ingestion_jobs.c, self._is_silent().label("silent")).where(
            ingestion_jobs.c.job_id == job_id
        )
        async with self._database.connect(WAIT_S) as connection:
            row = (await connection.execute(wanted)).mappings().one_or_none()
        return None if row is None else _job(row, silent=row["silent"])

    async def find_under_way(self, document: str) -> UUID | None:
        """Return the job that ingests a document; None where none does, or does any more."""
        wanted = select(ingestion_jobs.c.job_id).where(
            ingestion_jobs.c.document == document, text(UNDER_WAY)
        )
        async with self._database.connect(WAIT_S) as connection:
            return (await connection.execute(wanted)).scalar_one_or_none()

    def _is_silent(self) -> ColumnElement[bool]:
        under_way = ingestion_jobs.c.state.in_([JobState.QUEUED.value, JobState.RUNNING.value])
        return and_(under_way, ingestion_jobs.c.updated_at < func.now() - self._silent_for)

    async def _set(self, job_id: UUID, **values: object) -> None:
        wanted = (
            update(ingestion_jobs)
            .where(ingestion_jobs.c.job_id == job_id)
            .values(**values, updated_at=func.now())
        )
        async with self._database.transaction(WAIT_S) as connection:
            await connection.execute(wanted)


def _job(row: RowMapping, *, silent: bool = False) -> IngestionJob:
    return IngestionJob(
        job_id=row["job_id"],
        document=row["document"],
        edition=EditionKind(row["edition"]),
        state=JobState.INTERRUPTED if silent else JobState(row["state"]),
        step=row["step"],
        share=row["share"],
        error=row["error"],
        results=tuple(row["results"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
