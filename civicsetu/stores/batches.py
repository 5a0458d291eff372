"""Run one statement for any number of rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def execute_many(
    connection: AsyncConnection, statement: Any, values: Iterable[Mapping[str, Any]]
) -> None:
    """Run `statement` for all `values` in one batch; nothing for none."""
    batch = list(values)
    if batch:
        await connection.execute(statement, batch)
