"""Progress of long work: who receives it, and how it is shown on stderr.

A terminal gets a bar for each step, a log file a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Progress(Protocol):
    """Receives the name of a step and the share of it that is done, 0 to 1."""

    def __call__(self, step: str, share: float, /) -> None: ...


@contextmanager
def progress_on_stderr() -> Iterator[Progress]:
    """Show the progress of each step on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    tasks: dict[str, Any] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Bars(*columns, console=console, disable=not console.is_terminal) as bars:

        def report(step: str, share: float) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=1.0)
                if not console.is_terminal:
                    console.print(f"{step} …")
            bars.update(tasks[step], completed=share)

        yield report
