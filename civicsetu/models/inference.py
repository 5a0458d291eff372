"""The pool that every inference of this process runs in.

A model holds the processor for tens of milliseconds and releases the interpreter's lock
while it does, so a few threads keep the event loop free. The deadline counts the wait for
a free thread too; a job that has not begun by then never runs. Jobs are small, so that a
question never waits longer than one passage of a running ingestion.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar

from civicsetu.errors import ModelTimeout

Result = TypeVar("Result")


class InferencePool:
    """Pool of at most `workers` inferences side by side."""

    def __init__(self, workers: int) -> None:
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="inference")

    async def run(self, work: Callable[[], Result], deadline_s: float, what: str) -> Result:
        """Await the work without blocking the event loop.

        Raises:
            ModelTimeout: it was not done within `deadline_s` seconds.
        """
        waiting = asyncio.get_running_loop().run_in_executor(self._executor, work)
        try:
            return await asyncio.wait_for(waiting, deadline_s)
        except TimeoutError as error:
            raise ModelTimeout(f"{what} took longer than {deadline_s:g} s") from error

    def close(self) -> None:
        """End the threads, after what they are doing; nothing runs here afterwards."""
        self._executor.shutdown(wait=True, cancel_futures=True)


@lru_cache(maxsize=4)
def shared_pool(workers: int) -> InferencePool:
    """Return the pool of this process, made on first use: embedder and reranker share it."""
    return InferencePool(workers)
