"""Finding is not worse than the run stored in `eval/baselines/starters.json`.

The questions stored there are asked again, of the starter texts alone: each fourth, of which six lost are hardly
chance, and in the long run all of them, which tells smaller losses. They are each third of the tune half as it was
when they were stored; questions written since do not change which.
A loss is one that is hardly chance (McNemar's exact test). Store a run anew, after looking at what it
lost, in a data folder that holds the starter texts and nothing else, with

    civicsetu eval retrieval --every 3 --store eval/baselines/starters.json
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.baseline import compare_runs, list_losses, load_baseline
from civicsetu.evaluation.retrieval_eval import Selection, evaluate
from civicsetu.settings import Settings
from tests.holding import quiet

ROOT = Path(__file__).resolve().parents[2]
BASELINE = ROOT / "eval" / "baselines" / "starters.json"


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_no_measure_is_significantly_worse(running: Settings, every: int) -> None:
    stored = load_baseline(BASELINE)
    before = stored.model_copy(update={"rows": dict(list(stored.rows.items())[::every])})
    selection = Selection(ROOT / "eval" / "golden", ids=frozenset(before.rows))
    report = asyncio.run(evaluate(running, selection, get_registry(), quiet))
    assert set(before.rows) == {one.row.id for one in report.measured} and len(before.rows) > 60 / every
    assert list(list_losses(compare_runs(before, report.measured))) == []
