"""The embedded graph: ArcadeDB as a Bolt server on this machine's loopback, in the data folder.

It speaks to the official `neo4j` driver like Neo4j itself, so a given Neo4j differs by its
address only. The server belongs to its folder: any process may start it, all share it, and
only `stop` ends it. Ports are picked once and kept while they are free, so that drivers
opened before a crash find it again. The password lies in a file of the owner's, never in a
command line.
"""

from __future__ import annotations

import json
import re
import secrets
import signal
import socket
import subprocess
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path

import psutil

from civicsetu.errors import GraphUnavailable
from civicsetu.stores.files import write_atomically
from civicsetu.stores.processes import (
    end_process,
    foreign_environment,
    hold_lock,
    is_alive,
    launch,
    make_unusable_error,
    prepare_folder,
    wait_until,
)

DATABASE = "neo4j"
_USER = "root"
_MAIN = "com.arcadedb.server.ArcadeDBServer"
_HEAP = "512m"
_FREE_TO_START = 64 * 2**20
_LOCK_WAIT_S = 5.0  # who holds it starts a process or ends one, and waits for nothing else
_LOCK_LOOK_S = 1.0
_STOP_WAIT_S = 5.0  # what is committed is on the disk; beyond that it is ended without more ado
_PORT_WAIT_S = 2.0  # a killed server is gone a moment before its ports are free
_STATE = "server.json"
_PASSWORD = "root.password"
_PASSWORD_BYTES = 24
_TOKEN = re.compile(rb"[\w-]{32}")
_START_S = 60.0
_JAVA_OPTIONS = (
    f"-Xmx{_HEAP}", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-XX:-UsePerfData",
    "-XX:TieredStopAtLevel=1",  # to compile once, and quickly, halves what a start costs; no query here is slower for it
    "--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED",
    "--add-exports=java.management/sun.management=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
    "--add-opens=java.base/java.nio.channels.spi=ALL-UNNAMED",
    "-Djava.awt.headless=true", "-Dfile.encoding=UTF8", "-Dpolyglot.engine.WarnInterpreterOnly=false",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GraphAddress:
    """Address of a graph; `pid` only where it is the embedded one."""

    uri: str
    user: str
    password: str = field(repr=False)
    database: str = DATABASE
    pid: int | None = None


@dataclass(frozen=True, slots=True)
class GraphProcess:
    """A running embedded server and where it listens."""

    pid: int
    bolt: int
    http: int


def start(folder: Path, wait_s: float = 60.0) -> GraphAddress:
    """Start the server of `folder`, or find it running, and wait until it answers `RETURN 1`.

    With a `wait_s` of 0 nothing is waited for: the address is given as soon as the process runs.

    Raises:
        DataFolderUnusable: no space, no permission, or not a folder.
        GraphUnavailable: it went away, or did not answer within `wait_s` (it may still come).
    """
    folder = folder.expanduser().resolve()
    until = time.monotonic() + wait_s
    prepare_folder(folder, _FREE_TO_START)
    try:
        with hold_lock(folder.parent / f"{folder.name}.lock", _LOCK_WAIT_S if wait_s > 0 else _LOCK_LOOK_S):
            found = status(folder) or _adopt(folder) or _launch(folder)
            address = read_address(folder, found)
    except OSError as error:
        raise (_busy(error) if isinstance(error, TimeoutError) else make_unusable_error(error)) from error
    if wait_s > 0:
        _await_answer(folder, address, until)
    return address


def status(folder: Path) -> GraphProcess | None:
    """Return the server of `folder` if its process runs; starts nothing."""
    folder = folder.expanduser().resolve()
    told = _remembered(folder)
    return told if told and is_alive(told.pid, lambda process: _serves(process, folder)) else None


def stop(folder: Path) -> bool:
    """Stop the server of `folder`; False when none ran.

    Raises:
        GraphUnavailable: another process is starting or stopping it.
    """
    folder = folder.expanduser().resolve()
    if not folder.is_dir():
        return False
    try:
        with hold_lock(folder.parent / f"{folder.name}.lock", _LOCK_WAIT_S):
            found = status(folder) or _adopt(folder)
            if found is None:
                return False
            end_process(found.pid, lambda process: _serves(process, folder), [(signal.SIGTERM, _STOP_WAIT_S)])
            return True
    except TimeoutError as error:
        raise _busy(error) from error


def is_starting(process_id: int) -> bool:
    """Return True for a process so young that it may not answer yet."""
    with suppress(psutil.Error):
        return bool(time.time() - psutil.Process(process_id).create_time() < _START_S)
    return False


def read_address(folder: Path, process: GraphProcess) -> GraphAddress:
    """Return the address of a running server of `folder`.

    Raises:
        GraphUnavailable: the file that holds its password is lost or damaged.
    """
    password = _password(folder)
    if password is None:
        raise GraphUnavailable(
            "root.password is damaged",
            user_message="The file graph/root.password in the data folder is damaged; "
            "run `civicsetu stop`, then `civicsetu up`.",
        )
    return GraphAddress(f"bolt://127.0.0.1:{process.bolt}", _USER, password, DATABASE, process.pid)


def probe(address: GraphAddress, timeout_s: float = 2.0) -> str:
    """Ask `RETURN 1`; empty when answered, else what kind of error came instead.

    The port of a server that starts listens a second before its database exists, therefore
    a query and not a connection is the test.
    """
    from neo4j import GraphDatabase
    from neo4j.exceptions import DriverError, Neo4jError

    try:
        with GraphDatabase.driver(
            address.uri, auth=(address.user, address.password), telemetry_disabled=True,
            connection_timeout=timeout_s, connection_acquisition_timeout=timeout_s,
            max_transaction_retry_time=0,
        ) as driver:  # fmt: skip
            driver.execute_query("RETURN 1", database_=address.database)
    except (DriverError, Neo4jError, OSError, ValueError) as error:
        return type(error).__name__
    return ""


def _await_answer(folder: Path, address: GraphAddress, until: float) -> None:
    pid = address.pid or 0
    fault = "no answer yet"
    while fault:
        if not is_alive(pid, lambda process: _serves(process, folder)):
            raise _did_not_start("the process went away; see server.out in its folder")
        fault = probe(address) if _listens(address.uri) else "no listener"
        if not fault:
            return
        if time.monotonic() > until:
            raise GraphUnavailable(f"the graph server did not answer in time: {fault}")
        time.sleep(0.1)


def _listens(uri: str) -> bool:
    """A cheap look before the driver is asked."""
    port = int(uri.rpartition(":")[2])
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0):
            return True
    except OSError:
        return False


def _serves(process: psutil.Process, folder: Path) -> bool:
    argv = process.cmdline()
    return _MAIN in argv and f"-Darcadedb.server.rootPath={folder}" in argv


def _adopt(folder: Path) -> GraphProcess | None:
    """A running server whose state file was lost: its ports are in its command line."""
    for process in psutil.process_iter():
        if is_alive(process.pid, lambda candidate: _serves(candidate, folder)):
            argv = [part for part in process.cmdline() if part.startswith("-D") and "=" in part]
            options = dict(part.split("=", 1) for part in argv)
            bolt = int(options["-Darcadedb.bolt.port"])
            http = int(options["-Darcadedb.server.httpIncomingPort"])
            return _remember(folder, GraphProcess(process.pid, bolt, http))
    return None


def _launch(folder: Path) -> GraphProcess:
    _ensure_password(folder)
    bolt, http = _ports(folder)
    log = folder / "server.out"
    log.unlink(missing_ok=True)
    try:
        pid = launch(_command(folder, bolt, http), log=log, cwd=folder, env=foreign_environment())
    except subprocess.SubprocessError as error:
        raise _did_not_start(type(error).__name__) from error
    wait_until(lambda: is_alive(pid, lambda process: _serves(process, folder)), 5.0)
    return _remember(folder, GraphProcess(pid, bolt, http))


def _command(folder: Path, bolt: int, http: int) -> list[str]:
    spec = find_spec("arcadedb_embedded")
    if spec is None or not spec.submodule_search_locations:
        raise _did_not_start("the wheel arcadedb_embedded is not installed")
    wheel = Path(spec.submodule_search_locations[0])
    options = {
        "server.rootPath": folder,
        "server.rootPasswordPath": _password_file(folder),
        "server.mode": "production",  # its web tool, open to whoever reaches the port, is off
        "server.defaultDatabases": f"{DATABASE}[{_USER}]",
        "server.httpIncomingHost": "127.0.0.1",
        "server.httpIncomingPort": http,
        "server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "bolt.host": "127.0.0.1",
        "bolt.port": bolt,
        "txWalFlush": 1,
    }
    settings = [f"-Darcadedb.{name}={value}" for name, value in options.items()]
    return [str(wheel / "jre/bin/java"), *_JAVA_OPTIONS, *settings, "-cp", str(wheel / "jars" / "*"), _MAIN]


def _password_file(folder: Path) -> Path:
    return folder / _PASSWORD


def _password(folder: Path) -> str | None:
    """None where the file is absent or does not hold what was written into it."""
    try:
        found = _TOKEN.fullmatch(_password_file(folder).read_bytes())
    except PermissionError as error:
        raise make_unusable_error(error) from error
    except OSError:
        return None
    return found.group().decode("ascii") if found else None


def _ensure_password(folder: Path) -> None:
    """Make a password where there is none; users made under a lost or damaged one are forgotten with it."""
    if _password(folder) is not None:
        return
    write_atomically(_password_file(folder), secrets.token_urlsafe(_PASSWORD_BYTES), 0o600)
    (folder / "config" / "server-users.jsonl").unlink(missing_ok=True)


def _remember(folder: Path, process: GraphProcess) -> GraphProcess:
    write_atomically(folder / _STATE, json.dumps(asdict(process)), 0o600)
    return process


def _remembered(folder: Path) -> GraphProcess | None:
    """What the state file says of the last server; None where it is absent or damaged."""
    try:
        told = GraphProcess(**json.loads((folder / _STATE).read_bytes()))
    except PermissionError as error:
        raise make_unusable_error(error) from error
    except (OSError, ValueError, TypeError):
        return None
    return told if all(type(number) is int for number in asdict(told).values()) else None


def _ports(folder: Path) -> tuple[int, int]:
    """The ports of last time if both are free, else two random free ones."""
    last = _remembered(folder)
    if last and wait_until(lambda: _bindable(last.bolt) and _bindable(last.http), _PORT_WAIT_S):
        return last.bolt, last.http
    with socket.socket() as first, socket.socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


def _bindable(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
        return True


def _did_not_start(detail: str) -> GraphUnavailable:
    return GraphUnavailable(
        detail,
        user_message="The embedded graph server did not start; see graph/server.out in the data folder. "
        "If its files are damaged, set the folder graph aside and run `civicsetu up`, which rebuilds it.",
    )


def _busy(error: TimeoutError) -> GraphUnavailable:
    return GraphUnavailable(
        str(error),
        user_message="Another process is starting or stopping the graph server; try again in a moment.",
    )
