"""The official files are tried once the page serves, by a process of its own."""

from __future__ import annotations

import asyncio
import datetime
import json
import os
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from civicsetu.corpus.sources.provenance import Round, official_folder
from civicsetu.settings import Settings
from civicsetu.web import fetching
from tests.stores.own_servers import settings_in
from tests.web.conftest import Served, serving

TODAY = datetime.datetime.now(datetime.UTC).date()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path / "data")


class Log:
    """What was logged."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, dict[str, Any]]] = []

    def info(self, event: str, **told: Any) -> None:
        self.lines.append((event, told))

    warning = info


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    made = Log()
    monkeypatch.setattr(fetching, "log", made)
    return made


def runs(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """The process that is started does this instead of fetching."""
    monkeypatch.setattr(fetching, "_COMMAND", ("-c", program))


def record(settings: Settings) -> str:
    """A program that leaves the record of a round."""
    folder = official_folder(settings.data_path)
    told = Round.model_validate(
        {
            "day": TODAY,
            "tried": [
                {"document": "a", "version": "x", "outcome": "gone", "reason": "."},
                {"document": "b", "version": "x", "outcome": "held already", "reason": "."},
            ],
        }
    )
    return f"import pathlib; p = pathlib.Path({str(folder)!r}); p.mkdir(parents=True); (p / 'last_round.json').write_text({told.model_dump_json()!r})"


async def test_it_is_tried_once_and_told_in_one_line(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    runs(monkeypatch, record(settings))
    await fetching.background_fetch(settings)
    await fetching.background_fetch(settings)
    assert log.lines == [("official_fetch_finished", {"gone": 1, "held_already": 1})]


async def test_it_is_not_tried_where_that_is_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    runs(monkeypatch, f"open({str(tmp_path / 'ran')!r}, 'w')")
    await fetching.background_fetch(settings_in(tmp_path / "data", corpus={"fetch": False}))
    assert not (tmp_path / "ran").exists() and log.lines == []


async def test_a_process_that_fails_is_told_with_its_fix(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    runs(monkeypatch, "raise SystemExit(3)")
    await fetching.background_fetch(settings)
    [(event, told)] = log.lines
    assert event == "official_files_failed" and told["code"] == 3 and "ingest --fetch" in told["fix"]


async def test_it_gives_way_to_the_page_and_ends_with_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    note = tmp_path / "pid"
    runs(
        monkeypatch,
        f"import os, time; time.sleep(0.3); open({str(note)!r}, 'w').write(f'{{os.getpid()}} {{os.nice(0)}}'); time.sleep(60)",
    )
    task = asyncio.create_task(fetching.background_fetch(settings))
    while not (note.exists() and note.read_text()):
        await asyncio.sleep(0.05)
    pid, nice = (int(part) for part in note.read_text().split())
    assert nice >= 10
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.long
def test_the_work_beside_begins_when_the_page_serves_and_its_failure_does_no_harm(
    tmp_path: Path, database_url: str
) -> None:
    with serving(tmp_path, database_url, FAKE_BESIDE="fails") as page:
        assert httpx.get(f"{page.address}/health").status_code == 200
        _stop(page)
    told = [json.loads(line) for line in page.log.read_text().splitlines() if line.startswith("{")]
    events = [line["event"] for line in told]
    assert events.index("serving") < events.index("beside_begins") < events.index("background_task_failed")
    assert page.process.returncode == 0


def _stop(page: Served) -> None:
    page.process.send_signal(signal.SIGTERM)
    page.process.wait(20)


async def test_the_process_has_the_settings_and_not_the_key_of_the_page(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, log: Log, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    monkeypatch.setenv("CIVICSETU_LOG_LEVEL", "ERROR")
    monkeypatch.setenv("CHAINLIT_AUTH_SECRET", "s3cr3t")
    runs(monkeypatch, f"import os, pathlib; pathlib.Path({str(told)!r}).write_text(repr(dict(os.environ)))")
    await fetching.background_fetch(settings)
    assert "'CIVICSETU_LOG_LEVEL': 'ERROR'" in told.read_text() and "s3cr3t" not in told.read_text()
