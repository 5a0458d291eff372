"""The file a law is read from: its name, for messages, and its bytes, read from the disk once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from civicsetu.errors import NotThisLaw, SourceMissing

MAX_BYTES = 20_000_000


@dataclass(frozen=True)
class LawFile:
    """A file's name and content; what is read, checked and stored is this content and no other."""

    name: str
    content: bytes = field(repr=False)

    @cached_property
    def sha256(self) -> str:
        """Checksum of the content."""
        return hashlib.sha256(self.content).hexdigest()


def load_file(path: Path, title: str) -> LawFile:
    """Read a file; `title` is the law's, for the message.

    Raises:
        SourceMissing: it cannot be read.
        NotThisLaw: it is empty, or larger than any law.
    """
    try:
        size = path.stat().st_size
        if not 0 < size <= MAX_BYTES:
            what = "is empty" if not size else f"is larger than {MAX_BYTES // 1_000_000} MB"
            raise NotThisLaw(user_message=f"{path.name} {what}; it cannot be {title}.")
        return LawFile(path.name, path.read_bytes())
    except OSError as error:
        raise SourceMissing(user_message=f"{path.name} cannot be read: {error.strerror}.") from error
