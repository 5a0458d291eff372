"""Ingestions in the background: told as they go on, one after the other, ended with whoever does them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from civicsetu.corpus.ingestion_jobs import IngestionJobs, Results, ingest_apart
from civicsetu.corpus.registry import Registry
from civicsetu.errors import AlreadyUnderWay, CorpusError, InputError, NotFound, UnknownDocument
from civicsetu.law.documents import DocType, EditionKind
from civicsetu.progress import Progress
from civicsetu.stores.database import Database
from civicsetu.stores.ingestion_job_store import IngestionJob, IngestionJobStore, JobState
from tests.corpus.laws import meadow
from tests.holding import quiet

SPEC = meadow("1-3")
OTHER = SPEC.model_copy(update={"key": "brook_act"})
DRAFT = SPEC.model_copy(update={"key": "draft_act", "doc_type": DocType.DRAFT, "title": "The Draft Act"})
REGISTRY = Registry({one.key: one for one in (SPEC, OTHER, DRAFT)}, {})
PLAIN = EditionKind.PLAIN


class Scripted:
    """Ingests when it is let, or fails as it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done = asyncio.Event()
        self.fault: Exception | None = None

    async def __call__(self, document: str, edition: EditionKind, progress: Progress) -> Results:
        self.begun.append(document)
        progress("embedding", 0.25)
        await self.done.wait()
        if self.fault is not None:
            raise self.fault
        return [{"sections": 3}]


@pytest.fixture
def work() -> Scripted:
    return Scripted()


@pytest.fixture
async def jobs(database: Database, work: Scripted) -> AsyncIterator[IngestionJobs]:
    made = IngestionJobs(IngestionJobStore(database), REGISTRY, work, beat_s=0.02)
    yield made
    await made.close()


async def until(jobs: IngestionJobs, job: IngestionJob, **told: Any) -> IngestionJob:
    """The job, once these fields of it are so."""
    async with asyncio.timeout(10):
        while True:
            now = await jobs.read(job.job_id)
            if all(getattr(now, name) == value for name, value in told.items()):
                return now
            await asyncio.sleep(0.01)


async def test_a_job_says_how_far_it_is_and_what_came_of_it(jobs: IngestionJobs, work: Scripted) -> None:
    job = await jobs.begin(SPEC.key, PLAIN)
    await until(jobs, job, state=JobState.RUNNING, step="embedding", share=0.25)
    work.done.set()
    assert (await until(jobs, job, state=JobState.DONE)).results == ({"sections": 3},)


async def test_the_second_of_one_document_is_refused_whichever_worker_is_asked(
    jobs: IngestionJobs, work: Scripted, database: Database
) -> None:
    await jobs.begin(SPEC.key, PLAIN)
    other_worker = IngestionJobs(IngestionJobStore(database), REGISTRY, work, beat_s=0.02)
    for one in (jobs, other_worker):
        with pytest.raises(AlreadyUnderWay):
            await one.begin(SPEC.key, EditionKind.OFFICIAL)


async def test_two_documents_are_ingested_one_after_the_other(jobs: IngestionJobs, work: Scripted) -> None:
    first, second = await jobs.begin(SPEC.key, PLAIN), await jobs.begin(OTHER.key, PLAIN)
    await until(jobs, first, state=JobState.RUNNING)
    assert (await jobs.read(second.job_id)).state is JobState.QUEUED and work.begun == [SPEC.key]
    work.done.set()
    await until(jobs, second, state=JobState.DONE)
    assert work.begun == [SPEC.key, OTHER.key]


async def test_a_refusal_is_told_in_its_own_sentence_and_a_fault_of_ours_in_ours(
    jobs: IngestionJobs, work: Scripted
) -> None:
    work.fault = CorpusError(user_message="That file is not the law.")
    work.done.set()
    failed = await until(jobs, await jobs.begin(SPEC.key, PLAIN), state=JobState.FAILED)
    assert failed.error == "That file is not the law."
    work.fault = RuntimeError("secret detail")
    failed = await until(jobs, await jobs.begin(SPEC.key, PLAIN), state=JobState.FAILED)
    assert failed.error == "Something went wrong on our side. Please try again."


async def test_what_is_under_way_at_the_end_is_told_as_interrupted(
    jobs: IngestionJobs, work: Scripted
) -> None:
    running, waiting = await jobs.begin(SPEC.key, PLAIN), await jobs.begin(OTHER.key, PLAIN)
    await until(jobs, running, state=JobState.RUNNING)
    await jobs.close()
    for job in (running, waiting):
        assert (await jobs.read(job.job_id)).state is JobState.INTERRUPTED
    work.done.set()
    await until(jobs, await jobs.begin(SPEC.key, PLAIN), state=JobState.DONE)


async def test_what_takes_too_long_is_ended_and_the_next_begins(database: Database, work: Scripted) -> None:
    jobs = IngestionJobs(IngestionJobStore(database), REGISTRY, work, beat_s=0.02, deadline_s=0.1)
    late, next_one = await jobs.begin(SPEC.key, PLAIN), await jobs.begin(OTHER.key, PLAIN)
    failed = await until(jobs, late, state=JobState.FAILED)
    assert "took too long" in failed.error and "stays held" in failed.error
    await until(jobs, next_one, state=JobState.RUNNING)
    work.done.set()
    await until(jobs, next_one, state=JobState.DONE)
    await jobs.close()


async def test_only_laws_of_the_registry_are_ingested(jobs: IngestionJobs, work: Scripted) -> None:
    with pytest.raises(UnknownDocument) as unknown:
        await jobs.begin("../etc/passwd", PLAIN)
    assert "passwd" not in unknown.value.user_message
    with pytest.raises(InputError):
        await jobs.begin(DRAFT.key, PLAIN)
    assert work.begun == []


async def test_there_is_no_job_of_that_id(jobs: IngestionJobs) -> None:
    from uuid import uuid4

    with pytest.raises(NotFound):
        await jobs.read(uuid4())


async def test_a_process_of_its_own_says_why_it_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real one, of a document that ships no restatement; it ends before it needs a store."""
    from civicsetu.corpus.read import read_starter
    from civicsetu.corpus.registry import get_registry

    without = (one.key for one in get_registry().documents.values() if read_starter(one) is None)
    key = next(without, None)
    if key is None:
        pytest.skip("every document of the registry ships a restatement")
    with pytest.raises(CorpusError) as refused:
        await ingest_apart(key, PLAIN, quiet)
    assert refused.value.user_message == "No restatement of that document ships with CivicSetu."
