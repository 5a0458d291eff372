"""`civicsetu up` on a data folder and a settings file that the version before made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from civicsetu.settings import Settings
from civicsetu.stores.servers import postgres_url, stop_all
from tests.command_line import CommandLine
from tests.holding import LATE, held_law
from tests.settings.test_renamed import BEFORE
from tests.web.test_made_before import take_back

pytestmark = pytest.mark.slow


def test_up_takes_it_over_by_itself_and_the_law_in_it_answers(starters: Settings, tmp_path: Path) -> None:
    """The tables as they were, every old setting written down, the servers stopped: as after an update."""
    (tmp_path / ".env").write_text(BEFORE)
    with held_law(starters) as settings:
        engine = create_engine(postgres_url(settings, "psycopg"))
        with engine.begin() as connection:
            take_back(connection)
            assert connection.scalar(text("select count(*) from headwords"))
        engine.dispose()
        stop_all(settings)
        run = CommandLine(settings, tmp_path)

        run("up", "--no-serve")

        told = json.loads(run.here("ask", LATE, "--json").stdout)
        assert told["kind"] == "answer" and "18(1)" in told["citations"][0]["provision"]
        found = json.loads(run.here("doctor", "--json", code=1).stdout)
        [named] = [one for one in found if one["part"] == "settings"]
        assert "CIVICSETU_GATE__MIN_CONFIDENCE has no effect any more" in named["fix"]
