"""The base of the retrievers that search a vector store by cosine."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

from pydantic import SkipValidation

from civicsetu.models.question_vectors import Vector
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.protocols import Filter, VectorStore
from civicsetu.retrieval.retrievers.base import UnitRetriever, by_unit
from civicsetu.retrieval.retrievers.spec import RetrieverInputs
from civicsetu.stores.database import Database


class NearestRetriever(UnitRetriever):
    """Units of the plan's documents whose rows are nearest to the question's vector.

    A row without a distance is left out: its vector is of another model, and not made anew yet.
    """

    store: SkipValidation[VectorStore]
    database: SkipValidation[Database]
    vector: list[float]
    depth: int

    @classmethod
    def build_over(cls, store: VectorStore, vector: Vector, asked: RetrieverInputs, **fields: Any) -> Self:
        """Build the retriever of one question; `fields` are those of the subclass alone."""
        return cls(
            **asked.common,
            store=store,
            database=asked.sources.database,
            vector=vector.tolist(),
            depth=asked.depth,
            **fields,
        )

    @abstractmethod
    def row_filter(self) -> Filter:
        """Return the filter of the rows that are searched."""

    async def search(self, query: str) -> list[UnitHit]:
        if not self.plan.documents:
            return []
        async with self.database.guard():
            found = await self.store.asimilarity_search_with_score_by_vector(
                self.vector, k=self.depth, filter=self.row_filter()
            )
        return by_unit(
            [
                (
                    str(document.metadata["unit_id"]),
                    str(document.id),
                    1.0 - float(distance),
                    document.page_content,
                    document.metadata.get("section_title", ""),
                )
                for document, distance in found
                if distance is not None
            ]
        )
