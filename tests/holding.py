"""A data folder that holds the law, and ways to ask what stands on it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.graph_sync import rebuild_stale_documents
from civicsetu.corpus.setup import ingest_official, ingest_starters, prepare
from civicsetu.law.answers import Answer, Event, Final
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.graph.graph_store import open_graph
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.processes import hold_lock
from civicsetu.stores.servers import postgres_url, stop_all
from tests.stores.own_servers import own_folder, settings_in

ACT = "rera_act_2016"
KARNATAKA = "karnataka_rera_rules_2017"
UTTAR_PRADESH = "up_rera_rules_2016"
LATE = "My builder is two years late in giving possession. Can I get a refund?"

_PATIENCE_S = 900.0
"""How long a worker waits for another that takes the law in."""
_GRAPH_WAIT_S = 90.0
_OF_ALL_RUNS = "LAW_HELD_FOR_TESTS"


def quiet(step: str, share: float) -> None:
    """Progress that nobody watches."""


@contextmanager
def taken_in(models: Settings, run: str | None) -> Iterator[Settings]:
    """Settings of a new data folder with the starter texts in it, every server of it stopped.

    To embed them and to write them into the graph takes half a minute and more, so it is done once and `held_law`
    gives out copies. The models are linked from a folder where they are prepared.
    """
    with _made_once("starters", run, lambda settings: _take_in(settings, models)) as settings:
        yield settings


@contextmanager
def taken_in_besides(starters: Settings, official: Path, run: str | None) -> Iterator[Settings]:
    """Settings of a copy of that folder which holds the official Act besides; also only ever copied."""
    with _made_once("both", run, lambda settings: _take_in_besides(settings, starters, official)) as settings:
        yield settings


@contextmanager
def _made_once(name: str, run: str | None, make: Callable[[Settings], None]) -> Iterator[Settings]:
    """A data folder that one worker of a `run` makes and all share; the last that uses it removes it.

    Where `make test` names a folder for all its runs, the first makes it and `make` removes it.
    """
    given = os.environ.get(_OF_ALL_RUNS, "")
    shared = nullcontext(Path(given)) if given else own_folder() if run is None else _shared_folder(run)
    with shared as folder:
        settings = settings_in(folder / name / "data")
        whole = folder / name / "whole"
        with hold_lock(folder / f"{name}.lock", _PATIENCE_S):
            if not whole.exists():
                shutil.rmtree(folder / name, ignore_errors=True)
                (folder / name).mkdir()
                make(settings)
                whole.touch()
        yield settings


def _take_in(settings: Settings, models: Settings) -> None:
    settings.data_path.mkdir()
    (settings.data_path / "models").symlink_to(models.data_path / "models")
    try:
        prepare(settings, quiet)
        asyncio.run(ingest_starters(settings, quiet))
        asyncio.run(_fill_graph(settings))
    finally:
        stop_all(settings)


def _take_in_besides(settings: Settings, starters: Settings, official: Path) -> None:
    _copy(starters, settings)
    try:
        asyncio.run(ingest_official(settings, official, [ACT], quiet))
    finally:
        stop_all(settings)


async def _fill_graph(settings: Settings) -> None:
    """What the first service does behind its answers."""
    database = await Database.open(settings)
    graph = await open_graph(settings, _GRAPH_WAIT_S)
    await rebuild_stale_documents(LawStore(database), graph)
    await graph.close()
    await database.close()


def _copy(held: Settings, into: Settings) -> None:
    """`cp` keeps the owner, who is a user of Postgres' own where the tests run as root."""
    subprocess.run(["cp", "-a", str(held.data_path), str(into.data_path)], check=True)


@contextmanager
def _shared_folder(run: str) -> Iterator[Path]:
    """A folder that the workers of one run share; each signs in, and the last to leave removes it."""
    folder = Path(tempfile.gettempdir()) / f"civicsetu-test-{run[:8]}"
    own = folder / f"used-by-{os.getpid()}-{uuid4().hex}"
    with hold_lock(folder.with_suffix(".lock"), _PATIENCE_S):
        folder.mkdir(exist_ok=True)
        own.touch()
    try:
        yield folder
    finally:
        with hold_lock(folder.with_suffix(".lock"), _PATIENCE_S):
            own.unlink()
            if not list(folder.glob("used-by-*")):
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def held_law(held: Settings) -> Iterator[Settings]:
    """Settings of a copy of that folder, its Postgres running.

    Nothing in the folder knows its own place but what a running server writes. The graph holds the same law and
    is not started; whatever runs in the copy at the end is stopped.
    """
    with own_folder() as folder:
        settings = settings_in(folder / "data")
        _copy(held, settings)
        try:
            postgres_url(settings, "psycopg")
            yield settings
        finally:
            stop_all(settings)


def environment_of(settings: Settings, **more: str) -> dict[str, str]:
    """What a process needs to work in that data folder; the settings of this process stay out of it."""
    ours = ("CIVICSETU_", "CHAINLIT_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours) and name != "PORT"}
    root = str(Path(__file__).resolve().parents[1])
    return {**kept, "PYTHONPATH": root, "CIVICSETU_DATA_DIR": str(settings.data_path), **more}


async def events_of(
    service: AnsweringService, asked: str, *, session: str | None = None, **given: Any
) -> list[Event]:
    """Every event of one question; a session of its own unless told."""
    question = Question(asked, session=f"test-{uuid4()}" if session is None else session, **given)
    return [event async for event in service.answer(question)]


async def answer_of(
    service: AnsweringService, asked: str, *, session: str | None = None, **given: Any
) -> Answer:
    """The answer in the last event."""
    last = (await events_of(service, asked, session=session, **given))[-1]
    assert isinstance(last, Final)
    return last.answer


async def rows_of(service: AnsweringService, query: str, **values: Any) -> list[dict[str, Any]]:
    """Reads the tables behind the service's back."""
    async with service.database.connect() as connection:
        return [dict(row) for row in (await connection.execute(text(query), values)).mappings()]


async def body_of(service: AnsweringService, edition: UUID) -> str:
    """The whole text of an edition as Postgres holds it."""
    [row] = await rows_of(service, "select body from editions where edition_id = :edition", edition=edition)
    return str(row["body"])
