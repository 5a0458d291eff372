"""Where a command writes: checked before its work begins, so that none is lost."""

from __future__ import annotations

from pathlib import Path

import typer


def check_folder(output: Path) -> None:
    """Raise typer.BadParameter where the folder of a file to write does not exist."""
    if not output.parent.is_dir():
        raise typer.BadParameter(f"The folder {output.parent} does not exist.")
