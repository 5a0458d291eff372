"""The page while every process of its database is stopped: a word in seconds, and an end in time."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

import pytest
import socketio.exceptions

from civicsetu.settings import Settings
from tests.stores.own_servers import frozen_postgres
from tests.web.client import Visitor
from tests.web.conftest import Rows, Served, serving

pytestmark = pytest.mark.beside_one

NO_ANSWER = "The database that holds the law does not answer right now. Please try again in a moment."
NOT_STORED = "Your question could not be stored, so it will be gone when you reload the page."
_PATIENCE_S = 14.0
_ENDS_IN_S = 12.0  # ten, and two for the machine to notice it


async def test_a_question_is_refused_in_seconds_and_answered_once_the_database_goes_on(
    visitor: Visitor, postgres_settings: Settings, rows: Rows
) -> None:
    await visitor.connect()
    await visitor.ask("Why?")
    with frozen_postgres(postgres_settings):
        since, begun = len(visitor.events), time.monotonic()
        asking = asyncio.create_task(visitor.ask("And now?"))
        await visitor.wait_for("stream_start", since)
        assert time.monotonic() - begun < 2, "something is shown at once"
        told = await visitor.wait_for("new_message", since, lambda one: one["type"] == "assistant_message")
        assert time.monotonic() - begun < _PATIENCE_S
        await asking
    assert told["isError"] and NO_ANSWER in told["output"] and NOT_STORED in told["output"]
    begun = time.monotonic()
    answer = await visitor.ask("And then?")
    assert not answer["isError"] and time.monotonic() - begun < 6
    kept = await rows.all(
        """select output from steps where "threadId" = cast(:id as uuid) and type = 'user_message' """,
        id=visitor.thread,
    )
    assert {"Why?", "And then?"} <= {row["output"] for row in kept}


async def test_a_conversation_that_cannot_be_read_is_told_and_not_opened(
    visitor: Visitor, postgres_settings: Settings
) -> None:
    await visitor.connect()
    await visitor.ask("Why?")
    await visitor.leave()
    with frozen_postgres(postgres_settings):
        begun = time.monotonic()
        with pytest.raises(socketio.exceptions.ConnectionError):
            await visitor.connect(visitor.thread)
        assert time.monotonic() - begun < _PATIENCE_S
    since = len(visitor.events)
    await visitor.connect(visitor.thread)
    kept = await visitor.wait_for("resume_thread", since)
    assert kept["steps"][0]["output"] == "Why?"


async def test_a_page_that_comes_back_is_told_that_its_conversation_cannot_be_read(
    visitor: Visitor, postgres_settings: Settings
) -> None:
    await visitor.connect()
    await visitor.ask("Why?")
    await visitor.leave()
    since = len(visitor.events)
    with frozen_postgres(postgres_settings):
        connecting = asyncio.create_task(visitor.connect())
        told = await visitor.wait_for("toast", since)
        assert told["message"] == NO_ANSWER and told["type"] == "error"
    await visitor.socket.emit("connection_successful")  # type: ignore[union-attr]
    await connecting
    assert (await visitor.wait_for("resume_thread", since))["steps"][0]["output"] == "Why?"


@pytest.mark.parametrize("when", ["idle", "answering"])
async def test_a_stop_ends_in_time(
    tmp_path: Path, database_url: str, postgres_settings: Settings, when: str
) -> None:
    with serving(tmp_path, database_url, FAKE_PAUSE_S="20" if when == "answering" else "0") as page:
        visitor = await opened(page)
        if when == "answering":
            since = len(visitor.events)
            await visitor.send("Why?")
            await visitor.wait_for("stream_token", since)
        else:
            await visitor.ask("Why?")
        with frozen_postgres(postgres_settings):
            page.process.send_signal(signal.SIGTERM)
            begun = time.monotonic()
            assert await asyncio.to_thread(page.process.wait, 30) == 0
            assert time.monotonic() - begun < _ENDS_IN_S
        await visitor.leave()


async def opened(page: Served) -> Visitor:
    visitor = Visitor(page.address)
    await visitor.open_page()
    await visitor.connect()
    return visitor
