"""The headwords leg: provisions by the everyday words under which a reader would look them up.

Headwords are no law: this leg only names units. Their texts come from the editions, their
scores from the law's own chunks, and no phrase found here is shown or cited. A document
without headwords has no part in it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from civicsetu.retrieval.legs import LegRetriever, by_unit
from civicsetu.retrieval.plan import UnitHit
from civicsetu.stores.database import Database

_TEXTS = text("SELECT text FROM headwords JOIN documents USING (doc_id) WHERE visibility = 'public'")
UNAVAILABLE = "Search by everyday words is unavailable right now."


class HeadwordRetriever(LegRetriever):
    """Units of the plan's documents whose headwords are nearest by cosine, whatever their language."""

    name: str = "headwords"
    degraded_text: str = UNAVAILABLE
    store: Any
    database: Any
    vector: Any
    depth: int

    async def search(self, query: str) -> list[UnitHit]:
        if not self.plan.documents:
            return []
        async with self.database.guard():
            found = await self.store.asimilarity_search_with_score_by_vector(
                self.vector, k=self.depth, filter={"document": {"$in": list(self.plan.documents)}}
            )
        rows = [
            (
                str(document.metadata["unit_id"]),
                str(document.id),
                1.0 - float(distance),
                document.page_content,
                "",
            )
            for document, distance in found
            if distance is not None  # made with another model, and not made anew yet
        ]
        return [UnitHit(hit.unit_id, [], hit.scores, headwords=hit.text) for hit in by_unit(rows)]


async def texts_of_headwords(database: Database) -> list[str]:
    """All phrases of documents that are shown, in every language.

    Raises:
        StoreError: they cannot be read.
    """
    async with database.connect() as connection:
        return list((await connection.execute(_TEXTS)).scalars())


async def open_headword_store(database: Database, embeddings: Any, column: str) -> Any:
    """PGVectorStore over `headwords`, reading the embedding column of the profile in use."""
    from langchain_postgres import PGEngine, PGVectorStore

    return await PGVectorStore.create(
        engine=PGEngine.from_engine(database.engine),
        embedding_service=embeddings,
        table_name="headwords",
        id_column="headword_id",
        content_column="text",
        embedding_column=column,
        metadata_columns=["unit_id", "document"],
        metadata_json_column=None,
    )
