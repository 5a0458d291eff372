"""Chainlit's main script as it is sent: packed with brotli, and kept by a browser under the hash of what is in it.

It is more than four megabytes, and on a slow network most of the time until a question can be sent is its way. The
best packing takes eight seconds, so that it is made beside the work, once for each text of the script, and kept in
the data folder; until then a quicker one is sent.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import threading
from functools import cached_property
from pathlib import Path

from civicsetu.errors import DataFolderUnusable
from civicsetu.stores.files import write_atomically
from civicsetu.telemetry import get_logger

log = get_logger(__name__)

_QUICK, _BEST = 9, 11
_WINDOW = 24
_LEAST_PRIORITY = 19


class PackedScript:
    """A script and its packed forms; `folder` keeps the best one for the next start.

    `tag` names the text: another text has another tag, so that what is asked for with it may be kept for good.
    """

    def __init__(self, name: str, text: str, folder: Path) -> None:
        self.name = name
        self._raw = text.encode()
        self.tag = hashlib.sha256(self._raw).hexdigest()[:16]
        self._file = folder / f"{self.tag}.br"
        self._best = _read_packed(self._file, self._raw)
        self._packing: threading.Thread | None = None

    @property
    def path(self) -> str:
        """Path at which Chainlit's page and its further scripts ask for it."""
        return f"/assets/{self.name}"

    @property
    def address(self) -> str:
        """Path of the script with its tag."""
        return f"{self.path}?v={self.tag}"

    def choose(self, accept_encoding: str) -> tuple[bytes, str]:
        """Return the smallest form that a browser takes, and the name of its encoding; empty for the text itself."""
        taken = read_encodings(accept_encoding)
        if "br" in taken:
            self._pack_aside()
            return self._best or self._quick, "br"
        return (self._gzipped, "gzip") if "gzip" in taken else (self._raw, "")

    @cached_property
    def _quick(self) -> bytes:
        return _pack(self._raw, _QUICK)

    @cached_property
    def _gzipped(self) -> bytes:
        return gzip.compress(self._raw, compresslevel=6, mtime=0)

    def _pack_aside(self) -> None:
        """Begin the best packing where there is none yet; the process need not wait for it to end."""
        if self._best is None and self._packing is None:
            self._packing = threading.Thread(target=self._pack_best, name="pack script", daemon=True)
            self._packing.start()

    def _pack_best(self) -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LEAST_PRIORITY)
        self._best = _pack(self._raw, _BEST)
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            for earlier in self._file.parent.glob("*.br"):
                earlier.unlink()
            write_atomically(self._file, self._best)
        except (OSError, DataFolderUnusable) as error:
            log.warning("packed_script_not_kept", error=type(error).__name__)


def read_encodings(header: str) -> set[str]:
    """Return the encodings that a browser takes by its header Accept-Encoding; those with a weight of zero are refused."""
    taken = set()
    for one in header.split(","):
        name, *parameters = (piece.strip().lower() for piece in one.split(";"))
        weights = [piece.partition("=")[2].strip() for piece in parameters if piece.startswith("q=")]
        if name and not any(weight and not weight.strip("0.") for weight in weights):
            taken.add(name)
    return taken


def name_by_content(html: str, script: PackedScript) -> str:
    """Make a page ask for the script by its tag, its further scripts too: they import it by its path."""
    mapped = f'<script type="importmap">{{"imports": {{"{script.path}": "{script.address}"}}}}</script>'
    named = html.replace(f'src="{script.path}"', f'src="{script.address}"')
    return named if named == html else named.replace("<head>", f"<head>{mapped}", 1)


def _pack(raw: bytes, quality: int) -> bytes:
    import brotli

    packed: bytes = brotli.compress(raw, quality=quality, lgwin=_WINDOW)
    return packed


def _read_packed(file: Path, raw: bytes) -> bytes | None:
    """What was kept; None where there is none, or it is not this text."""
    try:
        packed = file.read_bytes()
    except OSError:
        return None
    import brotli

    try:
        return packed if brotli.decompress(packed) == raw else None
    except brotli.error:
        return None
