"""Write one version of an edition: all of it in the caller's transaction, or nothing.

What was held before stays: its edition gets an end, its chunks a successor. Row counts are
in the thousands, so every table is written by one batched statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from sqlalchemy import and_, bindparam, case, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from civicsetu.errors import StoreError
from civicsetu.law.documents import ChunkStatus, DocumentSpec, EditionKind
from civicsetu.law.paths import document_id, provision_id
from civicsetu.stores.law_rows import EditionRows, EmbeddedChunk, node_id
from civicsetu.stores.schema import (
    documents,
    editions,
    legal_chunks,
    provision_references,
    provisions,
    removals,
    structure,
)

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

_COLUMN_OF_WIDTH = {384: "embedding", 768: "embedding_768"}


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """Where a chunk lies: unit and span in its own edition's text."""

    chunk_id: UUID
    unit_id: UUID
    start: int
    end: int


async def write_document(spec: DocumentSpec, connection: AsyncConnection) -> UUID:
    """Insert the document or bring it up to date; others who write it wait until the transaction ends.

    The row alone could not hold them up while it is new: its second unique column is not the
    one whose conflict is resolved.
    """
    doc_id = document_id(spec.key)
    await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"document {spec.key}"))))
    told = {
        "key": spec.key, "doc_name": spec.title, "short_title": spec.short_title,
        "jurisdiction": spec.jurisdiction, "doc_type": spec.doc_type.value, "source_url": spec.url,
        "effective_date": spec.effective_date, "gazette_number": spec.gazette_number,
    }  # fmt: skip
    statement = insert(documents).values(doc_id=doc_id, **told)
    await connection.execute(statement.on_conflict_do_update(index_elements=["doc_id"], set_=told))
    copied = {name: told[name] for name in ("doc_name", "doc_type", "jurisdiction")}
    differs = [legal_chunks.c[name] != value for name, value in copied.items()]
    stale = and_(legal_chunks.c.doc_id == doc_id, differs[0] | differs[1] | differs[2])
    await connection.execute(update(legal_chunks).where(stale).values(copied))
    return doc_id


async def write_edition(rows: EditionRows, connection: AsyncConnection, *, force: bool) -> bool:
    """Write `rows` as that version of its edition; False when exactly that is held already."""
    _check(rows)
    doc_id = await write_document(rows.spec, connection)
    held = await _in_its_place(rows, doc_id, connection)
    if not force and any(_is_same(one, rows) for one in held):
        return False
    for one in held:
        if one.edition_id != rows.edition_id:
            await _retire(one.edition_id, connection)
    await _clear(rows.edition_id, connection)
    await _write_edition_row(rows, doc_id, connection)
    await _write_provisions(rows, doc_id, connection)
    await _execute_many(connection, insert(structure), _structure_values(rows))
    await _execute_many(connection, insert(removals), _removal_values(rows))
    await _write_chunks(rows, doc_id, connection)
    await _write_references(rows, connection)
    await _name_successors(rows, doc_id, connection)
    await _finish_document(doc_id, connection)
    return True


def _check(rows: EditionRows) -> None:
    if rows.law_until is not None and rows.chunks:
        raise StoreError(f"version {rows.version} is no longer the law, so nothing of it is searched")
    for embedded in rows.chunks:
        if embedded.chunk.edition_id != rows.edition_id:
            raise StoreError(f"chunk {embedded.chunk.chunk_id} is of another edition than the rows")


async def _in_its_place(rows: EditionRows, doc_id: UUID, connection: AsyncConnection) -> Sequence[Any]:
    """What is held as that version, and, for one that is the law now, what else is held as current."""
    same_place = editions.c.version == rows.version
    if rows.law_until is None:
        same_place |= editions.c.law_until.is_(None)
    found = await connection.execute(
        select(
            editions.c.edition_id, editions.c.sha256, editions.c.embedding_profile, editions.c.version,
            editions.c.law_until,
        ).where(
            editions.c.doc_id == doc_id,
            editions.c.edition == rows.edition.value,
            editions.c.language == rows.language,
            editions.c.held_until.is_(None),
            same_place,
        )
    )  # fmt: skip
    return found.all()


def _is_same(held: Any, rows: EditionRows) -> bool:
    """The same text, made the same way, as the same version."""
    return (held.sha256, held.embedding_profile, held.version, held.law_until) == (
        rows.sha256, rows.embedding_profile, rows.version, rows.law_until,
    )  # fmt: skip


async def _retire(edition: UUID, connection: AsyncConnection) -> None:
    """End an edition; its text, tree and chunks stay readable."""
    await connection.execute(
        update(editions).where(editions.c.edition_id == edition).values(held_until=func.now())
    )
    await connection.execute(
        update(legal_chunks)
        .where(legal_chunks.c.edition_id == edition, legal_chunks.c.status == ChunkStatus.ACTIVE.value)
        .values(status=ChunkStatus.SUPERSEDED.value)
    )


async def _clear(edition: UUID, connection: AsyncConnection) -> None:
    """What an earlier writing of the same version left: it is written anew under the same ids."""
    for table in (legal_chunks, provision_references, structure, removals):
        await connection.execute(delete(table).where(table.c.edition_id == edition))


async def _write_edition_row(rows: EditionRows, doc_id: UUID, connection: AsyncConnection) -> None:
    told = {
        "basis": rows.basis, "embedding_profile": rows.embedding_profile, "text_as_of": rows.text_as_of,
        "source_url": rows.source_url, "note": rows.note, "body": rows.body, "version": rows.version,
        "label": rows.label, "law_from": rows.law_from, "law_until": rows.law_until,
        "page_starts": list(rows.page_starts),
    }  # fmt: skip
    statement = insert(editions).values(
        edition_id=rows.edition_id, doc_id=doc_id, edition=rows.edition.value,
        language=rows.language, sha256=rows.sha256, **told,
    )  # fmt: skip
    # A version that was left and has come back is held from now; one written again goes on.
    held_from = case((editions.c.held_until.is_(None), editions.c.held_from), else_=func.now())
    anew = {**told, "held_from": held_from, "held_until": None}
    await connection.execute(statement.on_conflict_do_update(index_elements=["edition_id"], set_=anew))


async def _write_provisions(rows: EditionRows, doc_id: UUID, connection: AsyncConnection) -> None:
    """The identities this text mentions; the current official text's kinds and headings win."""
    values = {
        str(node.path): {
            "provision_id": provision_id(rows.spec.key, node.path), "doc_id": doc_id, "path": str(node.path),
            "number": node.path.number, "kind": node.kind.value, "heading": node.heading,
        }
        for node in rows.nodes
        if node.path is not None
    }  # fmt: skip
    statement = insert(provisions)
    if rows.edition is EditionKind.OFFICIAL and rows.law_until is None:
        new = statement.excluded
        statement = statement.on_conflict_do_update(
            index_elements=["provision_id"], set_={"kind": new.kind, "heading": new.heading}
        )
    else:
        statement = statement.on_conflict_do_nothing(index_elements=["provision_id"])
    await _execute_many(connection, statement, values.values())


def _structure_values(rows: EditionRows) -> list[dict[str, Any]]:
    edition = rows.edition_id
    return [
        {
            "node_id": node_id(edition, index),
            "edition_id": edition,
            "parent_id": None if node.parent is None else node_id(edition, node.parent),
            "provision_id": None if node.path is None else provision_id(rows.spec.key, node.path),
            "kind": node.kind.value,
            "level": node.level,
            "order_index": index,
            "title": node.heading,
            "path": "" if node.path is None else str(node.path),
            "is_unit": node.unit,
            "start_char": node.start,
            "end_char": node.end,
            "body_char": node.body,
            "page": node.page,
        }
        for index, node in enumerate(rows.nodes)
    ]


def _removal_values(rows: EditionRows) -> list[dict[str, Any]]:
    return [
        {"edition_id": rows.edition_id, "page": one.page, "at_char": one.at, "text": one.text,
         "reason": one.reason}
        for one in rows.removals
    ]  # fmt: skip


async def _write_chunks(rows: EditionRows, doc_id: UUID, connection: AsyncConnection) -> None:
    values = [_chunk_values(embedded, doc_id) for embedded in rows.chunks]
    await _execute_many(connection, insert(legal_chunks), values)


def _chunk_values(embedded: EmbeddedChunk, doc_id: UUID) -> dict[str, Any]:
    chunk = embedded.chunk
    values = chunk.model_dump(
        exclude={"embedding", "doc_id", "doc_type", "edition", "status", "superseded_by"}
    )
    values |= {
        "doc_id": doc_id,
        "doc_type": chunk.doc_type.value,
        "edition": chunk.edition.value,
        "status": ChunkStatus.ACTIVE.value,
        "section_hierarchy": list(chunk.section_hierarchy),
        "embedding": None,
        "embedding_768": None,
    }
    if embedded.embedding is not None:
        width = len(embedded.embedding)
        if width not in _COLUMN_OF_WIDTH:
            raise StoreError(f"no column for vectors of {width} numbers")
        values[_COLUMN_OF_WIDTH[width]] = embedded.embedding
    return values


async def _write_references(rows: EditionRows, connection: AsyncConnection) -> None:
    """Targets that are not held yet stay open, and are closed when their document comes."""
    values = [
        {
            "edition_id": rows.edition_id,
            "source_id": provision_id(rows.spec.key, reference.source_path),
            "source_path": reference.source_path,
            "target_document": reference.target_document,
            "target_path": reference.target_path,
            "start_char": reference.start,
            "end_char": reference.end,
        }
        for reference in rows.references
    ]
    await _execute_many(connection, insert(provision_references), values)
    mine = provision_references.c.edition_id == rows.edition_id
    to_me = provision_references.c.target_document == rows.spec.key
    await connection.execute(
        update(provision_references)
        .values(target_id=provisions.c.provision_id)
        .where(
            provision_references.c.target_id.is_(None),
            mine | to_me,
            provisions.c.path == provision_references.c.target_path,
            provisions.c.doc_id == documents.c.doc_id,
            documents.c.key == provision_references.c.target_document,
        )
    )


async def _name_successors(rows: EditionRows, doc_id: UUID, connection: AsyncConnection) -> None:
    """Point superseded chunks that have no successor at the new chunk of their unit."""
    orphans = await connection.execute(
        select(
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
    old = [ChunkPlace(*row) for row in orphans]
    new = [
        ChunkPlace(chunk.chunk_id, chunk.unit_id, chunk.start_char, chunk.end_char)
        for chunk in (embedded.chunk for embedded in rows.chunks)
    ]
    named = [{"old": place, "new": following} for place, following in successors(old, new).items()]
    statement = (
        update(legal_chunks)
        .where(legal_chunks.c.chunk_id == bindparam("old"))
        .values(superseded_by=bindparam("new"))
    )
    await _execute_many(connection, statement, named)


def successors(old: Sequence[ChunkPlace], new: Sequence[ChunkPlace]) -> Mapping[UUID, UUID]:
    """For each old chunk the new one of the same unit that overlaps it most, else the unit's first.

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


async def _finish_document(doc_id: UUID, connection: AsyncConnection) -> None:
    active = (
        select(func.count())
        .select_from(legal_chunks)
        .where(legal_chunks.c.doc_id == doc_id, legal_chunks.c.status == ChunkStatus.ACTIVE.value)
        .scalar_subquery()
    )
    await connection.execute(
        update(documents)
        .where(documents.c.doc_id == doc_id)
        .values(total_chunks=active, ingested_at=func.now(), is_active=True)
    )


async def _execute_many(
    connection: AsyncConnection, statement: Any, values: Iterable[Mapping[str, Any]]
) -> None:
    batch = list(values)
    if batch:
        await connection.execute(statement, batch)
