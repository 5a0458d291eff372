"""LangChain's view of an embedder: lists of floats, question and passage kept apart."""

from __future__ import annotations

import asyncio

from langchain_core.embeddings import Embeddings

from civicsetu.models.embedder import Embedder
from civicsetu.models.packed import Floats


class LangChainEmbeddings(Embeddings):
    """An `Embedder` as LangChain wants one; errors are the embedder's.

    Its methods that do not await are for a thread without an event loop.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder

    def embed_query(self, text: str) -> list[float]:
        return asyncio.run(self.aembed_query(text))

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return asyncio.run(self.aembed_documents(texts))

    async def aembed_query(self, text: str) -> list[float]:
        return _listed(await self.embedder.embed_query(text))

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return [_listed(vector) for vector in await self.embedder.embed_passages(texts)]


def _listed(vector: Floats) -> list[float]:
    return [float(value) for value in vector]
