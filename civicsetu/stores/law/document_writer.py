"""The row of a document: what the registry says of it, and how much of it is held."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy import and_, case, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from civicsetu.law.documents import ChunkStatus, DocumentSpec, DocumentStatus
from civicsetu.law.paths import document_id
from civicsetu.stores.schema import documents, editions, legal_chunks

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

_COPIED = ("doc_name", "doc_type", "jurisdiction")


async def write_document(spec: DocumentSpec, connection: AsyncConnection) -> UUID:
    """Insert the document or bring it up to date; others who write it wait until the transaction ends.

    The row alone could not hold them up while it is new: its second unique column is not the
    one whose conflict is resolved. A row that says all this already is not touched.
    """
    doc_id = document_id(spec.key)
    await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(f"document {spec.key}"))))
    told = _told(spec)
    statement = insert(documents).values(doc_id=doc_id, **told)
    differs = or_(*(documents.c[name].is_distinct_from(statement.excluded[name]) for name in told))
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["doc_id"], set_={**told, "updated_at": func.now()}, where=differs
        )
    )
    await _copy_to_chunks(doc_id, told, connection)
    return doc_id


async def finish_document(doc_id: UUID, connection: AsyncConnection) -> None:
    """Count what is searched of a document after a text was written, and say how it is held."""
    active = (
        select(func.count())
        .select_from(legal_chunks)
        .where(legal_chunks.c.doc_id == doc_id, legal_chunks.c.status == ChunkStatus.ACTIVE.value)
        .scalar_subquery()
    )
    held = (
        select(editions.c.edition_id)
        .where(editions.c.doc_id == doc_id, editions.c.held_until.is_(None))
        .correlate(None)
    )
    current = held.where(editions.c.law_until.is_(None)).exists()
    status = case(
        (current, DocumentStatus.HELD.value),
        (held.exists(), DocumentStatus.LAPSED.value),
        else_=DocumentStatus.EXPECTED.value,
    )
    await connection.execute(
        update(documents)
        .where(documents.c.doc_id == doc_id)
        .values(
            total_chunks=active,
            status=status,
            is_active=current,
            ingested_at=func.now(),
            updated_at=func.now(),
        )
    )


def _told(spec: DocumentSpec) -> dict[str, object]:
    """The registry's words, column by column; what has no column of its own is in `metadata`."""
    return {
        "key": spec.key,
        "doc_name": spec.title,
        "short_title": spec.short_title,
        "jurisdiction": spec.jurisdiction,
        "doc_type": spec.doc_type.value,
        "source_url": spec.url,
        "effective_date": spec.effective_date,
        "gazette_number": spec.gazette_number,
        "visibility": spec.visibility.value,
        "owner": spec.owner,
        "tags": list(spec.tags),
        "metadata": spec.model_dump(mode="json", include={"expected", "made_under", "commencement"}),
    }


async def _copy_to_chunks(doc_id: UUID, told: dict[str, object], connection: AsyncConnection) -> None:
    """Chunks repeat a few of the document's columns, so that search joins nothing."""
    copied = {name: told[name] for name in _COPIED}
    differs = or_(*(legal_chunks.c[name] != value for name, value in copied.items()))
    stale = and_(legal_chunks.c.doc_id == doc_id, differs)
    await connection.execute(update(legal_chunks).where(stale).values(copied))
