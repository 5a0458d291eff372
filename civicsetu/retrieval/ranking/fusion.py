"""Order the fused units by scores, not by ranks alone (relative-score fusion).

Rank fusion chooses the units, but ignores by how much the first beats the second. On the golden set
scores order better, each retriever's scaled between its own best and its own last.
"""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.callbacks import Callbacks
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from pydantic import ConfigDict

from civicsetu.retrieval.plan import RetrieverResult
from civicsetu.retrieval.retrievers.base import UNIT_KEY, UnitRetriever

SCORE_KEY = "relative_score"


class RelativeScoreFusion(BaseDocumentCompressor):
    """Fusion by the weighted sum of every retriever's relative scores; pinned units stay first.

    Puts the sum into each document's metadata, from 0 to the sum of the weights.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    retrievers: list[UnitRetriever]

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        sums: dict[str, float] = {}
        for retriever in self.retrievers:
            for unit, share in relative(retriever.result).items():
                sums[unit] = sums.get(unit, 0.0) + retriever.weight * share
        for document in documents:
            document.metadata[SCORE_KEY] = sums.get(document.metadata[UNIT_KEY], 0.0)
        return sorted(documents, key=lambda one: (not one.metadata["pinned"], -_value(one)))

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        return self.compress_documents(documents, query, callbacks)


def relative(retriever: RetrieverResult) -> dict[str, float]:
    """Return each unit's relative score, 1 for the retriever's best and 0 for its last; by rank where it has no scores."""
    if not retriever.hits:
        return {}
    if not all(hit.scores for hit in retriever.hits):
        return {hit.unit_id: 1 - at / len(retriever.hits) for at, hit in enumerate(retriever.hits)}
    best, last = retriever.hits[0].scores[0], retriever.hits[-1].scores[0]
    if best <= last:
        return {hit.unit_id: 1.0 for hit in retriever.hits}
    return {hit.unit_id: (hit.scores[0] - last) / (best - last) for hit in retriever.hits}


def cosine_score(unit: str, retrievers: Sequence[UnitRetriever]) -> float:
    """Return the weighted sum of a unit's best cosine in each search by meaning.

    Unlike relative scores these compare across jurisdictions. A unit that a retriever did not find counts
    as the last that it did.
    """
    total = 0.0
    for retriever in retrievers:
        if retriever.votes.cosine and retriever.result.hits:
            hits = retriever.result.hits
            own = next((hit.scores[0] for hit in hits if hit.unit_id == unit), hits[-1].scores[0])
            total += retriever.weight * own
    return total


def _value(document: Document) -> float:
    """Pinned documents keep their order among themselves."""
    return 0.0 if document.metadata["pinned"] else float(document.metadata[SCORE_KEY])
