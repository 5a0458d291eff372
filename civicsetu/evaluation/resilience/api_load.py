"""`make api`: what a route costs over the service, and many streams at once, over the API of a fresh installation.

`c` is the processor time of one question of all processes, page, servers and this client included, asked
one after another. A question takes a token of its own, as the people a client serves have.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import psutil
import typer

from civicsetu.errors import CivicSetuError
from civicsetu.evaluation.figures import ReportFigure, percentile
from civicsetu.evaluation.resilience.installation import Installation, install
from civicsetu.evaluation.resilience.scripts import QUESTIONS
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.settings import get_settings
from civicsetu.stores.processes import wait_until
from civicsetu.telemetry import configure_logging

FEW, MANY = 20, 50
_PATIENCE_S = 180.0
_WELL_WITHIN_S = 60.0
_FIRST_AIM_S = 1.0
_OVERHEAD_AIM_MS = 15.0
_SLACK = 1.3


@dataclass(frozen=True, slots=True)
class Streamed:
    """One stream: seconds to its first event and to its end, and whether all of it was its own."""

    first_s: float
    whole_s: float
    is_whole: bool
    is_own: bool


def main() -> None:
    """Print the figures; exit code 1 where one falls short."""
    disable_library_telemetry()
    settings = get_settings()
    configure_logging(settings.model_copy(update={"log_level": "CRITICAL"}))
    typer.echo(f"{psutil.cpu_count()} cores, {psutil.virtual_memory().total // 2**30} GB")
    try:
        with install(settings, CIVICSETU_API__TOKENS_PER_HOUR="0") as installation:
            installation.start()
            figures = asyncio.run(measure_api(installation))
    except CivicSetuError as error:
        typer.echo(f"{error}: {error.user_message}", err=True)
        sys.exit(1)
    for figure in figures:
        typer.echo(figure.line())
    sys.exit(0 if all(figure.met for figure in figures) else 1)


async def measure_api(installation: Installation) -> list[ReportFigure]:
    """Measure questions one after another, with and without a token, then streams at once."""
    await asyncio.to_thread(wait_until, lambda: installation.check_health().get("status") == "ok", _WELL_WITHIN_S)
    asked = [line for line in QUESTIONS.read_text("utf-8").splitlines() if line.strip()]
    limits = httpx.Limits(max_connections=2 * MANY)
    async with httpx.AsyncClient(base_url=installation.address, timeout=_PATIENCE_S, limits=limits) as http:
        for question in asked[:5]:
            await _overhead_ms(http, f"{question} (warm)", with_token=True)
        before = installation.processor_time()
        anonymous = [await _overhead_ms(http, question, with_token=False) for question in asked[: len(asked) // 2]]
        kept = [await _overhead_ms(http, question, with_token=True) for question in asked[len(asked) // 2 :]]
        c = (installation.processor_time() - before) / len(asked)
        figures = [
            ReportFigure("processor time a question, all processes (c)", c, "s"),
            ReportFigure("over the service, nothing kept, p95", percentile(anonymous, 0.95), "ms", _OVERHEAD_AIM_MS),
            ReportFigure(
                "over the service, with a token, p95", percentile(kept, 0.95), "ms", note="stores question and answer"
            ),
        ]
        for size in (FEW, MANY):
            figures += await _at_once(http, asked, size, c)
    return figures


async def _at_once(http: httpx.AsyncClient, asked: Sequence[str], size: int, c: float) -> list[ReportFigure]:
    """So many streams in one instant."""
    questions = [f"{asked[number % len(asked)]} ({size}-{number})" for number in range(size)]
    tokens = [await _token(http) for _ in questions]
    streams = await asyncio.gather(*(_stream(http, *pair) for pair in zip(questions, tokens, strict=True)))
    aim = _SLACK * size * c / (psutil.cpu_count() or 1)
    return [
        ReportFigure(f"{size} streams: not finished", sum(not one.is_whole for one in streams), "", 0),
        ReportFigure(f"{size} streams: crossed", sum(not one.is_own for one in streams), "", 0),
        ReportFigure(
            f"{size} streams: first event, slowest",
            max(one.first_s for one in streams),
            "s",
            _FIRST_AIM_S if size == FEW else None,
        ),
        ReportFigure(f"{size} streams: whole, p95", percentile([one.whole_s for one in streams], 0.95), "s", aim),
    ]  # fmt: skip


async def _overhead_ms(http: httpx.AsyncClient, question: str, *, with_token: bool) -> float:
    """Milliseconds between asking and having the answer, less those the service worked."""
    headers = {"authorization": f"Bearer {await _token(http)}"} if with_token else {}
    while True:
        began = time.perf_counter()
        answer = await http.post("/api/v1/query", json={"question": question}, headers=headers)
        took_ms = (time.perf_counter() - began) * 1000
        if answer.status_code != 429:
            break
        await asyncio.sleep(float(answer.headers["retry-after"]))
    answer.raise_for_status()
    return took_ms - float(answer.headers["server-timing"].removeprefix("service;dur="))


async def _stream(http: httpx.AsyncClient, question: str, token: str) -> Streamed:
    began, first_s = time.perf_counter(), 0.0
    ids: set[str] = set()
    final: dict[str, Any] = {}
    headers = {"authorization": f"Bearer {token}"}
    async with http.stream("POST", "/api/v1/query/stream", json={"question": question}, headers=headers) as answer:
        async for line in answer.aiter_lines():
            name, _, told = line.partition(": ")
            if name == "id":
                first_s = first_s or time.perf_counter() - began
                ids.add(told.rpartition("-")[0])
            elif name == "data":
                final = json.loads(told)
    whole = final.get("answer", {})
    is_own = ids == {whole.get("id")} and whole.get("question") == question
    return Streamed(first_s, time.perf_counter() - began, final.get("event") == "final", is_own)


async def _token(http: httpx.AsyncClient) -> str:
    return str((await http.post("/api/v1/tokens")).raise_for_status().json()["token"])


if __name__ == "__main__":
    typer.run(main)
