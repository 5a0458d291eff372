"""The vector retriever: LangChain's PGVectorStore over the chunks' embeddings.

The question is embedded once, before the retrievers start, and handed in: the same vector
serves this retriever and the choice of sentences. At a few thousand chunks the exact scan is
used (recall 1.0); `stores` builds the HNSW index above a set size.
"""

from __future__ import annotations

from typing import Any

from civicsetu.retrieval.plan import EDITIONS, UnitHit
from civicsetu.retrieval.retrievers.base import UnitRetriever, by_unit
from civicsetu.stores.database import Database


class VectorRetriever(UnitRetriever):
    """Nearest chunks of the plan's documents by cosine."""

    name: str = "vector"
    degraded_text: str = "Search by meaning is unavailable right now."
    store: Any
    database: Any
    vector: Any
    depth: int
    editions: tuple[str, ...] = EDITIONS

    async def search(self, query: str) -> list[UnitHit]:
        if not self.plan.documents:
            return []
        async with self.database.guard():
            found = await self.store.asimilarity_search_with_score_by_vector(
                self.vector,
                k=self.depth,
                filter={
                    "document": {"$in": list(self.plan.documents)},
                    "status": "ACTIVE",
                    "edition": {"$in": list(self.editions)},
                },
            )
        return by_unit(
            [
                (
                    str(document.metadata["unit_id"]),
                    str(document.id),
                    1.0 - float(distance),
                    document.page_content,
                    document.metadata["section_title"],
                )
                for document, distance in found
            ]
        )


async def open_vector_store(database: Database, embeddings: Any, column: str) -> Any:
    """PGVectorStore over `legal_chunks`, reading the embedding column of the profile in use."""
    from langchain_postgres import PGEngine, PGVectorStore

    return await PGVectorStore.create(
        engine=PGEngine.from_engine(database.engine),
        embedding_service=embeddings,
        table_name="legal_chunks",
        id_column="chunk_id",
        content_column="text",
        embedding_column=column,
        metadata_columns=["unit_id", "document", "section_title", "status", "edition"],
        metadata_json_column=None,
    )
