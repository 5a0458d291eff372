"""The vector retriever: LangChain's PGVectorStore over the chunks' embeddings.

The question is embedded once, before the retrievers start, and handed in: the same vector
serves this retriever and the choice of sentences. At a few thousand chunks the exact scan is
used (recall 1.0); `stores` builds the HNSW index above a set size.
"""

from __future__ import annotations

from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.retrieval.plan import EDITIONS
from civicsetu.retrieval.protocols import Filter, VectorStore
from civicsetu.retrieval.retrievers.nearest import NearestRetriever
from civicsetu.retrieval.retrievers.spec import RetrieverInputs
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.stores.database import Database


class VectorRetriever(NearestRetriever):
    """Retriever of the nearest chunks of the plan's documents by cosine."""

    name: str = "vector"
    editions: tuple[str, ...] = EDITIONS

    def row_filter(self) -> Filter:
        return {
            "document": {"$in": list(self.plan.documents)},
            "status": "ACTIVE",
            "edition": {"$in": list(self.editions)},
        }


def build(asked: RetrieverInputs) -> VectorRetriever | None:
    if asked.vectors is None:
        return None
    editions = tuple(editions_searched(asked.sources.thresholds))
    return VectorRetriever.build_over(asked.sources.store, asked.vectors.expanded, asked, editions=editions)


def editions_searched(thresholds: RetrievalThresholds) -> list[str]:
    """Return the kinds of editions that are searched."""
    return list(EDITIONS) if thresholds.editions == "both" else [thresholds.editions]


async def open_vector_store(database: Database, embeddings: LangChainEmbeddings, column: str) -> VectorStore:
    """Open a PGVectorStore over `legal_chunks`, on the embedding column of the profile in use."""
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
