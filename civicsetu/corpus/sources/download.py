"""One file from one address: streamed, capped, checked by its first bytes, taken up again where it broke off.

What has come stays in `<name>.part` with a note of its address and of the server's mark of
the file (`ETag` or `Last-Modified`). The next request asks for the rest under that mark; a
server that sends the whole file instead makes it start anew.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import httpx

from civicsetu.corpus.formats.law_file import MAX_BYTES
from civicsetu.corpus.sources.provenance import name_host, write_json
from civicsetu.errors import FileGone, FileRefused

_HEAD = 1024
_BEGINS = {".pdf": (b"%PDF-", "PDF"), ".docx": (b"PK\x03\x04", "Word file")}
_HTML = re.compile(
    rb"\s*(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body|script)\b", re.I | re.S
)
_RANGE = re.compile(r"bytes (\d+)-")


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A whole file, still under its `.part` name."""

    part: Path
    sha256: str
    size: int
    content_type: str


async def download(client: httpx.AsyncClient, url: str, target: Path, deadline_s: float) -> Downloaded:
    """Fetch the file at `url` that is to become `target`.

    Raises:
        FileGone: no answer, no such file, or not in time; what has come is kept for the next attempt.
        FileRefused: it is not such a file, too large, or the address leads round in a circle.
    """
    part = _Part(target.with_name(f"{target.name}.part"), url)
    host = name_host(url)
    try:
        async with asyncio.timeout(deadline_s):
            async with client.stream("GET", url, headers=part.asks_for()) as response:
                return await _receive(response, part, target.suffix.lower())
    except (TimeoutError, httpx.TimeoutException) as error:
        raise FileGone(f"{host} did not send the file within {deadline_s:g} s.", retryable=True) from error
    except httpx.TooManyRedirects as error:
        raise FileRefused(user_message=f"{host} leads from one address to the next without end.") from error
    except (httpx.TransportError, httpx.DecodingError) as error:
        raise _gone(host, error) from error
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise FileRefused(user_message=f"{host} leads to an address that cannot be used.") from error
    except FileRefused:
        part.discard()
        raise
    finally:
        part.close()


async def _receive(response: httpx.Response, part: _Part, suffix: str) -> Downloaded:
    _check_status(response, part)
    part.open_for(response)
    _check_size(part.size + int(response.headers.get("content-length") or 0), response)
    async for block in response.aiter_bytes():
        part.add(block)
        _check_size(part.size, response)
        if len(part.head) >= _HEAD:
            _check_kind(part.head, suffix, response)
    _check_kind(part.head, suffix, response)
    part.close()
    content_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return Downloaded(part.path, part.digest.hexdigest(), part.size, content_type)


def _check_status(response: httpx.Response, part: _Part) -> None:
    host, status = name_host(str(response.request.url)), response.status_code
    first = response.history[0].request.url if response.history else response.url
    if first.scheme == "https" and response.url.scheme != "https":
        raise FileRefused(user_message=f"{name_host(str(first))} leads to an address that is not secured.")
    if status in (200, 206):
        return
    if status == 416:
        part.discard()
        raise FileGone(f"{host} does not go on where it broke off.", retryable=True)
    if status in (404, 410):
        raise FileGone(f"{host} does not have the file at that address any more ({status}).", retryable=False)
    raise FileGone(f"{host} answers {status} instead of the file.", retryable=status >= 500)


def _check_size(size: int, response: httpx.Response) -> None:
    if size > MAX_BYTES:
        told = f"{name_host(str(response.url))} sends more than {MAX_BYTES // 1_000_000} MB; that is refused."
        raise FileRefused(user_message=told)


def _check_kind(head: bytes, suffix: str, response: httpx.Response) -> None:
    """A portal that has lost a file often sends a page about it in its place."""
    begins, wanted = _BEGINS.get(suffix, (b"", "text"))
    came = ""
    if not head:
        came = "nothing"
    elif suffix != ".html" and _HTML.match(head):
        came = "a web page (HTML)"
    elif begins and not head.startswith(begins):
        came = "something else"
    elif not begins and head.startswith(b"%PDF-"):
        came = "a PDF"
    if came:
        told = f"{name_host(str(response.url))} sent {came} where a {wanted} was expected; it is refused."
        raise FileRefused(user_message=told)


def _gone(host: str, error: Exception) -> FileGone:
    causes = list(_causes(error))
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return FileGone(f"The name {host} cannot be looked up; there may be no network.", retryable=False)
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return FileGone(f"The certificate of {host} is not valid.", retryable=False)
    if isinstance(error, httpx.ConnectError):
        return FileGone(f"{host} cannot be reached.", retryable=True)
    return FileGone(f"The connection to {host} broke off.", retryable=True)


def _causes(error: BaseException) -> list[BaseException]:
    """The error and what it came from, to the first."""
    found: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in found:
        found.append(cause)
        cause = cause.__cause__ or cause.__context__
    return found


class _Part:
    """What has come of a file: its bytes on disk, its checksum so far and its first bytes."""

    def __init__(self, path: Path, url: str) -> None:
        self.path = path
        self.digest = hashlib.sha256()
        self.head = b""
        self.size = 0
        self._url = url
        self._note = path.with_name(f"{path.name}.json")
        self._file: IO[bytes] | None = None
        self._mark = self._left()

    def asks_for(self) -> dict[str, str]:
        """Return the headers that ask for the rest; none for a file that is begun anew."""
        if not self._mark:
            return {}
        return {"Range": f"bytes={self.path.stat().st_size}-", "If-Range": self._mark}

    def open_for(self, response: httpx.Response) -> None:
        """Resume where it broke off, or begin anew on a whole response; raise FileGone for another position."""
        goes_on = response.status_code == 206 and bool(self._mark) and self._continues(response)
        if response.status_code == 206 and not goes_on:
            self.discard()
            raise FileGone(
                f"{name_host(self._url)} goes on at another place than it broke off.", retryable=True
            )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if goes_on:
            self._take_up()
        else:
            self._begin(response)

    def add(self, block: bytes) -> None:
        if self._file is not None:
            self._file.write(block)
        self._count(block)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def discard(self) -> None:
        """Forget what has come."""
        self.close()
        self._mark = ""
        for path in (self.path, self._note):
            path.unlink(missing_ok=True)

    def _left(self) -> str:
        """The server's mark of what an earlier attempt left of this very address; empty: nothing to go on from."""
        with suppress(OSError, ValueError):
            note = json.loads(self._note.read_text("utf-8"))
            if isinstance(note, dict) and note.get("url") == self._url and self.path.stat().st_size:
                return str(note.get("mark") or "")
        return ""

    def _continues(self, response: httpx.Response) -> bool:
        found = _RANGE.match(response.headers.get("content-range", ""))
        return found is not None and int(found.group(1)) == self.path.stat().st_size

    def _take_up(self) -> None:
        with self.path.open("rb") as file:
            while block := file.read(1 << 20):
                self._count(block)
        self._file = self.path.open("ab")

    def _begin(self, response: httpx.Response) -> None:
        self._file = self.path.open("wb")
        write_json(self._note, {"url": self._url, "mark": _mark(response)})

    def _count(self, block: bytes) -> None:
        self.digest.update(block)
        self.size += len(block)
        if len(self.head) < _HEAD:
            self.head += block[: _HEAD - len(self.head)]


def _mark(response: httpx.Response) -> str:
    """What tells this very file from another at the same address; only a strong mark may be gone on from."""
    if response.headers.get("content-encoding", "identity") != "identity":
        return ""
    etag = str(response.headers.get("etag", ""))
    return etag if etag and not etag.startswith("W/") else str(response.headers.get("last-modified", ""))
