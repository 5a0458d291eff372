"""Take the page's port before anything heavy starts, so that a used one is reported at once."""

from __future__ import annotations

import errno
import socket
from contextlib import ExitStack

from civicsetu.errors import ServerError
from civicsetu.settings import Settings


def require_free_port(settings: Settings) -> None:
    """Raise ServerError, with one plain sentence, where the page could not listen."""
    listen(settings.host, settings.port).close()


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket.

    It names its protocol: of a socket that does not, asyncio leaves Nagle's algorithm on, and the body of a
    short response waits 40 ms for the other side to acknowledge its head.

    Raises:
        ServerError: the port is used or may not be, or the address is not this machine's.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with ExitStack() as on_failure:
            listener = on_failure.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(socket.SOMAXCONN)
            on_failure.pop_all()
    except OSError as error:
        raise ServerError(f"{host}:{port}: {error}", user_message=_why_not(host, port, error)) from error
    return listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is already in use; stop what uses it, or set PORT to another one."
    if error.errno == errno.EACCES:
        return f"This account may not use port {port}; set PORT to one above 1023."
    return f"CivicSetu cannot listen on {host}, port {port}."
