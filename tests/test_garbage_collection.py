"""The collector's pace, as an entrance of the program sets it."""

from __future__ import annotations

import gc
import subprocess
import sys

ASKED = "import civicsetu.cli as cli, gc; cli.app = lambda: print(gc.get_threshold()[0]); cli.main()"


def test_a_command_collects_seldom_and_not_never() -> None:
    """A start makes millions of objects that stay; a page that serves for weeks still frees its circles."""
    printed = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, timeout=60, check=True)
    youngest = int(printed.stdout)
    assert 100_000 <= youngest <= 1_000_000
    assert gc.isenabled()
