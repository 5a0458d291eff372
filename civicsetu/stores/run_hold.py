"""A run is written by one command at a time.

The hold is a lock of Postgres on a connection of its own: it ends when the command ends, however that happens, and
no time has to pass before the next one may go on with the run.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy import func, select

from civicsetu.errors import AlreadyUnderWay, PostgresUnavailable
from civicsetu.stores.database import Database, retry_once

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


class RunHold:
    """Lock of one command on a run; `take` raises as `Database.connect` does."""

    def __init__(self, database: Database, run_id: UUID) -> None:
        self._database = database
        self._run_id = run_id
        self._stack = AsyncExitStack()
        self._connection: AsyncConnection | None = None

    async def take(self) -> None:
        """Hold the run, or make sure that it is still held: a database that died meanwhile has let go of it.

        Raises:
            AlreadyUnderWay: another command holds it.
        """
        if not await retry_once(self._try_lock):
            await self.release()
            name = str(self._run_id)[:8]
            message = f"The run {name} is being written by another command; let that end, or begin anew with --fresh."
            raise AlreadyUnderWay("run", user_message=message)

    async def release(self) -> None:
        """Release it, with the connection: a lock outlives its transaction, and must not go back to the pool."""
        if self._connection is not None:
            async with self._database.guard():
                await self._connection.invalidate()
            self._connection = None
        await self._stack.aclose()

    async def _try_lock(self) -> bool:
        if self._connection is None:
            self._connection = await self._stack.enter_async_context(self._database.connect())
        key = func.hashtextextended(f"run {self._run_id}", 0)
        try:
            async with self._database.guard():
                mine = await self._connection.scalar(select(func.pg_try_advisory_lock(key)))
                await self._connection.rollback()
        except PostgresUnavailable:
            await self.release()
            raise
        return bool(mine)
