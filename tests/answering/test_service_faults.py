"""Where a part of the service is slow, away or full, the answer says so, or none is given."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from civicsetu.answering.plain_text import as_plain_text
from civicsetu.answering.service import AnsweringService
from civicsetu.errors import (
    DiskFull,
    ModelTimeout,
    PostgresUnavailable,
    SearchIncomplete,
    StoreError,
)
from civicsetu.law.answers import (
    NOT_STORED,
    Answer,
    AnswerKind,
    Warning,
)
from civicsetu.models.embedder import LocalEmbedder
from civicsetu.settings import Settings
from civicsetu.stores import database as databases
from tests.holding import LATE, answer_of, rows_of


@pytest.fixture
def impatient(service: AnsweringService) -> Iterator[AnsweringService]:
    """The service with a deadline that no question can meet."""
    patient = service.settings
    told = patient.answering.model_copy(update={"deadline_s": 0.001})
    service.settings = patient.model_copy(update={"answering": told})
    yield service
    service.settings = patient


async def test_a_question_that_outruns_its_deadline_is_told(impatient: AnsweringService) -> None:
    with pytest.raises(ModelTimeout):
        await answer_of(impatient, LATE)


class _Silent:
    """An embedder whose model does not answer."""

    def __init__(self, real: LocalEmbedder) -> None:
        self.profile = real.profile
        self._real = real

    async def embed_queries(self, texts: Any) -> Any:
        raise ModelTimeout("slow")

    async def embed_passages(self, texts: Any, **named: Any) -> Any:
        return await self._real.embed_passages(texts, **named)


@pytest.fixture
async def without_meaning(service: AnsweringService, monkeypatch: pytest.MonkeyPatch) -> AnsweringService:
    """The service with its graph, and without the model that reads meaning."""
    assert await service.wait_for_graph(60)
    embedder = service._retriever._embedder
    monkeypatch.setattr(embedder, "_embedder", _Silent(embedder._embedder))
    return service


async def test_without_the_search_by_meaning_an_answer_says_so(without_meaning: AnsweringService) -> None:
    unasked = f"What does section 18 say? ({uuid4().hex})"  # else what an earlier test found is given
    answer = await answer_of(without_meaning, unasked)
    assert answer.kind is AnswerKind.ANSWER
    assert [warning.kind for warning in answer.warnings] == ["degraded"]


async def test_nothing_is_declined_nor_recorded_for_want_of_a_search(
    without_meaning: AnsweringService,
) -> None:
    """Else a fault of ours is told as a gap in the law, and the next question goes on from it."""
    session = f"test-{uuid4()}"
    with pytest.raises(SearchIncomplete):
        asked = "Is the thickness of a wall counted in what they sold me?"
        await answer_of(without_meaning, asked, session=session)
    assert await rows_of(without_meaning, "select 1 from turns where session_id = :s", s=session) == []


@pytest.mark.long
async def test_a_fault_while_the_graph_is_brought_in_step_does_not_end_the_graph(
    running: Settings, service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Postgres may be away for a moment just then; the graph must be tried again."""
    from civicsetu.answering import graph_connection as room

    real, calls = room.rebuild_stale_documents, 0

    async def fails_once(law: Any, graph: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise PostgresUnavailable("away for a moment")
        await real(law, graph)

    monkeypatch.setattr(room, "rebuild_stale_documents", fails_once)
    opened = await AnsweringService.open(running)
    try:
        assert await opened.wait_for_graph(15)
    finally:
        await opened.close()


async def test_an_answer_that_cannot_be_recorded_is_given_and_says_so(
    service: AnsweringService, late: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[StoreError] = []

    async def fails(*_: object, **__: object) -> bool:
        tries.append(fault)
        raise fault

    monkeypatch.setattr(service._turns, "record", fails)
    fault: StoreError = DiskFull("could not extend file")
    answer = await answer_of(service, LATE)
    assert answer.answer == late.answer and answer.citations == late.citations
    note = Warning(kind="degraded", text=NOT_STORED)
    assert answer.warnings == (*late.warnings, note)
    assert NOT_STORED in as_plain_text(answer) and NOT_STORED in answer.model_dump_json()
    assert len(tries) == 1
    fault = PostgresUnavailable("died")
    assert (await answer_of(service, LATE)).warnings[-1] == note
    assert len(tries) == 3, "a database that died is asked once more"


async def test_health_tells_a_full_disk_and_waits_for_nothing_that_hangs(
    service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await service.check_health()).postgres == "ok"
    monkeypatch.setattr(service.database, "_disk_full", True)
    monkeypatch.setattr(databases, "_PROBE", "do $$ begin raise sqlstate '53100'; end $$")
    full = await service.check_health()
    assert (full.postgres, full.status) == ("disk full", "degraded") and "Free some space" in full.fix
    monkeypatch.setattr(databases, "_PROBE", "select 1")
    assert (await service.check_health()).postgres == "ok"

    async def hangs() -> str:
        await asyncio.sleep(60)
        return ""

    monkeypatch.setattr(service._law, "corpus_version", hangs)
    begun = time.monotonic()
    assert (await service.check_health()).postgres == "down"
    assert time.monotonic() - begun < 5


class Hanging:
    """A store whose end never comes."""

    async def close(self) -> None:
        await asyncio.sleep(60)


async def test_closing_waits_for_nothing_that_hangs(
    running: Settings, service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = AnsweringService(running, service.database, service._law, service.registry)
    for part in ("_database", "_graph", "_shared"):
        monkeypatch.setattr(ended, part, Hanging())
    begun = time.monotonic()
    await ended.close()
    assert time.monotonic() - begun < 5
