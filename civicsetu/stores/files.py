"""Write a file whole or not at all, and so that it is still whole after a power cut.

A file that the program trusts at its next start is written beside its place, brought to the
disk, renamed, and the rename is brought to the disk, too: without the last two steps a power
cut can leave an empty file under the right name.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from civicsetu.stores.processes import make_unusable_error


def write_atomically(path: Path, content: str | bytes, mode: int = 0o644) -> None:
    """Put `content` in the place of whatever is at `path`; its folder is made where it is missing.

    Raises:
        DataFolderUnusable: it cannot be written; what was there is as it was.
    """
    _write(path, content, mode, lambda draft: draft.replace(path))


def create_atomically(path: Path, content: str | bytes, mode: int = 0o644) -> None:
    """Write the file unless there is one: of several that start at once, one wins and all read its file.

    Raises:
        DataFolderUnusable: it cannot be written.
    """

    def link(draft: Path) -> None:
        with suppress(FileExistsError):
            path.hardlink_to(draft)

    _write(path, content, mode, link)


def move_into_place(made: Path, place: Path) -> None:
    """Rename a finished file or folder to where nothing is, or a file to be replaced, durably."""
    _sync_all(made)
    made.replace(place)
    sync(place.parent)


def sync(path: Path) -> None:
    """Bring a file, or a folder's list of names, to the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_all(path: Path) -> None:
    if path.is_dir():
        for inner in path.iterdir():
            _sync_all(inner)
    sync(path)


def _write(path: Path, content: str | bytes, mode: int, put: Callable[[Path], object]) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        try:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
            with os.fdopen(handle, "wb") as file:
                file.write(content.encode("utf-8") if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            put(draft)
        finally:
            draft.unlink(missing_ok=True)
        sync(path.parent)
    except OSError as error:
        raise make_unusable_error(error) from error
