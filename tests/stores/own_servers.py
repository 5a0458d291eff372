"""Embedded servers in a folder of their own; other rooms' fixtures may use these too."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import text

from civicsetu.settings import Settings, load_settings
from civicsetu.stores.database import Database
from civicsetu.stores.embedded import postgres_server
from civicsetu.stores.embedded.graph_server import GraphAddress
from civicsetu.stores.migrate import migrate
from civicsetu.stores.schema import metadata
from civicsetu.stores.servers import postgres_folder, postgres_url, stop_all


@contextmanager
def own_folder() -> Iterator[Path]:
    """A short folder that the server's user may reach; pytest's own is closed to it when we are root."""
    folder = Path(tempfile.mkdtemp(prefix="civicsetu-test-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def settings_in(folder: Path, **overrides: Any) -> Settings:
    """Settings of a data folder; nothing is read from a `.env` file."""
    return load_settings(_env_file=None, data_dir=folder, **overrides)


@contextmanager
def embedded_postgres() -> Iterator[Settings]:
    """Settings of a running, migrated embedded Postgres; stopped at the end."""
    with own_folder() as folder:
        settings = settings_in(folder / "data")
        try:
            migrate(postgres_url(settings, "psycopg"))
            yield settings
        finally:
            stop_all(settings)


@contextmanager
def frozen_postgres(settings: Settings) -> Iterator[None]:
    """Every process of the embedded Postgres stopped by SIGSTOP, as a disk that hangs would; then going on."""
    found = postgres_server.status(postgres_folder(settings))
    assert found is not None
    postmaster = psutil.Process(found.pid)
    postmaster.suspend()  # first, so that it starts no other meanwhile
    everyone = [postmaster, *postmaster.children(recursive=True)]
    try:
        for process in everyone[1:]:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        yield
    finally:
        for process in everyone:
            with suppress(psutil.NoSuchProcess):
                process.resume()


async def empty_tables(database: Database) -> None:
    """Forget all rows; the tables stay."""
    names = ", ".join(f'"{table.name}"' for table in metadata.sorted_tables)
    async with database.transaction() as connection:
        await connection.execute(text(f"truncate {names} cascade"))


async def empty_graph(address: GraphAddress) -> None:
    """Forget all nodes; the constraints stay."""
    from neo4j import AsyncGraphDatabase

    async with AsyncGraphDatabase.driver(address.uri, auth=(address.user, address.password)) as driver:
        await driver.execute_query("MATCH (n) DETACH DELETE n", database_=address.database)
