"""Progress of long work on stderr: a bar a step on a terminal, a line a step elsewhere; and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Parts:
    """How long each part of a long work took."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Measure a part, which is told whether or not it ends well."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.seconds[name] = time.monotonic() - began

    @property
    def whole(self) -> float:
        return sum(self.seconds.values())

    def told(self) -> str:
        """As '34 s: the database 2 s, the models 21 s, the laws 11 s'."""
        parts = ", ".join(f"{name} {took:.0f} s" for name, took in self.seconds.items())
        return f"{self.whole:.0f} s: {parts}"


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
