"""The short form of `make chaos` and `make load`: each fault once, one small crowd, on a real page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from civicsetu.evaluation.figures import Figure
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


def short(figures: list[Figure]) -> list[str]:
    """The lines of what was aimed at and not reached."""
    return [figure.line() for figure in figures if not figure.met]


def counted(figures: list[Figure]) -> list[Figure]:
    """Figures that count something: those in seconds depend on what else the machine does."""
    return [figure for figure in figures if figure.unit != "s"]


def test_nothing_acknowledged_is_lost_and_no_question_stays_without_a_word(
    installation: Installation,
) -> None:
    """Servers are killed, the page is killed and stopped, Postgres and the graph hang, caches are damaged."""
    figures = list(chaos.trials(installation, times=1))
    assert len(figures) > 20
    assert short(counted(figures)) == []


async def test_a_crowd_is_answered_as_one_person_is(installation: Installation) -> None:
    installation.start()
    scripts = conversations()[:4]
    calm = await load.calm_twins(installation, scripts)
    figures = await load.crowd(installation, 12, scripts, calm)
    figures += await load.at_one_instant(installation, 40, scripts, calm)
    assert short(counted(figures)) == []


def test_a_missed_aim_is_told() -> None:
    assert short([Figure("lost", 1, "", 0), Figure("kept", 0, "", 0)]) == [Figure("lost", 1, "", 0).line()]
