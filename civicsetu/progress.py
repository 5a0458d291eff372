"""Progress of long work on stderr: a bar a step on a terminal, a line a step elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_on_stderr() -> Iterator[Callable[[str, float], None]]:
    """Gives what is to be called with a step's name and its share done, 0 to 1."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    tasks: dict[str, TaskID] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bars:

        def report(step: str, share: float) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=1.0)
                if not console.is_terminal:
                    console.print(f"{step} …")
            bars.update(tasks[step], completed=share)

        yield report
