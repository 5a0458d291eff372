"""Ingest in the background what an operator asks for by its key: one document after the other.

Each job is done by a process of its own (`ingestion_child`) and written down in Postgres as it goes on,
so that every worker can tell how far it is and no two ingest one document at once.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from civicsetu.corpus.registry import Registry, check_is_law
from civicsetu.errors import (
    AlreadyUnderWay,
    CivicSetuError,
    CorpusError,
    InputError,
    NotFound,
    NotThisLaw,
    StoreError,
    UnknownDocument,
)
from civicsetu.law.documents import EditionKind
from civicsetu.progress import Progress
from civicsetu.stores.ingestion_job_store import IngestionJob, IngestionJobStore, JobState
from civicsetu.stores.processes import own_environment
from civicsetu.telemetry import get_logger

Results = list[Mapping[str, object]]
Ingest = Callable[[str, EditionKind, Progress], Awaitable[Results]]
"""Ingest one document in one edition; raises CivicSetuError."""
_NICE = 10
_END_S = 1.0
_LONGEST_LINE = 1 << 20
_BROKE_OFF = "The ingestion broke off; what was held stays held. Ask again, or run `civicsetu ingest` to see why."
_TOO_LONG = "The ingestion took too long and was ended; what was held stays held. Run `civicsetu ingest`, or allow more time."
_UNDER_WAY = "That document is being ingested already; ask its job how far that is, and do not send it again."
_log = get_logger(__name__)


class IngestionJobs:
    """Runner of ingestion jobs; create it inside the event loop that uses it; `close` ends those under way."""

    def __init__(
        self,
        store: IngestionJobStore,
        registry: Registry,
        ingest: Ingest | None = None,
        beat_s: float = 2.0,
        deadline_s: float = 3600.0,
    ) -> None:
        """`beat_s` is how often a job says how far it is, `deadline_s` how long one may take from when its turn comes."""
        self._store = store
        self._registry = registry
        self._ingest = ingest or ingest_apart
        self._beat_s = beat_s
        self._deadline_s = deadline_s
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, document: str, edition: EditionKind) -> IngestionJob:
        """Begin to ingest a document of the registry, and return the job; it waits where another is under way.

        Raises:
            UnknownDocument: the key is not in the registry.
            InputError: it is of a draft, which is no law.
            AlreadyUnderWay: that document is being ingested; it names the job.
            StoreError: Postgres cannot be written.
        """
        try:
            check_is_law(self._registry.get_document(document))
        except UnknownDocument as error:
            message = "There is no document of that key in the registry."
            raise UnknownDocument("no such key", user_message=message) from error
        except NotThisLaw as error:
            raise InputError("a draft", user_message=error.user_message) from error
        job = await self._store.begin(document, edition)
        if job is None:
            raise AlreadyUnderWay(
                document, user_message=_UNDER_WAY, job_id=await self._store.find_under_way(document)
            )
        task = asyncio.create_task(self._do(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    async def read(self, job_id: UUID) -> IngestionJob:
        """Return a job, whichever process does it; raises NotFound."""
        job = await self._store.read(job_id)
        if job is None:
            raise NotFound("no such job", user_message="There is no job of that id.")
        return job

    async def close(self) -> None:
        """End what is under way; it is reported as interrupted, and what was held stays held."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _do(self, job: IngestionJob) -> None:
        ended, error, results = JobState.INTERRUPTED, "", Results()
        try:
            await self._wait_for_turn(job)
            try:
                results = await self._run(job)
                ended = JobState.DONE
            except CivicSetuError as fault:
                ended, error = JobState.FAILED, fault.user_message
            finally:
                self._turn.release()
        except Exception as fault:  # noqa: BLE001 - the outermost edge of a task: logged whole, and told as failed
            _log.error("ingestion_job_failed", exc_info=fault)
            ended, error = JobState.FAILED, CivicSetuError.default_user_message
        finally:
            with suppress(StoreError):  # it is then silent, and told as interrupted after a while
                await self._store.finish(job.job_id, ended, error, results)

    async def _wait_for_turn(self, job: IngestionJob) -> None:
        """Say meanwhile that it waits. (`wait_for` would lose a cancellation that comes with the turn.)"""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._beat_s):
                    await self._turn.acquire()
                return
            with suppress(StoreError):
                await self._store.keep_waiting(job.job_id)

    async def _run(self, job: IngestionJob) -> Results:
        """The results, while how far it is gets written down; a beat that fails is no reason to stop.

        Raises:
            CorpusError: it was not done by its deadline, and was ended.
        """
        now = ("starting", 0.0)

        def progress(step: str, share: float) -> None:
            nonlocal now
            now = (step, share)

        work = asyncio.ensure_future(self._ingest(job.document, job.edition, progress))
        clock = asyncio.get_running_loop().time
        until = clock() + self._deadline_s
        try:
            while not work.done():
                if (left_s := until - clock()) <= 0:
                    raise CorpusError(f"too long, at {now[0]}", user_message=_TOO_LONG)
                with suppress(StoreError):
                    await self._store.tell_progress(job.job_id, *now)
                await asyncio.wait({work}, timeout=min(self._beat_s, left_s))
            return await work
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)


async def ingest_apart(document: str, edition: EditionKind, progress: Progress) -> Results:
    """Ingest in a process of its own, which ends when this is cancelled.

    Raises:
        CorpusError: it was refused, or broke off; the message says which.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "civicsetu.corpus.ingestion_child", document, edition.value,
        stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, env=own_environment(), limit=_LONGEST_LINE,
    )  # fmt: skip
    told: dict[str, Any] = {}
    try:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
        assert process.stdout is not None
        async for line in process.stdout:
            told = json.loads(line)
            if "step" in told:
                progress(told["step"], told["share"])
        await process.wait()
    finally:
        await _end(process)
    if "results" in told:
        return list(told["results"])
    raise CorpusError(user_message=told.get("error") or _BROKE_OFF)


async def _end(process: Process) -> None:
    """Ask it to end, and make it end where it does not; nothing is done to one that has ended."""
    for stop in (process.terminate, process.kill):
        if process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            stop()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _END_S)
