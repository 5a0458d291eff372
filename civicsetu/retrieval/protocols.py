"""What retrieval asks of the stores and models it works on, and nothing else of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from langchain_core.documents import Document

from civicsetu.models.packed import Floats
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.stores.graph.graph_walk import Neighbour

Filter = dict[str, object]


class VectorStore(Protocol):
    """Nearest rows by cosine distance, as LangChain's PGVectorStore gives them."""

    async def asimilarity_search_with_score_by_vector(
        self, embedding: list[float], k: int, filter: Filter
    ) -> Sequence[tuple[Document, float | None]]:
        """At most `k` rows that pass `filter`, nearest first; no distance where a row has no vector yet."""
        ...


class ReferenceGraph(Protocol):
    """Walks along the references between provisions."""

    async def neighbours(self, provision_ids: Sequence[str], depth: int, limit: int) -> list[Neighbour]:
        """What the provisions refer to and what refers to them, nearest first."""
        ...

    async def derived(self, provision_ids: Sequence[str], limit: int) -> list[Neighbour]:
        """What carries the provisions out, and what they carry out, surest first."""
        ...


class QueryEmbedder(Protocol):
    """Turns a question into a vector of unit length."""

    @property
    def profile(self) -> EmbeddingProfile: ...

    async def embed_queries(self, texts: Sequence[str]) -> Sequence[Floats]:
        """(dimension,) for each question, in their order.

        Raises:
            ModelError: the model gives none, or not in time.
        """
        ...
