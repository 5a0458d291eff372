"""Chunks, and the units they are counted in: found by id, by path, by provision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from sqlalchemy import case, func, literal, select, tuple_

from civicsetu.law.documents import ChunkStatus, EditionKind
from civicsetu.law.evidence import Chunk
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.stores.law.law_reader import CURRENT, LawReader, Row, parsed
from civicsetu.stores.law.law_views import UnitsAt
from civicsetu.stores.schema import documents, editions, legal_chunks, provisions, structure

_CHUNK_COLUMNS = [legal_chunks.c[name] for name in Chunk.model_fields if name != "embedding"]

Places = defaultdict[tuple[str, str], list[tuple[ProvisionPath, UUID]]]


class UnitReader(LawReader):
    """Reads of what is searched."""

    async def chunks(self, chunk_ids: Sequence[UUID]) -> list[Chunk]:
        """Chunks by id, superseded ones too, in the order asked; unknown ids are left out."""
        if not chunk_ids:
            return []
        wanted = select(*_CHUNK_COLUMNS).where(legal_chunks.c.chunk_id.in_(set(chunk_ids)))
        found = {row["chunk_id"]: _chunk(row) for row in await self._rows(wanted)}
        return [found[chunk_id] for chunk_id in dict.fromkeys(chunk_ids) if chunk_id in found]

    async def current_chunks(self, chunk_ids: Sequence[UUID]) -> dict[UUID, Chunk]:
        """For each id the chunk that stands there now: itself, or its successor's successor to the end.

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

    async def chunks_of_units(self, unit_ids: Sequence[UUID]) -> list[Chunk]:
        """Active chunks of all editions: units in the order asked, official first, then as in the text."""
        if not unit_ids:
            return []
        wanted = select(*_CHUNK_COLUMNS).where(
            legal_chunks.c.unit_id.in_(set(unit_ids)), legal_chunks.c.status == ChunkStatus.ACTIVE.value
        )
        place = {unit: index for index, unit in enumerate(dict.fromkeys(unit_ids))}
        found = [_chunk(row) for row in await self._rows(wanted)]
        return sorted(
            found, key=lambda c: (place[c.unit_id], c.edition is not EditionKind.OFFICIAL, c.start_char)
        )

    async def chunk_spans(self, edition_id: UUID) -> list[tuple[int, int, UUID]]:
        """Start, end and id of every chunk of an edition, in the order of the text."""
        c = legal_chunks.c
        wanted = select(c.start_char, c.end_char, c.chunk_id).where(c.edition_id == edition_id)
        rows = await self._rows(wanted.order_by(c.start_char, c.end_char))
        return [(row["start_char"], row["end_char"], row["chunk_id"]) for row in rows]

    async def chunk_of_units(self, document: str) -> dict[str, UUID]:
        """For each unit's path its first active chunk, official before plain, in the order of the text."""
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

    async def units_at(self, document: str, paths: Sequence[str]) -> list[UnitsAt]:
        """For each path, as `18(1)(a)` or `18`, the units at it or below it, else the one around it.

        A text that is no path, or a number the law does not have, gives no units.
        """
        read = [(path, parsed(path)) for path in paths]
        asked = {(document, path.number) for _, path in read if path is not None}
        units, held = await self._units(asked), await self._held_paths(asked)
        return [
            UnitsAt(text, False, ())
            if path is None
            else UnitsAt(text, (document, str(path)) in held, _leading(path, units[document, path.number]))
            for text, path in read
        ]

    async def units_of(self, provision_ids: Sequence[UUID]) -> dict[UUID, tuple[UUID, ...]]:
        """For each provision the units at or below it, else the one around it; as `units_at` by id."""
        if not provision_ids:
            return {}
        wanted = (
            select(provisions.c.provision_id, documents.c.key, provisions.c.path)
            .join(documents, documents.c.doc_id == provisions.c.doc_id)
            .where(provisions.c.provision_id.in_(set(provision_ids)))
        )
        places = {
            row["provision_id"]: (row["key"], parse_path(row["path"])) for row in await self._rows(wanted)
        }
        units = await self._units({(key, path.number) for key, path in places.values()})
        return {
            provision: _leading(path, units[key, path.number]) for provision, (key, path) in places.items()
        }

    async def _units(self, asked: Iterable[tuple[str, str]]) -> Places:
        """Units with active chunks of each (document, number), in the order of the official text."""
        numbers = set(asked)
        found: Places = defaultdict(list)
        if not numbers:
            return found
        official = legal_chunks.c.edition == EditionKind.OFFICIAL.value
        start = func.coalesce(
            func.min(legal_chunks.c.start_char).filter(official), func.min(legal_chunks.c.start_char)
        )
        rank = func.min(case((official, 0), else_=1))
        wanted = (
            select(
                legal_chunks.c.document,
                provisions.c.number,
                legal_chunks.c.section_id,
                legal_chunks.c.unit_id,
            )
            .join(provisions, provisions.c.provision_id == legal_chunks.c.unit_id)
            .where(
                tuple_(legal_chunks.c.document, provisions.c.number).in_(numbers),
                legal_chunks.c.status == ChunkStatus.ACTIVE.value,
            )
            .group_by(
                legal_chunks.c.document,
                provisions.c.number,
                legal_chunks.c.section_id,
                legal_chunks.c.unit_id,
            )
            .order_by(rank, start)
        )
        for row in await self._rows(wanted):
            found[row["document"], row["number"]].append((parse_path(row["section_id"]), row["unit_id"]))
        return found

    async def _held_paths(self, asked: set[tuple[str, str]]) -> set[tuple[str, str]]:
        """All (document, path) under those numbers that a current edition has."""
        if not asked:
            return set()
        wanted = (
            select(documents.c.key, provisions.c.path)
            .distinct()
            .join(documents, documents.c.doc_id == provisions.c.doc_id)
            .join(structure, structure.c.provision_id == provisions.c.provision_id)
            .join(editions, editions.c.edition_id == structure.c.edition_id)
            .where(tuple_(documents.c.key, provisions.c.number).in_(asked), CURRENT)
        )
        return {(row["key"], row["path"]) for row in await self._rows(wanted)}


def _chunk(row: Row) -> Chunk:
    return Chunk.model_validate({**row, "section_hierarchy": tuple(row["section_hierarchy"])})


def _leading(path: ProvisionPath, units: Sequence[tuple[ProvisionPath, UUID]]) -> tuple[UUID, ...]:
    """Units at or below `path`; where there is none, the innermost unit around it."""
    below = tuple(unit for unit_path, unit in units if path.contains(unit_path))
    if below:
        return below
    around = [(len(unit_path.labels), unit) for unit_path, unit in units if unit_path.contains(path)]
    return (max(around, key=lambda found: found[0])[1],) if around else ()
