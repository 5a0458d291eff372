"""Translate a driver's exception into one of ours, by its type and SQLSTATE, never by its words.

A driver's message may repeat a value it was given, hence a question: what we keep of it is
its type, its SQLSTATE and the name of a constraint.
"""

from __future__ import annotations

from civicsetu.errors import (
    DatabaseDamaged,
    DiskFull,
    PostgresTimeout,
    PostgresUnavailable,
    StoreBusy,
    StoreError,
)

_GONE = {
    "57P01", "57P02", "57P03",  # shut down, crashed, starting up
    "53300",  # too many connections
    "55P03", "57014",  # lock not available, statement cancelled by its deadline
}  # fmt: skip
_REFUSED = {"28000", "28P01", "3D000"}
_MISSING = {"42P01", "42703", "3F000"}
_FULL = {"53100"}
_DAMAGED = {
    "XX001", "XX002",  # a page or an index is not what was written
    "58P01",  # a file of the database is gone
}  # fmt: skip


def store_error(error: BaseException) -> StoreError:
    """Translate what SQLAlchemy, a driver or the network raised into one of our errors."""
    from sqlalchemy.exc import TimeoutError as PoolTimeout

    if isinstance(error, PoolTimeout):
        return StoreBusy(type(error).__name__)
    state, detail = sqlstate(error), _detail(error)
    if state in _FULL:
        fix = "The disk of the database is full; nothing stored was lost. Free some space and try again."
        return DiskFull(detail, user_message=fix)
    if state in _REFUSED:
        fix = "The database refused the connection; check user, password and database name in CIVICSETU_POSTGRES_URL."
        return PostgresUnavailable(detail, user_message=fix)
    if state in _MISSING:
        return StoreError(detail, user_message="The tables are missing or too old; run `civicsetu up`.")
    if state in _DAMAGED:
        return DatabaseDamaged(detail)
    if _is_too_late(error):
        return PostgresTimeout(detail)
    if is_gone(error):
        return PostgresUnavailable(detail)
    return StoreError(detail)


def _is_too_late(error: BaseException) -> bool:
    """True when a server that may well be there did not answer in time."""
    from sqlalchemy import exc

    cause = getattr(error, "orig", None)
    inner = cause.__cause__ if cause is not None else None
    return any(isinstance(one, exc.TimeoutError | TimeoutError) for one in (error, cause, inner))


def is_gone(error: BaseException) -> bool:
    """Return True if the connection was lost, never made, or did not answer in time."""
    from sqlalchemy import exc

    if isinstance(error, OSError | TimeoutError):
        return True
    state = sqlstate(error)
    if state in _GONE or state.startswith("08"):
        return True
    if isinstance(error, exc.DBAPIError):
        cause = error.orig.__cause__ if error.orig is not None else None
        return error.connection_invalidated or isinstance(cause, OSError) or _never_connected(error)
    return False


def _never_connected(error: BaseException) -> bool:
    """Failures of psycopg to connect carry no SQLSTATE at all, nor do asyncpg's closed connections."""
    from sqlalchemy import exc

    return isinstance(error, exc.OperationalError | exc.InterfaceError) and not sqlstate(error)


def sqlstate(error: BaseException) -> str:
    """Return the five characters Postgres sent, wherever the driver keeps them; empty when it sent none."""
    at: BaseException | None = getattr(error, "orig", None) or error
    while at is not None:
        state = getattr(at, "sqlstate", None)
        if isinstance(state, str) and state:
            return state
        at = at.__cause__
    return ""


def _detail(error: BaseException) -> str:
    cause = getattr(error, "orig", None)
    inner = (cause.__cause__ or cause) if cause is not None else error
    constraint = getattr(inner, "constraint_name", None)
    parts = [type(inner).__name__, sqlstate(error), str(constraint or "")]
    return " ".join(part for part in parts if part)
