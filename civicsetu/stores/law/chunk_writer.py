"""Write the chunks of an edition: what is searched, each with the section it is a part of.

The parent of a chunk is not a longer chunk: it is the node of the whole section or rule in
`structure`, whose text is there already. A parent of its own among the chunks would hold
every word of the law twice, and every search would have to leave it out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from sqlalchemy.dialects.postgresql import insert

from civicsetu.errors import StoreError
from civicsetu.law.documents import ChunkStatus, ChunkType
from civicsetu.law.provisions import NodeKind
from civicsetu.stores.batches import execute_many
from civicsetu.stores.law.law_rows import EditionRows, EmbeddedChunk, node_id
from civicsetu.stores.schema import legal_chunks
from civicsetu.stores.vector_columns import vector_values

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True)
class _Parent:
    """A whole section: its node, and the heading of the chapter it stands in ('' without one)."""

    node: UUID
    chapter: str


async def write_chunks(rows: EditionRows, doc_id: UUID, connection: AsyncConnection) -> None:
    """Insert all chunks of `rows`; the nodes of its tree are there already.

    Raises:
        StoreError: a vector has a width that no column has, or a chunk is of no section.
    """
    parents = _parents(rows)
    windows = Counter(embedded.chunk.unit_id for embedded in rows.chunks)
    values = [
        _chunk_values(embedded, doc_id, parents, windows[embedded.chunk.unit_id]) for embedded in rows.chunks
    ]
    await execute_many(connection, insert(legal_chunks), values)


def _parents(rows: EditionRows) -> dict[str, _Parent]:
    """By path of every provision the section, rule or form it lies in, which no provision holds."""
    found: dict[str, _Parent] = {}
    top: dict[int, _Parent] = {}
    chapter = ""
    for index, node in enumerate(rows.nodes):
        if node.kind is NodeKind.CHAPTER:
            chapter = " ".join(node.heading.split())
        if node.path is None:
            continue
        parent = top.get(node.parent) if node.parent is not None else None
        top[index] = parent or _Parent(node_id(rows.edition_id, index), chapter)
        found[str(node.path)] = top[index]
    return found


def _chunk_values(
    embedded: EmbeddedChunk, doc_id: UUID, parents: dict[str, _Parent], windows: int
) -> dict[str, object]:
    chunk = embedded.chunk
    parent = parents.get(chunk.section_id)
    if parent is None:
        raise StoreError(f"chunk {chunk.chunk_id} is of {chunk.section_id}, which the tree does not have")
    law, *below = chunk.section_hierarchy
    values = chunk.model_dump(
        exclude={"embedding", "doc_id", "doc_type", "edition", "status", "superseded_by"}
    )
    values |= {
        "doc_id": doc_id,
        "doc_type": chunk.doc_type.value,
        "edition": chunk.edition.value,
        "status": ChunkStatus.ACTIVE.value,
        "section_hierarchy": list(chunk.section_hierarchy),
        "parent_chunk_id": parent.node,
        "section_path": " > ".join(filter(None, (law, parent.chapter, *below))),
        "chunk_type": (ChunkType.UNIT if windows == 1 else ChunkType.WINDOW).value,
    }
    return values | vector_values(embedded.embedding)
