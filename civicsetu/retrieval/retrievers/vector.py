"""The vector retriever: LangChain's PGVectorStore over the chunks' embeddings.

The question is embedded once, before the retrievers start, and handed in: the same vector
serves this retriever and the choice of sentences. At a few thousand chunks the exact scan is
used (recall 1.0); `stores` builds the HNSW index above a set size.
"""

from __future__ import annotations

from pydantic import SkipValidation

from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.retrieval.plan import EDITIONS, UnitHit
from civicsetu.retrieval.protocols import VectorStore
from civicsetu.retrieval.retrievers.base import UnitRetriever, by_unit
from civicsetu.retrieval.retrievers.spec import Asked
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.stores.database import Database


class VectorRetriever(UnitRetriever):
    """Nearest chunks of the plan's documents by cosine."""

    name: str = "vector"
    store: SkipValidation[VectorStore]
    database: SkipValidation[Database]
    vector: list[float]
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
                if distance is not None
            ]
        )


def build(asked: Asked) -> VectorRetriever | None:
    if asked.vectors is None:
        return None
    return VectorRetriever(
        **asked.common,
        store=asked.sources.store,
        database=asked.sources.database,
        vector=asked.vectors.spoken.tolist(),
        depth=asked.depth,
        editions=tuple(editions_searched(asked.sources.thresholds)),
    )


def editions_searched(thresholds: RetrievalThresholds) -> list[str]:
    """The kinds of editions whose words are searched."""
    return list(EDITIONS) if thresholds.editions == "both" else [thresholds.editions]


async def open_vector_store(database: Database, embeddings: LangChainEmbeddings, column: str) -> VectorStore:
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
