"""A CivicSetu of its own to be loaded, killed and damaged: own data folder, own port, loopback only."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil

from civicsetu.errors import ServerError
from civicsetu.evaluation.timing import processor_seconds
from civicsetu.models.prepare import is_prepared
from civicsetu.settings import Settings, load_settings
from civicsetu.stores.embedded import graph_server, postgres_server
from civicsetu.stores.servers import graph_folder, postgres_folder, stop_all

_OURS = ("CIVICSETU_", "CHAINLIT_")
_START_LIMIT_S = 180.0
_SETUP_LIMIT_S = 900.0
_STOP_LIMIT_S = 60.0


@dataclass
class Installation:
    """A data folder and the page that is served from it.

    The page runs without what retrieval keeps, so that each question costs what a new one costs.
    """

    settings: Settings
    log: Path
    port: int = field(default_factory=lambda: free_port())
    page: subprocess.Popen[bytes] | None = None
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> float:
        """Serve the page; seconds until `/health` answers.

        Raises:
            ServerError: it ended, or did not answer in time.
        """
        started = time.monotonic()
        with self.log.open("ab") as log:
            self.page = subprocess.Popen(
                [sys.executable, "-m", "civicsetu", "up"], env=self._environment(), stdout=log, stderr=log
            )
        while time.monotonic() - started < _START_LIMIT_S and self.page.poll() is None:
            if self.check_health(timeout_s=2.0):
                return time.monotonic() - started
            time.sleep(0.1)
        raise ServerError("the page did not start")

    def command(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command of the package on this data folder."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "civicsetu", *arguments],
                env=self._environment(),
                stdout=log,
                stderr=log,
            )

    def end(self, number: int = signal.SIGTERM) -> float:
        """Send the page a signal; seconds until it has ended (killed where it does not end)."""
        started = time.monotonic()
        if self.page is not None and self.page.poll() is None:
            self.page.send_signal(number)
            try:
                self.page.wait(_STOP_LIMIT_S)
            except subprocess.TimeoutExpired:
                self.page.kill()
                self.page.wait(10)
        return time.monotonic() - started

    def check_health(self, timeout_s: float = 5.0) -> dict[str, str]:
        """Return what `/health` says; empty where it does not answer in time."""
        try:
            answered = httpx.get(f"{self.address}/health", timeout=timeout_s)
            return dict(answered.json()) if answered.status_code == 200 else {}
        except (httpx.HTTPError, ValueError):
            return {}

    def postgres_pid(self) -> int | None:
        found = postgres_server.status(postgres_folder(self.settings))
        return found.pid if found else None

    def graph_pid(self) -> int | None:
        found = graph_server.status(graph_folder(self.settings))
        return found.pid if found else None

    def processor_time(self) -> float:
        """Return seconds used so far by the page, the servers of its data folder, and this process."""
        pids = {os.getpid(), self.page.pid if self.page else None, self.graph_pid(), self.postgres_pid()}
        whole: set[psutil.Process] = set()
        for pid in pids - {None}:
            process = psutil.Process(pid)
            whole |= {process, *process.children(recursive=True)}
        return sum(processor_seconds(process) for process in whole)

    def resident_mb(self) -> float:
        """Return resident memory of the page alone."""
        assert self.page is not None
        return float(psutil.Process(self.page.pid).memory_info().rss) / 2**20

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
        return {
            **kept,
            "CIVICSETU_DATA_DIR": str(self.settings.data_path),
            "CIVICSETU_PORT": str(self.port),
            "CIVICSETU_CORPUS__FETCH": "false",
            "CIVICSETU_CACHE__RESULTS": "false",
            "CIVICSETU_CACHE__VECTORS": "false",
            **self.environment,
        }


@contextmanager
def install(models: Settings, **environment: str) -> Iterator[Installation]:
    """Yield a new installation that holds the starter texts; ended and removed at the end.

    Args:
        models: settings of a data folder whose prepared models are linked, to save their preparation.

    Raises:
        ServerError: it could not be set up.
    """
    with tempfile.TemporaryDirectory(prefix="civicsetu-trial-", ignore_cleanup_errors=True) as folder:
        settings = load_settings(_env_file=None, data_dir=Path(folder) / "data")
        settings.data_path.mkdir()
        if is_prepared(models):
            (settings.data_path / "models").symlink_to((models.data_path / "models").resolve())
        one = Installation(settings, Path(folder) / "log", environment=environment)
        try:
            if one.command("up", "--no-serve").wait(_SETUP_LIMIT_S):
                raise ServerError("the installation could not be set up")
            yield one
        finally:
            one.end(signal.SIGKILL)
            stop_all(settings)


def free_port() -> int:
    """Return a port of the loopback nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
