"""Write one version of an edition: all of it in the caller's transaction, or nothing.

What was held before stays: its edition gets an end, its chunks a successor. Row counts are
in the thousands, so every table is written by one batched statement.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from civicsetu.errors import StoreError
from civicsetu.law.documents import ChunkStatus, EditionKind
from civicsetu.law.paths import provision_id
from civicsetu.stores.batches import execute_many
from civicsetu.stores.law.chunk_writer import write_chunks
from civicsetu.stores.law.document_writer import finish_document, write_document
from civicsetu.stores.law.law_reader import has_chunks
from civicsetu.stores.law.law_rows import EditionRows, node_id
from civicsetu.stores.law.successors import name_successors
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


async def write_edition(rows: EditionRows, connection: AsyncConnection, *, force: bool) -> bool:
    """Write `rows` as that version of its edition; False when exactly that is held already."""
    _check(rows)
    doc_id = await write_document(rows.spec, connection)
    await _refuse_a_file_held_otherwise(rows, connection)
    held = await _in_its_place(rows, doc_id, connection)
    if not force and any(_is_same(one, rows) for one in held):
        return False
    for one in held:
        if one.edition_id != rows.edition_id:
            await _retire(one.edition_id, connection)
    await _clear(rows.edition_id, connection)
    await _write_edition_row(rows, doc_id, connection)
    await _write_provisions(rows, doc_id, connection)
    await execute_many(connection, insert(structure), _structure_values(rows))
    await execute_many(connection, insert(removals), _removal_values(rows))
    await write_chunks(rows, doc_id, connection)
    await _write_references(rows, connection)
    await name_successors(rows, doc_id, connection)
    await finish_document(doc_id, connection)
    return True


def _check(rows: EditionRows) -> None:
    if rows.law_until is not None and rows.chunks:
        raise StoreError(f"version {rows.version} is no longer the law, so nothing of it is searched")
    for embedded in rows.chunks:
        if embedded.chunk.edition_id != rows.edition_id:
            raise StoreError(f"chunk {embedded.chunk.chunk_id} is of another edition than the rows")


async def _refuse_a_file_held_otherwise(rows: EditionRows, connection: AsyncConnection) -> None:
    """One file from one address is one edition of one document; the index `editions_source` insists."""
    if not rows.source_url:
        return
    found = await connection.execute(
        select(documents.c.key, editions.c.edition)
        .join(documents, documents.c.doc_id == editions.c.doc_id)
        .where(
            editions.c.source_url == rows.source_url,
            editions.c.sha256 == rows.sha256,
            editions.c.edition_id != rows.edition_id,
        )
    )
    for key, edition in found:
        message = (
            f"The {rows.edition.value} text of {rows.spec.key} is the very file that is held from the same "
            f"address as the {edition} text of {key}; it was not ingested a second time."
        )
        raise StoreError(user_message=message)


class _Held(NamedTuple):
    """An edition that is held in a version's place."""

    edition_id: UUID
    sha256: str
    embedding_profile: str
    version: str
    law_until: date | None
    has_chunks: bool


async def _in_its_place(rows: EditionRows, doc_id: UUID, connection: AsyncConnection) -> Sequence[_Held]:
    """What is held as that version, and, for one that is the law now, what else is held as current."""
    same_place = editions.c.version == rows.version
    if rows.law_until is None:
        same_place |= editions.c.law_until.is_(None)
    found = await connection.execute(
        select(
            editions.c.edition_id, editions.c.sha256, editions.c.embedding_profile, editions.c.version,
            editions.c.law_until, has_chunks().label("has_chunks"),
        ).where(
            editions.c.doc_id == doc_id,
            editions.c.edition == rows.edition.value,
            editions.c.language == rows.language,
            editions.c.held_until.is_(None),
            same_place,
        )
    )  # fmt: skip
    return [_Held(*row) for row in found]


def _is_same(held: _Held, rows: EditionRows) -> bool:
    """The same text, made the same way, as the same version, and not without its chunks."""
    return bool(held.has_chunks or not rows.chunks) and (held.sha256, held.embedding_profile, held.version, held.law_until) == (
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
    await execute_many(connection, statement, values.values())


def _structure_values(rows: EditionRows) -> list[dict[str, object]]:
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


def _removal_values(rows: EditionRows) -> list[dict[str, object]]:
    return [
        {"edition_id": rows.edition_id, "page": one.page, "at_char": one.at, "text": one.text,
         "reason": one.reason}
        for one in rows.removals
    ]  # fmt: skip


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
    await execute_many(connection, insert(provision_references), values)
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
