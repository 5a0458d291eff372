"""A site on this machine that serves files as sites do: whole, in parts, cut off, slowly, or something else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PDF = b"%PDF-1.7\n" + b"an invented law " * 8_000
PAGE = b"<!DOCTYPE html>\n<html><body>This file has moved.</body></html>"


@dataclass(frozen=True)
class Asked:
    """One request as the site saw it."""

    path: str
    headers: dict[str, str]


@dataclass
class Site:
    """`routes` answer by path; `asked` is every request, `beside` the most at a time."""

    address: str = ""
    routes: dict[str, Callable[[BaseHTTPRequestHandler], None]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    beside: int = 0
    _now: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def url(self, path: str) -> str:
        return f"{self.address}{path}"

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        with self._lock:
            self._now += 1
            self.beside = max(self.beside, self._now)
            self.asked.append(Asked(request.path, dict(request.headers.items())))
        try:
            self.routes.get(request.path, status(404))(request)
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            with self._lock:
                self._now -= 1


@contextmanager
def site() -> Iterator[Site]:
    """A site that runs inside."""
    served = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            served.answer(self)

        def log_message(self, format: str, *given: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()


def _send(
    request: BaseHTTPRequestHandler, code: int, body: bytes, length: int | None = None, **headers: str
) -> None:
    request.send_response(code)
    request.send_header("Content-Length", str(len(body) if length is None else length))
    request.send_header("Connection", "close")
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.end_headers()
    request.wfile.write(body)
    request.close_connection = True


def whole(body: bytes, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    return lambda request: _send(request, 200, body, **{"Content_Type": "application/pdf", **headers})


def status(code: int) -> Callable[[BaseHTTPRequestHandler], None]:
    return lambda request: _send(request, code, b"no")


def leads_to(path: str) -> Callable[[BaseHTTPRequestHandler], None]:
    return lambda request: _send(request, 302, b"", Location=path)


def in_turn(
    *answers: Callable[[BaseHTTPRequestHandler], None],
) -> Callable[[BaseHTTPRequestHandler], None]:
    """The first request gets the first answer, and so on; the last one stays."""
    left = list(answers)
    return lambda request: (left.pop(0) if len(left) > 1 else left[0])(request)


def cut_after(body: bytes, sent: int, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """Promises the whole body and breaks off."""
    return lambda request: _send(request, 200, body[:sent], len(body), **headers)


def goes_on(body: bytes, etag: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """Sends the rest that is asked for, under the mark it knows; else the whole."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked, mark = request.headers.get("Range", ""), request.headers.get("If-Range", "")
        if not asked or mark != etag:
            _send(request, 200, body, ETag=etag)
            return
        start = int(asked.removeprefix("bytes=").rstrip("-"))
        span = f"bytes {start}-{len(body) - 1}/{len(body)}"
        _send(request, 206, body[start:], ETag=etag, Content_Range=span)

    return answer


def slow(body: bytes, seconds: float, pieces: int = 10) -> Callable[[BaseHTTPRequestHandler], None]:
    """Sends the body bit by bit."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        size = -(-len(body) // pieces)
        for at in range(0, len(body), size):
            request.wfile.write(body[at : at + size])
            request.wfile.flush()
            time.sleep(seconds / pieces)

    return answer
