"""The short form of `make chaos` and `make load`, on a real page: three faults each time, every one and a crowd when asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from civicsetu.evaluation.figures import ReportFigure
from civicsetu.evaluation.resilience import chaos, load
from civicsetu.evaluation.resilience.installation import Installation
from civicsetu.evaluation.resilience.scripts import conversations
from civicsetu.settings import Settings
from tests.holding import held_law

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installation(starters: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """A page of its own on a copy of the starter texts."""
    with held_law(starters) as settings:
        one = Installation(settings, tmp_path_factory.mktemp("trial") / "log")
        try:
            yield one
        finally:
            one.end()


def short(figures: list[ReportFigure]) -> list[str]:
    """The lines of what was aimed at and not reached."""
    return [figure.line() for figure in figures if not figure.met]


def counted(figures: list[ReportFigure]) -> list[ReportFigure]:
    """Figures that count something: those in seconds depend on what else the machine does."""
    return [figure for figure in figures if figure.unit != "s"]


@pytest.mark.long
async def test_what_is_acknowledged_outlives_both_servers(installation: Installation) -> None:
    """Postgres and the graph are killed while people ask."""
    await asyncio.to_thread(installation.start)
    figures = await chaos.kill_server(installation, "Postgres", installation.postgres_pid, times=1)
    figures += await chaos.kill_server(installation, "graph", installation.graph_pid, times=1)
    assert len(figures) == 6
    assert short(counted(figures)) == []


@pytest.mark.long
def test_a_damaged_cache_and_a_full_disk_cost_no_answer(installation: Installation) -> None:
    """The other damages, and a page that is ended or whose servers hang, are in the whole trials."""
    installation.end()
    figures = [
        *chaos.damage_caches(installation, chaos.DAMAGES[-1:]),
        *chaos.fill_disk(installation),
    ]
    assert len(figures) > 1
    assert short(counted(figures)) == []


@pytest.mark.long
def test_nothing_acknowledged_is_lost_and_no_question_stays_without_a_word(
    installation: Installation,
) -> None:
    """Servers are killed, the page is killed and stopped, Postgres and the graph hang, caches are damaged."""
    figures = list(chaos.trials(installation, times=1))
    assert len(figures) > 20
    assert short(counted(figures)) == []


@pytest.mark.long
async def test_a_crowd_is_answered_as_one_person_is(installation: Installation) -> None:
    installation.start()
    scripts = conversations()[:4]
    calm = await load.calm_twins(installation, scripts)
    figures = await load.crowd(installation, 12, scripts, calm)
    figures += await load.at_one_instant(installation, 40, scripts, calm)
    assert short(counted(figures)) == []


def test_a_missed_aim_is_told() -> None:
    lost = ReportFigure("lost", 1, "", 0)
    assert short([lost, ReportFigure("kept", 0, "", 0)]) == [lost.line()]
