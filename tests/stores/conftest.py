"""Both embedded servers and a real Neo4j, each started once when it is first wanted and stopped at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.embedded.graph_server import GraphAddress
from civicsetu.stores.graph.graph_store import GraphStore
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.servers import graph_address, postgres_url
from tests.stores.neo4j_server import neo4j_home, running_neo4j
from tests.stores.own_servers import embedded_postgres, empty_graph, empty_tables


@pytest.fixture(scope="session")
def stores() -> Iterator[Settings]:
    """Settings of a data folder whose Postgres runs and is migrated."""
    with embedded_postgres() as settings:
        yield settings


@pytest.fixture
def empty(stores: Settings) -> Iterator[str]:
    """The address of a database of its own with nothing in it."""
    address = postgres_url(stores, "psycopg")
    admin = create_engine(address, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text("drop database if exists fresh with (force)"))
        connection.execute(text("create database fresh"))
    yield make_url(address).set(database="fresh").render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text("drop database if exists fresh with (force)"))
    admin.dispose()


@pytest.fixture(scope="session")
def neo4j() -> Iterator[GraphAddress]:
    """A real Neo4j 5 with nothing in it."""
    with running_neo4j(neo4j_home()) as address:
        yield address


@pytest.fixture(scope="session", params=["embedded", "neo4j"])
def graph_at(request: pytest.FixtureRequest, stores: Settings) -> GraphAddress:
    """Each graph server in turn: the embedded one of the same folder (`stores` stops it too) and a real Neo4j."""
    if request.param == "embedded":
        return graph_address(stores)
    address: GraphAddress = request.getfixturevalue("neo4j")
    return address


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


@pytest.fixture
async def graph(graph_at: GraphAddress) -> AsyncIterator[GraphStore]:
    """An open, empty graph."""
    opened = await GraphStore.open(graph_at)
    await empty_graph(graph_at)
    yield opened
    await opened.close()
