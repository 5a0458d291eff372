"""Thin out repeated log lines of other libraries: one in a while is written, the rest are counted.

asyncio writes a line for each connection it cannot accept, uvicorn for each request it
cannot read, Chainlit for each socket it refuses: whoever makes many of them would fill
the disk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

_LOGGERS = ("asyncio", "uvicorn.error", "chainlit", "engineio.server", "socketio.server")
_MOST_KINDS = 200

RepeatKey = tuple[str, str, str]


@dataclass(slots=True)
class _Told:
    at: float
    left_out: int = 0


class RepeatFilter(logging.Filter):
    """Filter that passes one line of a kind every `every_s` seconds, with the number of lines left out.

    Lines are of one kind when logger, wording and type of error are the same; the values
    put into the wording do not count.
    """

    def __init__(self, every_s: float = 10.0, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._every_s = every_s
        self._clock = clock
        self._told: dict[RepeatKey, _Told] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = _kind(record), self._clock()
        before = self._told.get(kind)
        if before is not None and now - before.at < self._every_s:
            before.left_out += 1
            return False
        if before is None and len(self._told) >= _MOST_KINDS:
            self._told.clear()
        self._told[kind] = _Told(now)
        if before is not None and before.left_out:
            record.msg = f"{record.getMessage()} ({before.left_out} more like it were not written)"
            record.args = ()
        return True


def quieten_repeats() -> None:
    """Put one filter on each logger whose lines others can provoke."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, RepeatFilter) for one in logger.filters):
            logger.addFilter(RepeatFilter())


def _kind(record: logging.LogRecord) -> RepeatKey:
    error = record.exc_info[0] if record.exc_info else None
    first_line = str(record.msg).partition("\n")[0]
    return record.name, first_line[:200], error.__name__ if error else ""
