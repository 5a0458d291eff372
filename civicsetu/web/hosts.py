"""Check the host names under which this page is requested.

A page of somebody else's can have its own name point to this machine, and is then, to a
browser, the same site as this page. Addresses written in digits cannot be used so.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from civicsetu.settings import Settings
from civicsetu.web.refusals import refuse

_SHAPE = re.compile(r"([a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?")
_EVERYWHERE = ("", "0.0.0.0", "::")
_UNKNOWN = (
    "This page is not served under that name; whoever runs it can add the name to "
    "CIVICSETU_WEB__ALLOWED_HOSTS."
)
_HEALTH = ("/health", "/ready")


def own_host(scope: Scope) -> str | None:
    """Return the `Host` of a request with its port, in lower case; None if it is no host name."""
    told = Headers(scope=scope).get("host", "").lower()
    return told if _SHAPE.fullmatch(told) else None


class KnownHosts:
    """Middleware that answers 421 under a name that is not ours; `None` as `names` accepts every name.

    Health checks ask by whatever address they were given, and are told nothing of anybody.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str] | None) -> None:
        self.app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._is_known(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "unknown host"})
        else:
            await refuse(scope, 421, _UNKNOWN)(scope, receive, send)

    def _is_known(self, scope: Scope) -> bool:
        if self._names is None or scope["path"] in _HEALTH or "host" not in Headers(scope=scope):
            return True
        host = own_host(scope)
        return host is not None and ((name := _without_port(host)) in self._names or _is_address(name))


def known_names(settings: Settings) -> frozenset[str] | None:
    """Return this machine's own names, the bound address, and the names of the settings.

    A page bound to every address is reached by names only its operator knows: without a
    setting each of them is good (None).
    """
    set_names = [*settings.web.allowed_hosts, *_hosts_of(settings.web.allowed_origins)]
    if "*" in set_names or (settings.host in _EVERYWHERE and not settings.web.allowed_hosts):
        return None
    names = ("localhost", settings.host, *set_names)
    return frozenset(_without_port(name.lower()) for name in names)


def origin_check(allowed: Sequence[str]) -> Callable[[str | None, dict[str, object]], bool]:
    """Build the check of the `Origin` that opens a websocket: the host itself, or one allowed by setting.

    A browser always sends `Origin`; a client without one is no browser and brings no
    cookies of anybody.
    """
    others = {origin.rstrip("/").lower() for origin in allowed}

    def check(origin: str | None, environ: dict[str, object]) -> bool:
        if not origin:
            return True
        host = str(environ.get("HTTP_HOST", "")).lower()
        parts = urlsplit(origin.lower())
        own = parts.scheme in ("http", "https") and bool(host) and parts.netloc == host
        return own or origin.rstrip("/").lower() in others

    return check


def _hosts_of(origins: Iterable[str]) -> list[str]:
    return [host for origin in origins if (host := urlsplit(origin).netloc)]


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return (name if name and port.isdigit() and not name.endswith(":") else host).rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
