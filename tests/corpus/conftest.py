"""A real Postgres for what takes laws in, with no law in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from tests.stores.own_servers import embedded_postgres, empty_tables


@pytest.fixture(scope="session")
def stores() -> Iterator[Settings]:
    """Settings of a data folder whose Postgres runs and is migrated."""
    with embedded_postgres() as settings:
        yield settings


@pytest.fixture
async def database(stores: Settings) -> AsyncIterator[Database]:
    """An open database with empty tables."""
    opened = await asyncio.wait_for(Database.open(stores), 60)
    await empty_tables(opened)
    yield opened
    await opened.close()


@pytest.fixture
def law(database: Database) -> LawStore:
    return LawStore(database)
