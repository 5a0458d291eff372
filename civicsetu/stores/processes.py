"""Operating system services for both embedded servers: a lock, a folder, a detached process.

A server outlives the command that started it, and several commands may start it at the
same moment. Locks are `flock` on an open file: they vanish with their holder, even after
kill -9, and also exclude threads of one process from each other.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import psutil

from civicsetu.errors import DataFolderUnusable, DiskFull

IsOurs = Callable[[psutil.Process], bool]

_POLL_S = 0.05
_PR_SET_PDEATHSIG = 1
_PASSED_ON = (
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TZDIR", "TMPDIR",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "JAVA_HOME", "TESSDATA_PREFIX",
)  # fmt: skip
_PAGE_SECRETS = "CHAINLIT_"
_LAUNCH = 'log="$1"; shift; "$@" >>"$log" 2>&1 </dev/null & echo $!'


class _AsUser(TypedDict, total=False):
    """Arguments of `subprocess.run` that say whose process it is."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Account:
    """The operating system's user a server runs as, where it is not our own."""

    uid: int
    gid: int


def prepare_folder(folder: Path, free_bytes: int) -> None:
    """Make sure `folder` exists, is ours to write, and its disk has `free_bytes` left.

    Raises:
        DataFolderUnusable: naming what is in the way.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}-{time.monotonic_ns()}"
        probe.write_bytes(b"0")
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise make_unusable_error(error) from error
    if free < free_bytes:
        raise make_unusable_error(OSError(errno.ENOSPC, f"{free // 2**20} MB free, {free_bytes // 2**20} MB needed"))


def make_unusable_error(error: OSError) -> DataFolderUnusable:
    """Return the error for a data folder that failed with `error`, with the fix that fits."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        fix = (
            "The disk of the data folder is full; free some space "
            "or set CIVICSETU_DATA_DIR to a folder on another disk."
        )
        return DiskFull(f"{type(error).__name__}: {error}", user_message=fix)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        fix = (
            "The data folder may not be written by this user; "
            "change its owner or set CIVICSETU_DATA_DIR to a folder of your own."
        )
    elif error.errno == errno.EISDIR:
        name = Path(str(error.filename or "A file")).name
        fix = f"{name} in the data folder is a folder and should be a file; remove it and try again."
    elif error.errno in (errno.ENOTDIR, errno.EEXIST):
        fix = "The data folder is a file, not a folder; set CIVICSETU_DATA_DIR to a folder."
    else:
        fix = DataFolderUnusable.default_user_message
    return DataFolderUnusable(f"{type(error).__name__}: {error}", user_message=fix)


@contextmanager
def hold_lock(path: Path, wait_s: float) -> Iterator[None]:
    """Hold the lock file `path`, alone among all processes and threads.

    Raises:
        TimeoutError: somebody else held it for `wait_s` seconds.
        DataFolderUnusable: the lock file cannot be written.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise make_unusable_error(error) from error
    try:
        _lock(handle, time.monotonic() + wait_s, path.name)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, until: float, name: str) -> None:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise TimeoutError(f"{name} is held by another process") from None
            time.sleep(_POLL_S)


def launch(
    argv: Sequence[str],
    *,
    log: Path,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    account: Account | None = None,
) -> int:
    """Start a process that outlives us, in a session of its own; its process id.

    A shell starts it and leaves, so that it is nobody's child here: it is never left a
    zombie by us, and an interrupt typed at our terminal does not reach it. Arguments are
    handed over as they are, whatever characters a path has. Files it makes are its owner's only.
    """
    done = subprocess.run(
        ["/bin/sh", "-c", _LAUNCH, "sh", str(log), *argv],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=30,
        cwd=cwd, env=env, umask=0o077, start_new_session=True, **as_account(account),
    )  # fmt: skip
    return int(done.stdout)


def foreign_environment(**more: str) -> dict[str, str]:
    """Return what a program that is not ours is given of our environment: what it needs to run, and `more`.

    Our settings and the page's signing key would else stand in the environment of every server,
    where its account can read them.
    """
    kept = {name: value for name, value in os.environ.items() if name in _PASSED_ON or name.startswith("LC_")}
    return {**kept, **more}


def own_environment(**more: str) -> dict[str, str]:
    """Return what another process of this program is given: all but the page's secrets, and `more`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_PAGE_SECRETS)}
    return {**kept, **more}


def as_account(account: Account | None) -> _AsUser:
    """Return the arguments of `subprocess.run` that make a child run as `account`."""
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def end_with_parent(number: signal.Signals) -> Callable[[], None]:
    """Return a function that makes the system send this process the signal when its parent ends.

    It may run between fork and exec, where nothing may be loaded. Where the system cannot do it, it does nothing.
    """
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def ask() -> None:
        if prctl is not None:
            prctl(_PR_SET_PDEATHSIG, number)

    return ask


def is_alive(pid: int, ours: IsOurs) -> bool:
    """Return True when `pid` runs, is no zombie and is the process we mean (ids are used again)."""
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and ours(process)
    except (psutil.Error, ValueError, OverflowError):  # a number from a damaged file may be none of a process
        return False


def end_process(pid: int, ours: IsOurs, gently: Sequence[tuple[int, float]]) -> None:
    """Send the signals of `gently`, waiting the given seconds after each, then SIGKILL.

    What is stopped (SIGSTOP) is set going again, as it could not act on a signal.

    Raises:
        PermissionError: the process belongs to another user.
    """
    for number, wait_s in (*gently, (signal.SIGKILL, 10.0)):
        if not is_alive(pid, ours):
            return
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return
        _continue(pid)
        wait_until(lambda: not is_alive(pid, ours), wait_s)


def _continue(pid: int) -> None:
    """Set a process and its children going, also where a stop is still on its way to them."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            one.resume()


def wait_until(done: Callable[[], bool], wait_s: float) -> bool:
    """Ask `done` until it is true or `wait_s` seconds have passed; its last answer."""
    until = time.monotonic() + wait_s
    while not done():
        if time.monotonic() > until:
            return False
        time.sleep(_POLL_S)
    return True
