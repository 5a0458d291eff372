"""The pool: deadlines that hold, an event loop that stays free."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

from civicsetu.errors import ModelTimeout
from civicsetu.models.inference import InferencePool, shared_pool


@pytest.fixture
def pool() -> Iterator[InferencePool]:
    made = InferencePool(1)
    yield made
    made.close()


async def test_the_result_comes_back(pool: InferencePool) -> None:
    assert await pool.run(lambda: 7, 5, "counting") == 7


async def test_a_job_over_its_deadline_is_a_timeout(pool: InferencePool) -> None:
    release = threading.Event()
    with pytest.raises(ModelTimeout, match=r"counting took longer than 0\.05 s") as timeout:
        await pool.run(release.wait, 0.05, "counting")
    release.set()
    assert timeout.value.retryable


async def test_a_job_that_waited_too_long_never_runs(pool: InferencePool) -> None:
    release, ran = threading.Event(), []
    first = asyncio.create_task(pool.run(release.wait, 5, "the first"))
    await asyncio.sleep(0)
    with pytest.raises(ModelTimeout):
        await pool.run(lambda: ran.append(1), 0.05, "the second")
    release.set()
    await first
    await pool.run(lambda: None, 5, "the third")
    assert ran == []


async def test_the_event_loop_turns_while_a_model_works(pool: InferencePool) -> None:
    work = asyncio.create_task(pool.run(lambda: time.sleep(0.2), 5, "working"))
    turns = 0
    while not work.done():
        await asyncio.sleep(0.01)
        turns += 1
    assert turns >= 5


async def test_an_error_of_the_work_is_passed_on(pool: InferencePool) -> None:
    with pytest.raises(ZeroDivisionError):
        await pool.run(lambda: 1 // 0, 5, "dividing")


def test_one_pool_is_shared() -> None:
    assert shared_pool(1) is shared_pool(1)
