"""The retrievers over the question index: by keyphrases, and by expected questions (doc2query).

The index is no law: these retrievers only name units. The texts of evidence come from the editions, its
score from the law's own chunks, and nothing found here is shown or cited. A document without
entries is not found this way. Both compare whitened vectors, the question's as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import text

from civicsetu.corpus.question_index.indexed_texts import Form
from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.protocols import Filter, VectorStore
from civicsetu.retrieval.retrievers.nearest import NearestRetriever
from civicsetu.retrieval.retrievers.spec import RetrieverInputs
from civicsetu.stores.database import Database

_TEXTS = text(
    f"SELECT text FROM question_index JOIN documents USING (doc_id) WHERE visibility = 'public' AND form = '{Form.KEYPHRASE}'"
)
UNAVAILABLE = "Search by everyday words is unavailable right now."


class KeyphraseRetriever(NearestRetriever):
    """Units of the plan's documents whose keyphrases are nearest by cosine, whatever their language."""

    name: str = "keyphrases"
    form: Form = Form.KEYPHRASE

    def row_filter(self) -> Filter:
        return filter_by_form(self.plan.documents, self.form)

    async def search(self, query: str) -> list[UnitHit]:
        hits = await super().search(query)
        return [UnitHit(hit.unit_id, [], hit.scores, keyphrases=hit.text) for hit in hits]


class ExpectedQuestionRetriever(KeyphraseRetriever):
    """The same by expected questions; they are English, and compared with the question as it was asked."""

    name: str = "expected_questions"
    form: Form = Form.EXPECTED_QUESTION


def build(asked: RetrieverInputs) -> KeyphraseRetriever | None:
    if asked.vectors is None:
        return None
    return KeyphraseRetriever.build_over(
        asked.sources.question_index_store, asked.vectors.for_keyphrases, asked
    )


def build_expected_questions(asked: RetrieverInputs) -> ExpectedQuestionRetriever | None:
    if asked.vectors is None:
        return None
    return ExpectedQuestionRetriever.build_over(
        asked.sources.question_index_store, asked.vectors.for_expected_questions, asked
    )


def filter_by_form(documents: Sequence[str], form: Form) -> Filter:
    """Return the filter of the question index for one form in some documents."""
    return {"document": {"$in": list(documents)}, "form": form.value}


async def texts_of_keyphrases(database: Database) -> list[str]:
    """Return the keyphrases of all public documents, in every language.

    Expected questions are left out: they may be misspelt on purpose.

    Raises:
        StoreError: they cannot be read.
    """
    async with database.connect() as connection:
        return list((await connection.execute(_TEXTS)).scalars())


async def open_question_index_store(
    database: Database, embeddings: LangChainEmbeddings, column: str
) -> VectorStore:
    """Open a PGVectorStore over `question_index`, on the embedding column of the profile in use."""
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
