"""Where Postgres and the graph are: at the address given in the settings, or embedded here.

Redis is only ever given; where none is, `list_statuses` does not name it.

`postgres_url` and `graph_address` start what is embedded and not running, and block while
they do: call them in a thread. `list_statuses` looks without touching anything.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from civicsetu.errors import CivicSetuError, DatabaseDamaged, SettingsError
from civicsetu.settings import Settings
from civicsetu.stores import shared_vectors
from civicsetu.stores.embedded import graph_server, postgres_server
from civicsetu.stores.embedded.graph_server import GraphAddress
from civicsetu.stores.faults import store_error
from civicsetu.stores.postgres_url import Driver, normalise

__all__ = ["GraphAddress", "ServerStatus", "graph_address", "list_statuses", "postgres_url", "stop_all"]

_GRAPH_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_PROBE_S = 3
_OTHER_PASSWORD = (
    "It was started with another password: run `civicsetu stop`, remove graph/root.password from the "
    "data folder, then run `civicsetu up`."
)


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """One line of `civicsetu doctor`; `fix` is empty when nothing is wrong."""

    name: Literal["postgres", "graph", "redis"]
    where: Literal["embedded", "given"]
    state: Literal["running", "stopped", "unreachable", "degraded", "damaged"]
    version: str = ""
    pid: int | None = None
    fix: str = ""


def postgres_folder(settings: Settings) -> Path:
    return settings.data_path / "postgres"


def graph_folder(settings: Settings) -> Path:
    return settings.data_path / "graph"


def is_postgres_embedded(settings: Settings) -> bool:
    return not settings.postgres_url.get_secret_value().strip()


def is_graph_embedded(settings: Settings) -> bool:
    return not settings.neo4j_uri.strip()


def postgres_url(settings: Settings, driver: Driver) -> str:
    """Return the address of Postgres for SQLAlchemy, with its password; starts the embedded one if need be.

    Raises:
        SettingsError: the given address is no Postgres address.
        DataFolderUnusable, PostgresUnavailable: the embedded server does not start.
    """
    if is_postgres_embedded(settings):
        return f"postgresql+{driver}://{postgres_server.start(postgres_folder(settings))}"
    return normalise(settings.postgres_url.get_secret_value(), driver)


def graph_address(settings: Settings, wait_s: float = 60.0) -> GraphAddress:
    """Return the address of the graph; starts the embedded one if need be and waits until it answers.

    Raises:
        SettingsError: the given address is no Bolt address.
        DataFolderUnusable, GraphUnavailable: the embedded server does not start.
    """
    if is_graph_embedded(settings):
        return graph_server.start(graph_folder(settings), wait_s)
    check_given_graph(settings)
    password = settings.neo4j_password.get_secret_value()
    return GraphAddress(settings.neo4j_uri.strip(), settings.neo4j_user, password, settings.neo4j_database)


def check_given_graph(settings: Settings) -> None:
    """Refuse an address of a graph that can never be one, before anything is started.

    Raises:
        SettingsError: the given address is no Bolt address.
    """
    if is_graph_embedded(settings):
        return
    uri = settings.neo4j_uri.strip()
    if not _is_graph_address(uri):
        message = "The setting CIVICSETU_NEO4J_URI is not an address; write one such as neo4j+s://host:7687."
        raise SettingsError(user_message=message)


def _is_graph_address(uri: str) -> bool:
    try:
        found = urlsplit(uri)
        return found.scheme in _GRAPH_SCHEMES and bool(found.hostname) and found.port != 0
    except ValueError:  # a port that is none, or a bracket that is not closed
        return False


def stop_all(settings: Settings) -> list[str]:
    """Stop the embedded servers of the data folder, both at once; the names of those that ran.

    One that hangs is ended within ten seconds.

    Raises:
        StoreError: another process is just starting one.
    """
    with ThreadPoolExecutor(2) as side_by_side:
        stopping = {
            "graph": side_by_side.submit(graph_server.stop, graph_folder(settings)),
            "postgres": side_by_side.submit(postgres_server.stop, postgres_folder(settings)),
        }
    return [name for name, ended in stopping.items() if ended.result()]


def list_statuses(settings: Settings) -> list[ServerStatus]:
    """Report what runs where, with a fix for what does not; starts nothing and raises nothing of ours."""
    redis = [_redis_status(settings)] if settings.redis_url.get_secret_value().strip() else []
    return [_postgres_status(settings), _graph_status(settings), *redis]


def _postgres_status(settings: Settings) -> ServerStatus:
    where: Literal["embedded", "given"] = "embedded" if is_postgres_embedded(settings) else "given"
    try:
        if where == "given":
            return _probe_postgres(
                normalise(settings.postgres_url.get_secret_value(), "psycopg"), where, None
            )
        found = postgres_server.status(postgres_folder(settings))
    except CivicSetuError as error:
        return ServerStatus("postgres", where, "unreachable", fix=error.user_message)
    if found is None and postgres_server.is_damaged(postgres_folder(settings)):
        return ServerStatus("postgres", where, "damaged", fix=DatabaseDamaged.default_user_message)
    if found is None:
        return ServerStatus("postgres", where, "stopped", fix="Run `civicsetu up`.")
    return _probe_postgres(f"postgresql+psycopg://{found.address}", where, found.pid)


def _probe_postgres(url: str, where: Literal["embedded", "given"], pid: int | None) -> ServerStatus:
    from sqlalchemy import create_engine, text
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.pool import NullPool

    engine = create_engine(
        url, poolclass=NullPool, connect_args={"connect_timeout": _PROBE_S}, hide_parameters=True
    )
    try:
        with engine.connect() as connection:
            server = str(connection.scalar(text("show server_version"))).split()[0]
            vector = connection.scalar(text("select extversion from pg_extension where extname = 'vector'"))
    except (SQLAlchemyError, OSError) as error:
        if isinstance(store_error(error), DatabaseDamaged):
            return ServerStatus(
                "postgres", where, "damaged", pid=pid, fix=DatabaseDamaged.default_user_message
            )
        given = "Check CIVICSETU_POSTGRES_URL: host, port, user, password and database."
        fix = given if where == "given" else "Run `civicsetu stop`, then `civicsetu up`."
        return ServerStatus("postgres", where, "unreachable", pid=pid, fix=fix)
    fix = "" if vector else "Run `civicsetu up`: the tables are not made yet."
    return ServerStatus("postgres", where, "running", f"{server}, vector {vector or 'absent'}", pid, fix)


def _graph_status(settings: Settings) -> ServerStatus:
    where: Literal["embedded", "given"] = "embedded" if is_graph_embedded(settings) else "given"
    try:
        if where == "given":
            fault = graph_server.probe(graph_address(settings), float(_PROBE_S))
            fix = "Check CIVICSETU_NEO4J_URI, _USER, _PASSWORD and _DATABASE." if fault else ""
            return ServerStatus("graph", where, "unreachable" if fault else "running", fix=fix)
        found = graph_server.status(graph_folder(settings))
    except CivicSetuError as error:
        return ServerStatus("graph", where, "unreachable", fix=error.user_message)
    if found is None:
        return ServerStatus("graph", where, "stopped", fix="Run `civicsetu up`; answers go on without it.")
    try:
        address = graph_server.read_address(graph_folder(settings), found)
    except CivicSetuError as error:
        return ServerStatus("graph", where, "unreachable", pid=found.pid, fix=error.user_message)
    fault = graph_server.probe(address, float(_PROBE_S))
    if fault:
        starting = "It may still be starting; else run `civicsetu stop`, then `civicsetu up`."
        fix = _OTHER_PASSWORD if fault == "AuthError" else starting
        return ServerStatus("graph", where, "unreachable", pid=found.pid, fix=fix)
    return ServerStatus("graph", where, "running", _arcadedb_version(), found.pid)


def _redis_status(settings: Settings) -> ServerStatus:
    """Without it every worker embeds for itself: a loss of speed only, hence `degraded`."""
    try:
        fault = shared_vectors.find_fault(settings.redis_url.get_secret_value().strip(), float(_PROBE_S))
    except SettingsError as error:
        return ServerStatus("redis", "given", "degraded", fix=error.user_message)
    fix = shared_vectors.FIX if fault else ""
    return ServerStatus("redis", "given", "degraded" if fault else "running", fix=fix)


def _arcadedb_version() -> str:
    from importlib.metadata import version

    return "ArcadeDB " + re.sub(r"\.post\d+$", "", version("arcadedb-embedded"))
