"""Check whether the files of a database cluster are whole, as far as that shows without opening it.

A start that fails says little to a person, and starting again does not help: damage is known by
files that are lost, by what the server's own tool says of its control file, and by the SQLSTATE
of what the server logged, never by its words.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from civicsetu.stores.processes import foreign_environment

_LOOK_S = 10.0
_ESSENTIAL = (
    "PG_VERSION",
    "postgresql.conf",
    "pg_hba.conf",
    "global/pg_control",
    "base",
    "pg_wal",
    "pg_xact",
)
_DAMAGE = re.compile(
    r"^[^\n]*\[\d+\] (?:(?:XX001|XX002|58P01|55000) (?:FATAL|PANIC)|XX000 PANIC):", re.MULTILINE
)
"""What the log of a start that failed says where files are lost, cut or changed; XX000 alone may be want of memory."""


def missing_files(folder: Path) -> list[str]:
    """Return what a cluster cannot do without and lacks; empty for a folder that is none yet."""
    if not folder.is_dir() or not any(folder.iterdir()):
        return []
    return [name for name in _ESSENTIAL if not (folder / name).exists()]


def is_damaged(folder: Path, controldata: Path) -> bool:
    """Return whether a stopped server's files show that it cannot start; other damage shows at a start.

    `controldata` is the program `pg_controldata` of that server.
    """
    if missing_files(folder):
        return True
    if not (folder / "PG_VERSION").exists():
        return False
    try:
        done = subprocess.run(
            [str(controldata), str(folder)], env=foreign_environment(LC_ALL="C.UTF-8"), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace", timeout=_LOOK_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False
    return done.returncode != 0 or bool(done.stderr)  # it warns there, and ends with 0


def log_size(folder: Path) -> int:
    """Return bytes logged so far, for `tells_damage` after a start that failed."""
    log = folder / "server.log"
    return log.stat().st_size if log.exists() else 0


def tells_damage(folder: Path, before: int) -> bool:
    """Return True where what was logged since the log had `before` bytes says that files are damaged."""
    if not (folder / "server.log").exists():
        return False
    content = (folder / "server.log").read_bytes()
    since = content[before if len(content) >= before else 0 :]  # else it was begun anew
    return _DAMAGE.search(since.decode("utf-8", "replace")) is not None
