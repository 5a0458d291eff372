"""The page's secret: made once, kept in the data folder, readable by its owner only."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from civicsetu.errors import DataFolderUnusable

_BYTES = 32


def page_secret(data_path: Path) -> str:
    """The secret as hexadecimal digits; the first call makes it (mode 0600).

    Raises:
        DataFolderUnusable: the folder or the file cannot be written or read.
    """
    path = data_path / "secrets" / "page"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _create(path)
        secret = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise DataFolderUnusable(f"page secret: {error}") from error
    if len(secret) < 2 * _BYTES:
        raise DataFolderUnusable(
            "page secret is too short",
            user_message="The file secrets/page is damaged; remove it and start again.",
        )
    return secret


def derived_key(secret: str, purpose: str) -> bytes:
    """A key of its own for each purpose, so that one signature never serves as another."""
    return hmac.new(secret.encode("ascii"), purpose.encode("ascii"), hashlib.sha256).digest()


def _create(path: Path) -> None:
    """Write a fresh secret unless one is there: whole or not at all, whoever else is starting."""
    if path.exists():
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(_BYTES))
    with suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()
