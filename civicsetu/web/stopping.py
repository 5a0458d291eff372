"""Stop the page: answers under way finish first, and it ends in time whatever hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from civicsetu.telemetry import get_logger
from civicsetu.web.state import RunningPage

log = get_logger(__name__)

_GRACE_S = 5.0
"""How long answers under way are waited for."""
_LAST_PACKETS_S = 0.2
_CONNECTIONS_S = 1
"""How long connections are waited for after that: whoever reads slowly has had the grace."""
_LEAVE_S = 9.0
"""When the process leaves without waiting any more; service managers kill after ten seconds."""


class Server(uvicorn.Server):
    """uvicorn server that stops in order: uvicorn would close the websockets first, and lose the answers.

    A stop by signal is a normal end: the signal is not raised again afterwards. A second Ctrl-C
    ends the waiting.
    """

    def __init__(self, config: uvicorn.Config, page: RunningPage, last_resort: threading.Timer) -> None:
        """`last_resort` is started by the first signal."""
        config.timeout_graceful_shutdown = _CONNECTIONS_S
        super().__init__(config)
        self.serving = asyncio.Event()
        self._page = page
        self._last_resort = last_resort

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.serving.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            self._last_resort.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, let the answers finish, then close everything, then the service."""
        for server in self.servers:
            server.close()
        await self._page.finish_answers(_GRACE_S, lambda: self.force_exit)
        await asyncio.sleep(_LAST_PACKETS_S)
        await super().shutdown(sockets)
        if self.force_exit:
            await self.lifespan.shutdown()  # which uvicorn then leaves out; it does not take long

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {name: signal.signal(name, self.handle_exit) for name in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(name, handler)


@contextmanager
def leave_in_time() -> Iterator[threading.Timer]:
    """End the process when a timer, once started, runs out before the body ends.

    A thread that waits for a server that hangs cannot be cancelled, and Python waits for it at
    the end. All that was acknowledged is stored by then.
    """
    timer = threading.Timer(_LEAVE_S, _leave)
    timer.daemon = True
    try:
        yield timer
    finally:
        timer.cancel()


def _leave() -> None:
    log.warning("stop_forced", seconds=_LEAVE_S)
    os._exit(0)
