"""The door to what a front may read besides answers; one a service."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import date
from typing import Generic, TypeVar

from civicsetu.answering.lookup.documents import (
    DocumentDetails,
    JurisdictionList,
    describe_documents,
    describe_jurisdictions,
)
from civicsetu.answering.lookup.edges_at import edges_without_graph
from civicsetu.answering.lookup.graph_views import (
    FROM_POSTGRES,
    FromStore,
    GraphStats,
    Level,
    Neighbours,
    Topology,
    WholeSection,
    compare_counts,
    forms_named,
    group_neighbours,
    topology_of_documents,
    topology_of_provisions,
    whole_section,
)
from civicsetu.answering.lookup.places import begin_sentence, find_law, name_provision, read_path
from civicsetu.answering.lookup.provision import ProvisionDetails, describe_provision
from civicsetu.answering.lookup.search import SearchQuery, SearchResult, describe_found
from civicsetu.corpus.drawn_law import RelationalCounts, count_relational, draw_document
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.review.usable import UsableLaw, usable_law
from civicsetu.errors import GraphUnavailable, InputError, NotFound
from civicsetu.law.answers import Context
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import ProvisionPath, provision_id
from civicsetu.stores.graph.graph_store import GraphStore
from civicsetu.stores.graph.graph_views import EDGE_KINDS, DrawnDocument, EdgeAt, EdgeKind
from civicsetu.stores.law.law_store import LawStore

GetIndex = Callable[[], Awaitable[LawIndex]]
Find = Callable[[str, str | None, int, str, tuple[str, ...]], Awaitable[Sequence[Context]]]
"""Search: question, jurisdiction, how many provisions, whose turn it takes, and which documents (all without any)."""
T = TypeVar("T")
_WITHOUT_GRAPH = FromStore(source="postgres", note=FROM_POSTGRES)
_WITH_GRAPH = FromStore(source="graph")


class _Latest(Generic[T]):
    """A value made once for each version of the law, and kept until there is another; who asks meanwhile waits."""

    def __init__(self) -> None:
        self._made: tuple[str, T] | None = None
        self._making = asyncio.Lock()

    async def get(self, version: str, make: Callable[[], Awaitable[T]]) -> T:
        async with self._making:
            if self._made is None or self._made[0] != version:
                self._made = (version, await make())
            return self._made[1]


class LawLookup:
    """Read access to the law held. Every method raises `StoreError` where Postgres cannot be read."""

    def __init__(
        self,
        law: LawStore,
        registry: Registry,
        get_index: GetIndex,
        get_graph: Callable[[], GraphStore | None],
        find: Find,
    ) -> None:
        self._law = law
        self._registry = registry
        self._get_index = get_index
        self._get_graph = get_graph
        self._find = find
        self._usable = _Latest[UsableLaw]()
        self._relational = _Latest[RelationalCounts]()
        self._jurisdictions = _Latest[JurisdictionList]()

    async def search(self, query: SearchQuery, person: str = "") -> SearchResult:
        """Return the provisions found for a question, best first; nothing is answered or recorded.

        It waits for the person's turn as a question does; without a person it has no limit but the queue.

        Raises:
            InputError: nothing to read, too long, or there is no such jurisdiction.
            UnknownDocument: a document named is not held.
            AdmissionRefused: too many wait, or this person asks too much.
            ModelTimeout: it outran its deadline.
        """
        state = self._check_jurisdiction(query.jurisdiction)
        index = await self._get_index()
        for key in query.documents:
            find_law(index, key)
        contexts = await self._find(query.query_text, state, query.top_k, person, query.documents)
        return describe_found(query, contexts, index, self._registry)

    async def list_documents(self, jurisdiction: str | None = None) -> tuple[DocumentDetails, ...]:
        """Return the documents held; raises InputError for a jurisdiction that there is not."""
        return describe_documents(await self._get_index(), self._check_jurisdiction(jurisdiction))

    async def list_jurisdictions(self, jurisdiction: str | None = None) -> JurisdictionList:
        """Return every jurisdiction, or that one, with what is held of it; raises InputError."""
        code, index, today = self._check_jurisdiction(jurisdiction), await self._get_index(), date.today()
        usable = await self._get_usable(index)

        async def describe() -> JurisdictionList:
            return await asyncio.to_thread(describe_jurisdictions, index, usable, self._registry, today=today)

        every = await self._jurisdictions.get(f"{index.version} {today}", describe)
        if code is None:
            return every
        wanted = tuple(one for one in every.jurisdictions if one.code == code)
        return every.model_copy(update={"jurisdictions": wanted})

    async def check_held(self, document: str, provision: str) -> None:
        """Raise unless a provision is held.

        Raises:
            InputError: `provision` is not the path of one.
            UnknownDocument, NotFound: it is not held.
        """
        self._find_held(await self._get_index(), document, provision)

    async def read_provision(
        self, document: str, provision: str, edition: EditionKind | None = None, as_on: date | None = None
    ) -> ProvisionDetails:
        """Return all that is held of a provision, as the law stands on a day; raises as `describe_provision`."""
        index = await self._get_index()
        spec = self._registry.documents.get(document)
        read_path(provision), find_law(index, document)
        usable = await self._get_usable(index)
        return describe_provision(index, usable, spec, document, provision, edition=edition, as_on=as_on)

    async def count_graph(self) -> GraphStats:
        """Return how many nodes and edges the graph holds, beside what Postgres says it must."""
        relational = (await self._get_relational(await self._get_index())).by_document
        graph = self._get_graph()
        if graph is not None:
            try:
                return compare_counts(await graph.count_by_document(), relational, _WITH_GRAPH)
            except GraphUnavailable:
                pass
        return compare_counts(relational, relational, _WITHOUT_GRAPH)

    async def read_topology(
        self, document: str | None = None, jurisdiction: str | None = None, level: Level = "sections"
    ) -> Topology:
        """Return how documents hang together or, of one document or a jurisdiction's, their provisions.

        Raises:
            UnknownDocument: no such document is held.
            InputError: there is no such jurisdiction.
        """
        code, index = self._check_jurisdiction(jurisdiction), await self._get_index()
        if document is None and code is None:
            return await self._topology_of_documents(index)
        if document is not None:
            find_law(index, document)
        keys = [
            law.key
            for law in index.laws.values()
            if document in (None, law.key) and code in (None, law.jurisdiction)
        ]
        drawn, where = await self._draw(keys)
        return topology_of_provisions(index, drawn, level, where)

    async def list_neighbours(
        self, document: str, provision: str, kinds: Sequence[EdgeKind] = EDGE_KINDS, limit: int = 50
    ) -> Neighbours:
        """Return what a provision and its parts are joined to, at most `limit` by each kind of edge.

        Raises:
            InputError: `provision` is not the path of one.
            UnknownDocument, NotFound: it is not held.
        """
        index = await self._get_index()
        path = self._find_held(index, document, provision)
        edges, where = await self._edges_at(index, document, path, kinds)
        return Neighbours(
            source=where.source,
            note=where.note,
            document=document,
            provision=str(path),
            edges=group_neighbours(index, document, path, edges, kinds, limit),
        )

    async def open_section(
        self, document: str, provision: str, edition: EditionKind | None = None, limit: int = 50
    ) -> WholeSection:
        """Return the whole section that a provision is in, with every provision in it; raises as `list_neighbours`."""
        index = await self._get_index()
        path = self._find_held(index, document, provision)
        section = ProvisionPath(path.number)
        law = index.laws[document]
        kinds = [kind for kind in (EditionKind.PLAIN, EditionKind.OFFICIAL) if edition in (None, kind)]
        kept = [kind for kind in kinds if kind in law.editions and str(section) in law.editions[kind].places]
        view = await self._law.open_section(document, path=str(section), edition=kept[0]) if kept else None
        if view is None:
            raise NotFound(user_message="We do not hold that section in that edition.")
        edges, where = await self._edges_at(index, document, section)
        return whole_section(
            law, view, group_neighbours(index, document, section, edges, EDGE_KINDS, limit), where
        )

    def _check_jurisdiction(self, code: str | None) -> str | None:
        if code is not None and code not in self._registry.jurisdictions:
            message = "There is no jurisdiction of that code; the list of jurisdictions names those there are."
            raise InputError("jurisdiction", user_message=message)
        return code

    @staticmethod
    def _find_held(index: LawIndex, document: str, provision: str) -> ProvisionPath:
        path, law = read_path(provision), find_law(index, document)
        if not index.holds(document, path):
            raise NotFound(
                user_message=f"{begin_sentence(name_provision(law, path))} of the {law.title} is not held."
            )
        return path

    async def _topology_of_documents(self, index: LawIndex) -> Topology:
        graph = self._get_graph()
        if graph is not None:
            try:
                return topology_of_documents(index, await graph.count_between_documents(), _WITH_GRAPH)
            except GraphUnavailable:
                pass
        relational = await self._get_relational(index)
        return topology_of_documents(index, relational.between, _WITHOUT_GRAPH)

    async def _draw(self, keys: Collection[str]) -> tuple[list[DrawnDocument], FromStore]:
        graph = self._get_graph()
        if graph is not None:
            try:
                return [await graph.read_drawn(key) for key in keys], _WITH_GRAPH
            except GraphUnavailable:
                pass
        return [await draw_document(self._law, key, self._registry) for key in keys], _WITHOUT_GRAPH

    async def _edges_at(
        self, index: LawIndex, document: str, path: ProvisionPath, kinds: Sequence[EdgeKind] = EDGE_KINDS
    ) -> tuple[list[EdgeAt], FromStore]:
        held = edges_without_graph(index, self._registry, document, path, kinds)
        graph = self._get_graph()
        if graph is not None:
            try:
                drawn = await graph.read_edges_at(provision_id(document, path), kinds)
                return [*drawn, *forms_named(held)], _WITH_GRAPH
            except GraphUnavailable:
                pass
        return held, _WITHOUT_GRAPH

    async def _get_usable(self, index: LawIndex) -> UsableLaw:
        """What may be said of the law."""
        return await self._usable.get(index.version, lambda: asyncio.to_thread(usable_law, index))

    async def _get_relational(self, index: LawIndex) -> RelationalCounts:
        """What Postgres says there must be in the graph; it reads every document."""
        return await self._relational.get(
            index.version, lambda: count_relational(self._law, index.laws, self._registry)
        )
