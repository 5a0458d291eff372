"""Locks, folders and detached processes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from civicsetu.errors import DataFolderUnusable
from civicsetu.stores import processes
from civicsetu.stores.processes import (
    end_process,
    foreign_environment,
    hold_lock,
    is_alive,
    launch,
    own_environment,
    prepare_folder,
    wait_until,
)


def test_a_lock_excludes_threads_of_the_same_process(tmp_path: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        with hold_lock(tmp_path / "lock", 10):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.01)
            inside.pop()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 8


def test_a_lock_goes_with_a_killed_holder_and_is_not_waited_for_forever(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom civicsetu.stores.processes import hold_lock\n"
        "with hold_lock(Path(sys.argv[1]), 1):\n    print('held', flush=True)\n    time.sleep(60)\n"
    )
    holder = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "lock")], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(TimeoutError), hold_lock(tmp_path / "lock", 0.2):
            pass
    finally:
        holder.kill()
        holder.wait()
    with hold_lock(tmp_path / "lock", 1):
        pass


def test_a_full_disk_is_said_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=1024))
    with pytest.raises(DataFolderUnusable, match="0 MB free") as caught:
        prepare_folder(tmp_path / "data", 2**20)
    assert "disk" in caught.value.user_message and "CIVICSETU_DATA_DIR" in caught.value.user_message
    assert str(tmp_path) not in caught.value.user_message


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    for folder in (tmp_path / "data", tmp_path / "data" / "below"):
        with pytest.raises(DataFolderUnusable) as caught:
            prepare_folder(folder, 1)
        assert "is a file" in caught.value.user_message


def test_a_folder_of_somebody_else_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(DataFolderUnusable) as caught:
        prepare_folder(tmp_path / "data", 1)
    assert "owner" in caught.value.user_message


def test_a_launched_process_is_nobodys_child_and_takes_any_argument(tmp_path: Path) -> None:
    log = tmp_path / "a 'log' $HOME \"x\".txt"
    code = "import sys, time; print(sys.argv[1:], flush=True); time.sleep(60)"
    odd = ["two words", "$(id)", '"quoted"', "it's", "-n"]
    pid = launch([sys.executable, "-c", code, *odd], log=log, cwd=tmp_path)
    try:
        assert wait_until(lambda: log.exists() and log.read_text().strip() == str(odd), 10)
        process = psutil.Process(pid)
        assert process.ppid() != os.getpid()
        assert os.getsid(pid) != os.getsid(0)
        assert log.stat().st_mode & 0o077 == 0
    finally:
        end_process(
            pid, lambda process: "time.sleep(60)" in " ".join(process.cmdline()), [(signal.SIGTERM, 5)]
        )
    assert wait_until(lambda: not is_alive(pid, lambda _process: True), 5)


def test_a_process_that_ignores_us_is_killed_and_a_stranger_never(tmp_path: Path) -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(60)"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None and child.stdout.readline()
        end_process(child.pid, lambda _process: False, [(signal.SIGTERM, 0.1)])
        assert child.poll() is None
        end_process(child.pid, lambda _process: True, [(signal.SIGTERM, 0.2)])
        assert child.wait(5) == -signal.SIGKILL
    finally:
        child.kill()
        child.wait()


def test_a_zombie_is_not_alive() -> None:
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    try:
        wait_until(lambda: psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE, 10)
        assert not is_alive(child.pid, lambda _process: True)
    finally:
        child.wait()
    assert processes.is_alive(os.getpid(), lambda process: process.pid == os.getpid())


def test_a_stopped_process_is_set_going_so_that_it_can_end_itself(tmp_path: Path) -> None:
    code = "import signal, sys, time\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\nprint('up', flush=True)\ntime.sleep(60)\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"up\n"
    process.send_signal(signal.SIGSTOP)
    end_process(process.pid, lambda _: True, [(signal.SIGTERM, 20.0)])
    assert process.wait(10) == 7, "it was not killed"


@pytest.mark.parametrize("pid", [-1, 2**40, 10**30])
def test_a_number_that_is_no_process_is_none(pid: int) -> None:
    assert is_alive(pid, lambda _: True) is False


def test_what_is_not_ours_gets_what_it_needs_to_run_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CIVICSETU_DATA_DIR", "CHAINLIT_AUTH_SECRET", "PGHOST", "LD_PRELOAD"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("LC_TIME", "hi_IN")
    given = foreign_environment(MORE="1")
    assert given["PATH"] == os.environ["PATH"] and given["LC_TIME"] == "hi_IN" and given["MORE"] == "1"
    assert not {"CIVICSETU_DATA_DIR", "CHAINLIT_AUTH_SECRET", "PGHOST", "LD_PRELOAD"} & set(given)


def test_what_is_ours_gets_the_settings_and_not_the_key_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIVICSETU_DATA_DIR", "here")
    monkeypatch.setenv("CHAINLIT_AUTH_SECRET", "s3cr3t")
    given = own_environment(MORE="1")
    assert given["CIVICSETU_DATA_DIR"] == "here" and given["MORE"] == "1"
    assert "s3cr3t" not in given.values()
