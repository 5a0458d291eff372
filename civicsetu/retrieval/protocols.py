"""Protocols of the stores and models that retrieval uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from langchain_core.documents import Document

from civicsetu.models.packed import Floats
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.stores.graph.graph_walk import Traversal

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

    async def traverse(
        self,
        provision_ids: Sequence[str],
        *,
        beside: Sequence[str] = (),
        depth: int = 1,
        limit: int = 20,
        jurisdictions: Sequence[str] | None = None,
    ) -> Traversal:
        """Return what the provisions refer to, what refers to them, and what carries out what.

        Raises:
            GraphUnavailable: the graph does not answer.
        """
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
