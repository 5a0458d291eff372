"""End the work of a request as soon as whoever asked has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from starlette.types import Receive

from civicsetu.errors import ServerError
from civicsetu.web.state import STOPPING

T = TypeVar("T")
LEFT = 499
"""Status of a response that nobody is there to read."""


class ClientLeft(Exception):
    """Signal that the client has gone, so that nobody reads an answer."""


async def wait_until_left(receive: Receive) -> None:
    """Return when the connection is closed; the body must have been read."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def run_while_connected(receive: Receive, work: Coroutine[object, object, T]) -> T:
    """Do the work in a task of its own; end it, and wait for its end, when the client leaves.

    Raises:
        ClientLeft: the client left before the work was done.
        ServerError: the server stops, and ended the work.
    """
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(wait_until_left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientLeft
        if working.cancelled():
            raise ServerError("stopping", user_message=STOPPING)
        return working.result()
    finally:
        await end_tasks(working, leaving)


async def end_tasks(*tasks: asyncio.Task[object]) -> None:
    """Cancel tasks and wait until they have ended; what they raise is seen by nobody else."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
