"""The command line as a person types it, in a process of its own or without one."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch

import structlog

from civicsetu import cli
from civicsetu.models import embedder, reranker
from civicsetu.settings import Settings, get_settings
from tests.holding import environment_of

Ended = subprocess.CompletedProcess[str]


class CommandLine:
    """`civicsetu …` in a data folder, started from a folder without a `.env`.

    Called, it is a process: three to seven seconds, most of them spent loading libraries and
    models. `here` is for what a command says, after its start and end have been seen once.
    """

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings, self.folder = settings, folder

    def __call__(self, *arguments: str, code: int = 0, **environment: str) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "civicsetu", *arguments], env=environment_of(self._settings, **environment),
            cwd=self.folder, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        return _ended_with(code, done)

    def here(self, *arguments: str, code: int = 0, **environment: str) -> Ended:
        """The same command, run to its end in this process, where the models stay loaded."""
        out, err = io.StringIO(), io.StringIO()
        with (
            _own_surroundings(environment_of(self._settings, **environment), self.folder),
            _models_stay_loaded(),
            patch.object(sys, "argv", ["civicsetu", *arguments]),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            left = _left_with(cli.main)
        return _ended_with(code, subprocess.CompletedProcess(arguments, left, out.getvalue(), err.getvalue()))

    def refused(self, *arguments: str, **environment: str) -> str:
        """The one sentence of a process that ends with 1."""
        return the_sentence(self(*arguments, code=1, **environment))

    def refused_here(self, *arguments: str, **environment: str) -> str:
        """The one sentence of a command that ends with 1 in this process."""
        return the_sentence(self.here(*arguments, code=1, **environment))


def the_sentence(done: Ended) -> str:
    """What stands on stderr beside log lines and steps of progress: one plain sentence."""
    assert "Traceback" not in done.stderr
    told = [line for line in done.stderr.splitlines() if not line.startswith("{") and not line.endswith("…")]
    assert len(told) == 1, done.stderr
    assert told[0].endswith(".") and len(told[0]) < 500
    return told[0]


def _ended_with(code: int, done: Ended) -> Ended:
    assert done.returncode == code, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def _left_with(run: Callable[[], None]) -> int:
    """The exit code; an error that leaves `main` is one of the tests."""
    try:
        run()
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else int(left.code is not None)
    return 0


@contextlib.contextmanager
def _own_surroundings(environment: dict[str, str], folder: Path) -> Iterator[None]:
    """This process as a new one would find itself; settings and logging are as before afterwards."""
    logs, root = structlog.get_config(), logging.getLogger()
    handlers, level = root.handlers, root.level
    get_settings.cache_clear()
    try:
        with patch.dict(os.environ, environment, clear=True), contextlib.chdir(folder):
            yield
    finally:
        get_settings.cache_clear()
        structlog.configure(**logs)
        root.handlers = handlers
        root.setLevel(level)


_LOADED: dict[tuple[str, str], Any] = {}


@contextlib.contextmanager
def _models_stay_loaded() -> Iterator[None]:
    """Loading is tested where models are; here it would be most of the time."""
    with (
        patch.object(embedder, "open_embedder", _once(embedder.open_embedder)),
        patch.object(reranker, "open_reranker", _once(reranker.open_reranker)),
    ):
        yield


def _once(load: Callable[[Settings], Any]) -> Callable[[Settings], Any]:
    @wraps(load)
    def loaded(settings: Settings) -> Any:
        key = (load.__name__, f"{(settings.data_path / 'models').resolve()} {settings.models!r}")
        if key not in _LOADED:
            _LOADED[key] = load(settings)
        return _LOADED[key]

    return loaded
