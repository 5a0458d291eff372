"""The command line as a person types it: a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from civicsetu.settings import Settings

from .holding import environment_of


class CommandLine:
    """`civicsetu …` in a data folder, started from a folder without a `.env`."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings, self.folder = settings, folder

    def __call__(
        self, *arguments: str, code: int = 0, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "civicsetu", *arguments], env=environment_of(self._settings, **environment),
            cwd=self.folder, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == code, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    def refused(self, *arguments: str, **environment: str) -> str:
        """The one sentence, beside log lines and steps of progress, of a command that ends with 1."""
        done = self(*arguments, code=1, **environment)
        assert "Traceback" not in done.stderr
        told = [
            line for line in done.stderr.splitlines() if not line.startswith("{") and not line.endswith("…")
        ]
        assert len(told) == 1, done.stderr
        assert told[0].endswith(".") and len(told[0]) < 500
        return told[0]
