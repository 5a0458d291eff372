"""A data folder that holds the law, and ways to ask what stands on it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.setup import ingest_official, ingest_starters, prepare
from civicsetu.law.answers import Answer, Event, Final
from civicsetu.settings import Settings
from civicsetu.stores.processes import hold_lock
from civicsetu.stores.servers import postgres_url, stop_all
from tests.stores.own_servers import own_folder, settings_in

ACT = "rera_act_2016"
KARNATAKA = "karnataka_rera_rules_2017"
UTTAR_PRADESH = "up_rera_rules_2016"
LATE = "My builder is two years late in giving possession. Can I get a refund?"

_PATIENCE_S = 900.0
"""How long a worker waits for another that takes the starter texts in."""


def quiet(step: str, share: float) -> None:
    """Progress that nobody watches."""


@contextmanager
def taken_in(models: Settings, run: str | None) -> Iterator[Settings]:
    """Settings of a new data folder with the starter texts in it, every server of it stopped.

    To embed them takes a minute and more, so it is done once and `held_law` gives out copies; the workers of one `run` share
    it, and the last that uses it removes it. The models are linked from a folder where they are prepared.
    """
    with own_folder() if run is None else _shared_folder(run) as folder:
        settings = settings_in(folder / "data")
        whole = folder / "whole"
        with hold_lock(folder.with_suffix(".lock"), _PATIENCE_S):
            if not whole.exists():
                _take_in(settings, models)
                whole.touch()
        yield settings


def _take_in(settings: Settings, models: Settings) -> None:
    shutil.rmtree(settings.data_path, ignore_errors=True)
    settings.data_path.mkdir()
    (settings.data_path / "models").symlink_to(models.data_path / "models")
    try:
        prepare(settings, quiet)
        asyncio.run(ingest_starters(settings, quiet))
    finally:
        stop_all(settings)


@contextmanager
def _shared_folder(run: str) -> Iterator[Path]:
    """A folder that the workers of one run share; each signs in, and the last to leave removes it."""
    folder = Path(tempfile.gettempdir()) / f"civicsetu-test-{run[:8]}"
    own = folder / f"used-by-{os.getpid()}"
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
def held_law(starters: Settings, official: Path | None = None) -> Iterator[Settings]:
    """Settings of a copy of that folder, its Postgres running; with the official Act if told where.

    Nothing in the folder knows its own place but what a running server writes. `cp` keeps the
    owner, who is a user of Postgres' own where the tests run as root. The graph server is not
    started but by taking in the Act; whatever runs in the copy at the end is stopped.
    """
    with own_folder() as folder:
        settings = settings_in(folder / "data")
        subprocess.run(["cp", "-a", str(starters.data_path), str(settings.data_path)], check=True)
        try:
            postgres_url(settings, "psycopg")
            if official is not None:
                asyncio.run(ingest_official(settings, official, [ACT], quiet))
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
