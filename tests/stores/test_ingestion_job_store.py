"""Ingestions written down in Postgres: one of a document at a time, and those that died in nobody's way."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import uuid4

from civicsetu.law.documents import EditionKind
from civicsetu.stores.database import Database
from civicsetu.stores.ingestion_job_store import IngestionJob, IngestionJobStore, JobState

PLAIN = EditionKind.PLAIN


async def begun(store: IngestionJobStore, document: str = "meadow_act") -> IngestionJob:
    job = await store.begin(document, PLAIN)
    assert job is not None
    return job


async def test_a_job_is_read_as_far_as_it_is(database: Database) -> None:
    store = IngestionJobStore(database)
    job = await begun(store)
    assert (job.state, job.step, job.share, job.results) == (JobState.QUEUED, "", 0.0, ())
    await store.tell_progress(job.job_id, "embedding", 0.5)
    told = await store.read(job.job_id)
    assert told is not None and (told.state, told.step, told.share) == (JobState.RUNNING, "embedding", 0.5)
    await store.finish(job.job_id, JobState.DONE, results=[{"sections": 3, "note": "a\x00b"}])
    told = await store.read(job.job_id)
    assert told is not None and (told.state, told.share, told.results) == (
        JobState.DONE, 1.0, ({"sections": 3, "note": "ab"},),
    )  # fmt: skip
    assert await store.read(uuid4()) is None


async def test_of_ten_at_once_one_begins(database: Database) -> None:
    store = IngestionJobStore(database)
    jobs = await asyncio.gather(*(store.begin("meadow_act", PLAIN) for _ in range(10)))
    assert sum(job is not None for job in jobs) == 1
    assert await store.begin("other_act", PLAIN) is not None


async def test_what_has_ended_is_in_nobodys_way(database: Database) -> None:
    store = IngestionJobStore(database)
    for state in (JobState.DONE, JobState.FAILED, JobState.INTERRUPTED):
        await store.finish((await begun(store)).job_id, state)
    assert await store.begin("meadow_act", PLAIN) is not None


async def test_a_silent_job_died_and_is_told_so(database: Database) -> None:
    job = await begun(IngestionJobStore(database))
    impatient = IngestionJobStore(database, timedelta(seconds=0))
    told = await impatient.read(job.job_id)
    assert told is not None and told.state is JobState.INTERRUPTED
    assert await impatient.begin("meadow_act", PLAIN) is not None
    told = await IngestionJobStore(database).read(job.job_id)
    assert told is not None and told.state is JobState.INTERRUPTED
