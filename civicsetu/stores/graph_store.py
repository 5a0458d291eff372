"""The graph of provisions, through the official Neo4j driver: Neo4j 5, Aura or the embedded server.

Only Cypher that both speak. A reference hangs on the very clause it stands in; a second
edge, `rolled_up`, joins the whole sections. A document is replaced in one write
transaction, its nodes kept by identity, so that what other documents refer to stays joined.
Everything here is derived from Postgres; losing it costs cross-references, never law.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from civicsetu.errors import GraphUnavailable, InputError
from civicsetu.law.paths import ProvisionPath, parse_path, provision_id
from civicsetu.stores.graph_rows import DocumentNode, GraphRows, ReferenceEdge, SectionNode
from civicsetu.stores.graph_server import GraphAddress
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from neo4j import AsyncDriver, AsyncTransaction

T = TypeVar("T")
Work = Callable[["AsyncTransaction"], Awaitable[T]]

READ_DEADLINE_S = 5.0
WRITE_DEADLINE_S = 60.0
PING_DEADLINE_S = 3.0
MAX_DEPTH = 2
_ATTEMPTS = 8
_FIRST_PAUSE_S = 0.05
_WARM_ROUNDS = 60
_WARM_DEADLINE_S = 10.0
_SCHEMA = (
    "CREATE CONSTRAINT section_id IF NOT EXISTS FOR (s:Section) REQUIRE s.id IS UNIQUE",
    "CREATE CONSTRAINT document_id IF NOT EXISTS FOR (d:Document) REQUIRE d.doc_id IS UNIQUE",
    "CREATE INDEX section_key IF NOT EXISTS FOR (s:Section) ON (s.key)",
)
_OUT = (
    "UNWIND $ids AS id MATCH (s:Section {id: id})-[:HAS_PART*0..6]->(p:Section)-[r:REFERENCES]->(t:Section) "
    "WHERE r.rolled_up = false AND t.is_active = true "
    "RETURN DISTINCT id, s.key AS key, s.path AS seed, p.path AS here, t.id AS found, t.key AS there_key, "
    "t.path AS there"
)
_IN = _OUT.replace("-[r:REFERENCES]->(t", "<-[r:REFERENCES]-(t")
_LINK = (
    "UNWIND $edges AS e MATCH (a:Section {id: e.source}) MATCH (b:Section {id: e.target}) "
    "CREATE (a)-[r:REFERENCES]->(b) SET r.rolled_up = e.rolled_up, r.source_path = e.source_path"
)
_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A provision reached by references; `path` tells the way, as `18(1)(a) -> 71(1)`."""

    provision_id: UUID
    hops: int
    path: str


class _Home:
    """The provisions we started from: what lies inside one of them tells nothing new."""

    def __init__(self) -> None:
        self._roots: set[tuple[str, ProvisionPath]] = set()

    def learn(self, rows: Iterable[dict[str, Any]], ways: dict[str, str]) -> None:
        """Remember where the seeds lie; a seed has no way that leads to it."""
        self._roots |= {(row["key"], parse_path(row["seed"])) for row in rows if not ways[row["id"]]}

    def holds(self, row: dict[str, Any]) -> bool:
        there = parse_path(row["there"])
        return any(key == row["there_key"] and root.contains(there) for key, root in self._roots)


class GraphStore:
    """Create it with `open`, in the event loop that will use it."""

    def __init__(self, driver: AsyncDriver, database: str) -> None:
        self._driver = driver
        self._database = database
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, address: GraphAddress) -> GraphStore:
        """Connect and make sure of the constraints.

        Raises:
            GraphUnavailable: it does not answer, or refuses us.
        """
        from neo4j import AsyncGraphDatabase
        from neo4j.exceptions import DriverError, Neo4jError

        try:
            driver = AsyncGraphDatabase.driver(
                address.uri, auth=(address.user, address.password), telemetry_disabled=True,
                connection_timeout=5.0, connection_acquisition_timeout=10.0, max_connection_pool_size=32,
                liveness_check_timeout=30.0,
            )  # fmt: skip
        except (DriverError, Neo4jError, ValueError) as error:
            raise _fault(error) from None
        graph = cls(driver, address.database)
        try:
            await graph.ensure_schema()
        except GraphUnavailable:
            await graph.close()
            raise
        return graph

    async def close(self) -> None:
        """Give the connections back; the server goes on."""
        await self._driver.close()

    async def ping(self) -> None:
        """One round trip; raises GraphUnavailable when it does not come back."""
        await self._read("RETURN 1 AS one", deadline_s=PING_DEADLINE_S)

    async def ensure_schema(self) -> None:
        """Unique constraints first: without them concurrent MERGE makes twins."""
        for statement in _SCHEMA:

            async def make(transaction: AsyncTransaction, statement: str = statement) -> None:
                await (await transaction.run(statement)).consume()

            await self._write(make, deadline_s=WRITE_DEADLINE_S)

    async def warm(self) -> None:
        """Run the queries of the graph leg until the server's compiler has seen them often enough."""
        rows = await self._read("MATCH (s:Section) RETURN s.id AS id LIMIT 20")
        ids = [row["id"] for row in rows] or ["none"]
        try:
            async with asyncio.timeout(_WARM_DEADLINE_S):
                for turn in range(_WARM_ROUNDS):
                    await self._read(_OUT, ids=[ids[turn % len(ids)]])
                    await self._read(_IN, ids=[ids[turn % len(ids)]])
        except TimeoutError:
            _log.info("graph_warm_stopped_early")

    # -- writing ---------------------------------------------------------------------------

    async def rebuild_document(self, rows: GraphRows) -> None:
        """Replace everything of one document in one transaction; any number of times to the same end.

        References to provisions that are not in the graph yet are left out; rebuilding again
        after their document came adds them.

        Raises:
            GraphUnavailable: the graph is as it was before.
        """
        statements = list(_rebuild(rows))
        keep = {str(section.id) for section in rows.sections}

        async def replace(transaction: AsyncTransaction) -> None:
            found = await transaction.run(
                "MATCH (s:Section {key: $key}) RETURN s.id AS id", key=rows.document.key
            )
            stale = [record["id"] async for record in found if record["id"] not in keep]
            drop = ("UNWIND $ids AS id MATCH (s:Section {id: id}) DETACH DELETE s", {"ids": stale})
            for statement, parameters in (drop, *statements):
                await (await transaction.run(statement, parameters)).consume()

        async with self._writing:
            await self._write(replace, deadline_s=WRITE_DEADLINE_S)

    # -- reading ---------------------------------------------------------------------------

    async def neighbours(
        self, provision_ids: Sequence[UUID | str], depth: int = 1, limit: int = 20
    ) -> list[Neighbour]:
        """What the provisions and their parts refer to, and what refers to them; nearest first.

        Within one distance what is referred to comes before what refers, in the order of
        the seeds and then of the paths.

        Raises:
            InputError: the depth is not 1 or 2.
            GraphUnavailable.
        """
        if not 1 <= depth <= MAX_DEPTH:
            raise InputError(f"depth {depth} is not between 1 and {MAX_DEPTH}")
        ways = {str(seed): "" for seed in provision_ids}
        frontier, home = list(ways), _Home()
        found: list[Neighbour] = []
        for hop in range(1, depth + 1):
            reached = await self._step(frontier, ways, home)
            found += [Neighbour(UUID(found_id), hop, way) for found_id, way in reached.items()]
            frontier = list(reached)
            if not frontier or len(found) >= limit:
                break
        return found[:limit]

    async def counts(self, key: str | None = None) -> dict[str, int]:
        """Documents, sections (provisions of every level) and references; of one document by its key."""
        only = "{key: $key}" if key else ""
        wanted = {
            "documents": f"MATCH (d:Document {only}) RETURN count(d) AS n",
            "sections": f"MATCH (s:Section {only}) RETURN count(s) AS n",
            "references": f"MATCH (s:Section {only})-[r:REFERENCES {{rolled_up: false}}]->() RETURN count(r) AS n",
            "rolled_up": f"MATCH (s:Section {only})-[r:REFERENCES {{rolled_up: true}}]->() RETURN count(r) AS n",
        }
        return {name: int((await self._read(query, key=key))[0]["n"]) for name, query in wanted.items()}

    async def _step(self, frontier: Sequence[str], ways: dict[str, str], home: _Home) -> dict[str, str]:
        """One hop from `frontier`: ids first reached, with their way; `ways` learns them."""
        order = {seed: index for index, seed in enumerate(frontier)}
        reached: dict[str, str] = {}
        for query, arrow in ((_OUT, "->"), (_IN, "<-")):
            rows = await self._read(query, ids=list(frontier))
            home.learn(rows, ways)
            for row in sorted(
                rows, key=lambda row: (order[row["id"]], row["there_key"], _rank(row["there"]))
            ):
                if row["found"] in ways or home.holds(row):
                    continue
                way = f"{ways[row['id']] or row['here']} {arrow} {row['there']}"
                ways[row["found"]] = reached[row["found"]] = way
        return reached

    # -- transactions ----------------------------------------------------------------------

    async def _read(
        self, query: str, *, deadline_s: float = READ_DEADLINE_S, **parameters: Any
    ) -> list[dict[str, Any]]:
        async def fetch(transaction: AsyncTransaction) -> list[dict[str, Any]]:
            return [record.data() async for record in await transaction.run(query, parameters)]

        return await self._transact(fetch, "READ", deadline_s)

    async def _write(self, work: Work[T], *, deadline_s: float) -> T:
        return await self._transact(work, "WRITE", deadline_s)

    async def _transact(self, work: Work[T], mode: str, deadline_s: float) -> T:
        """Run `work` whole, again where another writer was in the way, within the deadline."""
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
        except (DriverError, Neo4jError, OSError, TimeoutError) as error:
            raise _fault(error) from None
        raise GraphUnavailable("no attempt was made")

    async def _once(self, work: Work[T], mode: str) -> T:
        async with self._driver.session(database=self._database, default_access_mode=mode) as session:
            async with await session.begin_transaction() as transaction:
                result = await work(transaction)
                await transaction.commit()
                return result


def _rebuild(rows: GraphRows) -> Iterable[tuple[str, dict[str, Any]]]:
    """The statements that write a document, in order, with their parameters."""
    key, doc_id = rows.document.key, str(rows.document.doc_id)
    top = [str(section.id) for section in rows.sections if section.parent_id is None]
    parts = [
        {"up": str(section.parent_id), "down": str(section.id)}
        for section in rows.sections
        if section.parent_id is not None
    ]
    yield (
        "MERGE (d:Document {doc_id: $doc_id}) SET d += $told",
        {"doc_id": doc_id, "told": _document(rows.document)},
    )
    yield (
        "UNWIND $rows AS row MERGE (s:Section {id: row.id}) SET s += row.told",
        {"rows": [{"id": str(s.id), "told": _section(s, rows.document)} for s in rows.sections]},
    )
    yield "MATCH (s:Section {key: $key})-[r:REFERENCES]->() DELETE r", {"key": key}
    yield "MATCH (s:Section {key: $key})-[r:HAS_PART]->() DELETE r", {"key": key}
    yield "MATCH (d:Document {doc_id: $doc_id})-[r:HAS_SECTION]->() DELETE r", {"doc_id": doc_id}
    yield (
        "MATCH (d:Document {doc_id: $doc_id}) UNWIND $ids AS id MATCH (s:Section {id: id}) "
        "CREATE (d)-[:HAS_SECTION]->(s)",
        {"doc_id": doc_id, "ids": top},
    )
    yield (
        "UNWIND $rows AS row MATCH (a:Section {id: row.up}) MATCH (b:Section {id: row.down}) "
        "CREATE (a)-[:HAS_PART]->(b)",
        {"rows": parts},
    )
    yield _LINK, {"edges": list(_edges(key, rows.references))}


def _document(document: DocumentNode) -> dict[str, Any]:
    return {
        "key": document.key,
        "doc_name": document.doc_name,
        "jurisdiction": document.jurisdiction,
        "doc_type": document.doc_type,
        "effective_date": document.effective_date.isoformat() if document.effective_date else None,
    }


def _section(section: SectionNode, document: DocumentNode) -> dict[str, Any]:
    return {
        "section_id": section.section_id,
        "path": section.path,
        "level": section.level,
        "title": section.title,
        "chunk_id": str(section.chunk_id) if section.chunk_id else None,
        "is_active": section.is_active,
        "key": document.key,
        "doc_name": document.doc_name,
        "jurisdiction": document.jurisdiction,
    }


def _edges(key: str, references: Sequence[ReferenceEdge]) -> Iterable[dict[str, Any]]:
    """Clause edges once each, then one edge a pair of different sections that has none of its own."""
    direct = {(reference.source_id, reference.target_id): reference.source_path for reference in references}
    for (source, target), path in direct.items():
        yield _edge(source, target, path, rolled_up=False)
    rolled: dict[tuple[UUID, UUID], str] = {}
    for reference in references:
        source_number = parse_path(reference.source_path).number
        source = provision_id(key, source_number)
        target = provision_id(reference.target_document, parse_path(reference.target_path).number)
        if source != target and (source, target) not in direct:
            rolled.setdefault((source, target), source_number)
    for (source, target), path in rolled.items():
        yield _edge(source, target, path, rolled_up=True)


def _edge(source: UUID, target: UUID, path: str, *, rolled_up: bool) -> dict[str, Any]:
    return {"source": str(source), "target": str(target), "source_path": path, "rolled_up": rolled_up}


def _rank(path: str) -> tuple[int, str]:
    """Sections by number, then as printed."""
    digits = "".join(character for character in parse_path(path).number if character.isdigit())
    return int(digits), path


def _in_the_way(error: Any) -> bool:
    """Another writer: transient by its own word, or a twin stopped by a constraint in a race."""
    return bool(error.is_retryable()) or str(error.code or "").startswith("Neo.ClientError.Schema.")


def _fault(error: BaseException) -> GraphUnavailable:
    """By type and code; a driver's words may repeat parameters."""
    return GraphUnavailable(f"{type(error).__name__} {getattr(error, 'code', None) or ''}".strip())
