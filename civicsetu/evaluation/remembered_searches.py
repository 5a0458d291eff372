"""Stores and a graph that remember what they found, and how long it took.

Most variants of a search differ only in what is done with what was found. A search for the same
thing in the same place is made once.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

from langchain_core.documents import Document
from sqlalchemy import TextClause
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.evaluation.remembered_models import SavedTime
from civicsetu.retrieval.protocols import Filter, ReferenceGraph, VectorStore
from civicsetu.retrieval.retrievers.spec import Sources
from civicsetu.stores.database import Database
from civicsetu.stores.graph.graph_walk import Traversal


class RememberedSearches:
    """What every store gave so far; `over` puts it before the stores of one opened search."""

    def __init__(self, saved: SavedTime) -> None:
        self._saved = saved
        self._known: dict[Hashable, tuple[Any, float]] = {}

    def over(self, opened: Sources) -> Sources:
        return replace(
            opened,
            store=_Store("chunks", opened.store, self),
            question_index_store=_Store("question index", opened.question_index_store, self),
            graph=lambda: _Graph(graph, self) if (graph := opened.graph()) is not None else None,
            database=_Reading(opened.database, self),
        )

    async def once(self, name: str, key: Hashable, find: Callable[[], Awaitable[Any]]) -> Any:
        """What is known for the key, or what `find` finds now."""
        known = self._known.get((name, key))
        if known is not None:
            self._saved.by_search(name, known[1])
            return known[0]
        started = time.perf_counter()
        found = await find()
        self._known[name, key] = found, (time.perf_counter() - started) * 1000
        return found


class _Store:
    def __init__(self, name: str, store: VectorStore, searches: RememberedSearches) -> None:
        self._name, self._store, self._searches = name, store, searches

    async def asimilarity_search_with_score_by_vector(
        self, embedding: list[float], k: int, filter: Filter
    ) -> Sequence[tuple[Document, float | None]]:
        find = self._store.asimilarity_search_with_score_by_vector
        lane = f"{self._name} {filter.get('form', '')}"
        key = (tuple(embedding), k, repr(filter))
        return list(await self._searches.once(lane, key, lambda: find(embedding, k=k, filter=filter)))


class _Graph:
    def __init__(self, graph: ReferenceGraph, searches: RememberedSearches) -> None:
        self._graph, self._searches = graph, searches

    async def traverse(
        self,
        provision_ids: Sequence[str],
        *,
        beside: Sequence[str] = (),
        depth: int = 1,
        limit: int = 20,
        jurisdictions: Sequence[str] | None = None,
    ) -> Traversal:
        key = (tuple(provision_ids), tuple(beside), depth, limit, tuple(jurisdictions or ()))
        found: Traversal = await self._searches.once(
            "graph",
            key,
            lambda: self._graph.traverse(
                provision_ids, beside=beside, depth=depth, limit=limit, jurisdictions=jurisdictions
            ),
        )
        return found


class _Reading(Database):
    """The database, each statement with the same values read once; all else is the database's own."""

    def __init__(self, database: Database, searches: RememberedSearches) -> None:
        self.__dict__.update(database.__dict__)
        self._database, self._searches = database, searches

    @asynccontextmanager
    async def connect(self, within_s: float | None = None) -> AsyncIterator[Any]:
        async with AsyncExitStack() as stack:
            yield _Statements(self._database, self._searches, stack)


class _Statements:
    """A connection that is made when something must be read."""

    def __init__(self, database: Database, searches: RememberedSearches, stack: AsyncExitStack) -> None:
        self._database, self._searches, self._stack = database, searches, stack
        self._made: AsyncConnection | None = None

    async def execute(self, statement: TextClause, values: Mapping[str, object] | None = None) -> Any:
        """Without values, as what is read once per corpus, nothing is remembered."""
        if values is None:
            return await (await self._connection()).execute(statement)

        async def read() -> list[Any]:
            return list(await (await self._connection()).execute(statement, values))

        return await self._searches.once("words", (str(statement), repr(values)), read)

    async def _connection(self) -> AsyncConnection:
        if self._made is None:
            self._made = await self._stack.enter_async_context(self._database.connect())
        return self._made
