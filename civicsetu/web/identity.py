"""Anonymous yet owned: each browser carries a signed random identity in a cookie.

The cookie says nothing about a person. It is the only thing that decides whose a
conversation is; a forged, foreign, damaged or expired one is worth as much as none.
Cookies know no port, so the cookie is named after the installation's key: two of them on
one host never replace each other's.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

SHARED_NAME = "civicsetu_browser"
"""The cookie's name in releases that named it alike everywhere; one signed here still counts."""
_VERSION = "1"
_DAY_S = 86_400
_SHAPE = re.compile(r"1\.([0-9a-f]{32})\.(\d{1,12})\.([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity of a browser. `id`: 128 random bits as 32 hex digits; `issued`: seconds since 1970."""

    id: str
    issued: int


class Identities:
    """Issuer of identities, which it creates, signs and reads.

    Args:
        key: signs the cookie.
        days: how long a cookie is good.
        clock: seconds since 1970 (replaced in tests).
    """

    def __init__(self, key: bytes, days: int, clock: Callable[[], float] = time.time) -> None:
        self._key = key
        self.cookie = f"{SHARED_NAME}_{self._sign('cookie name')[:8]}"
        self.max_age_s = days * _DAY_S
        self._clock = clock

    def mint(self) -> Identity:
        return Identity(secrets.token_hex(16), int(self._clock()))

    def renew(self, identity: Identity) -> Identity:
        """Return the same identity, issued now."""
        return Identity(identity.id, int(self._clock()))

    def is_due(self, identity: Identity) -> bool:
        """Return whether to renew: a day old, so that a browser in use never loses its identity, or of a later
        day than today, which a clock put right leaves behind."""
        return abs(self._clock() - identity.issued) > _DAY_S

    def cookie_value(self, identity: Identity) -> str:
        body = f"{_VERSION}.{identity.id}.{identity.issued}"
        return f"{body}.{self._sign(body)}"

    def read(self, value: str | None) -> Identity | None:
        """Return the identity in a cookie's value; None if it was not signed here or has expired.

        A day still to come is no reason to refuse: only this installation can have signed it.
        """
        found = _SHAPE.fullmatch(value or "")
        if found is None:
            return None
        body, _, signature = found.group().rpartition(".")
        if not hmac.compare_digest(self._sign(body), signature):
            return None
        issued = int(found.group(2))
        if self._clock() - issued > self.max_age_s:
            return None
        return Identity(found.group(1), issued)

    def read_header(self, cookie_header: str | None) -> Identity | None:
        """Return the identity in a whole `Cookie` header, under our own name or else the shared one."""
        own = self.read(read_cookie(cookie_header, self.cookie))
        return own or self.read(read_cookie(cookie_header, SHARED_NAME))

    def is_named(self, cookie_header: str | None) -> bool:
        """Return whether a `Cookie` header carries a valid identity under our own name."""
        return self.read(read_cookie(cookie_header, self.cookie)) is not None

    def _sign(self, body: str) -> str:
        return hmac.new(self._key, body.encode("ascii"), hashlib.sha256).hexdigest()


def read_cookie(header: str | None, name: str) -> str | None:
    """Return one cookie's value from a `Cookie` header, or None."""
    try:
        morsel = SimpleCookie(header or "").get(name)
    except CookieError:
        return None
    return morsel.value if morsel else None
