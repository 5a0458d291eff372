"""Measure whether the Act leaves what is asked to the rules of each state.

A question about a state whose rules are not held can be answered from the Act, unless rules fix what is
asked: a fee, a form, a number of days. The rules of other states show it: where they are nearer to the
question than the Act is, that state's own rules would be too.
"""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.corpus.question_index.indexed_texts import Form
from civicsetu.models.question_vectors import QuestionVectors, Vector
from civicsetu.retrieval.protocols import Filter, VectorStore
from civicsetu.retrieval.retrievers.question_index import filter_by_form
from civicsetu.stores.database import Database


async def nearest(
    vectors: QuestionVectors,
    documents: Sequence[str],
    store: VectorStore,
    question_index_store: VectorStore,
    database: Database,
) -> tuple[float, float, float]:
    """Return the best cosines of those documents' chunks, keyphrases and expected questions; 0 where there are none."""
    searches: tuple[tuple[VectorStore, Vector, Filter], ...] = (
        (store, vectors.expanded, {"document": {"$in": list(documents)}, "status": "ACTIVE"}),
        (question_index_store, vectors.for_keyphrases, filter_by_form(documents, Form.KEYPHRASE)),
        (question_index_store, vectors.for_expected_questions, filter_by_form(documents, Form.EXPECTED_QUESTION)),
    )
    async with database.guard():
        chunk, phrases, expected_question = [
            _best(await searched.asimilarity_search_with_score_by_vector(vector.tolist(), k=1, filter=only))
            for searched, vector, only in searches
        ]
    return chunk, phrases, expected_question


def _best(found: Sequence[tuple[object, float | None]]) -> float:
    return next((1.0 - float(distance) for _, distance in found if distance is not None), 0.0)
