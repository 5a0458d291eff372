"""The retrievers by keyphrases: provisions by everyday phrases, and by expected questions told as people tell theirs.

Keyphrases are no law: these retrievers only name units. Their texts come from the editions, their
scores from the law's own chunks, and nothing found here is shown or cited. A document
without keyphrases has no part in it. Both are compared whitened, the question as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import SkipValidation
from sqlalchemy import text

from civicsetu.corpus.question_index.indexed_texts import Form
from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.protocols import Filter, VectorStore
from civicsetu.retrieval.retrievers.base import UnitRetriever, by_unit
from civicsetu.retrieval.retrievers.spec import Asked
from civicsetu.stores.database import Database

_TEXTS = text(
    f"SELECT text FROM question_index JOIN documents USING (doc_id) WHERE visibility = 'public' AND form = '{Form.KEYPHRASE}'"
)
UNAVAILABLE = "Search by everyday words is unavailable right now."


class KeyphraseRetriever(UnitRetriever):
    """Units of the plan's documents whose keyphrases are nearest by cosine, whatever their language."""

    name: str = "keyphrases"
    form: Form = Form.KEYPHRASE
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
        return [UnitHit(hit.unit_id, [], hit.scores, keyphrases=hit.text) for hit in by_unit(rows)]


class ExpectedQuestionRetriever(KeyphraseRetriever):
    """The same by expected questions; they are English, and compared with the question as it was asked."""

    name: str = "expected_questions"
    form: Form = Form.EXPECTED_QUESTION


def build(asked: Asked) -> KeyphraseRetriever | None:
    if asked.vectors is None:
        return None
    return KeyphraseRetriever(
        **asked.common,
        store=asked.sources.question_index_store,
        database=asked.sources.database,
        vector=asked.vectors.for_keyphrases.tolist(),
        depth=asked.depth,
    )


def build_expected_questions(asked: Asked) -> ExpectedQuestionRetriever | None:
    if asked.vectors is None:
        return None
    return ExpectedQuestionRetriever(
        **asked.common,
        store=asked.sources.question_index_store,
        database=asked.sources.database,
        vector=asked.vectors.for_expected_questions.tolist(),
        depth=asked.depth,
    )


def within(documents: Sequence[str], form: Form) -> Filter:
    """The filter of the keyphrase store for one form in some documents."""
    return {"document": {"$in": list(documents)}, "form": form.value}


async def texts_of_keyphrases(database: Database) -> list[str]:
    """All phrases of documents that are shown, in every language; expected questions may be misspelt on purpose.

    Raises:
        StoreError: they cannot be read.
    """
    async with database.connect() as connection:
        return list((await connection.execute(_TEXTS)).scalars())


async def open_question_index_store(
    database: Database, embeddings: LangChainEmbeddings, column: str
) -> VectorStore:
    """PGVectorStore over `keyphrases`, reading the embedding column of the profile in use."""
    from langchain_postgres import PGEngine, PGVectorStore

    return await PGVectorStore.create(
        engine=PGEngine.from_engine(database.engine),
        embedding_service=embeddings,
        table_name="question_index",
        id_column="entry_id",
        content_column="text",
        embedding_column=column,
        metadata_columns=["unit_id", "document", "form"],
        metadata_json_column=None,
    )
