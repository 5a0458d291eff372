"""Whoever leaves ends the work at once: in the queue, in the search, and at the provider of the model."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx
import pytest

from tests.answering.scripted_writer import Desk, writes
from tests.answering.written_mill import DAYS, LAW, LEAD, OpenMill, at_desk, open_mill
from tests.models.chat_provider import hangs
from tests.web.api.client import ApiClient
from tests.web.api.in_process import Api, serve_api
from tests.web.fakes import FakeService
from tests.web.mill_service import MillService

__all__ = ["at_desk", "open_mill"]

pytestmark = pytest.mark.alone
ENDS_IN_S = 0.2


@pytest.fixture(scope="module")
async def writing(open_mill: OpenMill, chainlit_server: Any) -> MillService:
    return await open_mill()


@pytest.fixture
async def written_api(writing: MillService) -> AsyncIterator[Api]:
    async with serve_api(writing, writing.settings) as api:
        yield api


async def until(true: Any, within_s: float) -> float:
    """Wait until that is so; seconds it took."""
    began = time.perf_counter()
    async with asyncio.timeout(within_s):
        while not true():
            await asyncio.sleep(0.005)
    return time.perf_counter() - began


async def leave_during(api: Api, path: str, question: str, is_time: Any) -> float:
    """Ask, and close the connection when it is time; returns when that was."""
    async with ApiClient(api.address) as asker:
        await asker.take_token()
        asking = asyncio.create_task(asker.post(path, json={"question": question}))
        await until(is_time, 10)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
    return time.perf_counter()


@pytest.mark.parametrize("path", ["/api/v1/query", "/api/v1/query/stream"])
@pytest.mark.parametrize("at", [None, 0, 3], ids=["before it answers", "at its head", "while it writes"])
async def test_leaving_ends_the_call_to_the_model(
    written_api: Api, writing: MillService, at_desk: Desk, path: str, at: int | None
) -> None:
    at_desk.behave(hangs(at))
    left = await leave_during(written_api, path, DAYS, lambda: at_desk.scribe.calls and writing._admission.running)
    await until(lambda: not writing._admission.running and not written_api.page.being_answered, 2)
    ended = time.perf_counter()
    assert await asyncio.to_thread(at_desk.scribe.hung_up.wait, 2)
    assert ended - left <= ENDS_IN_S and time.perf_counter() - left <= ENDS_IN_S + 0.1, "it looks every tenth of a second"
    at_desk.behave(writes(LEAD, LAW))
    async with ApiClient(written_api.address) as asker:
        assert (await asker.query(DAYS)).json()["sentences"][0]["text"] == LEAD.text, "nothing stays taken"


async def test_leaving_the_queue_gives_the_place_back(scripted_api: Api) -> None:
    service: FakeService = scripted_api.service
    service._pause_s = 0.2
    queue = service._admission
    queue._capacity = 1
    first = asyncio.create_task(_ask(scripted_api))
    await until(lambda: queue.running, 5)
    left = await leave_during(scripted_api, "/api/v1/query", "late", lambda: queue.waiting)
    await until(lambda: not queue.waiting, 2)
    assert time.perf_counter() - left <= ENDS_IN_S
    assert await first == 200


async def _ask(api: Api) -> int:
    async with ApiClient(api.address) as asker:
        return (await asker.query("Why is possession late?")).status_code


async def test_a_stream_that_is_left_stops_being_answered(scripted_api: Api) -> None:
    service: FakeService = scripted_api.service
    service._pause_s = 0.3
    async with httpx.AsyncClient(base_url=scripted_api.address) as http:
        async with http.stream("POST", "/api/v1/query/stream", json={"question": "late"}) as answer:
            async for _ in answer.aiter_bytes():
                break
            assert scripted_api.page.being_answered
        left = time.perf_counter()
    await until(lambda: not scripted_api.page.being_answered, 2)
    assert time.perf_counter() - left <= ENDS_IN_S and service._admission.running == 0
