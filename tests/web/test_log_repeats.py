"""A line that repeats is written once in a while, with the number of those left out."""

from __future__ import annotations

import logging

from civicsetu.web.log_repeats import RepeatFilter, quieten_repeats


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def written(lines: RepeatFilter, wording: str, *values: object, error: Exception | None = None) -> str | None:
    record = logging.LogRecord(
        "asyncio", logging.ERROR, __file__, 1, wording, values, (type(error), error, None) if error else None
    )
    return record.getMessage() if lines.filter(record) else None


def test_one_in_ten_seconds_is_written_and_the_next_tells_how_many_were_not() -> None:
    clock = Clock()
    lines = RepeatFilter(10, clock)
    wording = "socket.accept() out of system resource\nsocket: <socket %s>"
    told = []
    for number in range(2500):
        clock.now = number / 100
        told.append(written(lines, wording, number))
    assert [line for line in told if line] == [
        "socket.accept() out of system resource\nsocket: <socket 0>",
        "socket.accept() out of system resource\nsocket: <socket 1000> (999 more like it were not written)",
        "socket.accept() out of system resource\nsocket: <socket 2000> (999 more like it were not written)",
    ]


def test_other_lines_and_other_errors_are_not_held_back_by_it() -> None:
    lines = RepeatFilter(10, Clock())
    assert written(lines, "one") and written(lines, "two")
    assert written(lines, "failed", error=ValueError()) and written(lines, "failed", error=KeyError())
    assert written(lines, "one") is None and written(lines, "failed", error=ValueError()) is None


def test_kinds_without_number_do_not_fill_the_memory() -> None:
    lines = RepeatFilter(10, Clock())
    assert all(written(lines, f"wording {number}") for number in range(2000))
    assert len(lines._told) <= 200


def test_each_logger_has_one_filter_however_often_it_is_put() -> None:
    logger = logging.getLogger("asyncio")
    before = list(logger.filters)
    try:
        quieten_repeats()
        quieten_repeats()
        assert sum(isinstance(one, RepeatFilter) for one in logger.filters) == 1
    finally:
        logger.filters[:] = before
