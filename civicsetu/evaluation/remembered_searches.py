"""Stores, a graph and a cache of results that remember what was found, and how long it took.

Most variants of a search differ only in what is done with what was found. A search for the same
thing in the same place is made once; variants that only decide or read otherwise share the whole result.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any, Generic, TypeVar

from langchain_core.documents import Document
from sqlalchemy import Row, TextClause
from sqlalchemy.ext.asyncio import AsyncConnection

from civicsetu.evaluation.remembered_models import SavedTime
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.protocols import Filter, ReferenceGraph, VectorStore
from civicsetu.retrieval.retrieved import ResultCache, Retrieved
from civicsetu.retrieval.retrievers.spec import RetrieverResources
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.graph.graph_walk import Traversal

T = TypeVar("T")
Near = Sequence[tuple[Document, float | None]]
Rows = Sequence[Row[*tuple[object, ...]]]


class _Memory(Generic[T]):
    """What one kind of search found so far, and how long each took."""

    def __init__(self, saved: SavedTime) -> None:
        self._saved = saved
        self._known: dict[tuple[str, Hashable], tuple[T, float]] = {}

    async def once(self, name: str, key: Hashable, find: Callable[[], Awaitable[T]]) -> T:
        """Return what is known for the key, or what `find` finds now."""
        known = self._known.get((name, key))
        if known is not None:
            self._saved.by_search(name, known[1])
            return known[0]
        started = time.perf_counter()
        found = await find()
        self._known[name, key] = found, (time.perf_counter() - started) * 1000
        return found

    def forget(self, name: str, key: Hashable) -> None:
        self._known.pop((name, key), None)


class RememberedSearches:
    """Memory of the results of every store; `wrap_stores` puts it before the stores of one opened search."""

    def __init__(self, saved: SavedTime) -> None:
        self._near = _Memory[Near](saved)
        self._traversals = _Memory[Traversal](saved)
        self._rows = _Memory[Rows](saved)

    def wrap_stores(self, opened: RetrieverResources) -> RetrieverResources:
        return replace(
            opened,
            store=_Store("chunks", opened.store, self._near),
            question_index_store=_Store("question index", opened.question_index_store, self._near),
            graph=lambda: _Graph(graph, self._traversals) if (graph := opened.graph()) is not None else None,
            database=_Reading(opened.database, self._rows),
        )


class RememberedResults(ResultCache):
    """Memory of the results of the search, for variants that search alike."""

    def __init__(self, settings: Settings, saved: SavedTime) -> None:
        super().__init__(settings)
        self._found = _Memory[Retrieved](saved)

    async def get_or_compute(
        self,
        plan: RetrievalPlan,
        corpus_version: str,
        started: float,
        find: Callable[[], Awaitable[Retrieved]],
    ) -> Retrieved:
        """Return the result remembered of the plan, else what `find` returns, which is remembered if nothing failed."""
        name, key = f"result of {plan.query}", (plan, corpus_version)
        found = await self._found.once(name, key, find)
        if not found.is_complete:
            self._found.forget(name, key)
        return found


class _Store:
    def __init__(self, name: str, store: VectorStore, memory: _Memory[Near]) -> None:
        self._name, self._store, self._memory = name, store, memory

    async def asimilarity_search_with_score_by_vector(
        self, embedding: list[float], k: int, filter: Filter
    ) -> Near:
        find = self._store.asimilarity_search_with_score_by_vector
        lane = f"{self._name} {filter.get('form', '')}"
        key = (tuple(embedding), k, repr(filter))
        return list(await self._memory.once(lane, key, lambda: find(embedding, k=k, filter=filter)))


class _Graph:
    def __init__(self, graph: ReferenceGraph, memory: _Memory[Traversal]) -> None:
        self._graph, self._memory = graph, memory

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
        return await self._memory.once(
            "graph",
            key,
            lambda: self._graph.traverse(
                provision_ids, beside=beside, depth=depth, limit=limit, jurisdictions=jurisdictions
            ),
        )


class _Reading(Database):
    """The database, each statement with the same values read once; all else is the database's own."""

    def __init__(self, database: Database, memory: _Memory[Rows]) -> None:
        self.__dict__.update(database.__dict__)
        self._database, self._memory = database, memory

    @asynccontextmanager
    async def connect(self, within_s: float | None = None) -> AsyncIterator[Any]:
        async with AsyncExitStack() as stack:
            yield _Statements(self._database, self._memory, stack)


class _Statements:
    """A connection that is made when something must be read."""

    def __init__(self, database: Database, memory: _Memory[Rows], stack: AsyncExitStack) -> None:
        self._database, self._memory, self._stack = database, memory, stack
        self._made: AsyncConnection | None = None

    async def execute(self, statement: TextClause, values: Mapping[str, object] | None = None) -> Iterable[Row[*tuple[object, ...]]]:
        """Execute a statement, from memory where it has values; one without is read once per corpus."""
        if values is None:
            return await (await self._connection()).execute(statement)

        async def read() -> Rows:
            return list(await (await self._connection()).execute(statement, values))

        return await self._memory.once("words", (str(statement), repr(values)), read)

    async def _connection(self) -> AsyncConnection:
        if self._made is None:
            self._made = await self._stack.enter_async_context(self._database.connect())
        return self._made
