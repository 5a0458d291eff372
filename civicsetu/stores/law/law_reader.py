"""What the readers of the law share: one way to run a statement."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Executable, Select, case, exists

from civicsetu.law.documents import ChunkStatus, EditionKind
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.stores.database import Database
from civicsetu.stores.schema import editions, legal_chunks

Query = Select[*tuple[object, ...]]
"""A statement that reads; what its rows are, the columns say."""
Row = dict[str, Any]
"""One row, by the names of its columns."""

HELD = editions.c.held_until.is_(None)
CURRENT = HELD & editions.c.law_until.is_(None)
OFFICIAL_FIRST = case((editions.c.edition == EditionKind.OFFICIAL.value, 0), else_=1)


def has_chunks() -> ColumnElement[bool]:
    """Return True for an edition of which something is searched."""
    return exists().where(
        legal_chunks.c.edition_id == editions.c.edition_id,
        legal_chunks.c.status == ChunkStatus.ACTIVE.value,
    )


class LawReader:
    """Base of the readers of the law; methods of its children raise as `Database.connect` does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _rows(self, wanted: Executable, within_s: float | None = None) -> list[Row]:
        async with self._database.connect(within_s) as connection:
            result = await connection.execute(wanted)
            return [dict(row) for row in result.mappings()]


def parse_or_none(path: str) -> ProvisionPath | None:
    """Return a path, or None for a text that is none."""
    try:
        return parse_path(path)
    except ValueError:
        return None
