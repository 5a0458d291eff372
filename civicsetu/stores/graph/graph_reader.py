"""Runs read statements through LangChain's `Neo4jGraph`, in threads, so that no statement blocks the event loop.

`Neo4jGraph` is synchronous and its driver waits for an answer without end. Each thread therefore has a
connection of its own; a call that is given up has its connection closed from outside, which ends the thread.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from civicsetu.errors import GraphTimeout, GraphUnavailable
from civicsetu.stores.embedded.graph_server import GraphAddress

if TYPE_CHECKING:
    from langchain_neo4j import Neo4jGraph

READ_DEADLINE_S = 5.0
_THREADS = 8
_CONNECT_S = 2.0
_ACQUIRE_S = 3.0


class GraphReader:
    """Up to eight connections to one graph, each a `Neo4jGraph` used by one thread at a time.

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
        """The rows of a statement that changes nothing.

        A caller that stops waiting, or the deadline, ends the call with its connection.

        Raises:
            GraphUnavailable: no answer in time, or the server refuses.
        """
        from neo4j.exceptions import DriverError, Neo4jError

        call = _Call(self, statement, parameters, deadline_s)
        try:
            async with asyncio.timeout(deadline_s):
                return await asyncio.wrap_future(self._threads.submit(call.run))
        except (DriverError, Neo4jError, OSError, RuntimeError, TimeoutError, ValueError) as error:
            raise fault(error) from None
        finally:
            _close_in_background(call.give_up())

    def close(self) -> None:
        """Close every connection, those in use too; the threads end with them."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            running = list(self._running)
        self._threads.shutdown(wait=False, cancel_futures=True)
        _close_in_background(*idle, *(call.give_up() for call in running))

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
        self._given_up = False
        self.graph: Neo4jGraph | None = None
        self._done = False

    def run(self) -> list[dict[str, Any]]:
        """Run the statement on an idle or a new connection.

        Raises:
            Whatever the driver raises; after `give_up` nobody reads it.
        """
        usable = False
        try:
            self._begin_on(self._reader._take(self))
            assert self.graph is not None
            self.graph.timeout = self._deadline_s
            session = {"database": self._reader._address.database, "default_access_mode": "READ"}
            rows = self.graph.query(self._statement, self._parameters, session)
            usable = True
            return rows
        finally:
            with self._lock:
                self._done = True
                usable = usable and not self._given_up
            self._reader._give_back(self, usable=usable)

    def give_up(self) -> Neo4jGraph | None:
        """The connection to close under the waiting thread; None where the call is over or not on one yet.

        One that is still being opened is closed by the thread that opens it.
        """
        with self._lock:
            self._given_up = True
            return None if self._done else self.graph

    def _begin_on(self, graph: Neo4jGraph) -> None:
        with self._lock:
            self.graph = graph
            if self._given_up:
                raise GraphUnavailable("given up while it was connecting")


def fault(error: BaseException) -> GraphUnavailable:
    """What the driver reported, by type and code; its words may repeat parameters."""
    if isinstance(error, TimeoutError):
        return GraphTimeout("no answer in time")
    return GraphUnavailable(f"{type(error).__name__} {getattr(error, 'code', None) or ''}".strip())


def _close_in_background(*graphs: Neo4jGraph | None) -> None:
    """Close what is to be closed in a thread: saying goodbye to a server that hangs takes a while."""
    wanted = [graph for graph in graphs if graph is not None]
    if wanted:
        threading.Thread(target=_close, args=wanted, name="graph-closing", daemon=True).start()


def _open(address: GraphAddress) -> Neo4jGraph:
    """A connection on which no step of connecting waits without end; the schema is not read: that needs APOC."""
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


def _close(*graphs: Neo4jGraph) -> None:
    """Close them; a connection that another thread closes or that is broken already is no fault."""
    from neo4j.exceptions import DriverError, Neo4jError

    for graph in graphs:
        with suppress(DriverError, Neo4jError, OSError, AttributeError):
            graph.close()
