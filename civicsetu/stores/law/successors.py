"""Find the chunk of a new text that replaces a superseded one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy import bindparam, select, update

from civicsetu.stores.batches import execute_many
from civicsetu.stores.law.law_rows import EditionRows
from civicsetu.stores.schema import editions, legal_chunks

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """Place of a chunk: unit and span in its own edition's text."""

    chunk_id: UUID
    unit_id: UUID
    start: int
    end: int


async def name_successors(rows: EditionRows, doc_id: UUID, connection: AsyncConnection) -> None:
    """Point superseded chunks that have no successor at the new chunk of their unit.

    One whose unit the new text does not have keeps none: that law was taken out.
    """
    orphans = await connection.execute(
        select(
            legal_chunks.c.edition_id,
            legal_chunks.c.chunk_id,
            legal_chunks.c.unit_id,
            legal_chunks.c.start_char,
            legal_chunks.c.end_char,
        )
        .join(editions, editions.c.edition_id == legal_chunks.c.edition_id)
        .where(
            editions.c.doc_id == doc_id,
            editions.c.edition == rows.edition.value,
            editions.c.language == rows.language,
            editions.c.edition_id != rows.edition_id,
            legal_chunks.c.superseded_by.is_(None),
        )
    )
    old: defaultdict[UUID, list[ChunkPlace]] = defaultdict(list)
    for edition_id, *place in orphans:
        old[edition_id].append(ChunkPlace(*place))
    new = [
        ChunkPlace(chunk.chunk_id, chunk.unit_id, chunk.start_char, chunk.end_char)
        for chunk in (embedded.chunk for embedded in rows.chunks)
    ]
    named = [
        {"old": place, "new": following}
        for of_one_edition in old.values()
        for place, following in find_successors(of_one_edition, new).items()
    ]
    statement = (
        update(legal_chunks)
        .where(legal_chunks.c.chunk_id == bindparam("old"))
        .values(superseded_by=bindparam("new"))
    )
    await execute_many(connection, statement, named)


def find_successors(old: Sequence[ChunkPlace], new: Sequence[ChunkPlace]) -> Mapping[UUID, UUID]:
    """Return for each old chunk of an edition the new one of its unit with most overlap, else the unit's first.

    Two versions of a text have different offsets, so places are measured from the unit's start.
    """
    old_starts, new_of_unit = _starts(old), _by_unit(new)
    found: dict[UUID, UUID] = {}
    for place in old:
        candidates = new_of_unit.get(place.unit_id)
        if not candidates:
            continue
        origin, shift = old_starts[place.unit_id], candidates[0].start
        start, end = place.start - origin, place.end - origin
        overlaps = [min(end, c.end - shift) - max(start, c.start - shift) for c in candidates]
        best = max(overlaps)
        found[place.chunk_id] = candidates[overlaps.index(best) if best > 0 else 0].chunk_id
    return found


def _starts(places: Iterable[ChunkPlace]) -> dict[UUID, int]:
    starts: dict[UUID, int] = {}
    for place in places:
        starts[place.unit_id] = min(place.start, starts.get(place.unit_id, place.start))
    return starts


def _by_unit(places: Iterable[ChunkPlace]) -> dict[UUID, list[ChunkPlace]]:
    units: dict[UUID, list[ChunkPlace]] = {}
    for place in sorted(places, key=lambda place: place.start):
        units.setdefault(place.unit_id, []).append(place)
    return units
