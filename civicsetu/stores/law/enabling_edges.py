"""Which provisions of an Act the rules held carry out: written a current edition at a time, read by document.

A target that is not held yet stays open and is closed when the rules are derived again, which
the ingestion does whenever their Act comes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update

from civicsetu.law.paths import provision_id
from civicsetu.stores.law.law_reader import CURRENT, OFFICIAL_FIRST, LawReader
from civicsetu.stores.schema import derivations, documents, editions, provisions, structure

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True)
class DerivationRow:
    """The rule at `source_path` (empty: the whole document) carries out a provision of another law.

    The span is of the words that say so, in the edition's text; None where only the registry does.
    """

    source_path: str
    target_document: str
    target_path: str
    ground: str
    confidence: float
    start_char: int | None
    end_char: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DerivationAt:
    """A derivation of a current edition; `target_id` is None while its target is not held."""

    edition_id: UUID
    source_id: UUID | None
    target_id: UUID | None
    row: DerivationRow


class DerivationStore(LawReader):
    """Store of derivations; methods raise as `Database.connect` does."""

    async def replace_derivations(self, document: str, edition: UUID, rows: Sequence[DerivationRow]) -> bool:
        """Replace the rows of that edition by exactly `rows`, in one transaction; False when it was so already."""
        async with self._database.transaction() as connection:
            lock = func.pg_advisory_xact_lock(func.hashtext(f"document {document}"))
            await connection.execute(select(lock))
            changed = set(await _held(edition, connection)) != set(rows)
            if changed:
                await connection.execute(delete(derivations).where(derivations.c.edition_id == edition))
                values = [
                    asdict(row)
                    | {
                        "edition_id": edition,
                        "source_id": provision_id(document, row.source_path) if row.source_path else None,
                    }
                    for row in rows
                ]
                if values:
                    await connection.execute(insert(derivations), values)
            closed = await connection.execute(
                update(derivations)
                .values(target_id=provisions.c.provision_id)
                .where(
                    derivations.c.edition_id == edition,
                    derivations.c.target_id.is_(None),
                    provisions.c.path == derivations.c.target_path,
                    provisions.c.doc_id == documents.c.doc_id,
                    documents.c.key == derivations.c.target_document,
                )
            )
            return changed or bool(closed.rowcount)

    async def read_derivations(self, document: str) -> list[DerivationAt]:
        """Return the derivations of the current editions of a document, official first, in the order of the text."""
        c = derivations.c
        wanted = (
            select(derivations)
            .join(editions, editions.c.edition_id == c.edition_id)
            .join(documents, documents.c.doc_id == editions.c.doc_id)
            .where(documents.c.key == document, CURRENT)
            .order_by(OFFICIAL_FIRST, c.start_char.nulls_first(), c.target_path)
        )
        return [
            DerivationAt(
                row["edition_id"],
                row["source_id"],
                row["target_id"],
                DerivationRow(**{name: row[name] for name in _COLUMNS}),
            )
            for row in await self._rows(wanted)
        ]

    async def current_provisions(self, keys: Collection[str]) -> set[UUID]:
        """Return the identities of all provisions that the current editions of those documents have."""
        wanted = (
            select(structure.c.provision_id)
            .distinct()
            .join(editions, editions.c.edition_id == structure.c.edition_id)
            .join(documents, documents.c.doc_id == editions.c.doc_id)
            .where(documents.c.key.in_(keys), structure.c.provision_id.is_not(None), CURRENT)
        )
        return {row["provision_id"] for row in await self._rows(wanted)}


_COLUMNS = tuple(DerivationRow.__dataclass_fields__)


async def _held(edition: UUID, connection: AsyncConnection) -> list[DerivationRow]:
    columns = [derivations.c[name] for name in _COLUMNS]
    found = await connection.execute(select(*columns).where(derivations.c.edition_id == edition))
    return [DerivationRow(*row) for row in found]
