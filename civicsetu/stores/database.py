"""The connection to Postgres that all repositories share: one pool, one set of deadlines, our errors.

An embedded server that was killed is started again by the next caller; a statement that was
under way when it died raises `PostgresUnavailable` once, since only its author can know
whether to repeat it. Nothing acknowledged is lost: an acknowledged commit is on the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from civicsetu.errors import PostgresUnavailable, StoreError
from civicsetu.settings import Settings
from civicsetu.stores.faults import is_gone, store_error
from civicsetu.stores.servers import is_postgres_embedded, postgres_url
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

CONNECT_TIMEOUT_S = 5.0
COMMAND_TIMEOUT_S = 30.0
INDEX_TIMEOUT_S = 1800.0
_POOL = {"pool_size": 20, "max_overflow": 0, "pool_timeout": 10.0, "pool_recycle": 1800}
_PAUSES_S = (0.1, 0.3, 0.6, 1.0, 2.0)
_VECTOR_COLUMNS = ("embedding", "embedding_768")
_log = get_logger(__name__)


class Database:
    """An async engine on asyncpg; open it inside the event loop that uses it."""

    def __init__(self, engine: AsyncEngine, restart: Callable[[], Any] | None = None) -> None:
        """`restart` starts the embedded server if it is down, blocking; None for a given one."""
        self.engine = engine
        self._restart = restart
        self._suspect = False
        self._mending = asyncio.Lock()

    @classmethod
    async def open(cls, settings: Settings) -> Database:
        """Connect, starting the embedded server if need be; nothing is migrated here.

        Raises:
            SettingsError, DataFolderUnusable, PostgresUnavailable.
        """
        url = await asyncio.to_thread(postgres_url, settings, "asyncpg")
        restart = (lambda: postgres_url(settings, "asyncpg")) if is_postgres_embedded(settings) else None
        database = cls(_engine(url), restart)
        try:
            await database.ping()
        except StoreError:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Give all connections back; the server goes on."""
        await self.engine.dispose()

    async def ping(self) -> None:
        """One round trip.

        Raises:
            PostgresUnavailable: there is none to make.
        """
        async with self.connect() as connection:
            await connection.execute(text("select 1"))

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading; what is not committed on it is rolled back.

        Raises:
            PostgresUnavailable: no connection, or it was lost on the way.
            StoreBusy: every connection is in use, and none was given back in time.
            DataFolderUnusable: the disk of the database is full.
            StoreError: the statement failed.
        """
        try:
            async with AsyncExitStack() as stack:
                yield await self._enter(stack)
        except (SQLAlchemyError, ConnectionError, TimeoutError) as error:
            raise self._fault(error) from None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose work is committed at the end, or not at all; raises as `connect`."""
        async with self.connect() as connection, connection.begin():
            yield connection

    @asynccontextmanager
    async def guard(self) -> AsyncIterator[None]:
        """For libraries that use `engine` themselves: same mending before, same errors after."""
        if self._suspect:
            await self._mend()
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            raise self._fault(error) from None

    async def _enter(self, stack: AsyncExitStack) -> AsyncConnection:
        """A live connection; restarts an embedded server that is down, then tries again."""
        pauses = _PAUSES_S if self._restart is not None else ()
        for pause in (*pauses, None):
            try:
                return await stack.enter_async_context(self.engine.connect())
            except (SQLAlchemyError, OSError) as error:
                if pause is None or not is_gone(error):
                    raise self._fault(error) from None
            await self._mend()
            await asyncio.sleep(pause)
        raise PostgresUnavailable("no connection")

    async def _mend(self) -> None:
        """Start the embedded server if it is down; one at a time."""
        if self._restart is None:
            self._suspect = False
            return
        async with self._mending:
            await asyncio.to_thread(self._restart)
            self._suspect = False

    def _fault(self, error: BaseException) -> StoreError:
        fault = store_error(error)
        if isinstance(fault, PostgresUnavailable):
            self._suspect = True
            _log.warning("postgres_unavailable", detail=str(fault))
        return fault


def _engine(url: str) -> AsyncEngine:
    from sqlalchemy.ext.asyncio import create_async_engine

    arguments = {
        "timeout": CONNECT_TIMEOUT_S,
        "command_timeout": COMMAND_TIMEOUT_S,
        "server_settings": {"application_name": "civicsetu"},
    }
    return create_async_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=arguments, **_POOL)


async def ensure_vector_index(database: Database, column: str, threshold_rows: int) -> bool:
    """Make the HNSW index (cosine, m=16, ef_construction=64) of `column` once it pays; True when it is there.

    Below `threshold_rows` active chunks the exact scan is as fast and misses nothing.
    """
    if column not in _VECTOR_COLUMNS:
        raise StoreError(f"no vector column of that name: {column[:40]}")
    name = f"legal_chunks_{column}_hnsw"
    async with database.transaction() as connection:
        await connection.execute(text("select pg_advisory_xact_lock(hashtext(:name))"), {"name": name})
        if await connection.scalar(text("select 1 from pg_indexes where indexname = :name"), {"name": name}):
            return True
        rows = await connection.scalar(
            text(f"select count(*) from legal_chunks where status = 'ACTIVE' and {column} is not null")
        )
        if int(rows or 0) < threshold_rows:
            return False
        await _build_index(connection, name, column)
    return True


async def _build_index(connection: AsyncConnection, name: str, column: str) -> None:
    """On the driver's own connection, whose deadline for one statement can be set.

    Without parallel workers: their shared memory does not fit in a container's /dev/shm.
    """
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    await driver.execute("set local max_parallel_maintenance_workers = 0", timeout=COMMAND_TIMEOUT_S)
    await driver.execute(
        f"create index {name} on legal_chunks using hnsw ({column} vector_cosine_ops) "
        "with (m = 16, ef_construction = 64)",
        timeout=INDEX_TIMEOUT_S,
    )
