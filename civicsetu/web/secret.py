"""Create the page's secret once and store it in the data folder, readable by its owner only."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from pathlib import Path

from civicsetu.errors import DataFolderUnusable
from civicsetu.stores.files import create_atomically
from civicsetu.stores.processes import make_unusable_error

_BYTES = 32
_SECRET = re.compile(rb"[0-9a-f]{64,}")


def read_page_secret(data_path: Path) -> str:
    """Return the secret as hexadecimal digits; the first call creates it (mode 0600).

    Raises:
        DataFolderUnusable: the folder or the file cannot be written or read.
    """
    path = data_path / "secrets" / "page"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            create_atomically(path, secrets.token_hex(_BYTES), 0o600)
        return _checked(path.read_bytes())
    except IsADirectoryError:
        raise _damaged("is a folder") from None
    except OSError as error:
        raise make_unusable_error(error) from error


def find_damage(data_path: Path) -> str:
    """Return what is wrong with the secret in one sentence; empty if it is fine or not created yet."""
    path = data_path / "secrets" / "page"
    if not path.exists():
        return ""
    try:
        read_page_secret(data_path)
    except DataFolderUnusable as error:
        return error.user_message
    return ""


def _checked(content: bytes) -> str:
    """The digits a secret file holds; a file that was cut or overwritten is refused, not taken for a key."""
    secret = content.strip()
    if not _SECRET.fullmatch(secret):
        raise _damaged("is not a secret")
    return secret.decode("ascii")


def _damaged(how: str) -> DataFolderUnusable:
    return DataFolderUnusable(
        f"page secret {how}",
        user_message="The file secrets/page in the data folder is damaged. Put it back from a copy, or remove it "
        "and start again: browsers then begin anew, without the conversations they had.",
    )


def derive_key(secret: str, purpose: str) -> bytes:
    """Derive a separate key for each purpose, so that one signature never passes for another."""
    return hmac.new(secret.encode("ascii"), purpose.encode("ascii"), hashlib.sha256).digest()
