"""The connection to Postgres that all repositories share: one pool, one set of deadlines, our errors.

An embedded server that was killed is started again by the next caller; a statement that was
under way when it died raises `PostgresUnavailable` once, since only its author can know
whether to repeat it (`retry_once` repeats what may be). Nothing acknowledged is lost: an
acknowledged commit is on the disk. A server that hangs raises `PostgresTimeout`, which is
not tried again: whoever asked has waited long enough.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from civicsetu.errors import DiskFull, PostgresTimeout, PostgresUnavailable, StoreError
from civicsetu.settings import Settings
from civicsetu.stores.faults import is_gone, store_error
from civicsetu.stores.servers import is_postgres_embedded, postgres_folder, postgres_url
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

CONNECT_TIMEOUT_S = 4.0
COMMAND_TIMEOUT_S = 30.0
INDEX_TIMEOUT_S = 1800.0
WAIT_S = 4.0
"""How long a person waits for one small piece of work in Postgres."""
_CLOSE_S = 1.0
_LEAST_FREE = 16 * 2**20  # a segment of the write-ahead log, without which nothing can be committed
_PROBE = "create temp table probe on commit drop as select generate_series(1, 30000)"
_POOL = {"pool_size": 20, "max_overflow": 0, "pool_timeout": 10.0, "pool_recycle": 1800}
_PAUSES_S = (0.1, 0.3, 0.6, 1.0, 2.0)
_VECTOR_COLUMNS = ("embedding", "embedding_768")
VectorIndex = Literal["hnsw", "ivfflat"]
_VECTOR_INDEXES: dict[VectorIndex, str] = {"hnsw": "m = 16, ef_construction = 64", "ivfflat": "lists = 100"}
_PROBES = 20  # of the hundred lists; with one, as is the default, most of what is near is missed
_log = get_logger(__name__)
T = TypeVar("T")


class Database:
    """An async engine on asyncpg; open it inside the event loop that uses it."""

    def __init__(
        self, engine: AsyncEngine, restart: Callable[[], object] | None = None, folder: Path | None = None
    ) -> None:
        """`restart` starts the embedded server of `folder` if it is down, blocking; None for a given one."""
        self.engine = engine
        self._restart = restart
        self._folder = folder
        self._suspect = False
        self._disk_full = False
        self._restarting: asyncio.Task[object] | None = None

    @classmethod
    async def open(cls, settings: Settings) -> Database:
        """Connect, starting the embedded server if need be; nothing is migrated here.

        Raises:
            SettingsError, DataFolderUnusable, PostgresUnavailable.
        """
        url = await asyncio.to_thread(postgres_url, settings, "asyncpg")
        embedded = (partial(postgres_url, settings, "asyncpg"), postgres_folder(settings))
        database = cls(
            _engine(url, settings.retrieval.vector_index),
            *(embedded if is_postgres_embedded(settings) else ()),
        )
        try:
            await database.ping(CONNECT_TIMEOUT_S + WAIT_S)
        except StoreError:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Close all connections; the server goes on. One that hangs is not waited for."""
        try:
            await asyncio.wait_for(self.engine.dispose(close=not self._suspect), _CLOSE_S)
        except (TimeoutError, SQLAlchemyError, OSError) as error:
            _log.warning("postgres_close_failed", error=type(error).__name__)

    async def ping(self, within_s: float | None = None) -> None:
        """Make one round trip.

        Raises:
            PostgresUnavailable: there is none to make.
        """
        async with self.connect(within_s) as connection:
            await connection.execute(text("select 1"))

    async def is_disk_full(self) -> bool:
        """Return True while the disk of the database is full, as far as can be seen from here.

        That of an embedded server is looked at. Else it is full from a write that found it so
        until as much as this can be written: a table that lives as long as its transaction.
        A smaller write would not tell, Postgres having room left in the pages it holds.
        """
        if self._folder is not None and shutil.disk_usage(self._folder).free < _LEAST_FREE:
            return True
        if self._disk_full:
            try:
                async with self.transaction(WAIT_S) as connection:
                    await connection.execute(text(_PROBE))
            except DiskFull:
                return True
            self._disk_full = False
        return False

    @asynccontextmanager
    async def connect(self, within_s: float | None = None) -> AsyncIterator[AsyncConnection]:
        """Yield a connection for reading; what is not committed on it is rolled back.

        Args:
            within_s: what is done on the connection must be done by then; the time in which a
                server that was down is started again does not count.

        Raises:
            PostgresTimeout: the server, or a free connection, did not answer in time.
            PostgresUnavailable: no connection, or it was lost on the way.
            StoreBusy: every connection is in use, and none was given back in time.
            DiskFull: the disk of the database is full.
            StoreError: the statement failed.
        """
        try:
            async with asyncio.timeout(within_s) as deadline, AsyncExitStack() as stack:
                yield await self._enter(stack, deadline, within_s)
        except (SQLAlchemyError, ConnectionError, TimeoutError) as error:
            raise self._fault(error) from None

    @asynccontextmanager
    async def transaction(self, within_s: float | None = None) -> AsyncIterator[AsyncConnection]:
        """Yield a connection whose work is committed at the end, or not at all; raises as `connect`."""
        async with self.connect(within_s) as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def guard(self) -> AsyncIterator[None]:
        """Wrap a library that uses `engine` itself: same repair before, same errors after."""
        if self._suspect:
            await self._restart_lost()
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            raise self._fault(error) from None

    async def _enter(
        self, stack: AsyncExitStack, deadline: asyncio.Timeout, within_s: float | None
    ) -> AsyncConnection:
        """A live connection; restarts an embedded server that is down, then tries again.

        One that is up and does not answer is not tried again: to start it would change nothing.
        """
        pauses = _PAUSES_S if self._restart is not None else ()
        for pause in (*pauses, None):
            try:
                return await stack.enter_async_context(self.engine.connect())
            except (SQLAlchemyError, OSError) as error:
                hangs = isinstance(store_error(error), PostgresTimeout)
                if pause is None or hangs or not is_gone(error):
                    raise self._fault(error) from None
            deadline.reschedule(None)
            await self._restart_lost()
            await asyncio.sleep(pause)
            if within_s is not None:
                deadline.reschedule(asyncio.get_running_loop().time() + within_s)
        raise PostgresUnavailable("no connection")

    async def _restart_lost(self) -> None:
        """Start the embedded server if it is down; one start for all who wait for it."""
        if self._restart is None:
            self._suspect = False
            return
        if self._restarting is None or self._restarting.done():
            self._restarting = asyncio.create_task(asyncio.to_thread(self._restart))
            self._restarting.add_done_callback(_retrieved)
        await asyncio.shield(self._restarting)
        self._suspect = False

    def _fault(self, error: BaseException) -> StoreError:
        fault = store_error(error)
        self._disk_full = self._disk_full or isinstance(fault, DiskFull)
        if isinstance(fault, PostgresUnavailable):
            self._suspect = True
            _log.warning("postgres_unavailable", detail=str(fault))
        return fault


async def retry_once(work: Callable[[], Awaitable[T]]) -> T:
    """Run an idempotent operation again if the database died during the first attempt.

    The embedded server is started again meanwhile. One that hangs would hang again.
    """
    try:
        return await work()
    except PostgresTimeout:
        raise
    except PostgresUnavailable:
        return await work()


def _retrieved(task: asyncio.Task[object]) -> None:
    """Look at a task's error, so that it is not told as forgotten where nobody waits any more."""
    if not task.cancelled():
        task.exception()


def _engine(url: str, vector_index: VectorIndex = "hnsw") -> AsyncEngine:
    """What a pooler in front of a given server may not know is told only where it is needed."""
    from sqlalchemy.ext.asyncio import create_async_engine

    probes = {"ivfflat.probes": str(_PROBES)} if vector_index == "ivfflat" else {}
    arguments = {
        "timeout": CONNECT_TIMEOUT_S,
        "command_timeout": COMMAND_TIMEOUT_S,
        "server_settings": {"application_name": "civicsetu", **probes},
    }
    return create_async_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=arguments, **_POOL)


async def ensure_vector_index(
    database: Database, column: str, threshold_rows: int, kind: VectorIndex = "hnsw"
) -> bool:
    """Make the approximate index (cosine) of `column` once it pays; True when it is there.

    Below `threshold_rows` active chunks the exact scan is as fast and misses nothing. An index of
    the other kind gives way: the planner could take either.
    """
    if column not in _VECTOR_COLUMNS:
        raise StoreError(f"no vector column of that name: {column[:40]}")
    names = {one: f"legal_chunks_{column}_{one}" for one in _VECTOR_INDEXES}
    name = names[kind]
    async with database.transaction() as connection:
        await connection.execute(text("select pg_advisory_xact_lock(hashtext(:name))"), {"name": column})
        if await connection.scalar(text("select 1 from pg_indexes where indexname = :name"), {"name": name}):
            return True
        rows = await connection.scalar(
            text(f"select count(*) from legal_chunks where status = 'ACTIVE' and {column} is not null")
        )
        if int(rows or 0) < threshold_rows:
            return False
        for other in set(names.values()) - {name}:
            await connection.execute(text(f"drop index if exists {other}"))
        await _build_index(connection, name, column, kind)
    return True


async def _build_index(connection: AsyncConnection, name: str, column: str, kind: VectorIndex) -> None:
    """On the driver's own connection, whose deadline for one statement can be set.

    Without parallel workers: their shared memory does not fit in a container's /dev/shm.
    """
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    await driver.execute("set local max_parallel_maintenance_workers = 0", timeout=COMMAND_TIMEOUT_S)
    await driver.execute(
        f"create index {name} on legal_chunks using {kind} ({column} vector_cosine_ops) "
        f"with ({_VECTOR_INDEXES[kind]})",
        timeout=INDEX_TIMEOUT_S,
    )
