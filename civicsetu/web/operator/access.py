"""Who may use the operator's page: whoever typed the token, for some hours, in one browser.

The cookie holds no token. It holds a name, an end and a signature whose key is made of the page's secret and the
token, so that a new token, or a new secret, ends every session. Each form carries a guard signed for its session.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from civicsetu.web.identity import read_cookie
from civicsetu.web.secret import derive_key

PATH = "/operator"
_VERSION = "1"
_SHAPE = re.compile(r"1\.([0-9A-Za-z_-]{2,220})\.(\d{1,12})\.([0-9a-f]{32})\.([0-9a-f]{64})")
_LONGEST_NAME = 40
_IN_NAMES = "LMN"  # letters, the marks that belong to letters, digits: the first of their Unicode category
_BETWEEN = " .'’-"
_FORM_S = 3600
_FORM = re.compile(r"(\d{1,12})\.([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class OperatorSession:
    """A signed-in reviewer; `ends` in seconds since 1970."""

    person: str
    ends: int
    nonce: str


class Door:
    """Access control of the operator's page: checks the token, and signs and reads sessions and form guards.

    Args:
        token: what must be typed.
        secret: the page's secret, hexadecimal.
        hours: how long a session lasts.
        clock: seconds since 1970 (replaced in tests).
    """

    def __init__(self, token: str, secret: str, hours: float, clock: Callable[[], float] = time.time) -> None:
        self._token = _digest(token)
        self._key = hmac.new(derive_key(secret, "operator session"), token.encode(), hashlib.sha256).digest()
        self._clock = clock
        self.max_age_s = int(hours * 3600)
        self.cookie = f"civicsetu_operator_{self._sign('cookie name')[:8]}"

    def accepts(self, typed: str) -> bool:
        """Return whether that is the token; takes as long for every wrong one."""
        return hmac.compare_digest(_digest(typed), self._token)

    def begin(self, person: str) -> str:
        """Return the cookie's value of a new session."""
        name = base64.urlsafe_b64encode(person.encode()).decode().rstrip("=")
        body = f"{_VERSION}.{name}.{int(self._clock()) + self.max_age_s}.{secrets.token_hex(16)}"
        return f"{body}.{self._sign(body)}"

    def read(self, cookie_header: str | None) -> OperatorSession | None:
        """Return the session in a `Cookie` header; None if none was signed here, or it has ended."""
        found = _SHAPE.fullmatch(read_cookie(cookie_header, self.cookie) or "")
        if found is None:
            return None
        body, _, signature = found.group().rpartition(".")
        if not hmac.compare_digest(self._sign(body), signature) or int(found[2]) <= self._clock():
            return None
        padded = found[1] + "=" * (-len(found[1]) % 4)
        return OperatorSession(base64.urlsafe_b64decode(padded).decode(), int(found[2]), found[3])

    def guard(self, session: OperatorSession) -> str:
        """Return what every form of a session carries."""
        return self._sign(f"form {session.nonce}")

    def is_guarded(self, session: OperatorSession, guard: str) -> bool:
        """Return whether a form carries its session's guard."""
        return hmac.compare_digest(self.guard(session).encode(), guard.encode())

    def guard_sign_in(self) -> str:
        """Return what the form to sign in carries, good for an hour."""
        ends = str(int(self._clock()) + _FORM_S)
        return f"{ends}.{self._sign(f'sign in {ends}')}"

    def is_sign_in_guarded(self, guard: str) -> bool:
        """Return whether a form to sign in is ours and not too old."""
        found = _FORM.fullmatch(guard)
        if found is None or int(found[1]) <= self._clock():
            return False
        return hmac.compare_digest(self._sign(f"sign in {found[1]}"), found[2])

    def _sign(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()


def clean_name(typed: str) -> str | None:
    """Return a reviewer's name as it is kept, None where it is none: 1 to 40 letters, digits, spaces, dots, dashes."""
    name = " ".join(typed.split())
    if not 1 <= len(name) <= _LONGEST_NAME or not name[0].isalnum():
        return None
    return name if all(unicodedata.category(one)[0] in _IN_NAMES or one in _BETWEEN for one in name) else None


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
