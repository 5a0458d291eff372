"""`make load`: many people at once, slow and greedy clients, and what a calm person notices of them.

Everything is measured over the page's own socket. `c` is the processor time of one question of all
processes, page, servers and these clients included, with one client: what the machine cannot do
faster. A crowd of N is measured against N times that; every answer is compared with its calm twin.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass

import httpx
import psutil
import socketio
import typer

from civicsetu.errors import CivicSetuError
from civicsetu.evaluation.figures import ReportFigure, percentile
from civicsetu.evaluation.resilience.different_questions import ask_different_questions
from civicsetu.evaluation.resilience.installation import Installation, install
from civicsetu.evaluation.resilience.page_client import PageClient, PageReply
from civicsetu.evaluation.resilience.scripts import conversations, of_client
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.settings import get_settings
from civicsetu.stores.processes import wait_until
from civicsetu.telemetry import configure_logging

CROWDS = (20, 50)
INSTANTS = (120, 200)
GREEDY_SOCKETS = 200
SLOW_CONNECTIONS = 200
_PATIENCE_S = 180.0
_SLACK = 1.3
_STATUS_AIM_S = 1.0
_HEALTH_AIM_S = 1.0
_WARM_UP = 3
_WELL_WITHIN_S = 90.0
_MEMORY_ANSWERS = 1_000
_MEMORY_AIM_MB = 50.0
_WORST_CHARACTERS = (40_000, 200_000, 900_000)
_WORST = "9845012345 "
_BETWEEN_LOOKS_S = 0.2
_NEVER_S = 120.0


@dataclass(frozen=True)
class Calm:
    """One client alone: text and seconds of each turn of each conversation, the median, and `c`."""

    texts: dict[tuple[str, ...], list[str]]
    seconds: dict[tuple[str, ...], list[float]]
    median_s: float
    processor_s: float


def main(
    short: bool = typer.Option(False, "--short", help="One small crowd and instant only."),
    memory_only: bool = typer.Option(False, "--memory", help="A thousand answers and what memory they leave, only."),
) -> None:
    """Run every load and print the table as it grows; exit code 1 where a figure falls short."""
    disable_library_telemetry()
    settings = get_settings()
    configure_logging(settings.model_copy(update={"log_level": "CRITICAL"}))
    typer.echo(f"{psutil.cpu_count()} cores, {psutil.virtual_memory().total // 2**30} GB")
    try:
        with install(settings) as installation:
            installation.start()
            loads = measure_memory(installation) if memory_only else measure_loads(installation, short=short)
            met = asyncio.run(_told(loads))
    except CivicSetuError as error:
        typer.echo(f"{error}: {error.user_message}", err=True)
        sys.exit(1)
    sys.exit(0 if met else 1)


async def _told(figures: AsyncIterator[list[ReportFigure]]) -> bool:
    """Print figures as they come; whether each reached its aim."""
    met = True
    async for some in figures:
        for figure in some:
            typer.echo(figure.line())
            met = met and figure.met
    return met


async def measure_loads(installation: Installation, *, short: bool) -> AsyncIterator[list[ReportFigure]]:
    """Measure one load after another and yield its figures."""
    scripts = conversations()
    calm = await calm_twins(installation, scripts)
    yield [
        ReportFigure("processor time a question, all processes (c)", calm.processor_s, "s"),
        ReportFigure("one client alone, median", calm.median_s, "s"),
    ]
    for size in CROWDS[:1] if short else CROWDS:
        yield await crowd(installation, size, scripts, calm)
    different = CROWDS[0] if short else CROWDS[-1]
    yield await ask_different_questions(installation.address, different, calm.processor_s, _PATIENCE_S)
    for size in (40,) if short else INSTANTS:
        yield await at_one_instant(installation, size, scripts, calm)
    yield await greedy_person(installation, 30 if short else GREEDY_SOCKETS, scripts, calm)
    yield await worst_messages(installation, calm, scripts)
    yield await slow_connections(installation, 50 if short else SLOW_CONNECTIONS)
    if not short:
        yield await memory(installation, scripts)


async def measure_memory(installation: Installation) -> AsyncIterator[list[ReportFigure]]:
    """Measure what memory a thousand answers leave, and yield the figure."""
    await asyncio.to_thread(wait_until, lambda: installation.check_health().get("status") == "ok", _WELL_WITHIN_S)
    yield await memory(installation, conversations())


async def calm_twins(installation: Installation, scripts: Sequence[tuple[str, ...]]) -> Calm:
    """Ask every conversation alone, one after another, once all that answers is there."""
    await asyncio.to_thread(wait_until, lambda: installation.check_health().get("status") == "ok", _WELL_WITHIN_S)
    async with PageClient(installation.address, _PATIENCE_S) as warm:
        await _enter(warm)
        for question in scripts[0][:_WARM_UP]:
            await warm.timed_ask(question)
    before = installation.processor_time()
    replies = {script: await _converse(installation, script) for script in scripts}
    used = installation.processor_time() - before
    every = [reply for those in replies.values() for reply in those]
    return Calm(
        {script: [reply.text for reply in those] for script, those in replies.items()},
        {script: [reply.whole_s for reply in those] for script, those in replies.items()},
        percentile([reply.whole_s for reply in every], 0.5),
        used / len(every),
    )


async def crowd(
    installation: Installation, size: int, scripts: Sequence[tuple[str, ...]], calm: Calm
) -> list[ReportFigure]:
    """Run `size` clients with three questions each, and ask `/health` all the while."""
    watch = asyncio.create_task(_watched_health(installation))
    told = await _gathered([_converse(installation, of_client(one, scripts)) for one in range(size)])
    slowest = await _stopped(watch)
    every = [reply for those in told for reply in those]
    lost = size * len(scripts[0]) - len([reply for reply in every if not reply.refused])
    equal = sum(
        reply.text == twin
        for number, those in enumerate(told)
        for reply, twin in zip(those, calm.texts[of_client(number, scripts)], strict=False)
    )
    aim = _SLACK * size * calm.processor_s / (psutil.cpu_count() or 1)
    name = f"{size} clients x {len(scripts[0])}"
    return [
        ReportFigure(f"{name}: questions without an answer", lost, "", 0),
        ReportFigure(f"{name}: answers unlike the calm ones", len(every) - equal, "", 0, f"of {len(every)}"),
        ReportFigure(
            f"{name}: answer, p95", percentile([reply.whole_s for reply in every], 0.95), "s", round(aim, 2)
        ),
        ReportFigure(f"{name}: slowest /health", slowest, "s", _HEALTH_AIM_S),
    ]


async def at_one_instant(
    installation: Installation, size: int, scripts: Sequence[tuple[str, ...]], calm: Calm
) -> list[ReportFigure]:
    """Let `size` people ask at the same moment, and one more right after them."""
    clients = [PageClient(installation.address, _PATIENCE_S) for _ in range(size + 1)]
    try:
        for at in range(0, len(clients), 20):
            await asyncio.gather(*(_enter(client) for client in clients[at : at + 20]))
        asked = [of_client(number, scripts) for number in range(size + 1)]
        crowd_of = [
            asyncio.create_task(_or_none(client.timed_ask(script[0])))
            for client, script in zip(clients[:-1], asked[:-1], strict=True)
        ]
        await asyncio.sleep(0.1)
        another = await _or_none(clients[-1].timed_ask(asked[-1][0]))
        replies = list(await asyncio.gather(*crowd_of))
    finally:
        await asyncio.gather(*(client.__aexit__() for client in clients))
    answered = [(reply, script) for reply, script in zip(replies, asked, strict=False) if reply]
    refused = sum(reply.refused for reply, _ in answered)
    unlike = sum(not reply.refused and reply.text != calm.texts[script][0] for reply, script in answered)
    name = f"{size} at one instant"
    note = f"{len(answered) - refused} answered, {refused} refused plainly"
    return [
        ReportFigure(f"{name}: without a word", size - len(answered), "", 0, note),
        ReportFigure(f"{name}: answers unlike the calm ones", unlike, "", 0),
        ReportFigure(
            f"{name}: first status of another",
            another.status_s if another else _PATIENCE_S,
            "s",
            _STATUS_AIM_S,
        ),
    ]


async def greedy_person(
    installation: Installation, sockets: int, scripts: Sequence[tuple[str, ...]], calm: Calm
) -> list[ReportFigure]:
    """Ask on many sockets of one identity while somebody else asks once."""
    first = PageClient(installation.address, _PATIENCE_S)
    await _enter(first)
    more = [PageClient(installation.address, _PATIENCE_S) for _ in range(sockets - 1)]
    for client in more:
        client.http.cookies.update(first.http.cookies)
    opened = [first]
    for client in more:
        with contextlib.suppress(socketio.exceptions.ConnectionError, AssertionError):
            await client.connect()
            opened.append(client)
    async with PageClient(installation.address, _PATIENCE_S) as other:
        await _enter(other)
        asking = [
            asyncio.create_task(_or_none(client.timed_ask(of_client(number, scripts)[0])))
            for number, client in enumerate(opened)
        ]
        await asyncio.sleep(0.1)
        answered_s = [await _seconds(other, question) for question in scripts[1]]
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    await asyncio.gather(*(client.__aexit__() for client in [first, *more]))
    name = f"one person with {sockets} sockets"
    note = f"{len(opened)} let in"
    return [_beside(name, answered_s, calm.seconds[scripts[1]], note)]


async def worst_messages(
    installation: Installation, calm: Calm, scripts: Sequence[tuple[str, ...]]
) -> list[ReportFigure]:
    """Send the messages that are slowest to read, by socket and by feedback, from one client."""
    watch = asyncio.create_task(_watched_health(installation))
    times: list[list[float]] = []
    for length in _WORST_CHARACTERS:
        worst = (_WORST * (length // len(_WORST) + 1))[:length]
        async with (
            PageClient(installation.address, 30.0) as sender,
            PageClient(installation.address, _PATIENCE_S) as other,
        ):
            await _enter(sender)
            await _enter(other)
            await sender.send(worst)
            rating = {"forId": sender.session, "value": 1, "comment": worst}
            given = {"feedback": rating, "sessionId": sender.session}
            by_feedback = asyncio.create_task(_or_none(sender.http.put("/feedback", json=given)))
            times.append([await _seconds(other, question) for question in scripts[2]])
            await by_feedback
    slowest = await _stopped(watch)
    return [
        ReportFigure("worst messages: slowest /health", slowest, "s", _HEALTH_AIM_S),
        _beside("worst messages", max(times, key=sum), calm.seconds[scripts[2]]),
    ]


async def slow_connections(installation: Installation, count: int) -> list[ReportFigure]:
    """Hold half-sent requests open and ask `/health`, until the page ends them."""
    held = [await asyncio.to_thread(_half_sent, installation.port) for _ in range(count)]
    watch = asyncio.create_task(_watched_health(installation))
    started = time.monotonic()
    await asyncio.to_thread(wait_until, lambda: all(_is_ended(one) for one in held), 60.0)
    ended_s = time.monotonic() - started
    slowest = await _stopped(watch)
    for one in held:
        one.close()
    name = f"{count} half-sent requests"
    return [
        ReportFigure(f"{name}: slowest /health", slowest, "s", _HEALTH_AIM_S),
        ReportFigure(f"{name}: ended by the page after", ended_s, "s", 30.0),
    ]


async def memory(installation: Installation, scripts: Sequence[tuple[str, ...]]) -> list[ReportFigure]:
    """Measure the growth of the page over a thousand answers, after a first round of conversations."""
    sizes: list[float] = []
    answered = 0
    while answered < _MEMORY_ANSWERS or len(sizes) < 2:
        told = await _gathered([_converse(installation, script) for script in scripts for _ in range(3)])
        answered += sum(map(len, told)) if sizes else 0
        sizes.append(installation.resident_mb())
    note = f"{answered} answers: " + ", ".join(f"{size:.0f}" for size in sizes) + " MB"
    return [ReportFigure("memory of the page, growth", sizes[-1] - sizes[0], "MB", _MEMORY_AIM_MB, note)]


async def _converse(installation: Installation, script: Sequence[str]) -> list[PageReply]:
    async with PageClient(installation.address, _PATIENCE_S) as client:
        await _enter(client)
        return [await client.timed_ask(question) for question in script]


async def _enter(client: PageClient) -> None:
    await client.open_page()
    await client.connect()


async def _gathered(work: Sequence[Awaitable[list[PageReply]]]) -> list[list[PageReply]]:
    """Each one's replies; none where it failed."""
    told = await asyncio.gather(*work, return_exceptions=True)
    for one in told:
        if isinstance(one, BaseException) and not isinstance(one, _FAULTS):
            raise one
    return [one if isinstance(one, list) else [] for one in told]


_FAULTS = (AssertionError, httpx.HTTPError, socketio.exceptions.SocketIOError, ConnectionError)


async def _or_none(work: Awaitable[PageReply | httpx.Response]) -> PageReply | None:
    """The reply, or None where none came."""
    try:
        got = await work
    except _FAULTS:
        return None
    return got if isinstance(got, PageReply) else None


def _beside(name: str, seconds: Sequence[float], calm: Sequence[float], note: str = "") -> ReportFigure:
    """What the answers of somebody else's conversation take, against twice what they take in calm."""
    return ReportFigure(
        f"{name}: another's {len(seconds)} answers", sum(seconds), "s", round(2 * sum(calm), 2), note
    )


async def _seconds(client: PageClient, question: str) -> float:
    """How long an answer takes; `_NEVER_S` where none comes."""
    reply = await _or_none(client.timed_ask(question))
    return reply.whole_s if reply is not None and not reply.refused else _NEVER_S


async def _watched_health(installation: Installation) -> float:
    """Ask `/health` until cancelled; the slowest answer in seconds, `_NEVER_S` where one failed."""
    slowest = 0.0
    async with httpx.AsyncClient(base_url=installation.address, timeout=_NEVER_S) as http:
        while True:
            started = time.monotonic()
            try:
                (await http.get("/health")).raise_for_status()
                slowest = max(slowest, time.monotonic() - started)
                await asyncio.sleep(_BETWEEN_LOOKS_S)
            except httpx.HTTPError:
                slowest = _NEVER_S
            except asyncio.CancelledError:
                return max(slowest, time.monotonic() - started - _BETWEEN_LOOKS_S)


async def _stopped(watch: asyncio.Task[float]) -> float:
    watch.cancel()
    return await watch


def _half_sent(port: int) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", port), timeout=10)
    one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    one.setblocking(False)
    return one


def _is_ended(one: socket.socket) -> bool:
    """Whether the other end has closed, read without waiting."""
    try:
        return one.recv(4096) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


if __name__ == "__main__":
    typer.run(main)
