"""The law's map over an invented Act in two wordings and the rules of two states, in a real Postgres; served in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from civicsetu.answering.lookup.edges_at import edges_without_graph
from civicsetu.answering.lookup.law_lookup import LawLookup
from civicsetu.corpus.drawn_law import draw_document
from civicsetu.corpus.law_index import LawIndex, load_index
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.law.answers import Context
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.paths import parse_path, provision_id
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.graph.graph_views import Between, DrawnDocument, EdgeAt, EdgeKind
from civicsetu.stores.law.enabling_edges import DerivationRow
from civicsetu.stores.law.law_rows import ReferenceRow
from civicsetu.stores.law.law_store import LawStore
from civicsetu.web.api.application import ApiDoor, build_api
from civicsetu.web.hosts import KnownHosts, known_names
from civicsetu.web.identity import Identities
from civicsetu.web.language.page_language import PageLanguage
from civicsetu.web.law_map.routes import router
from civicsetu.web.open_routes import OpenRoutes
from civicsetu.web.pagefiles.page_files import source_folder
from civicsetu.web.ports import listen
from civicsetu.web.request_log import RequestLog
from civicsetu.web.security import SecurityHeaders
from civicsetu.web.server import configure
from civicsetu.web.state import RunningPage, set_page
from tests.stores.sample import ACT, RULES, act_parts, as_enacted, consolidated, rows
from tests.web.api.in_process import _Server

AGAINST = {"provision": "3(2)", "document": RULES.key, "against": "1", "reason": "one says more than the other"}
CHANGE = {"by": "A Notification", "date": "2022-07-01", "provisions": {"3(1)(b)": "other words"}}
HOMES = DocumentSpec.model_validate({**ACT.model_dump(), "conflicts": [AGAINST], "changes": [CHANGE]})
SOUTH = RULES.model_copy(update={"made_under": ACT.key})
NORTH = SOUTH.model_copy(
    update={"key": "homes_rules_north_2021", "title": "The Northern Homes Rules, 2021", "short_title": "North Rules",
            "jurisdiction": "DELHI", "url": "https://example.org/north"}
)  # fmt: skip
REGISTRY = Registry({one.key: one for one in (HOMES, SOUTH, NORTH)}, get_registry().jurisdictions)
MENTIONS = (
    ReferenceRow("3(1)(a)", ACT.key, "2(a)", 5, 9),
    ReferenceRow("2(a)", ACT.key, "2(zk)", 1, 2),
    ReferenceRow("1", ACT.key, "3(1)", 1, 2),
)


async def hold(database: Database) -> LawStore:
    """Take in the Act, plain and official, the official one in two versions, and both states' rules under it."""
    law = LawStore(database)
    await law.replace_edition(as_enacted(act_parts(" as passed"), spec=HOMES))
    await law.replace_edition(consolidated(act_parts(), spec=HOMES, references=MENTIONS))
    plain = act_parts(" in plain words")
    await law.replace_edition(rows(plain, spec=HOMES, edition=EditionKind.PLAIN, source_url=""))
    for of, rule, section, sure in ((SOUTH, "3(1)", "3(2)", 0.9), (NORTH, "1", "3(2)", 0.7)):
        made = rows(act_parts(f" of {of.jurisdiction}"), spec=of)
        await law.replace_edition(made)
        said = [DerivationRow(rule, ACT.key, section, "words", sure, None, None)]
        await law.replace_derivations(of.key, made.edition_id, said)
    return law


class HeldGraph:
    """A graph server that holds what Postgres says."""

    def __init__(self, law: LawStore, index: LawIndex) -> None:
        self._law, self._index = law, index

    async def read_drawn(self, key: str) -> DrawnDocument:
        return await draw_document(self._law, key, REGISTRY)

    async def read_edges_at(self, wanted: UUID, kinds: Sequence[EdgeKind]) -> list[EdgeAt]:
        [(key, path)] = {
            (law.key, path)
            for law in self._index.laws.values()
            for edition in law.editions.values()
            for path in edition.places
            if provision_id(law.key, path) == wanted
        }
        return edges_without_graph(self._index, REGISTRY, key, parse_path(path), kinds)

    async def count_between_documents(self) -> Between:
        return {("made_under", SOUTH.key, ACT.key): 1, ("made_under", NORTH.key, ACT.key): 1}


class HomesService:
    """What of `AnsweringService` the map needs; a search finds section 3(2) unless told otherwise."""

    def __init__(self, database: Database, law: LawStore, index: LawIndex) -> None:
        self.database = database
        self.held = HeldGraph(law, index)
        self.graph: Any = self.held
        self.found: list[Context] = [Context(document=ACT.key, provision="3(2)", title="Return of money", score=0.9, found_by=("exact",))]

        async def get_index() -> LawIndex:
            return index

        async def find(*_: object) -> list[Context]:
            return self.found

        self.lookup = LawLookup(law, REGISTRY, get_index, lambda: self.graph, find)


@dataclass(frozen=True)
class ServedMap:
    """Where it is served, and what it answers with."""

    address: str
    service: HomesService
    page: RunningPage


async def open_homes(settings: Settings) -> HomesService:
    """The service over an empty Postgres, which then holds those laws."""
    database = await Database.open(settings)
    law = await hold(database)
    return HomesService(database, law, await load_index(law, "1"))


@asynccontextmanager
async def serve_map(service: HomesService, settings: Settings) -> AsyncIterator[ServedMap]:
    """Serve map and API behind the doors of the page, without Chainlit."""
    page: Any = RunningPage(settings, Identities(b"key of the tests", 365), service)  # type: ignore[arg-type]
    set_page(page)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(router)
    app.mount("/public", StaticFiles(directory=source_folder() / "public"))
    app.add_middleware(PageLanguage, secure=False)
    inner: Any = OpenRoutes(ApiDoor(app, build_api(settings)))
    outer: Any = RequestLog(SecurityHeaders(KnownHosts(inner, known_names(settings))))
    listener = listen("127.0.0.1", 0)
    config = configure(outer, settings)
    config.lifespan = "off"
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield ServedMap(f"http://127.0.0.1:{listener.getsockname()[1]}", service, page)
    finally:
        server.should_exit = server.force_exit = True
        await serving
        listener.close()
