"""`make bench`: speed and memory, measured on this machine and printed beside their aims.

The floor of a question is the model time of that very question in this very run: one query
embedding and the reranker pairs actually scored. Questions are distinct and the caches of
retrieval are off, but for the one figure of a question asked again. A figure that falls short
makes the exit code 1 and says so.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import httpx
import psutil
import typer
from pydantic import SecretStr

from civicsetu.answering.batch import open_service
from civicsetu.answering.part_turn import Trace
from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.read import read_starter, read_versions
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.structure.link import find_links
from civicsetu.errors import CivicSetuError
from civicsetu.evaluation.bench import measure_ingestion
from civicsetu.evaluation.bench.measure_load import measure_under_load
from civicsetu.evaluation.figures import ReportFigure, percentile
from civicsetu.evaluation.timing import time_call
from civicsetu.law.answers import Final, SentenceReady, Stage
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.settings import CacheSettings, Settings, get_settings
from civicsetu.telemetry import configure_logging

MEASURED_LAW = "rera_act_2016"
QUESTIONS = Path("eval/bench/questions.txt")
_START_LIMIT_S = 300.0
_INGEST_LIMIT_S = 900.0
_REPEATED = 20
_OF_REPEATED = 1000  # sessions from this number on: a question asked in one that has turns is a follow-up


def main(
    source: Annotated[Path | None, typer.Option("--from", help="Folder with the official files.")] = None,
) -> None:
    """Run every section and print it; exit code 1 when an aim is missed."""
    disable_library_telemetry()
    settings = get_settings()
    configure_logging(settings.model_copy(update={"log_level": "ERROR"}))
    try:
        figures = [
            *_command(),
            *_first_start(),
            *_reading(source),
            *_ingesting(source),
            *_warm_start(settings),
            *asyncio.run(_questions(with_caches(settings, on=False), _distinct_questions())),
            *asyncio.run(_load(with_caches(settings, on=False), _distinct_questions())),
            asyncio.run(_repeated(with_caches(settings, on=True), _distinct_questions()[:_REPEATED])),
        ]
    except CivicSetuError as error:
        typer.echo(error.user_message, err=True)
        sys.exit(1)
    cores = psutil.cpu_count()
    typer.echo(
        f"\n{cores} cores, {psutil.virtual_memory().total // 2**30} GB, settings {settings.settings_hash()}"
    )
    for figure in figures:
        typer.echo(figure.line())
    sys.exit(0 if all(figure.met for figure in figures) else 1)


def _command() -> list[ReportFigure]:
    times = [time_call(lambda: _run("--help")) for _ in range(4)][1:]
    return [ReportFigure("civicsetu --help, median", percentile(times, 0.5), "s", 1.0)]


def _first_start() -> list[ReportFigure]:
    """Models prepared, tables made, starter text ingested, in a data folder that was empty."""
    with tempfile.TemporaryDirectory(prefix="civicsetu-bench-") as folder:
        environment = {"CIVICSETU_DATA_DIR": folder}
        try:
            seconds = time_call(lambda: _run("up", "--no-serve", environment=environment))
        finally:
            _run("stop", environment=environment)
    return [ReportFigure("first start after installation", seconds, "s", 180.0)]


def _reading(folder: Path | None) -> list[ReportFigure]:
    """The law read, divided and linked: what is done of ingestion besides embedding and storing."""
    spec = get_registry().get_document(MEASURED_LAW)
    started = time.perf_counter()
    texts = [read_starter(spec)]
    if folder is not None:
        texts.extend(read_versions(spec, folder))
    held = [text for text in texts if text is not None]
    found = sum(len(find_links(text.divide(), spec)) for text in held)
    seconds = time.perf_counter() - started
    note = f"{len(held)} texts of {spec.short_title}, {found} references"
    return [ReportFigure("law read, divided and linked", seconds, "s", 3.0, note)]


def _ingesting(folder: Path | None) -> list[ReportFigure]:
    """In a process of its own: what it tells of memory is its own."""
    arguments = [] if folder is None else [str(folder)]
    done = subprocess.run(
        [sys.executable, "-m", "civicsetu.evaluation.bench.measure_ingestion", *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=_INGEST_LIMIT_S,
    )
    return measure_ingestion.parse_figures(done.stdout)


def _warm_start(settings: Settings) -> list[ReportFigure]:
    """From typing the command to a page that answers; then the memory of the serving process."""
    _run("up", "--no-serve")
    _run("stop")
    port = _free_port()
    started = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-m", "civicsetu", "up"],
        env={**os.environ, "CIVICSETU_PORT": str(port)},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        _until_ready(port, server, settings)
        seconds = time.perf_counter() - started
        resident = psutil.Process(server.pid).memory_info().rss / 2**30
    finally:
        server.terminate()
        server.wait(30)
    return [
        ReportFigure("warm start of the page, servers stopped", seconds, "s", 20.0),
        ReportFigure("resident memory of the page, at start", resident, "GB", 1.0),
    ]


def with_caches(settings: Settings, *, on: bool) -> Settings:
    """Return the settings with what retrieval keeps switched on or off, and without other workers' vectors."""
    cache = CacheSettings(vectors=on, results=on)
    return settings.model_copy(update={"cache": cache, "redis_url": SecretStr("")})


def _distinct_questions() -> list[str]:
    return [line for line in QUESTIONS.read_text("utf-8").splitlines() if line.strip()]


async def _questions(settings: Settings, questions: list[str]) -> list[ReportFigure]:
    async with open_service(settings) as service:
        await _ask(service, "Which law is held?", 0)
        runs = [await _ask(service, question, number) for number, question in enumerate(questions, start=1)]
        resident = psutil.Process().memory_info().rss / 2**30
    searched = [run for run in runs if run.retrieval_ms]
    floor = percentile([run.model_ms for run in searched], 0.95)
    retrieval = percentile([run.retrieval_ms for run in searched], 0.95)
    answered = [run for run in runs if run.first_sentence_ms]
    return [
        ReportFigure("questions asked", len(runs), "", note=f"{len(answered)} answered, distinct, caches off"),
        ReportFigure("first status, p95", percentile([run.status_ms for run in runs], 0.95), "ms", 300.0),
        ReportFigure("model time (floor), p95", floor, "ms"),
        ReportFigure(
            "retrieval, p95",
            retrieval,
            "ms",
            max(1.25 * floor, floor + 40),
            note="aim max(1.25 floor, floor + 40)",
        ),
        ReportFigure("retrieval, median", percentile([run.retrieval_ms for run in searched], 0.5), "ms"),
        ReportFigure(
            "composing, from the provisions found to the first sentence, p95",
            percentile([run.first_sentence_ms - run.retrieval_ms for run in answered], 0.95),
            "ms",
            40.0,
        ),
        ReportFigure(
            "first sentence, p95", percentile([run.first_sentence_ms for run in answered], 0.95), "ms", 450.0
        ),
        ReportFigure("whole answer, p95", percentile([run.whole_ms for run in runs], 0.95), "ms", 3000.0),
        ReportFigure("processor time a question, mean", sum(run.cpu_s for run in runs) / len(runs), "s"),
        ReportFigure("resident memory of answering, after these", resident, "GB", 1.0),
    ]


async def _load(settings: Settings, questions: list[str]) -> list[ReportFigure]:
    async with open_service(settings) as service:
        await _ask(service, "Which law is held?", 0)
        return await measure_under_load(service, questions, settings.data_path)


async def _repeated(settings: Settings, questions: list[str]) -> ReportFigure:
    """Each question asked, then asked again: what retrieval takes the second time.

    One of which a retriever was missing the first time (its deadline passed on a busy machine) is
    searched again on purpose; the note counts them and the figure leaves them out.
    """
    kept: list[str] = []
    sessions = itertools.count(_OF_REPEATED)
    async with open_service(settings) as service:
        for question in questions:
            if (await _ask(service, question, next(sessions))).is_whole:
                kept.append(question)
        again = [await _ask(service, question, next(sessions)) for question in kept]
    times = [run.retrieval_ms for run in again] or [math.inf]
    note = f"{len(kept)} of {len(questions)} were kept"
    return ReportFigure("a repeated question's retrieval, p95", percentile(times, 0.95), "ms", 30.0, note)


@dataclass(frozen=True)
class _Run:
    status_ms: float
    first_sentence_ms: float
    whole_ms: float
    retrieval_ms: float
    model_ms: float
    cpu_s: float
    is_whole: bool


async def _ask(service: AnsweringService, text: str, number: int) -> _Run:
    started, cpu = time.perf_counter(), time.process_time()
    status = first = 0.0
    found: Retrieved | None = None
    async for event in service.answer(Question(text, session=f"bench-{os.getpid()}-{number}")):
        now = (time.perf_counter() - started) * 1000
        if isinstance(event, Stage) and not status:
            status = now
        if isinstance(event, SentenceReady) and not first:
            first = now
        if isinstance(event, Final) and isinstance(event.trace, Trace):
            found = event.trace.found
    return _Run(
        status,
        first,
        (time.perf_counter() - started) * 1000,
        found.latency_ms if found else 0.0,
        found.model_ms if found else 0.0,
        time.process_time() - cpu,
        found is not None and found.is_complete,
    )


def _run(*arguments: str, environment: dict[str, str] | None = None) -> None:
    subprocess.run(
        [sys.executable, "-m", "civicsetu", *arguments],
        check=True,
        capture_output=True,
        timeout=_START_LIMIT_S,
        env={**os.environ, **(environment or {})},
    )


def _until_ready(port: int, server: subprocess.Popen[bytes], settings: Settings) -> None:
    end = time.monotonic() + _START_LIMIT_S
    while time.monotonic() < end and server.poll() is None:
        try:
            if httpx.get(f"http://{settings.host}:{port}/", timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise CivicSetuError("the page did not start")


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    typer.run(main)
