"""The legs by headwords: provisions by everyday phrases, and by situations told as people tell theirs.

Headwords are no law: these legs only name units. Their texts come from the editions, their
scores from the law's own chunks, and nothing found here is shown or cited. A document
without headwords has no part in it. Both are compared whitened, the question as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import SkipValidation
from sqlalchemy import text

from civicsetu.corpus.headwords import Form
from civicsetu.retrieval.legs import LegRetriever, by_unit
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.protocols import Filter, VectorStore
from civicsetu.retrieval.retriever_spec import Asked
from civicsetu.stores.database import Database

_TEXTS = text(
    f"SELECT text FROM headwords JOIN documents USING (doc_id) WHERE visibility = 'public' AND form = '{Form.PHRASES}'"
)
UNAVAILABLE = "Search by everyday words is unavailable right now."


class HeadwordRetriever(LegRetriever):
    """Units of the plan's documents whose headwords are nearest by cosine, whatever their language."""

    name: str = "headwords"
    form: Form = Form.PHRASES
    store: SkipValidation[VectorStore]
    database: SkipValidation[Database]
    vector: list[float]
    depth: int

    async def search(self, query: str) -> list[UnitHit]:
        if not self.plan.documents:
            return []
        async with self.database.guard():
            found = await self.store.asimilarity_search_with_score_by_vector(
                self.vector, k=self.depth, filter=within(self.plan.documents, self.form)
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


class SituationRetriever(HeadwordRetriever):
    """The same by situations; they are English, and compared with the question as it was asked."""

    name: str = "situations"
    form: Form = Form.SITUATION


def build(asked: Asked) -> HeadwordRetriever | None:
    if asked.vectors is None:
        return None
    return HeadwordRetriever(
        **asked.common,
        store=asked.sources.headword_store,
        database=asked.sources.database,
        vector=asked.vectors.for_phrases.tolist(),
        depth=asked.depth,
    )


def build_situations(asked: Asked) -> SituationRetriever | None:
    if asked.vectors is None:
        return None
    return SituationRetriever(
        **asked.common,
        store=asked.sources.headword_store,
        database=asked.sources.database,
        vector=asked.vectors.for_situations.tolist(),
        depth=asked.depth,
    )


def within(documents: Sequence[str], form: Form) -> Filter:
    """The filter of the headword store for one form in some documents."""
    return {"document": {"$in": list(documents)}, "form": form.value}


async def texts_of_headwords(database: Database) -> list[str]:
    """All phrases of documents that are shown, in every language; situations may be misspelt on purpose.

    Raises:
        StoreError: they cannot be read.
    """
    async with database.connect() as connection:
        return list((await connection.execute(_TEXTS)).scalars())


async def open_headword_store(database: Database, embeddings: Any, column: str) -> VectorStore:
    """PGVectorStore over `headwords`, reading the embedding column of the profile in use."""
    from langchain_postgres import PGEngine, PGVectorStore

    return await PGVectorStore.create(
        engine=PGEngine.from_engine(database.engine),
        embedding_service=embeddings,
        table_name="headwords",
        id_column="headword_id",
        content_column="text",
        embedding_column=column,
        metadata_columns=["unit_id", "document", "form"],
        metadata_json_column=None,
    )
