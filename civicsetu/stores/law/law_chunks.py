"""Chunks: found by id, by edition, by unit."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import case, literal, select

from civicsetu.law.documents import ChunkStatus, EditionKind
from civicsetu.law.evidence import Chunk
from civicsetu.stores.law.law_reader import LawReader, Row
from civicsetu.stores.schema import legal_chunks

_CHUNK_COLUMNS = [legal_chunks.c[name] for name in Chunk.model_fields if name != "embedding"]


class ChunkReader(LawReader):
    """Reader of the chunks that are searched."""

    async def read_chunks(self, chunk_ids: Sequence[UUID]) -> list[Chunk]:
        """Return chunks by id, superseded ones too, in the order asked; unknown ids are left out."""
        if not chunk_ids:
            return []
        wanted = select(*_CHUNK_COLUMNS).where(legal_chunks.c.chunk_id.in_(set(chunk_ids)))
        found = {row["chunk_id"]: _chunk(row) for row in await self._rows(wanted)}
        return [found[chunk_id] for chunk_id in dict.fromkeys(chunk_ids) if chunk_id in found]

    async def current_chunks(self, chunk_ids: Sequence[UUID]) -> dict[UUID, Chunk]:
        """Return for each id the chunk that stands there now: itself, or its successor's successor to the end.

        Left out are ids that are unknown, and chunks whose law was taken out.
        """
        if not chunk_ids:
            return {}
        c = legal_chunks.c
        asked = select(c.chunk_id.label("asked"), c.chunk_id, c.superseded_by, literal(0).label("steps"))
        ways = asked.where(c.chunk_id.in_(set(chunk_ids))).cte("ways", recursive=True)
        further = select(ways.c.asked, c.chunk_id, c.superseded_by, ways.c.steps + 1)
        ways = ways.union_all(further.where(c.chunk_id == ways.c.superseded_by))
        wanted = (
            select(ways.c.asked, *_CHUNK_COLUMNS)
            .join(legal_chunks, c.chunk_id == ways.c.chunk_id)
            .where(c.status == ChunkStatus.ACTIVE.value)
            .order_by(ways.c.steps)
        )
        return {row.pop("asked"): _chunk(row) for row in await self._rows(wanted)}

    async def chunk_spans(self, edition_id: UUID) -> list[tuple[int, int, UUID]]:
        """Return start, end and id of every chunk of an edition, in the order of the text."""
        c = legal_chunks.c
        wanted = select(c.start_char, c.end_char, c.chunk_id).where(c.edition_id == edition_id)
        rows = await self._rows(wanted.order_by(c.start_char, c.end_char))
        return [(row["start_char"], row["end_char"], row["chunk_id"]) for row in rows]

    async def chunk_of_units(self, document: str) -> dict[str, UUID]:
        """Return for each unit's path its first active chunk, official before plain, in the order of the text."""
        c = legal_chunks.c
        official_first = case((c.edition == EditionKind.OFFICIAL.value, 0), else_=1)
        wanted = (
            select(c.section_id, c.chunk_id)
            .where(c.document == document, c.status == ChunkStatus.ACTIVE.value)
            .order_by(official_first, c.start_char)
        )
        first: dict[str, UUID] = {}
        for row in await self._rows(wanted):
            first.setdefault(row["section_id"], row["chunk_id"])
        return first


def _chunk(row: Row) -> Chunk:
    return Chunk.model_validate({**row, "section_hierarchy": tuple(row["section_hierarchy"])})
