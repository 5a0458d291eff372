"""Migrate a Postgres to the tables of `stores.schema`; safe to run any number of times, by many at once.

Everything happens in one transaction under an advisory lock of that transaction: a failed
step leaves nothing behind, and a lock cannot outlive its holder, not even through a pooler.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from civicsetu.errors import DatabaseDamaged, StoreError
from civicsetu.stores.faults import store_error

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

LOCK_KEY = 0x00C1_71C5_E7D0
_LOCK_WAIT = "120s"
_one_at_a_time = threading.Lock()  # Alembic keeps its context in module globals


def migrate(url_psycopg: str) -> str:
    """Create or upgrade all tables and the extension `vector`; the revision reached.

    Raises:
        PostgresUnavailable: no connection, or another migration held the lock too long.
        StoreError: the server has no pgvector, or the user may not create tables.
    """
    from sqlalchemy import create_engine
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.pool import NullPool

    engine = create_engine(
        url_psycopg, poolclass=NullPool, hide_parameters=True, connect_args={"connect_timeout": 4}
    )
    try:
        with _one_at_a_time, engine.begin() as connection:
            return _upgrade(connection)
    except (SQLAlchemyError, OSError) as error:
        raise store_error(error) from None


def current_revision(connection: Connection) -> str:
    """Return the revision the tables are at; empty when there are none yet."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision() or ""


def _upgrade(connection: Connection) -> str:
    from alembic import command
    from sqlalchemy import text

    connection.execute(text(f"set local lock_timeout = '{_LOCK_WAIT}'"))
    connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": LOCK_KEY})
    _ensure_vector(connection)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return current_revision(connection)


def _ensure_vector(connection: Connection) -> None:
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError

    try:
        with connection.begin_nested():
            connection.execute(text("create extension if not exists vector"))
    except DBAPIError as error:
        if error.connection_invalidated or isinstance(store_error(error), DatabaseDamaged):
            raise
        state = getattr(error.orig, "sqlstate", "")
        raise StoreError(
            f"create extension vector: sqlstate {state}",
            user_message="This Postgres has no `vector` extension, or its user may not create it; "
            "install pgvector and run `create extension vector` once as an administrator.",
        ) from None


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config
