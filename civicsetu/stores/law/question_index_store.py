"""Store the keyphrases and expected questions of a document, all together in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select

from civicsetu.law.documents import ChunkStatus
from civicsetu.law.paths import document_id, entry_id, provision_id
from civicsetu.stores.batches import execute_many
from civicsetu.stores.law.law_reader import LawReader
from civicsetu.stores.schema import legal_chunks, question_index
from civicsetu.stores.vector_columns import vector_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class QuestionIndexRow:
    """Phrases or an expected question of one unit in one language; `index` tells the rows of all three apart."""

    unit: str
    form: str
    language: str
    index: int
    text: str
    embedding: NDArray[np.float32]


class QuestionIndexStore(LawReader):
    """Store of question index rows; methods raise as `Database.connect` does."""

    async def searched_units(self, document: str) -> dict[str, str]:
        """Return the heading of the section by the path of each unit that is searched, in whichever edition."""
        c = legal_chunks.c
        wanted = (
            select(c.section_id, func.min(c.section_title).label("title"))
            .where(c.document == document, c.status == ChunkStatus.ACTIVE.value)
            .group_by(c.section_id)
        )
        return {row["section_id"]: row["title"] for row in await self._rows(wanted)}

    async def question_index_made(self, document: str) -> str:
        """Return the source and model of a document's keyphrases; empty where it has none."""
        c = question_index.c
        wanted = select(c.made_with).where(c.doc_id == document_id(document)).limit(1)
        return next((row["made_with"] for row in await self._rows(wanted)), "")

    async def replace_question_index(
        self, document: str, rows: Sequence[QuestionIndexRow], made_with: str
    ) -> None:
        """Replace the rows of a document that is held by exactly `rows`, in one transaction.

        Raises:
            StoreError: a vector has a width that no column has, or a unit is not held.
        """
        values = [_values(document, row, made_with) for row in rows]
        async with self._database.transaction() as connection:
            lock = func.pg_advisory_xact_lock(func.hashtext(f"document {document}"))
            await connection.execute(select(lock))
            await connection.execute(
                delete(question_index).where(question_index.c.doc_id == document_id(document))
            )
            await execute_many(connection, insert(question_index), values)


def _values(document: str, row: QuestionIndexRow, made_with: str) -> dict[str, object]:
    return {
        "entry_id": entry_id(document, row.unit, row.form, row.language, row.index),
        "doc_id": document_id(document),
        "unit_id": provision_id(document, row.unit),
        "document": document,
        "form": row.form,
        "language": row.language,
        "text": row.text,
        "made_with": made_with,
        **vector_values(row.embedding),
    }
