"""LangChain's view of an embedder: lists of floats, question and passage kept apart."""

from __future__ import annotations

from langchain_core.embeddings import Embeddings

from civicsetu.models.embedder import Embedder
from civicsetu.models.packed import Floats


class LangChainEmbeddings(Embeddings):
    """An `Embedder` as LangChain wants one; errors are the embedder's."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder

    def embed_query(self, text: str) -> list[float]:
        return _listed(self.embedder.embed_query_blocking(text))

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [_listed(vector) for vector in self.embedder.embed_passages_blocking(texts)]

    async def aembed_query(self, text: str) -> list[float]:
        return _listed(await self.embedder.embed_query(text))

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return [_listed(vector) for vector in await self.embedder.embed_passages(texts)]


def _listed(vector: Floats) -> list[float]:
    return [float(value) for value in vector]
