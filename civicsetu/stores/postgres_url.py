"""Normalise a Postgres address, whatever its spelling, for either driver.

Hosts hand out `postgres://…?sslmode=require&channel_binding=require`; asyncpg says `ssl`
for the former and knows nothing of the latter. What cannot be carried over is an error that
names the parameter: dropping it in silence would change where or how we connect.
"""

from __future__ import annotations

from typing import Literal

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from civicsetu.errors import SettingsError

Driver = Literal["asyncpg", "psycopg"]

_LAST_PORT = 65535
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_BOTH = {"host", "port"}
_PSYCOPG_ONLY = {
    "channel_binding", "gssencmode", "sslnegotiation", "connect_timeout", "keepalives", "keepalives_idle",
    "keepalives_interval", "keepalives_count", "application_name", "target_session_attrs",
}  # fmt: skip
_ASYNCPG_ONLY = {"prepared_statement_cache_size", "target_session_attrs"}
_EXAMPLE = "such as postgresql://user:password@host:5432/database"


def normalise(given: str, driver: Driver) -> str:
    """Return `given` as an SQLAlchemy URL of `driver`, password included.

    Raises:
        SettingsError: it is not a Postgres address, or a parameter is not supported. The
            message never repeats the address.
    """
    try:
        url = make_url(given.strip())
    except (ArgumentError, ValueError):
        raise _wrong(f"is not an address; write one {_EXAMPLE}") from None
    if not _has_possible_ports(url):
        raise _wrong("has a port that is none; write one between 1 and 65535")
    if url.drivername.partition("+")[0] not in ("postgres", "postgresql"):
        raise _wrong(f"is not the address of a Postgres; write one {_EXAMPLE}")
    if not (url.host or "host" in url.query):
        raise _wrong(f"names no host; write one {_EXAMPLE}")
    query = {**_carried(url, driver), **_encryption(url, driver)}
    named = url.set(drivername=f"postgresql+{driver}", query=query, database=url.database or "postgres")
    return named.render_as_string(hide_password=False)


def _has_possible_ports(url: URL) -> bool:
    """Of the address, and of the hosts and ports that stand behind the question mark."""
    hosts = (host for told in _all(url, "host") for host in told.split(","))
    ports = [port for told in _all(url, "port") for port in told.split(",")]
    ports += [host.rpartition(":")[2] for host in hosts if _has_port(host)]
    ports += [str(url.port)] * (url.port is not None)
    return all(port.isascii() and port.isdigit() and 0 < int(port) <= _LAST_PORT for port in ports)


def _has_port(host: str) -> bool:
    """A path of a socket may hold a colon, and an address of IPv6 holds several."""
    return host.count(":") == 1 and not host.startswith("/")


def _all(url: URL, name: str) -> tuple[str, ...]:
    value = url.query.get(name, ())
    return (value,) if isinstance(value, str) else value


def _encryption(url: URL, driver: Driver) -> dict[str, str]:
    mode = _one(url, "sslmode") or _one(url, "ssl")
    mode = {"true": "require", "false": "disable"}.get(mode, mode)
    if not mode:
        return {}
    if mode not in _SSL_MODES:
        raise _wrong(f"has an sslmode that is none of {', '.join(_SSL_MODES)}")
    return {"ssl" if driver == "asyncpg" else "sslmode": mode}


def _carried(url: URL, driver: Driver) -> dict[str, str | tuple[str, ...]]:
    own, others = (_ASYNCPG_ONLY, _PSYCOPG_ONLY) if driver == "asyncpg" else (_PSYCOPG_ONLY, _ASYNCPG_ONLY)
    kept: dict[str, str | tuple[str, ...]] = {}
    for name, value in url.query.items():
        if name in _BOTH or name in own:
            kept[name] = value
        elif name not in ("sslmode", "ssl") and name not in others:
            raise _wrong(f"has a parameter we cannot pass on: {name[:40]}")
    return kept


def _one(url: URL, name: str) -> str:
    value = url.query.get(name, "")
    return value if isinstance(value, str) else value[-1]


def _wrong(what: str) -> SettingsError:
    return SettingsError(user_message=f"The setting CIVICSETU_POSTGRES_URL {what}.")
