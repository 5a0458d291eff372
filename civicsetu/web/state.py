"""What the running page holds, for the handlers Chainlit calls without arguments.

Chainlit keeps its configuration and its data layer as globals of the process, so there
is one page to a process; this is the one place that says which.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from civicsetu.answering.admission.rate_limit import RateLimit
from civicsetu.errors import ServerError
from civicsetu.settings import Settings
from civicsetu.telemetry import get_logger
from civicsetu.web.identity import Identities

if TYPE_CHECKING:
    from civicsetu.answering.service import AnsweringService
    from civicsetu.corpus.ingestion_jobs import IngestionJobs

log = get_logger(__name__)

acting_in_http: ContextVar[str | None] = ContextVar("acting_in_http", default=None)
"""Whose HTTP request is being served: set by the identity middleware, None without a valid one."""


@contextmanager
def acting_as(identity: str | None) -> Iterator[None]:
    """Serve what is inside for that identity, whatever middleware made of the request."""
    token = acting_in_http.set(identity)
    try:
        yield
    finally:
        acting_in_http.reset(token)


STOPPING = "CivicSetu is stopping. Please ask again in a moment."
_LOOK_S = 0.1
_LAST_WORDS_S = 0.5
_HOUR_S = 3600.0


@dataclass(slots=True)
class RunningPage:
    """Settings and identities from the start; the service once it is open; what is being answered and ingested."""

    settings: Settings
    identities: Identities
    service: AnsweringService | None = None
    ingestion: IngestionJobs | None = None
    stopping: bool = False
    token_limit: RateLimit = field(init=False)
    _answering: dict[str, asyncio.Task[object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.token_limit = RateLimit(self.settings.api.tokens_per_hour, _HOUR_S)

    def get_service(self) -> AnsweringService:
        """Return the service; raise ServerError while the page is starting or has stopped."""
        if self.service is None:
            starting = "CivicSetu is still starting. Please try again in a moment."
            raise ServerError("not open", user_message=STOPPING if self.stopping else starting)
        return self.service

    def get_ingestion(self) -> IngestionJobs:
        """Return what ingests for the operator; raises ServerError as `get_service`."""
        if self.ingestion is None:
            from civicsetu.corpus.ingestion_jobs import IngestionJobs
            from civicsetu.corpus.registry import get_registry
            from civicsetu.stores.ingestion_job_store import IngestionJobStore

            store = IngestionJobStore(self.get_service().database)
            deadline_s = self.settings.corpus.ingest_deadline_s
            self.ingestion = IngestionJobs(store, get_registry(), deadline_s=deadline_s)
        return self.ingestion

    @contextmanager
    def track_answer(self, question: str) -> Iterator[None]:
        """Track the current task as answering that question, so that the page waits for it when it stops.

        Raises:
            ServerError: the page is stopping and takes no more questions.
        """
        if self.stopping:
            raise ServerError("stopping", user_message=STOPPING)
        task = asyncio.current_task()
        assert task is not None, "questions are answered in tasks"
        self._answering[question] = task
        try:
            yield
        finally:
            self._answering.pop(question, None)

    @property
    def being_answered(self) -> frozenset[str]:
        """Return the ids of the questions being answered in this process."""
        return frozenset(self._answering)

    def answers_to(self, questions: Iterable[str]) -> set[asyncio.Task[object]]:
        """Return the tasks that answer those questions now."""
        return {self._answering[one] for one in questions if one in self._answering}

    async def finish_answers(self, grace_s: float, hurried: Callable[[], bool]) -> None:
        """Accept no more questions, wait for the answers under way, then cancel those not done.

        Those that are ended say so on the page and in the conversation. `hurried` ends the waiting.
        """
        self.stopping = True
        loop = asyncio.get_running_loop()
        until = loop.time() + grace_s
        tasks = set(self._answering.values())
        while tasks and loop.time() < until and not hurried():
            _, tasks = await asyncio.wait(tasks, timeout=_LOOK_S)
        if tasks:
            log.warning("answers_interrupted", answers=len(tasks))
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=_LAST_WORDS_S)


_page: RunningPage | None = None


def set_page(page: RunningPage) -> None:
    global _page
    _page = page


def is_set() -> bool:
    """Return whether this process serves a page of ours."""
    return _page is not None


def get_page() -> RunningPage:
    """Return the page of this process; there is one wherever Chainlit calls a handler."""
    assert _page is not None, "handlers are registered by the page"
    return _page
