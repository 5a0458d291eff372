"""The law in Postgres: written one edition at a time, read in batches.

Every read takes a list and makes one or two statements, whatever its length. Texts are
returned as they are held; nothing here ranks, searches or shortens.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from datetime import date
from uuid import UUID

from sqlalchemy import func, or_, select

from civicsetu.law.documents import (
    ChunkStatus,
    DocType,
    DocumentSpec,
    DocumentStatus,
    EditionKind,
    Visibility,
)
from civicsetu.law.paths import document_id
from civicsetu.stores.database import WAIT_S
from civicsetu.stores.law.document_writer import write_document
from civicsetu.stores.law.edition_writer import write_edition
from civicsetu.stores.law.enabling_edges import DerivationStore
from civicsetu.stores.law.law_chunks import ChunkReader
from civicsetu.stores.law.law_reader import HELD, OFFICIAL_FIRST, Row, has_chunks
from civicsetu.stores.law.law_rows import EditionRows
from civicsetu.stores.law.law_texts import TextReader
from civicsetu.stores.law.law_views import HeldDocument, HeldEdition
from civicsetu.stores.law.question_index_store import QuestionIndexStore
from civicsetu.stores.schema import documents, editions, legal_chunks, metadata, question_index

_COUNTED = (
    "documents",
    "editions",
    "provisions",
    "legal_chunks",
    "provision_references",
    "derivations",
    "question_index",
    "turns",
    "feedbacks",
)


class LawStore(ChunkReader, TextReader, DerivationStore, QuestionIndexStore):
    """Documents, editions, provisions and chunks. All methods raise as `Database.connect` does."""

    async def refresh_document(self, spec: DocumentSpec) -> None:
        """Bring what is said of a document up to date; one that has no row yet is left alone.

        A text that is held already is not written again, but who may be shown it can change.
        """
        async with self._database.transaction() as connection:
            known = select(documents.c.doc_id).where(documents.c.doc_id == document_id(spec.key))
            if await connection.scalar(known):
                await write_document(spec, connection)

    async def replace_edition(self, rows: EditionRows, *, force: bool = False) -> bool:
        """Replace that version of its edition by `rows`, in one transaction.

        False, and nothing written, when the same text with the same embedding profile is
        held as that version already; `force` writes it all the same (after a change of reading).
        """
        async with self._database.transaction() as connection:
            return await write_edition(rows, connection, force=force)

    async def is_held(
        self,
        document: str,
        edition: EditionKind,
        language: str,
        sha256: str,
        profile: str,
        *,
        version: str = "",
        law_until: date | None = None,
    ) -> bool:
        """Return True when exactly that text, made with that profile, is held now as that version.

        A text that is the law now and has lost its chunks is not: nothing of it would be found.
        """
        wanted = (
            select(editions.c.edition_id)
            .join(documents, documents.c.doc_id == editions.c.doc_id)
            .where(
                documents.c.key == document,
                editions.c.edition == edition.value,
                editions.c.language == language,
                editions.c.sha256 == sha256,
                editions.c.embedding_profile == profile,
                editions.c.version == version,
                editions.c.law_until.is_not_distinct_from(law_until),
                HELD,
                or_(editions.c.law_until.is_not(None), has_chunks()),
            )
        )
        return bool(await self._rows(wanted))

    async def list_documents(self) -> list[HeldDocument]:
        """Return all documents by jurisdiction and key, each with its current and earlier editions.

        Those that are not public are among them: what citizens are shown leaves them out.
        """
        held = await self._rows(select(documents).order_by(documents.c.jurisdiction, documents.c.key))
        chunks = (
            select(legal_chunks.c.edition_id, func.count().label("chunks"))
            .where(legal_chunks.c.status == ChunkStatus.ACTIVE.value)
            .group_by(legal_chunks.c.edition_id)
            .subquery()
        )
        left_out = ("body", "note", "source_url", "page_starts")
        columns = [column for column in editions.c if column.name not in left_out]
        rows = await self._rows(
            select(*columns, func.coalesce(chunks.c.chunks, 0).label("chunks"))
            .outerjoin(chunks, chunks.c.edition_id == editions.c.edition_id)
            .where(HELD)
            .order_by(OFFICIAL_FIRST, editions.c.language, editions.c.law_from)
        )
        of_document: defaultdict[UUID, list[HeldEdition]] = defaultdict(list)
        for row in rows:
            of_document[row["doc_id"]].append(_held_edition(row))
        return [_held_document(row, of_document[row["doc_id"]]) for row in held]

    async def counts(self) -> dict[str, int]:
        """Count the rows of the tables an operator asks about; `active_chunks` is what is searched."""
        counted = [
            select(func.count()).select_from(metadata.tables[name]).scalar_subquery().label(name)
            for name in _COUNTED
        ]
        active = (
            select(func.count())
            .select_from(legal_chunks)
            .where(legal_chunks.c.status == ChunkStatus.ACTIVE.value)
            .scalar_subquery()
            .label("active_chunks")
        )
        rows = await self._rows(select(*counted, active))
        return {name: int(value) for name, value in rows[0].items()}

    async def corpus_version(self) -> str:
        """Return sixteen hex digits naming what is held now and who is shown it; part of every cache key.

        A document's keyphrases count by what they were made of, which one row tells of all.
        """
        made_with = (
            select(question_index.c.made_with).where(question_index.c.doc_id == documents.c.doc_id).limit(1)
        ).scalar_subquery()
        wanted = (
            select(
                editions.c.edition_id,
                editions.c.embedding_profile,
                documents.c.total_chunks,
                documents.c.visibility,
                made_with.label("question_index"),
            )
            .join(documents, documents.c.doc_id == editions.c.doc_id)
            .where(HELD)
        )
        rows = await self._rows(wanted, WAIT_S)
        held = sorted(" ".join(str(value) for value in row.values()) for row in rows)
        return hashlib.sha256("\n".join(held).encode()).hexdigest()[:16]


def _held_edition(row: Row) -> HeldEdition:
    return HeldEdition(
        edition_id=row["edition_id"], kind=EditionKind(row["edition"]), language=row["language"],
        sha256=row["sha256"], basis=row["basis"], embedding_profile=row["embedding_profile"],
        text_as_of=row["text_as_of"], held_from=row["held_from"], chunks=row["chunks"],
        version=row["version"], label=row["label"], law_from=row["law_from"], law_until=row["law_until"],
    )  # fmt: skip


def _held_document(row: Row, held: list[HeldEdition]) -> HeldDocument:
    return HeldDocument(
        doc_id=row["doc_id"], key=row["key"], title=row["doc_name"], short_title=row["short_title"],
        jurisdiction=row["jurisdiction"], doc_type=DocType(row["doc_type"]), source_url=row["source_url"],
        effective_date=row["effective_date"], gazette_number=row["gazette_number"],
        total_chunks=row["total_chunks"], is_active=row["is_active"], ingested_at=row["ingested_at"],
        editions=tuple(edition for edition in held if edition.law_until is None),
        earlier=tuple(edition for edition in held if edition.law_until is not None),
        visibility=Visibility(row["visibility"]), status=DocumentStatus(row["status"]),
        tags=tuple(row["tags"]), updated_at=row["updated_at"],
    )  # fmt: skip
