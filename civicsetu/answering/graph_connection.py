"""The graph as answering uses it: looked after in the background, handed out only while it answers.

No answer waits for it. A call that fails or is given up wakes the look at once, so that health and
the next question know of a dead or hanging graph within two seconds, and not at the next round.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from civicsetu.corpus.graph_sync import rebuild_stale_documents
from civicsetu.errors import CivicSetuError, GraphTimeout
from civicsetu.settings import Settings
from civicsetu.stores.graph.graph_store import GraphStore, open_graph
from civicsetu.stores.law.law_store import LawStore
from civicsetu.telemetry import get_logger

_PAUSE_S = 15.0
_FIRST_RETRY_S = 0.5
_LAST_RETRY_S = 5.0
_LEAST_PAUSE_S = 0.3
_START_S = 60.0
_HOPELESS = 3
_CLOSE_S = 2.0


class GraphConnection:
    """Connection to the graph; create it inside the event loop that uses it, then `start` it."""

    def __init__(self, settings: Settings, law: LawStore) -> None:
        self._settings = settings
        self._law = law
        self._store: GraphStore | None = None
        self._answers = False
        self._wake = asyncio.Event()
        self._settled = asyncio.Event()
        self._failures = 0
        self._told = ""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look after the graph; an embedded one is started."""
        self._task = asyncio.create_task(self._keep())

    def get_graph(self) -> GraphStore | None:
        """Return the graph while it answers, else None."""
        return self._store if self._answers else None

    async def wait_until_ready(self, timeout_s: float) -> bool:
        """Wait until the graph answers; False after `timeout_s`, or as soon as it fails again and again."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._settled.wait(), timeout_s)
        return self.get_graph() is not None

    def look_now(self) -> None:
        """Look whether the graph answers without waiting for the next round."""
        self._wake.set()

    async def close(self) -> None:
        """Close the connection within two seconds or so; the server goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=_CLOSE_S)
        await self._drop()

    async def _keep(self) -> None:
        while True:
            try:
                await self._look()
            except CivicSetuError as error:
                await self._failed(error)
            except Exception as error:  # noqa: BLE001 - the outermost edge of a task: logged whole, and it goes on
                await self._failed(error)
            await self._pause()

    async def _look(self) -> None:
        """Ask a graph that is open for a sign of life; open one that is not."""
        if self._store is None:
            self._store = await self._opened()
        else:
            await self._store.ping()
        if not self._answers:
            get_logger(__name__).info("graph_ready")
        self._answers, self._failures, self._told = True, 0, ""
        self._settled.set()

    async def _opened(self) -> GraphStore:
        """The graph, holding what Postgres holds, its queries compiled."""
        store = await open_graph(self._settings, _START_S)
        try:
            await rebuild_stale_documents(self._law, store)
            await store.warm()
        except BaseException:
            await store.close()
            raise
        store.on_fault = self.look_now
        return store

    async def _failed(self, error: Exception) -> None:
        """A graph that hangs may go on where it stopped; any other fault ends the connection."""
        if self._answers:
            self._answers, self._failures = False, 0
            self._settled.clear()
        else:
            self._failures += 1
        if self._failures >= _HOPELESS:
            self._settled.set()
        self._tell(error)
        if not isinstance(error, GraphTimeout):
            await self._drop()

    def _tell(self, error: Exception) -> None:
        """One line for each new fault, not one for each attempt."""
        told = f"{type(error).__name__}: {error}"[:200]
        if told == self._told:
            return
        self._told = told
        log = get_logger(__name__)
        if isinstance(error, CivicSetuError):
            log.warning("graph_unavailable", error=told)
        else:
            log.error("graph_look_failed", exc_info=error)

    async def _drop(self) -> None:
        store, self._store, self._answers = self._store, None, False
        if store is not None:
            await store.close()

    async def _pause(self) -> None:
        """Until the next round, or until somebody wants a look, but never without a breath between two looks."""
        looked = time.monotonic()
        self._wake.clear()
        retry = min(_FIRST_RETRY_S * 2.0 ** min(self._failures, 10), _LAST_RETRY_S)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), _PAUSE_S if self._answers else retry)
        await asyncio.sleep(max(0.0, looked + _LEAST_PAUSE_S - time.monotonic()))
