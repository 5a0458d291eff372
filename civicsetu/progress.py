"""Progress of long work: who receives it, how it is shown on stderr, and how long it took.

A terminal gets a bar for each step, a log file a line.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol


class Progress(Protocol):
    """Callback that receives the name of a step and the share of it that is done, 0 to 1."""

    def __call__(self, step: str, share: float, /) -> None: ...


@dataclass
class Parts:
    """Durations of the parts of a long work."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Measure the duration of a part, which is recorded whether or not it ends well."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds[name] = time.monotonic() - began

    @property
    def whole(self) -> float:
        return sum(self.seconds.values())

    def describe(self) -> str:
        """Return '34 s: the database 2 s, the models 21 s, the laws 11 s'."""
        parts = ", ".join(f"{name} {took:.0f} s" for name, took in self.seconds.items())
        return f"{self.whole:.0f} s: {parts}"


@contextmanager
def progress_on_stderr() -> Iterator[Progress]:
    """Show the progress of each step on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    tasks: dict[str, TaskID] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Bars(*columns, console=console, disable=not console.is_terminal) as bars:

        def report(step: str, share: float) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=1.0)
                if not console.is_terminal:
                    console.print(f"{step} …")
            bars.update(tasks[step], completed=share)

        yield report
