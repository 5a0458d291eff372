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
    """Protocol of LangChain's PGVectorStore: nearest rows by cosine distance."""

    async def asimilarity_search_with_score_by_vector(
        self, embedding: list[float], k: int, filter: Filter
    ) -> Sequence[tuple[Document, float | None]]:
        """Return at most `k` rows that pass `filter`, nearest first; no distance for a row without a vector yet."""
        ...


class ReferenceGraph(Protocol):
    """Protocol of a graph walked along the references between provisions."""

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
    """Protocol of an embedder of questions; vectors have unit length."""

    @property
    def profile(self) -> EmbeddingProfile: ...

    async def embed_queries(self, texts: Sequence[str]) -> Sequence[Floats]:
        """Return (dimension,) for each question, in their order.

        Raises:
            ModelError: the model gives none, or not in time.
        """
        ...
