"""Many asking at once: bursts, and arrivals by chance at a set share of what the machine can do.

`c` is the processor time of one question, of this process and of the servers it uses: what the
machine cannot do faster. A burst of N is measured against N times that, arrivals by chance (a
Poisson process) against one person asking alone. Questions are distinct and nothing is kept.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.evaluation.figures import ReportFigure, percentile
from civicsetu.evaluation.timing import processor_seconds
from civicsetu.law.answers import Stage

BURSTS = (20, 50)
SHARE_OF_CAPACITY = 0.6
_ARRIVALS = 60
_SEED = 7


@dataclass(frozen=True)
class Waited:
    """Seconds until the first status and until the whole answer."""

    status: float
    whole: float


async def measure_under_load(service: AnsweringService, questions: Sequence[str], data: Path) -> list[ReportFigure]:
    """Measure questions asked one after another, then in bursts, then at random times."""
    cores = psutil.cpu_count() or 1
    asked = _numbered(questions)
    before = read_processor_time(data)
    alone = [await _ask(service, next(asked)) for _ in questions]
    c = (read_processor_time(data) - before) / len(questions)
    median = percentile([one.whole for one in alone], 0.5)
    figures = [
        ReportFigure("processor time a question with its servers (c)", c, "s"),
        ReportFigure("one person alone, median", median, "s"),
    ]
    for size in BURSTS:
        waited = await asyncio.gather(*(_ask(service, next(asked)) for _ in range(size)))
        all_done = percentile([one.whole for one in waited], 0.95)
        figures.append(ReportFigure(f"a burst of {size}, p95", all_done, "s", 1.3 * size * c / cores))
    waited = await _by_chance(service, asked, SHARE_OF_CAPACITY * cores / c)
    note = f"{_ARRIVALS} questions, {SHARE_OF_CAPACITY * cores / c:.1f} a second"
    figures.append(
        ReportFigure(
            "arrivals by chance, p95", percentile([one.whole for one in waited], 0.95), "s", 3 * median, note
        )
    )
    figures.append(
        ReportFigure("their first status, p95", percentile([one.status for one in waited], 0.95), "s", 1.0)
    )
    return figures


async def _by_chance(service: AnsweringService, asked: Iterator[str], a_second: float) -> list[Waited]:
    chance = random.Random(_SEED)
    coming: list[asyncio.Task[Waited]] = []
    for _ in range(_ARRIVALS):
        coming.append(asyncio.create_task(_ask(service, next(asked))))
        await asyncio.sleep(chance.expovariate(a_second))
    return list(await asyncio.gather(*coming))


async def _ask(service: AnsweringService, text: str) -> Waited:
    started = time.perf_counter()
    status = 0.0
    async for event in service.answer(Question(text, session=f"load-{os.getpid()}-{hash(text)}")):
        if isinstance(event, Stage) and not status:
            status = time.perf_counter() - started
    return Waited(status, time.perf_counter() - started)


def _numbered(questions: Sequence[str]) -> Iterator[str]:
    """The questions over and over, each time with another number behind them: no two are the same."""
    for turn in range(10**6):
        for question in questions:
            yield f"{question} ({turn + 1})" if turn else question


def read_processor_time(data: Path) -> float:
    """Return seconds used so far by this process and by the servers embedded in the data folder."""
    servers = [process for process in psutil.process_iter(["cmdline"]) if _of(process, data)]
    family = {child for server in servers for child in (server, *server.children(recursive=True))}
    return sum(processor_seconds(process) for process in {psutil.Process(), *family})


def _of(process: psutil.Process, data: Path) -> bool:
    return any(str(data) in word for word in process.info["cmdline"] or ())
