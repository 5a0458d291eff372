"""The retrievers on real stores."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.law_index import LawIndex
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from tests.retrieval.lantern_act_held import hold, open_lanterns
from tests.stores.own_servers import embedded_postgres

Open = Callable[..., Any]


@pytest.fixture(scope="session")
def retriever(service: AnsweringService) -> Retriever:
    """The retriever that the service opened."""
    return service._retriever


@pytest.fixture(scope="session")
async def held(retriever: Retriever) -> LawIndex:
    """The index of the starter texts."""
    return await retriever.index()


@pytest.fixture(scope="session")
def stores() -> Iterator[Settings]:
    with embedded_postgres() as settings:
        yield settings


@pytest.fixture(scope="session")
async def database(stores: Settings) -> AsyncIterator[Database]:
    """The Lantern Act and its rules, taken in with their keyphrases."""
    opened = await Database.open(stores)
    await hold(opened)
    yield opened
    await opened.close()


@pytest.fixture
def opened(stores: Settings, database: Database) -> Open:
    """Opens a retriever over them: with these settings, and another reranker or embedder where told."""

    async def open_one(**told: Any) -> Retriever:
        return await open_lanterns(stores, database, **told)

    return open_one
