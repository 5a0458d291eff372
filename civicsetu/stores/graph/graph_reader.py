"""Run read statements through LangChain's `Neo4jGraph`, in threads, so that no statement blocks the event loop.

`Neo4jGraph` is synchronous and its driver waits for an answer without end. Each thread therefore has a
connection of its own; the socket of an abandoned call is closed from outside, which ends the thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from civicsetu.errors import GraphTimeout, GraphUnavailable
from civicsetu.stores.embedded.graph_server import GraphAddress

if TYPE_CHECKING:
    from langchain_neo4j import Neo4jGraph

READ_DEADLINE_S = 5.0
_THREADS = 8
_CONNECT_S = 2.0
_ACQUIRE_S = 3.0
_GRACE_S = 1.0


class GraphReader:
    """A pool of at most eight connections to one graph, each a `Neo4jGraph` used by one thread at a time.

    Nothing is imported or opened before the first statement.
    """

    def __init__(self, address: GraphAddress) -> None:
        self._address = address
        self._threads = ThreadPoolExecutor(_THREADS, "graph")
        self._lock = threading.Lock()
        self._idle: list[Neo4jGraph] = []
        self._running: set[_Call] = set()
        self._closed = False

    async def read(
        self, statement: str, *, deadline_s: float = READ_DEADLINE_S, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Return the rows of a read-only statement.

        A caller that stops waiting, or the deadline, ends the call with its connection.

        Raises:
            GraphUnavailable: no answer in time, or the server refuses.
        """
        from neo4j.exceptions import DriverError, Neo4jError

        call = _Call(self, statement, parameters, deadline_s)
        running: Future[list[dict[str, Any]]] | None = None
        try:
            running = self._threads.submit(call.run)
            async with asyncio.timeout(deadline_s):
                return await asyncio.wrap_future(running)
        except (DriverError, Neo4jError, OSError, RuntimeError, TimeoutError, ValueError) as error:
            raise fault(error) from None
        finally:
            if running is not None and not running.done():
                _in_background(call.give_up)

    def close(self) -> None:
        """Close every connection, in use or not; their threads end in the background."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            running = list(self._running)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for graph in idle:
            _in_background(partial(_close, graph))
        for call in running:
            _in_background(call.cut)

    # -- called in threads ------------------------------------------------------------------

    def _take(self, call: _Call) -> Neo4jGraph:
        with self._lock:
            self._running.add(call)
            graph = self._idle.pop() if self._idle else None
        return graph or _open(self._address)

    def _give_back(self, call: _Call, *, usable: bool) -> None:
        with self._lock:
            self._running.discard(call)
            kept = usable and not self._closed
            if kept and call.graph is not None:
                self._idle.append(call.graph)
        if not kept and call.graph is not None:
            _close(call.graph)


class _Call:
    """One statement on its way through a thread; `graph` is the connection it runs on."""

    def __init__(
        self, reader: GraphReader, statement: str, parameters: dict[str, Any], deadline_s: float
    ) -> None:
        self._reader = reader
        self._statement, self._parameters, self._deadline_s = statement, parameters, deadline_s
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._is_cut = False
        self.graph: Neo4jGraph | None = None

    def run(self) -> list[dict[str, Any]]:
        """Run the statement on an idle or a new connection.

        Raises:
            Whatever the driver raises; once the call is given up nobody reads it.
        """
        usable = False
        try:
            graph = self._begin_on(self._reader._take(self))
            graph.timeout = self._deadline_s
            session = {"database": self._reader._address.database, "default_access_mode": "READ"}
            rows = graph.query(self._statement, self._parameters, session)
            usable = True
            return rows
        finally:
            with self._lock:
                self._over.set()
            self._reader._give_back(self, usable=usable and not self._is_cut)

    def give_up(self) -> None:
        """Wait a moment for a late answer, so that its connection can be reused; then cut the connection."""
        if not self._over.wait(_GRACE_S):
            self.cut()

    def cut(self) -> None:
        """End the waiting thread by closing its socket; a thread that is still connecting ends once it has.

        The driver's own `close` first writes a goodbye, which fails while the thread is writing, and then
        leaves the socket open.
        """
        with self._lock:
            self._is_cut = True
            if self.graph is None or self._over.is_set():
                return
            pool = self.graph._driver._pool
            with pool.lock:
                connections = [one for those in pool.connections.values() for one in those]
            for connection in connections:
                connection.kill()

    def _begin_on(self, graph: Neo4jGraph) -> Neo4jGraph:
        with self._lock:
            self.graph = graph
            if self._is_cut:
                raise GraphUnavailable("given up while it was connecting")
        return graph


def fault(error: BaseException) -> GraphUnavailable:
    """Return the driver's error by type and code; its message may repeat parameters."""
    if isinstance(error, TimeoutError):
        return GraphTimeout("no answer in time")
    return GraphUnavailable(f"{type(error).__name__} {getattr(error, 'code', None) or ''}".strip())


def _in_background(work: Callable[[], object]) -> None:
    """Run in a daemon thread of its own: the threads of the pool may all be waiting."""
    threading.Thread(target=work, name="graph-closing", daemon=True).start()


def _open(address: GraphAddress) -> Neo4jGraph:
    """Open a connection with a deadline on every step; the schema is not read, which would need APOC."""
    from langchain_neo4j import Neo4jGraph

    return Neo4jGraph(
        address.uri,
        address.user if address.password else "",
        address.password,
        database=address.database,
        refresh_schema=False,
        driver_config={
            "telemetry_disabled": True,
            "connection_timeout": _CONNECT_S,
            "connection_acquisition_timeout": _ACQUIRE_S,
            "connection_write_timeout": _ACQUIRE_S,
            "max_connection_pool_size": 2,
            "max_transaction_retry_time": 0,
            "liveness_check_timeout": 30.0,
        },
    )


def _close(graph: Neo4jGraph) -> None:
    """Close a connection that no other thread uses; a broken one is ignored."""
    from neo4j.exceptions import DriverError, Neo4jError

    with suppress(DriverError, Neo4jError, OSError):
        graph.close()
