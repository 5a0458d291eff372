"""The graph of provisions: Neo4j 5, Aura or the embedded server, in Cypher that all of them speak.

It is written through the official asynchronous driver and traversed through LangChain's `Neo4jGraph`.
A reference or derivation starts at the clause that says so; a second edge, `rolled_up`, joins the
whole sections. A document is replaced in one write transaction that keeps nodes by identity, so that
edges from other documents stay. Everything here is derived from Postgres; losing it costs
cross-references, never law.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from civicsetu.errors import GraphUnavailable, InputError
from civicsetu.settings import Settings
from civicsetu.stores.embedded.graph_server import GraphAddress, is_starting
from civicsetu.stores.graph.graph_reader import READ_DEADLINE_S, GraphReader, fault
from civicsetu.stores.graph.graph_rows import GraphRows
from civicsetu.stores.graph.graph_views import (
    EDGE_KINDS,
    Between,
    DrawnDocument,
    EdgeAt,
    EdgeKind,
    count_between_documents,
    count_by_document,
    read_drawn,
    read_edges_at,
)
from civicsetu.stores.graph.graph_walk import QUERIES, Traversal, traverse
from civicsetu.stores.graph.graph_writing import SCHEMA, Statement, rebuild
from civicsetu.stores.servers import graph_address
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncTransaction, Record
    from neo4j.exceptions import Neo4jError

T = TypeVar("T")
Work = Callable[["AsyncTransaction"], Awaitable[T]]

WRITE_DEADLINE_S = 60.0
PING_DEADLINE_S = 1.5
CLOSE_DEADLINE_S = 1.0
MAX_DEPTH = 2
_LOOK_S = 0.2
_ATTEMPTS = 8
_FIRST_PAUSE_S = 0.05
_WARM_ROUNDS = 60
_WARM_DEADLINE_S = 10.0
_COUNTED = {
    "documents": "MATCH (d:Document $only) RETURN count(d) AS n",
    "sections": "MATCH (s:Section $only) RETURN count(s) AS n",
    "versions": "MATCH (v:Version $only) RETURN count(v) AS n",
    "amendments": "MATCH (a:Amendment $only) RETURN count(a) AS n",
    "has_section": "MATCH (d:Document $only)-[r:HAS_SECTION]->() RETURN count(r) AS n",
    "has_part": "MATCH (s:Section $only)-[r:HAS_PART]->() RETURN count(r) AS n",
    "references": "MATCH (s:Section $only)-[r:REFERENCES {rolled_up: false}]->() RETURN count(r) AS n",
    "rolled_up": "MATCH (s:Section $only)-[r:REFERENCES {rolled_up: true}]->() RETURN count(r) AS n",
    "derived_from": "MATCH (s:Section $only)-[r:DERIVED_FROM {rolled_up: false}]->() RETURN count(r) AS n",
    "derived_from_rolled_up": (
        "MATCH (s:Section $only)-[r:DERIVED_FROM {rolled_up: true}]->() RETURN count(r) AS n"
    ),
    "made_under": "MATCH (d:Document $only)-[r:DERIVED_FROM]->(:Document) RETURN count(r) AS n",
    "conflicts_with": "MATCH (s:Section $only)-[r:CONFLICTS_WITH]->() RETURN count(r) AS n",
    "amended_by": "MATCH (s:Section $only)-[r:AMENDED_BY]->() RETURN count(r) AS n",
    "made_by": "MATCH (a:Amendment $only)-[r:MADE_BY]->() RETURN count(r) AS n",
    "supersedes": "MATCH (v:Version $only)-[r:SUPERSEDES]->() RETURN count(r) AS n",
}
_log = get_logger(__name__)


async def open_graph(settings: Settings, wait_s: float) -> GraphStore:
    """Connect to the graph of the settings; start the embedded one and wait up to `wait_s` for it.

    The wait is here and not in the thread that starts it: a thread cannot be cancelled, and the process
    would wait for it at its end.

    Raises:
        SettingsError: the given address is no Bolt address.
        DataFolderUnusable, GraphUnavailable: it does not start, does not answer, or refuses us.
    """
    address = await asyncio.to_thread(graph_address, settings, 0.0)
    until = time.monotonic() + wait_s
    while True:
        try:
            return await GraphStore.open(address)
        except GraphUnavailable:
            starts = address.pid is not None and is_starting(address.pid)
            if not starts or time.monotonic() > until:
                raise
        await asyncio.sleep(_LOOK_S)


def _nothing() -> None:
    """Ignore the fault; the default of `on_fault`."""


class GraphStore:
    """A connection to the graph; create it with `open`, in the event loop that uses it."""

    def __init__(self, driver: AsyncDriver, database: str, reader: GraphReader) -> None:
        self._driver = driver
        self._database = database
        self._reader = reader
        self._writing = asyncio.Lock()
        self.on_fault: Callable[[], None] = _nothing
        """Called whenever a call fails or is cancelled by its caller."""

    @classmethod
    async def open(cls, address: GraphAddress) -> GraphStore:
        """Connect and create the constraints; a server that hangs is reported after a second or two.

        Raises:
            GraphUnavailable: it does not answer, or refuses us.
        """
        from neo4j import AsyncGraphDatabase
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            driver = AsyncGraphDatabase.driver(
                address.uri, auth=(address.user, address.password), telemetry_disabled=True,
                connection_timeout=3.0, connection_acquisition_timeout=5.0, max_connection_pool_size=32,
                max_transaction_retry_time=0, liveness_check_timeout=30.0,
            )  # fmt: skip
        except (DriverError, Neo4jError, ValueError) as error:
            raise fault(error) from None
        graph = cls(driver, address.database, GraphReader(address))
        try:
            await graph.ping()
            await graph.ensure_schema()
        except BaseException:
            await graph.close()
            raise
        return graph

    async def close(self) -> None:
        """Close the connections, also those to a server that hangs; the server keeps running."""
        self._reader.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._driver.close(), CLOSE_DEADLINE_S)

    async def ping(self) -> None:
        """Make one round trip; raise GraphUnavailable where no answer comes."""
        await self._read("RETURN 1 AS one", deadline_s=PING_DEADLINE_S)

    async def ensure_schema(self) -> None:
        """Create constraints and indexes; without unique constraints a concurrent MERGE makes duplicates."""
        for statement in SCHEMA:

            async def make(transaction: AsyncTransaction, statement: str = statement) -> None:
                await (await transaction.run(statement)).consume()

            await self._write(make, deadline_s=WRITE_DEADLINE_S)

    async def warm(self) -> None:
        """Run the statements of a traversal until the server's compiler has seen them often enough."""
        rows = await self._read("MATCH (s:Section) RETURN s.id AS id LIMIT 20")
        ids = [row["id"] for row in rows] or ["none"]
        try:
            async with asyncio.timeout(_WARM_DEADLINE_S):
                for turn in range(_WARM_ROUNDS):
                    for query in QUERIES:
                        await self._reader.read(query, ids=[ids[turn % len(ids)]], jurisdictions=None)
        except TimeoutError:
            _log.info("graph_warm_stopped_early")

    # -- writing ---------------------------------------------------------------------------

    async def rebuild_document(self, rows: GraphRows) -> None:
        """Replace everything of one document in one transaction; repeating it changes nothing.

        Edges to provisions and documents that are not in the graph yet are left out; rebuilding
        again after their document came adds them.

        Raises:
            GraphUnavailable: the graph is as it was before.
        """
        statements = list(rebuild(rows))
        keep = {str(section.id) for section in rows.sections}

        async def replace(transaction: AsyncTransaction) -> None:
            found = await transaction.run(
                "MATCH (s:Section {key: $key}) RETURN s.id AS id", key=rows.document.key
            )
            stale = [record["id"] async for record in found if record["id"] not in keep]
            drop: Statement = ("UNWIND $ids AS id MATCH (s:Section {id: id}) DETACH DELETE s", {"ids": stale})
            for statement, parameters in (drop, *statements):
                await (await transaction.run(statement, parameters)).consume()

        async with self._writing:
            await self._write(replace, deadline_s=WRITE_DEADLINE_S)

    # -- reading ---------------------------------------------------------------------------

    async def traverse(
        self,
        provision_ids: Sequence[UUID | str],
        *,
        beside: Sequence[UUID | str] = (),
        depth: int = 1,
        limit: int = 20,
        jurisdictions: Sequence[str] | None = None,
    ) -> Traversal:
        """Return what provisions refer to, what refers to them, and which rule carries out which section.

        Their parts count as they do. Of `beside` only derivations are followed. `jurisdictions`: whose provisions may be reached; all by
        default.

        Raises:
            InputError: the depth is not 1 or 2.
            GraphUnavailable.
        """
        if not 1 <= depth <= MAX_DEPTH:
            raise InputError(f"depth {depth} is not between 1 and {MAX_DEPTH}")
        try:
            return await traverse(
                self._reader.read,
                provision_ids,
                beside=beside,
                depth=depth,
                limit=limit,
                jurisdictions=jurisdictions,
            )
        except (GraphUnavailable, asyncio.CancelledError):
            self.on_fault()
            raise

    async def counts(self, key: str | None = None) -> dict[str, int]:
        """Count nodes and edges by kind; with a `key`, those that start in that document.

        Sections are provisions of every level; `rolled_up` edges join whole sections and are
        counted apart from those that start at the clause that says so.
        """
        found = {}
        for name, pattern in _COUNTED.items():
            query = pattern.replace("$only", "{key: $key}" if key else "")
            found[name] = int((await self._read(query, key=key))[0]["n"])
        return found

    async def count_by_document(self) -> dict[str, dict[str, int]]:
        """Count nodes and edges by kind for every document, an edge where it starts."""
        return await count_by_document(self._read)

    async def count_between_documents(self) -> Between:
        """Count the edges that lead from one document to another."""
        return await count_between_documents(self._read)

    async def read_drawn(self, key: str) -> DrawnDocument:
        """Return the provisions of a document and the edges that start in them."""
        return await read_drawn(self._read, key)

    async def read_edges_at(
        self, provision_id: UUID, kinds: Sequence[EdgeKind] = EDGE_KINDS
    ) -> list[EdgeAt]:
        """Return the edges of those kinds at a provision and its parts, by kind."""
        return await read_edges_at(self._read, str(provision_id), kinds)

    # -- transactions ----------------------------------------------------------------------

    async def _read(
        self, query: str, *, deadline_s: float = READ_DEADLINE_S, **parameters: object
    ) -> list[Record]:
        async def fetch(transaction: AsyncTransaction) -> list[Record]:
            return [record async for record in await transaction.run(query, parameters)]

        return await self._transact(fetch, "READ", deadline_s)

    async def _write(self, work: Work[T], *, deadline_s: float) -> T:
        return await self._transact(work, "WRITE", deadline_s)

    async def _transact(self, work: Work[T], mode: str, deadline_s: float) -> T:
        """Run `work` in one transaction within the deadline; retry where another writer conflicts."""
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            async with asyncio.timeout(deadline_s):
                for attempt in range(_ATTEMPTS):
                    try:
                        return await self._once(work, mode)
                    except Neo4jError as error:
                        if attempt + 1 == _ATTEMPTS or not _in_the_way(error):
                            raise
                    await asyncio.sleep(_FIRST_PAUSE_S * 2**attempt * (0.5 + random.random()))
        except asyncio.CancelledError:
            self.on_fault()
            raise
        except (DriverError, Neo4jError, OSError, TimeoutError) as error:
            self.on_fault()
            raise fault(error) from None
        raise GraphUnavailable("no attempt was made")

    async def _once(self, work: Work[T], mode: str) -> T:
        async with self._driver.session(database=self._database, default_access_mode=mode) as session:
            async with await session.begin_transaction() as transaction:
                result = await work(transaction)
                await transaction.commit()
                return result


def _in_the_way(error: Neo4jError) -> bool:
    """Return whether another writer conflicts: a transient error, or a duplicate stopped by a constraint."""
    return bool(error.is_retryable()) or str(error.code or "").startswith("Neo.ClientError.Schema.")
