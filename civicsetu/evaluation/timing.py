"""Time a call, and read the processor time of a process."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil


def time_call(work: Callable[[], None]) -> float:
    """Return the seconds that `work` takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def processor_seconds(process: psutil.Process) -> float:
    """Return the processor time a process used so far; 0 where it has ended."""
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:  # a connection closed meanwhile
        return 0.0
    return float(times.user + times.system)
