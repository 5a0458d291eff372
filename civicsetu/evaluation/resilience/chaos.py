"""`make chaos`: kills, stops, hangs, a full disk and damaged files while people ask.

Each fault is made by PID or in the data folder of an installation of its own, and told by what
people notice: what was acknowledged is never lost, no question stays without a word, and the
next answer comes soon.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil
import typer

from civicsetu.errors import CivicSetuError
from civicsetu.evaluation.figures import ReportFigure
from civicsetu.evaluation.resilience.installation import Installation, install
from civicsetu.evaluation.resilience.people import (
    INTERRUPTED,
    Person,
    StoredStep,
    arrive,
    first_answer_after,
    go_on_asking,
    leave,
)
from civicsetu.evaluation.resilience.scripts import conversations
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.settings import get_settings, load_settings
from civicsetu.stores.processes import wait_until
from civicsetu.stores.servers import postgres_url, stop_all
from civicsetu.telemetry import configure_logging

_ASKERS = 3
_STOP_AIM_S = 10.0
_TOLD_AIM_S = 35.0
_LOOK_AIM_S = 3.0
_BACK_AIM_S = 30.0
_SMALL_DISK_MB = 900
_WAIT_S = 60.0
_NEVER_S = 999.0
_LAW = ("documents", "editions", "provisions", "structure", "legal_chunks", "question_index")
DAMAGES: tuple[tuple[str, Callable[[bytes], bytes]], ...] = (
    ("emptied", lambda _: b""),
    ("truncated", lambda content: content[: len(content) // 2]),
    ("garbage", lambda content: os.urandom(min(len(content), 4096))),
)


def main(short: bool = typer.Option(False, "--short", help="Each fault once, without setups.")) -> None:
    """Make every fault and print the table as it grows; exit code 1 where a figure falls short."""
    disable_library_telemetry()
    settings = get_settings()
    configure_logging(settings.model_copy(update={"log_level": "CRITICAL"}))
    typer.echo(f"{psutil.cpu_count()} cores, {psutil.virtual_memory().total // 2**30} GB")
    figures: list[ReportFigure] = []
    try:
        with install(settings) as installation:
            for figure in trials(installation, times=1 if short else 5):
                typer.echo(figure.line())
                figures.append(figure)
            for figure in [] if short else kill_setups(installation):
                typer.echo(figure.line())
                figures.append(figure)
    except CivicSetuError as error:
        typer.echo(f"{error}: {error.user_message}", err=True)
        sys.exit(1)
    sys.exit(0 if all(figure.met for figure in figures) else 1)


def trials(installation: Installation, times: int) -> Iterator[ReportFigure]:
    """Yield every fault of a page that is set up, each `times` times where it is a kill."""
    installation.start()
    yield from asyncio.run(kill_server(installation, "Postgres", installation.postgres_pid, times))
    yield from asyncio.run(kill_server(installation, "graph", installation.graph_pid, times))
    yield from asyncio.run(end_page(installation, signal.SIGKILL, times))
    yield from asyncio.run(end_page(installation, signal.SIGTERM, times))
    yield from asyncio.run(hang_postgres(installation))
    yield from asyncio.run(hang_graph(installation))
    installation.end()
    yield from damage_caches(installation)
    yield from fill_disk(installation)


def questions() -> list[str]:
    return [question for script in conversations() for question in script]


async def kill_server(
    installation: Installation, name: str, pid: Callable[[], int | None], times: int
) -> list[ReportFigure]:
    """Kill a server again and again while people ask and rate."""
    people = await arrive(installation, _ASKERS, patience_s=2 * _TOLD_AIM_S)
    over = asyncio.Event()
    asking = [asyncio.create_task(go_on_asking(person, questions(), over)) for person in people]
    slowest = 0.0
    for _ in range(times):
        await asyncio.to_thread(wait_until, lambda: pid() is not None, _WAIT_S)
        await asyncio.sleep(3.0)
        os.kill(_required(pid()), signal.SIGKILL)
        killed = time.monotonic()
        slowest = max(slowest, await asyncio.to_thread(_next_answer, people, killed))
    await asyncio.sleep(2.0)
    over.set()
    await asyncio.gather(*asking)
    figures = await _kept(people, f"{name} killed {times} times")
    await leave(people)
    return [*figures, ReportFigure(f"{name} killed: slowest next answer", slowest, "s", _BACK_AIM_S)]


async def end_page(installation: Installation, number: signal.Signals, times: int) -> list[ReportFigure]:
    """End the page with answers under way, start it again, and reload every conversation."""
    people = await arrive(installation, _ASKERS)
    for person in people:
        await person.ask(questions()[0])
    ended: list[float] = []
    shown = delivered = 0
    for turn in range(times):
        flight = [asyncio.create_task(_in_flight(person, turn)) for person in people]
        await asyncio.sleep(0.15)
        ended.append(await asyncio.to_thread(installation.end, number))
        delivered += sum(await asyncio.gather(*flight))
        await asyncio.to_thread(installation.start)
        for person in people:
            await person.reopen(installation)
            shown += _shows_interruption(await person.conversation())
            await person.ask(questions()[turn + 1])
    name = f"page ended by {number.name} {times} times"
    figures = await _kept(people, name)
    await leave(people)
    told = f"{delivered} answers in flight delivered, {shown} told as interrupted"
    figures.append(ReportFigure(f"{name}: slowest end", max(ended), "s", _STOP_AIM_S, told))
    if number is signal.SIGTERM:
        undelivered = times * _ASKERS - delivered
        figures.append(ReportFigure(f"{name}: answers in flight not delivered", undelivered, "", 0))
    return figures


async def hang_postgres(installation: Installation) -> list[ReportFigure]:
    """Freeze every process of Postgres, ask, look, end the page; thaw, and ask again."""
    [person] = await arrive(installation, 1, patience_s=120.0)
    await person.ask(questions()[0])
    with freeze(installation.postgres_pid()):
        looked, health = await asyncio.to_thread(_look, installation)
        started = time.monotonic()
        await person.ask(questions()[1])
        told_s = time.monotonic() - started
    started = time.monotonic()
    again = await person.ask(questions()[2])
    thawed = time.monotonic() - started if again and not again.refused else _NEVER_S
    wordless = len(person.unanswered)
    await leave([person])
    with freeze(installation.postgres_pid()):
        ended = await asyncio.to_thread(installation.end)
    await asyncio.to_thread(installation.start)
    state = health.get("postgres", "no answer")
    return [
        ReportFigure("Postgres hung: /health", looked, "s", _LOOK_AIM_S, f"says {state}"),
        ReportFigure("Postgres hung: /health says ok", float(state == "ok"), "", 0),
        ReportFigure("Postgres hung: the person is told after", told_s, "s", _TOLD_AIM_S),
        ReportFigure("Postgres hung: without a word", wordless, "", 0),
        ReportFigure("Postgres hung: first answer after the thaw", thawed, "s", 5.0),
        ReportFigure("Postgres hung: the page ends", ended, "s", _STOP_AIM_S),
    ]


async def hang_graph(installation: Installation) -> list[ReportFigure]:
    """Freeze the graph, ask, look, end and start the page; answers go on all the while."""
    await asyncio.to_thread(wait_until, lambda: installation.check_health().get("graph") == "ok", _WAIT_S)
    [person] = await arrive(installation, 1, patience_s=120.0)
    calm = await person.ask(questions()[0])
    with freeze(installation.graph_pid()):
        slow = await person.ask(questions()[1])
        frozen_at = time.monotonic()
        degraded = await asyncio.to_thread(
            wait_until, lambda: installation.check_health().get("graph") != "ok", _WAIT_S
        )
        noticed = time.monotonic() - frozen_at if degraded else _NEVER_S
        await leave([person])
        ended = await asyncio.to_thread(installation.end)
        began = await asyncio.to_thread(installation.start)
        [other] = await arrive(installation, 1)
        reply = await other.ask(questions()[2])
        await leave([other])
    answered = [one for one in (calm, slow, reply) if one is not None and not one.refused]
    back = await asyncio.to_thread(wait_until, lambda: installation.check_health().get("graph") == "ok", _WAIT_S)
    return [
        ReportFigure("graph hung: questions not answered", 3 - len(answered), "", 0),
        ReportFigure(
            "graph hung: slowest answer", max((one.whole_s for one in answered), default=_NEVER_S), "s", 5.0
        ),
        ReportFigure("graph hung: /health says so after", noticed, "s", _LOOK_AIM_S),
        ReportFigure("graph hung: the page ends", ended, "s", _STOP_AIM_S),
        ReportFigure("graph hung: the page starts", began, "s", 2 * _STOP_AIM_S),
        ReportFigure("graph thawed: not back in a minute", float(not back), "", 0),
    ]


def damage_caches(
    installation: Installation, damages: Sequence[tuple[str, Callable[[bytes], bytes]]] = DAMAGES
) -> list[ReportFigure]:
    """Damage every file that is made rather than fetched, and start; each is made anew."""
    folder = (installation.settings.data_path / "models").resolve()
    own = installation.settings.data_path / "models"
    if own.is_symlink():
        own.unlink()
        shutil.copytree(folder, own)
    failed = 0
    tried = 0
    for path in sorted(own.glob("*.npy")):
        sound = path.read_bytes()
        for _, damage in damages:
            path.write_bytes(damage(sound))
            tried += 1
            failed += installation.command("ask", questions()[0]).wait(_WAIT_S * 3) != 0
        path.write_bytes(sound)
    return [ReportFigure("damaged caches: questions not answered", failed, "", 0, f"of {tried}")]


def fill_disk(installation: Installation) -> list[ReportFigure]:
    """Copy the data folder to a small disk, fill it, and ask; needs the right to mount one."""
    with _small_disk() as disk:
        if disk is None:
            return [ReportFigure("full disk: not tried, no small disk can be mounted", 0, "")]
        stop_all(installation.settings)
        subprocess.run(["cp", "-a", f"{installation.settings.data_path}/.", str(disk)], check=True)
        settings = load_settings(_env_file=None, data_dir=disk)
        small = Installation(settings, installation.log)
        try:
            small.start()
            return asyncio.run(_asked_on_a_full_disk(small, disk))
        finally:
            small.end(signal.SIGKILL)
            stop_all(settings)


async def _asked_on_a_full_disk(small: Installation, disk: Path) -> list[ReportFigure]:
    [person] = await arrive(small, 1)
    await person.ask(questions()[0])
    filler = disk / "filler"
    _fill(filler)
    replies = [await person.ask(question) for question in questions()[1:9]]
    refused = sum(reply is None or reply.refused for reply in replies)
    health = small.check_health()
    filler.unlink()
    freed = time.monotonic()
    after = await person.ask(questions()[9])
    back = time.monotonic() - freed if after and not after.refused else _NEVER_S
    kept = await asyncio.to_thread(wait_until, lambda: small.check_health().get("postgres") == "ok", _WAIT_S)
    await leave([person])
    return [
        ReportFigure("full disk: questions not answered", refused, "", 0, f"of {len(replies)}"),
        ReportFigure("full disk: /health says ok", float(health.get("postgres") == "ok"), "", 0),
        ReportFigure("full disk: first answer once space is free", back, "s", 5.0),
        ReportFigure("full disk: /health not well a minute later", float(not kept), "", 0),
    ]


def kill_setups(installation: Installation) -> list[ReportFigure]:
    """Kill the first setup of a new data folder thrice, then let it end: the law held is the same."""
    told = _held(installation)
    folder = installation.settings.data_path.parent / "again"
    folder.mkdir()
    models = (installation.settings.data_path / "models").resolve()
    (folder / "models").symlink_to(models)
    settings = load_settings(_env_file=None, data_dir=folder)
    again = Installation(settings, installation.log)
    try:
        for number, wait_s in ((signal.SIGKILL, 8.0), (signal.SIGTERM, 20.0), (signal.SIGINT, 35.0)):
            setup = again.command("up", "--no-serve")
            time.sleep(wait_s)
            setup.send_signal(number)
            setup.wait(_WAIT_S)
        failed = again.command("up", "--no-serve").wait(900)
        unlike = int(_held(again) != told)
    finally:
        stop_all(settings)
    return [
        ReportFigure("setup killed thrice: the last one fails", float(failed != 0), "", 0),
        ReportFigure("setup killed thrice: law held unlike the first", unlike, "", 0),
    ]


@contextmanager
def freeze(pid: int | None) -> Iterator[None]:
    """Stop a process and its children by SIGSTOP; they go on at the end."""
    whole = [psutil.Process(_required(pid))]
    whole += whole[0].children(recursive=True)
    for process in whole:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in whole:
            if process.is_running():
                process.send_signal(signal.SIGCONT)


@contextmanager
def _small_disk() -> Iterator[Path | None]:
    """A file system of a few hundred megabytes in memory; None where none may be mounted."""
    with tempfile.TemporaryDirectory(prefix="civicsetu-disk-", ignore_cleanup_errors=True) as folder:
        size = f"size={_SMALL_DISK_MB}m,mode=755"
        mounted = (
            shutil.which("mount")
            and not subprocess.run(
                ["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], capture_output=True, check=False
            ).returncode
        )
        try:
            yield Path(folder) if mounted else None
        finally:
            if mounted:
                subprocess.run(["umount", "-l", folder], check=False)


def _fill(filler: Path) -> None:
    """Write until the disk has no byte left."""
    with filler.open("wb", buffering=0) as out:
        for size in (2**20, 4096, 1):
            try:
                while out.write(b"\0" * size):
                    pass
            except OSError:
                continue


def _next_answer(people: Sequence[Person], moment: float) -> float:
    """Seconds from a moment until the first whole answer after it; waits for it."""
    wait_until(lambda: first_answer_after(people, moment) is not None, _WAIT_S)
    return first_answer_after(people, moment) or _NEVER_S


def _look(installation: Installation) -> tuple[float, dict[str, str]]:
    started = time.monotonic()
    health = installation.check_health(timeout_s=120.0)
    return time.monotonic() - started, health


async def _in_flight(person: Person, turn: int) -> bool:
    """Ask what will be under way when the page ends; whether an answer came all the same."""
    reply = await person.ask(f"{questions()[turn + 5]} ({turn} in flight)")
    if reply is None:
        person.unanswered.pop()
    return reply is not None and not reply.refused


def _shows_interruption(steps: Sequence[StoredStep]) -> bool:
    return any(INTERRUPTED in step["output"] for step in steps if step["type"] == "assistant_message")


async def _kept(people: Sequence[Person], name: str) -> list[ReportFigure]:
    lost = [loss for person in people for loss in await person.find_losses()]
    wordless = [question for person in people for question in await person.find_unanswered()]
    unanswered = sum(len(person.unanswered) for person in people)
    acknowledged = sum(len(person.acknowledged) for person in people)
    thumbs = sum(len(person.thumbs) for person in people)
    apologies = sum(len(person.apologies) for person in people)
    note = f"of {acknowledged} answers and {thumbs} thumbs; {apologies} told to ask again"
    return [
        ReportFigure(f"{name}: acknowledged and lost", len(lost) if acknowledged else _NEVER_S, "", 0, note),
        ReportFigure(f"{name}: questions without a word", unanswered + len(wordless), "", 0),
    ]


def _held(installation: Installation) -> list[int]:
    """How many rows of each kind of law the data folder holds."""
    from sqlalchemy import create_engine, text

    engine = create_engine(postgres_url(installation.settings, "psycopg"))
    try:
        with engine.connect() as connection:
            return [int(connection.scalar(text(f"SELECT count(*) FROM {table}"))) for table in _LAW]
    finally:
        engine.dispose()


def _required(pid: int | None) -> int:
    if pid is None:
        raise CivicSetuError("a server that should run does not")
    return pid


if __name__ == "__main__":
    typer.run(main)
