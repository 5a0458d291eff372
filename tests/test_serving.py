"""The serving process: it needs no network and no torch, and kills lose nothing that was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.errors import CivicSetuError, PostgresTimeout
from civicsetu.law.answers import NOT_STORED, Answer, AnswerKind, Final, SentenceReady
from civicsetu.settings import Settings
from civicsetu.stores.embedded import graph_server, postgres_server
from civicsetu.stores.processes import wait_until
from civicsetu.stores.servers import graph_folder, postgres_folder
from tests.holding import LATE, answer_of, environment_of, held_law, rows_of
from tests.stores.own_servers import frozen_postgres

pytestmark = pytest.mark.beside_one

PROGRAM = Path(__file__).with_name("serving_process.py")
_ASKERS = 3


def command(settings: Settings, mode: str, question: str) -> list[str]:
    return [sys.executable, str(PROGRAM), str(settings.data_path), mode, question]


@pytest.fixture(scope="module")
def served_once(running: Settings, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a process told that answered one question and could not leave this machine."""
    done = subprocess.run(
        command(running, "once", LATE), env=environment_of(running, HF_HUB_OFFLINE="0"),
        cwd=tmp_path_factory.mktemp("served"), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def test_a_question_is_answered_with_every_way_out_closed(served_once: dict[str, Any]) -> None:
    assert served_once["answer"]["kind"] == "answer"
    assert "18(1)" in {citation["section_id"] for citation in served_once["answer"]["citations"]}
    assert served_once["graph"] is True, "the graph is on this machine and is reached"


def test_nobody_even_tries_to_leave(served_once: dict[str, Any]) -> None:
    assert served_once["refused"] == []


def test_torch_and_its_kin_are_not_loaded_where_questions_are_served(served_once: dict[str, Any]) -> None:
    assert served_once["loaded"] == []


@pytest.fixture(scope="module")
def killed(starters: Settings) -> Iterator[Settings]:
    """A data folder of its own, whose servers are killed."""
    with held_law(starters) as settings:
        yield settings


@pytest.fixture
async def under_fire(killed: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[AnsweringService]:
    """A service whose graph is looked after every second."""
    from civicsetu.answering import graph_connection

    monkeypatch.setattr(graph_connection, "_PAUSE_S", 1.0)
    opened = await AnsweringService.open(killed)
    assert await opened.wait_for_graph(90)
    yield opened
    await opened.close()


def told_beside(answer: Answer) -> list[str]:
    return [warning.text for warning in answer.warnings]


class Askers:
    """Several people ask one question after another; what was acknowledged is remembered."""

    def __init__(self, service: AnsweringService) -> None:
        self._service = service
        self._going = True
        self.acknowledged: list[str] = []
        self.faults: list[CivicSetuError] = []

    async def ask(self, who: int) -> None:
        number = 0
        while self._going:
            number += 1
            with contextlib.suppress(asyncio.CancelledError):
                await self._one(f"asker-{who}-{uuid4()}", f"What does section {3 + number % 16} say?")

    async def _one(self, session: str, question: str) -> None:
        try:
            async for event in self._service.answer(Question(question, session=session)):
                if isinstance(event, Final) and NOT_STORED not in told_beside(event.answer):
                    self.acknowledged.append(event.answer.id)
        except CivicSetuError as error:
            self.faults.append(error)
            await asyncio.sleep(0.05)

    async def while_asking(self, kill: Callable[[], None]) -> None:
        """Let them ask, kill, let them go on, and wait until all have their last word."""
        tasks = [asyncio.create_task(self.ask(who)) for who in range(_ASKERS)]
        await self._until(lambda: len(self.acknowledged) >= 8)
        await asyncio.to_thread(kill)
        before = len(self.acknowledged)
        await self._until(lambda: len(self.acknowledged) >= before + 8)
        self._going = False
        await asyncio.gather(*tasks)

    async def _until(self, reached: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not reached():
                await asyncio.sleep(0.02)


def kill_postgres(settings: Settings) -> None:
    found = postgres_server.status(postgres_folder(settings))
    assert found is not None
    os.kill(found.pid, signal.SIGKILL)


def kill_graph(settings: Settings) -> None:
    found = graph_server.status(graph_folder(settings))
    assert found is not None
    os.kill(found.pid, signal.SIGKILL)
    assert wait_until(lambda: graph_server.status(graph_folder(settings)) is None, 10)


async def kept(service: AnsweringService, ids: list[str]) -> int:
    """How many of these turns are in the tables, with their retrieval and their citations."""
    [row] = await rows_of(
        service,
        "select count(*) as n from turns t where t.turn_id = any(cast(:ids as uuid[])) "
        "and exists (select 1 from retrieval_log r where r.turn_id = t.turn_id) "
        "and exists (select 1 from citations c where c.turn_id = t.turn_id)",
        ids=ids,
    )
    return int(row["n"])


@pytest.mark.slow
async def test_killing_postgres_under_use_loses_nothing_acknowledged(
    under_fire: AnsweringService, killed: Settings
) -> None:
    askers = Askers(under_fire)
    await askers.while_asking(lambda: kill_postgres(killed))
    assert len(set(askers.acknowledged)) == len(askers.acknowledged) >= 16
    assert await kept(under_fire, askers.acknowledged) == len(askers.acknowledged)
    assert all(error.retryable for error in askers.faults), [type(error).__name__ for error in askers.faults]
    assert len(askers.faults) <= 4 * _ASKERS, "after a moment every question is answered again"
    assert (await answer_of(under_fire, LATE)).kind is AnswerKind.ANSWER


@pytest.mark.slow
async def test_postgres_killed_while_a_connection_is_given_back_is_an_error_of_ours(
    under_fire: AnsweringService, killed: Settings
) -> None:
    """Giving a connection back rolls it back, which fails too when the server is gone by then."""
    with contextlib.suppress(CivicSetuError):
        async with under_fire.database.connect() as connection:
            await connection.execute(text("select 1"))
            kill_postgres(killed)
            await asyncio.sleep(0.5)
    assert (await answer_of(under_fire, LATE)).kind is AnswerKind.ANSWER


@pytest.mark.slow
async def test_after_postgres_was_killed_between_questions_the_next_one_is_answered(
    under_fire: AnsweringService, killed: Settings
) -> None:
    before = await answer_of(under_fire, LATE)
    kill_postgres(killed)
    after = await answer_of(under_fire, LATE)
    assert after.answer == before.answer
    assert await kept(under_fire, [before.id, after.id]) == 2


@pytest.mark.slow
async def test_killing_the_graph_under_use_costs_cross_references_only(
    under_fire: AnsweringService, killed: Settings
) -> None:
    askers = Askers(under_fire)
    await askers.while_asking(lambda: kill_graph(killed))
    assert askers.faults == []
    assert await kept(under_fire, askers.acknowledged) == len(askers.acknowledged)


@pytest.mark.slow
async def test_without_the_graph_the_next_question_is_answered_and_says_so_until_it_is_back(
    under_fire: AnsweringService, killed: Settings
) -> None:
    """What was found whole before may be given again, and needs no graph."""
    before = await answer_of(under_fire, "What does section 12 say?")
    assert before.warnings == ()
    kill_graph(killed)
    after = await answer_of(under_fire, "What does section 13 say?")
    assert after.kind is AnswerKind.ANSWER
    assert [warning.kind for warning in after.warnings] == ["degraded"]
    again = await answer_of(under_fire, "What does section 12 say?")
    assert again.answer == before.answer and again.warnings == ()
    await asyncio.sleep(2)
    assert await under_fire.wait_for_graph(60), "it is brought back"
    assert (await answer_of(under_fire, "What does section 13 say?")).warnings == ()


@pytest.mark.slow
async def test_a_postgres_that_hangs_is_told_in_seconds_and_all_is_well_once_it_goes_on(
    under_fire: AnsweringService, killed: Settings
) -> None:
    """Its processes are stopped before the question; then again while it is answered."""
    before = await answer_of(under_fire, LATE)
    with frozen_postgres(killed):
        begun = time.monotonic()
        with pytest.raises(PostgresTimeout):
            await answer_of(under_fire, LATE)
        assert time.monotonic() - begun < 10
        begun = time.monotonic()
        assert (await under_fire.check_health()).postgres == "down"
        assert time.monotonic() - begun < 4
    begun = time.monotonic()
    assert (await answer_of(under_fire, LATE)).answer == before.answer
    assert (await under_fire.check_health()).postgres == "ok"
    assert time.monotonic() - begun < 5
    with contextlib.ExitStack() as frozen:
        begun = time.monotonic()
        async for event in under_fire.answer(Question("What does section 9 say?", session=f"{uuid4()}")):
            if isinstance(event, SentenceReady) and event.index == 0:
                frozen.enter_context(frozen_postgres(killed))
        assert isinstance(event, Final) and told_beside(event.answer)[-1] == NOT_STORED
        assert time.monotonic() - begun < 15


@pytest.mark.slow
async def test_killing_the_app_loses_nothing_acknowledged(killed: Settings, tmp_path: Path) -> None:
    serving = subprocess.Popen(
        command(killed, "forever", "What does section 18 say?"), env=environment_of(killed), cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert serving.stdout is not None
    try:
        acknowledged = [(await asyncio.to_thread(serving.stdout.readline)).strip() for _ in range(12)]
    finally:
        serving.kill()
    acknowledged += [line.strip() for line in serving.stdout.read().splitlines() if len(line.strip()) == 36]
    serving.wait(10)
    assert len(acknowledged) >= 12 and {len(turn) for turn in acknowledged} == {36}
    again = await AnsweringService.open(killed)
    try:
        assert await kept(again, acknowledged) == len(acknowledged)
        assert (await answer_of(again, LATE)).kind is AnswerKind.ANSWER
        [row] = await rows_of(
            again,
            "select count(*) as n from turns t where not exists (select 1 from retrieval_log r where r.turn_id = t.turn_id)",
        )
        assert row["n"] == 0, "no turn is half there"
    finally:
        await again.close()
