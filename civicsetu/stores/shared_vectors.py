"""Vectors of questions in Redis, so that one worker's embedding serves all of them.

Redis is a convenience: each call has 50 ms, a failure means "not there", and after one it is
left alone for a while, so that a Redis that is down or slow costs one question at most 100 ms
and the others nothing. Going down and coming back are one log line each. What is kept are the
bare float32 bytes under a hash: no question can be read there, and nothing is ever unpickled.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from civicsetu.errors import SettingsError
from civicsetu.settings import Settings
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from redis.asyncio import Redis

Vector = NDArray[np.float32]
Result = TypeVar("Result")

PREFIX = "civicsetu:question-vector:1:"
"""In front of every key; the number is that of the form in which values are kept."""

DEADLINE_S = 0.05
FIX = "Check CIVICSETU_REDIS_URL and that Redis runs; answers go on without it."
_REST_S = 15.0
_CONNECTIONS = 8  # a burst of questions must not be a burst of connections
_ONCE_MORE = 1  # an idle connection may have been closed at the other end
_FLOAT = np.dtype("<f4")
_log = get_logger(__name__)


class RedisVectors:
    """The vectors in one Redis. Never raises for Redis; open once per event loop, close at its end."""

    def __init__(self, client: Redis, ttl_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._ttl_ms = int(ttl_s * 1000)
        self._clock = clock
        self._rests_until = 0.0
        self._failures = 0
        self._state: Literal["ok", "degraded"] = "ok"

    @property
    def state(self) -> Literal["ok", "degraded"]:
        """State after the latest call."""
        return self._state

    async def get(self, key: str) -> Vector | None:
        """Return the vector under the key, any length; None when it is not there or not one."""
        if self._rests():
            return None
        found = await self._tried(lambda: self._client.get(PREFIX + key))
        return _vector(found) if isinstance(found, bytes) else None

    async def put(self, key: str, vector: Vector) -> None:
        """Keep a vector for its lifetime, or do nothing."""
        if not self._rests():
            value = np.asarray(vector, _FLOAT).tobytes()
            await self._tried(lambda: self._client.set(PREFIX + key, value, px=self._ttl_ms))

    async def look(self) -> Literal["ok", "degraded"]:
        """Ask Redis whether it is there, resting or not."""
        await self._tried(lambda: self._client.ping())
        return self._state

    async def close(self) -> None:
        await self._client.aclose()

    def _rests(self) -> bool:
        return self._clock() < self._rests_until

    async def _tried(self, call: Callable[[], Awaitable[Result]]) -> Result | None:
        """What the call gives, or None when it failed; the deadline is that of everything it does."""
        from redis.exceptions import RedisError

        failures = self._failures
        try:
            async with asyncio.timeout(DEADLINE_S):
                result = await call()
        except (RedisError, OSError, TimeoutError) as error:
            self._failed(error)
            return None
        begun_after_the_last_failure = failures == self._failures
        if self._state == "degraded" and begun_after_the_last_failure:
            self._state, self._rests_until = "ok", 0.0
            _log.info("shared_vectors_back")
        return result

    def _failed(self, error: Exception) -> None:
        self._failures += 1
        self._rests_until = self._clock() + _REST_S
        if self._state == "ok":
            self._state = "degraded"
            _log.warning("shared_vectors_unavailable", error=type(error).__name__, fix=FIX)


def open_shared_vectors(settings: Settings) -> RedisVectors | None:
    """Return the Redis that the settings name, not yet asked anything; None where they name none or want none.

    Raises:
        SettingsError: what is given is no address of a Redis.
    """
    url = settings.redis_url.get_secret_value().strip()
    if not url or not settings.cache.vectors:
        return None
    from redis.asyncio import BlockingConnectionPool, Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    try:
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=DEADLINE_S,
            socket_timeout=DEADLINE_S,
            socket_connect_timeout=DEADLINE_S,
            retry=Retry(NoBackoff(), _ONCE_MORE),
            protocol=2,
        )
    except ValueError as error:
        raise _not_an_address() from error
    return RedisVectors(Redis.from_pool(pool), settings.cache.vectors_ttl_s)


def find_fault(url: str, timeout_s: float) -> str:
    """Ask a Redis whether it is there, blocking; empty when it is, else the kind of error.

    Raises:
        SettingsError: what is given is no address of a Redis.
    """
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
    from redis.retry import Retry

    try:
        client = Redis.from_url(
            url, socket_timeout=timeout_s, socket_connect_timeout=timeout_s, retry=Retry(NoBackoff(), 0)
        )
    except ValueError as error:
        raise _not_an_address() from error
    try:
        client.ping()
    except (RedisError, OSError) as error:
        return type(error).__name__
    finally:
        client.close()
    return ""


def _not_an_address() -> SettingsError:
    """What to say of an address that is none; it may hold a password and is not repeated."""
    message = "The setting CIVICSETU_REDIS_URL is not an address; write one such as redis://host:6379/0."
    return SettingsError(user_message=message)


def _vector(value: bytes) -> Vector | None:
    """The floats in it; None where it is not made of them."""
    if not value or len(value) % _FLOAT.itemsize:
        return None
    found = np.frombuffer(value, _FLOAT).astype(np.float32)
    return found if bool(np.all(np.isfinite(found))) else None
