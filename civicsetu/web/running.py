"""Record which pages serve from a data folder, so that `stop` can name one that goes on.

Each page holds the lock of a file named after its process for as long as it serves. A lock goes
with its holder, even after kill -9, and no number of a process is mistaken for another's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from civicsetu.errors import DataFolderUnusable
from civicsetu.settings import Settings
from civicsetu.stores.processes import hold_lock

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class ServingPage:
    """A page that serves now: its process and where it listens."""

    pid: int
    address: str


@contextmanager
def note_serving(settings: Settings) -> Iterator[None]:
    """Record this process as serving while this is open; a full disk is no reason not to serve."""
    file = _folder(settings) / str(os.getpid())
    with ExitStack() as held:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            held.enter_context(hold_lock(file, 0))
            held.callback(file.unlink, missing_ok=True)
            file.write_text(f"http://{settings.host}:{settings.port}", "utf-8")
        except (OSError, DataFolderUnusable):
            pass
        yield


def list_serving(settings: Settings) -> list[ServingPage]:
    """List the pages that serve from this data folder; records of killed ones are removed."""
    folder = _folder(settings)
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return [page for page in map(_serving, files) if page is not None]


def _serving(file: Path) -> ServingPage | None:
    if not file.name.isdecimal():
        return None
    try:
        with hold_lock(file, 0):
            file.unlink(missing_ok=True)
    except TimeoutError:
        return ServingPage(int(file.name), file.read_text("utf-8", "replace")[:_LONGEST])
    except (OSError, DataFolderUnusable):
        pass
    return None


def _folder(settings: Settings) -> Path:
    return settings.data_path / "serving"
