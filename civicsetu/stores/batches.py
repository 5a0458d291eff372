"""One statement for any number of rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Executable
    from sqlalchemy.ext.asyncio import AsyncConnection


async def execute_many(
    connection: AsyncConnection, statement: Executable, values: Iterable[Mapping[str, object]]
) -> None:
    """Run `statement` for all `values` in one batch; nothing for none."""
    batch = list(values)
    if batch:
        await connection.execute(statement, batch)
