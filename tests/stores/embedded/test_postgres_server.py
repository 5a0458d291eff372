"""The embedded PostgreSQL: shared, surviving kills and stale files, stopped only on demand."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import psycopg
import pytest

from civicsetu.errors import DatabaseDamaged, DataFolderUnusable, PostgresUnavailable
from civicsetu.stores.embedded import postgres_server
from civicsetu.stores.processes import wait_until
from tests.stores.own_servers import own_folder

_START = (
    "import sys\nfrom pathlib import Path\nfrom civicsetu.stores.embedded import postgres_server as server\n"
    "print(server.start(Path(sys.argv[1])))\n"
)


def ask(folder: Path, query: str = "select 1") -> str:
    found = postgres_server.status(folder)
    assert found is not None
    with psycopg.connect(
        host=str(found.socket_dir), port=5432, user="postgres", dbname="postgres"
    ) as connection:
        row = connection.execute(query).fetchone()  # type: ignore[arg-type]
        assert row is not None
        return str(row[0])


def started_elsewhere(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _START, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def kill(folder: Path) -> int:
    found = postgres_server.status(folder)
    assert found is not None
    os.kill(found.pid, signal.SIGKILL)
    assert wait_until(lambda: postgres_server.status(folder) is None, 10)
    return found.pid


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with own_folder() as parent:
        yield parent / "postgres"
        postgres_server.stop(parent / "postgres")


def test_it_starts_answers_and_folds_accents(folder: Path) -> None:
    address = postgres_server.start(folder)
    assert address == f"postgres@/postgres?host={folder}&port=5432"
    assert postgres_server.start(folder) == address
    assert ask(folder, "show server_version").startswith("18")
    assert ask(folder, "select to_tsvector('simple', 'ÉCOLE')::text") == "'école':1"
    found = postgres_server.status(folder)
    assert found is not None
    assert psutil.Process(found.pid).uids().real != 0
    assert folder.stat().st_mode & 0o077 == 0
    listening = [c for c in psutil.Process(found.pid).net_connections("inet") if c.status == "LISTEN"]
    assert listening == []


def test_it_outlives_the_process_that_started_it_and_is_shared_by_all(folder: Path) -> None:
    postgres_server.stop(folder)
    starters = [started_elsewhere(folder) for _ in range(3)]
    told = [starter.communicate(timeout=120) for starter in starters]
    assert [starter.returncode for starter in starters] == [0, 0, 0], told
    assert len({out for out, _ in told}) == 1
    assert ask(folder) == "1"
    assert (
        len([p for p in psutil.process_iter(["name"]) if p.info["name"] == "postgres" and _main(p, folder)])
        == 1
    )


def _main(process: psutil.Process, folder: Path) -> bool:
    try:
        return str(folder) in process.cmdline()
    except psutil.Error:
        return False


def test_after_a_kill_it_comes_back_with_every_committed_row(folder: Path) -> None:
    postgres_server.start(folder)
    found = postgres_server.status(folder)
    assert found is not None
    with psycopg.connect(
        host=str(found.socket_dir), port=5432, user="postgres", dbname="postgres"
    ) as connection:
        connection.execute("create table if not exists kept (n int)")
        connection.execute("insert into kept select generate_series(1, 500)")
        connection.commit()
        old = kill(folder)
    postgres_server.start(folder)
    assert ask(folder, "select count(*) from kept") == "500"
    again = postgres_server.status(folder)
    assert again is not None and again.pid != old


def test_a_stale_pid_file_whose_id_belongs_to_a_stranger_is_seen_through(folder: Path) -> None:
    postgres_server.start(folder)
    pid_file = folder / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    postgres_server.stop(folder)
    for stranger in (os.getpid(), 1):
        pid_file.write_text("\n".join([str(stranger), *lines[1:]]) + "\n")
        (folder / ".s.PGSQL.5432.lock").write_text("\n".join([str(stranger), *lines[1:6]]) + "\n")
        assert postgres_server.status(folder) is None
        postgres_server.start(folder)
        assert ask(folder) == "1"
        postgres_server.stop(folder)
    for broken in (b"", b"x\n", b"12", b"\xc2\xb2\n", bytes(range(128, 256))):
        pid_file.write_bytes(broken)
        assert postgres_server.status(folder) is None
        postgres_server.start(folder)
        assert ask(folder) == "1"
        postgres_server.stop(folder)


def test_a_folder_in_the_place_of_the_pid_file_is_cleared_away(folder: Path) -> None:
    postgres_server.stop(folder)
    (folder / "postmaster.pid").mkdir()
    postgres_server.start(folder)
    assert ask(folder) == "1"


def test_it_is_given_neither_our_settings_nor_the_key_of_the_page(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres_server.stop(folder)
    for name in ("CHAINLIT_AUTH_SECRET", "CIVICSETU_NEO4J_PASSWORD", "PGOPTIONS", "SOMEBODYS_TOKEN"):
        monkeypatch.setenv(name, "s3cr3t")
    postgres_server.start(folder)
    found = postgres_server.status(folder)
    assert found is not None
    main = psutil.Process(found.pid)
    for process in (main, *main.children(recursive=True)):
        assert "s3cr3t" not in str(process.environ())


def test_one_whose_processes_are_all_stopped_is_ended_within_ten_seconds(folder: Path) -> None:
    postgres_server.start(folder)
    found = postgres_server.status(folder)
    assert found is not None
    with psycopg.connect(host=str(found.socket_dir), user="postgres", dbname="postgres") as connection:
        connection.execute("create table stays as select 1 as n")
    main = psutil.Process(found.pid)
    for process in (main, *main.children(recursive=True)):
        process.suspend()
    began = time.monotonic()
    assert postgres_server.stop(folder) is True
    assert time.monotonic() - began < 10
    postgres_server.start(folder)
    assert ask(folder, "select count(*) from stays") == "1"


def test_a_server_whose_socket_was_removed_is_replaced(folder: Path) -> None:
    postgres_server.start(folder)
    before = postgres_server.status(folder)
    assert before is not None
    (folder / ".s.PGSQL.5432").unlink()
    postgres_server.start(folder)
    assert ask(folder) == "1"
    assert not psutil.pid_exists(before.pid) or postgres_server.status(folder).pid != before.pid  # type: ignore[union-attr]


def test_two_threads_after_a_kill_start_one_server(folder: Path) -> None:
    postgres_server.start(folder)
    kill(folder)
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: postgres_server.start(folder), range(4)))) == 1
    assert ask(folder) == "1"


def test_stop_stops_once(folder: Path) -> None:
    postgres_server.start(folder)
    assert postgres_server.stop(folder) is True
    assert postgres_server.status(folder) is None
    assert postgres_server.stop(folder) is False


@pytest.mark.long
def test_a_folder_of_any_length_and_spelling_works() -> None:
    with own_folder() as parent:
        odd = parent / ("long, 'odd' $HOME \"name\" 50% ñ " * 5).strip() / "postgres"
        try:
            address = postgres_server.start(odd)
            found = postgres_server.status(odd)
            assert found is not None
            assert len(os.fsencode(found.socket_dir / ".s.PGSQL.5432")) <= 103
            assert found.socket_dir.stat().st_mode & 0o077 == 0
            assert ask(odd) == "1"
            kill(odd)
            assert postgres_server.start(odd) == address
            assert ask(odd) == "1"
        finally:
            postgres_server.stop(odd)
            shutil.rmtree(found.socket_dir, ignore_errors=True)


def test_a_half_made_cluster_is_made_anew() -> None:
    with own_folder() as parent:
        (parent / "postgres.new").mkdir()
        (parent / "postgres.new" / "PG_VERSION").write_text("18\n")
        try:
            postgres_server.start(parent / "postgres")
            assert ask(parent / "postgres") == "1"
            assert not (parent / "postgres.new").exists()
        finally:
            postgres_server.stop(parent / "postgres")


def test_a_cluster_of_another_version_and_a_damaged_one_name_the_fix() -> None:
    with own_folder() as parent:
        folder = parent / "postgres"
        folder.mkdir()
        (folder / "PG_VERSION").write_text("16\n")
        with pytest.raises(DataFolderUnusable) as other:
            postgres_server.start(folder)
        assert "PostgreSQL 16" in other.value.user_message


def emptied(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"")


def cut(folder: Path, name: str) -> None:
    (folder / name).write_bytes((folder / name).read_bytes()[:100])


def changed(folder: Path, name: str) -> None:
    content = bytearray((folder / name).read_bytes())
    content[40] ^= 255
    (folder / name).write_bytes(bytes(content))


def zeroed(folder: Path, name: str) -> None:
    (folder / name).write_bytes(bytes((folder / name).stat().st_size))


def binary(folder: Path, name: str) -> None:
    (folder / name).write_bytes(bytes(range(256)))


def lost(folder: Path, name: str) -> None:
    path = folder / name
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def zeroed_inside(folder: Path, name: str) -> None:
    for path in (folder / name).iterdir():
        if path.is_file():
            zeroed(folder, f"{name}/{path.name}")


DAMAGES = [(changed, "global/pg_control"), (zeroed_inside, "pg_wal"), (emptied, "PG_VERSION"), (lost, "base")]
MORE_DAMAGES = [
    (emptied, "global/pg_control"), (cut, "global/pg_control"), (zeroed, "global/pg_control"),
    (lost, "global/pg_control"), (lost, "pg_wal"), (lost, "pg_xact"), (binary, "PG_VERSION"),
    (lost, "PG_VERSION"), (lost, "postgresql.conf"),
]  # fmt: skip
ONLY_AT_A_START = [(zeroed_inside, "pg_wal"), (emptied, "PG_VERSION"), (binary, "PG_VERSION")]


@pytest.fixture(scope="module")
def whole() -> Iterator[Path]:
    """A cluster that is only ever copied."""
    with own_folder() as parent:
        postgres_server.start(parent / "whole")
        postgres_server.stop(parent / "whole")
        yield parent / "whole"


@pytest.mark.parametrize(
    ("damage", "name"), [*DAMAGES, *(pytest.param(*one, marks=pytest.mark.long) for one in MORE_DAMAGES)]
)
def test_damaged_files_are_told_with_the_fix_that_helps(
    whole: Path, damage: Callable[[Path, str], None], name: str
) -> None:
    folder = whole.parent / "damaged"
    subprocess.run(["cp", "-a", str(whole), str(folder)], check=True)
    try:
        assert not postgres_server.is_damaged(folder)
        damage(folder, name)
        if (damage, name) not in ONLY_AT_A_START:
            assert postgres_server.is_damaged(folder)
        with pytest.raises(DatabaseDamaged) as told:
            postgres_server.start(folder)
        assert "set the folder postgres in the data folder aside" in told.value.user_message
        assert str(whole.parent) not in told.value.user_message
    finally:
        postgres_server.stop(folder)
        shutil.rmtree(folder)


def test_a_server_that_cannot_run_is_unavailable_with_the_place_to_look(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_server, "_ATTEMPTS", 1)
    folder = whole.parent / "misled"
    subprocess.run(["cp", "-a", str(whole), str(folder)], check=True)
    try:
        (folder / "postgresql.conf").write_text("no_such_setting = 1\n")
        with pytest.raises(PostgresUnavailable) as caught:
            postgres_server.start(folder)
        assert "server.log" in caught.value.user_message
        assert str(whole.parent) not in caught.value.user_message
    finally:
        postgres_server.stop(folder)


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can become another user; the other tests run as one then"
)
def test_it_works_for_an_ordinary_user_too() -> None:
    """In a fork, since the interpreter itself may lie in a home that is closed to others."""
    user = pwd.getpwnam("nobody")
    with own_folder() as parent:
        os.chown(parent, user.pw_uid, user.pw_gid)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.setgroups([])
                os.setgid(user.pw_gid)
                os.setuid(user.pw_uid)
                folder = parent / "data" / "postgres"
                postgres_server.start(folder)
                good = ask(folder) == "1" and folder.stat().st_uid == user.pw_uid
                status = 0 if good and postgres_server.stop(folder) else 2
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
