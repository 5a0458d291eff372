"""The API over three invented laws in a real Postgres, in this process; no model, and no graph server unless told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import httpx

from civicsetu.answering.assemble import contexts_of
from civicsetu.answering.lookup.law_lookup import LawLookup
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.errors import GraphUnavailable
from civicsetu.law.answers import Context, QueryType
from civicsetu.law.documents import CENTRAL
from civicsetu.retrieval.policy import plan_for
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import OperatorSettings, Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from civicsetu.web.api.application import build_api
from civicsetu.web.bodies import BodyLimit
from civicsetu.web.identity import Identities
from civicsetu.web.request_log import RequestLog
from civicsetu.web.state import RunningPage, set_page
from tests.retrieval.lantern_act_held import LAWS

REGISTRY = Registry({of.key: of for of, *_ in LAWS}, get_registry().jurisdictions)
TOKEN = "a-token-of-the-operator"


class AwayGraph:
    """A graph server that was there a moment ago."""

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def fails(*_: object, **__: object) -> Any:
            raise GraphUnavailable("away")

        return fails


class LanternService:
    """What of `AnsweringService` the routes of the law need."""

    def __init__(self, settings: Settings, database: Database, retriever: Retriever) -> None:
        self.database = database
        self.graph: Any = None
        self.persons: list[str] = []
        self.settings = settings
        self._retriever = retriever
        self.lookup = LawLookup(
            LawStore(database), REGISTRY, retriever.index, lambda: self.graph, self._find
        )

    async def read_index(self) -> LawIndex:
        """The law held in memory."""
        return await self._retriever.index()

    async def _find(
        self, question: str, jurisdiction: str | None, width: int, person: str, documents: Sequence[str]
    ) -> Sequence[Context]:
        self.persons.append(person)
        searched = tuple(of.key for of, *_ in LAWS if of.jurisdiction in (CENTRAL, jurisdiction))
        plan = plan_for(question, QueryType.FACT, searched, self.settings.retrieval)
        plan = plan.limited_to(documents) if documents else plan
        return contexts_of(await self._retriever.retrieve(plan, width))


def open_page(
    service: LanternService, operator: OperatorSettings | None = None
) -> tuple[RunningPage, httpx.AsyncClient]:
    """The page of this process, with its operator if it has one, and a client of its API."""
    told = service.settings.model_copy(update={"operator": operator} if operator else {})
    page = RunningPage(told, Identities(b"k" * 32, 30), cast(Any, service))
    set_page(page)
    app = RequestLog(BodyLimit(build_api(told), 1_000_000))
    transport = httpx.ASGITransport(app=cast(Any, app))
    return page, httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=30)
