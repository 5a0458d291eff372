"""Vectors shared in Redis: there, absent, slow, wrong, gone and back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from civicsetu.errors import SettingsError
from civicsetu.settings import Settings
from civicsetu.stores.servers import statuses
from civicsetu.stores.shared_vectors import (
    DEADLINE_S,
    MEND,
    PREFIX,
    RedisVectors,
    _vector,
    open_shared_vectors,
)
from tests.stores.own_servers import settings_in
from tests.stores.redis_server import free_port, running_redis, slow_redis

pytestmark = pytest.mark.alone

VECTOR = np.linspace(-1, 1, 384, dtype=np.float32)


class Clock:
    """Seconds that go on only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def settings_of(url: str, **cache: Any) -> Settings:
    return settings_in(Path("nowhere"), redis_url=url, cache=cache)


def opened(url: str, clock: Clock | None = None, **cache: Any) -> RedisVectors:
    shared = open_shared_vectors(settings_of(url, **cache))
    assert shared is not None
    if clock is not None:
        shared._clock = clock
    return shared


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A Redis that runs."""
    with running_redis(free_port()) as url:
        yield url


@pytest.fixture
async def shared(address: str) -> AsyncIterator[RedisVectors]:
    one = opened(address)
    await one._client.flushall()
    yield one
    await one.close()


def down() -> str:
    """An address nobody listens on."""
    return f"redis://127.0.0.1:{free_port()}/0"


async def test_a_vector_comes_back_bit_for_bit_to_another_worker(shared: RedisVectors, address: str) -> None:
    other = opened(address)
    assert await other.get("key") is None
    await shared.put("key", VECTOR)
    found = await other.get("key")
    assert found is not None and found.dtype == np.float32 and found.tobytes() == VECTOR.tobytes()
    assert await other.get("another key") is None
    assert shared.state == other.state == "ok"
    await other.close()


async def test_it_is_kept_as_bare_bytes_under_our_prefix_for_its_lifetime(address: str) -> None:
    shared = opened(address, vectors_ttl_s=90)
    await shared.put("key", VECTOR)
    assert await shared._client.get(f"{PREFIX}key") == VECTOR.astype("<f4").tobytes()
    assert 80_000 < await shared._client.pttl(f"{PREFIX}key") <= 90_000
    assert PREFIX.startswith("civicsetu:") and PREFIX.endswith(":1:")
    await shared.close()


async def test_its_lifetime_ends(address: str) -> None:
    shared = opened(address, vectors_ttl_s=1)
    await shared.put("short", VECTOR)
    assert await shared.get("short") is not None
    await asyncio.sleep(1.1)
    assert await shared.get("short") is None and shared.state == "ok"
    await shared.close()


@pytest.mark.parametrize(
    "value", [b"", b"abc", b"12345", np.array([1.0, np.nan], "<f4").tobytes(), np.array([np.inf], "<f4").tobytes()]
)  # fmt: skip
async def test_what_is_no_vector_is_not_there(shared: RedisVectors, value: bytes) -> None:
    await shared._client.set(f"{PREFIX}key", value)
    assert await shared.get("key") is None and shared.state == "ok"


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=40))
def test_bytes_are_read_as_they_were_written(values: list[float]) -> None:
    vector = np.array(values, np.float32)
    found = _vector(vector.astype("<f4").tobytes())
    assert found is not None and np.array_equal(found, vector)


@given(st.binary(max_size=80))
def test_any_bytes_are_a_finite_vector_or_none(value: bytes) -> None:
    found = _vector(value)
    assert found is None or (len(found) == len(value) / 4 and bool(np.all(np.isfinite(found))))


async def test_a_redis_that_is_down_costs_nothing_and_is_told_once() -> None:
    shared = opened(down())
    with capture_logs() as logs:
        started = time.perf_counter()
        for _ in range(50):
            assert await shared.get("key") is None
            await shared.put("key", VECTOR)
        took = time.perf_counter() - started
    assert took < 0.5 and shared.state == "degraded"
    assert [(line["event"], line["log_level"]) for line in logs] == [
        ("shared_vectors_unavailable", "warning")
    ]
    assert logs[0]["mend"] == MEND and "127.0.0.1" not in str(logs)
    await shared.close()


async def test_it_is_tried_again_after_a_while_and_its_return_is_told() -> None:
    clock, port = Clock(), free_port()
    shared = opened(f"redis://127.0.0.1:{port}/0", clock)
    with capture_logs() as logs:
        assert await shared.get("key") is None
        with running_redis(port):
            await shared.put("key", VECTOR)
            assert shared.state == "degraded", "it rests"
            clock.now += 16
            await shared.put("key", VECTOR)
            assert shared.state == "ok"
            assert await shared.get("key") is not None
        assert await shared.get("key") is None and shared.state == "degraded", "it went away again"
    told = [line["event"] for line in logs]
    assert told == ["shared_vectors_unavailable", "shared_vectors_back", "shared_vectors_unavailable"]
    await shared.close()


async def test_a_server_that_came_back_between_two_questions_is_used_at_once(address: str) -> None:
    port = free_port()
    with running_redis(port):
        shared = opened(f"redis://127.0.0.1:{port}/0")
        await shared.put("key", VECTOR)
    with running_redis(port):
        assert await shared.get("key") is None and shared.state == "ok", "an old connection is no failure"
        await shared.close()


async def test_a_slow_redis_has_fifty_milliseconds() -> None:
    async with slow_redis(after_s=0.5) as (url, _):
        shared = opened(url)
        started = time.perf_counter()
        assert await shared.get("key") is None
        assert time.perf_counter() - started < DEADLINE_S + 0.15 and DEADLINE_S == 0.05
        started = time.perf_counter()
        assert await shared.get("key") is None
        await shared.put("key", VECTOR)
        assert time.perf_counter() - started < 0.02, "it is left alone"
        await shared.close()


async def test_an_answer_that_comes_too_late_is_never_taken_for_another() -> None:
    """Trap: a call given up left its answer in the connection, and the next asker was given it."""
    clock = Clock()
    async with slow_redis(after_s=0.12, late=1) as (url, asked):
        shared = opened(url, clock)
        assert await shared.get("late") is None and shared.state == "degraded"
        await asyncio.sleep(0.15)
        clock.now += 16
        for number in range(12):
            assert await shared.get(f"key {number}") is None and shared.state == "ok"
        assert len(asked) == 13
        await shared.close()


async def test_what_comes_in_time_is_taken() -> None:
    async with slow_redis(after_s=0.0, late=1) as (url, _):
        shared = opened(url)
        assert [await shared.get("key"), await shared.get("key")] == [np.ones(1, np.float32), None]
        await shared.close()


async def test_a_question_given_up_leaves_nothing_behind(address: str) -> None:
    shared = opened(address)
    await shared.put("one", VECTOR)
    await shared.put("two", -VECTOR)
    for _ in range(40):
        task = asyncio.create_task(shared.get("one"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        found = await shared.get("two")
        assert found is not None and np.array_equal(found, -VECTOR)
    await shared.close()


async def test_fifty_at_once(shared: RedisVectors) -> None:
    """Each is given its own vector or, where the machine is too busy, none; never another's."""

    async def one(number: int) -> bool | None:
        await shared.put(f"key {number}", VECTOR * number)
        found = await shared.get(f"key {number}")
        return None if found is None else np.array_equal(found, VECTOR * np.float32(number))

    with capture_logs() as logs:
        done = await asyncio.gather(*(one(number) for number in range(50)))
    assert False not in done
    assert None not in done or [line["event"] for line in logs] == ["shared_vectors_unavailable"]


async def test_looking_asks_at_once(address: str) -> None:
    clock, port = Clock(), free_port()
    shared = opened(f"redis://127.0.0.1:{port}/0", clock)
    assert await shared.look() == "degraded"
    with running_redis(port):
        assert await shared.look() == "ok"
        await shared.close()


@pytest.mark.parametrize(
    "url", ["localhost:6379", "http://h:6379", "redis://h:port", "redis://h:99999", "rediss", "s3cret@host"]
)
def test_what_is_no_address_is_one_clear_sentence(url: str) -> None:
    with pytest.raises(SettingsError) as told:
        open_shared_vectors(settings_of(url))
    assert (
        "CIVICSETU_REDIS_URL" in told.value.user_message and "redis://host:6379/0" in told.value.user_message
    )
    assert "s3cret" not in told.value.user_message
    [*_, status] = statuses(settings_of(url))
    assert (status.name, status.state, status.mend) == ("redis", "degraded", told.value.user_message)


def test_none_is_opened_where_none_is_wanted() -> None:
    assert open_shared_vectors(settings_of("")) is None
    assert open_shared_vectors(settings_of(down(), vectors=False)) is None


def test_doctor_sees_it_running_and_absent(address: str) -> None:
    assert [status.name for status in statuses(settings_of(""))] == ["postgres", "graph"]
    [*_, running] = statuses(settings_of(address))
    assert (running.name, running.where, running.state, running.mend) == ("redis", "given", "running", "")
    [*_, absent] = statuses(settings_of(down()))
    assert (absent.state, absent.mend) == ("degraded", MEND)


async def test_a_password_is_asked_for_and_never_told() -> None:
    port = free_port()
    with running_redis(port, "--requirepass", "s3cret"):
        right, wrong = (f"redis://:{word}@127.0.0.1:{port}/0" for word in ("s3cret", "another"))
        shared = opened(right)
        await shared.put("key", VECTOR)
        assert await shared.get("key") is not None
        await shared.close()
        refused = opened(wrong)
        with capture_logs() as logs:
            assert await refused.get("key") is None
        assert refused.state == "degraded" and "another" not in str(logs) and len(logs) == 1
        await refused.close()
        states = [statuses(settings_of(url))[-1].state for url in (right, wrong)]
    assert states == ["running", "degraded"]
    assert "s3cret" not in repr(settings_of(right))
