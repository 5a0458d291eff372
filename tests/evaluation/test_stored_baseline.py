"""Finding is not worse than the run stored in `eval/baselines/starters.json`.

The questions stored there are asked again, of the starter texts alone: half a minute. They are each
third of the tune half as it was when they were stored; questions written since do not change which.
A loss is one that is hardly chance (McNemar's exact test). Store a run anew, after looking at what it
lost, in a data folder that holds the starter texts and nothing else, with

    civicsetu eval retrieval --every 3 --store eval/baselines/starters.json
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.baseline import changes, load_baseline, losses
from civicsetu.evaluation.retrieval_eval import Selection, evaluate
from civicsetu.settings import Settings
from tests.holding import quiet

ROOT = Path(__file__).resolve().parents[2]
BASELINE = ROOT / "eval" / "baselines" / "starters.json"


def test_no_measure_is_significantly_worse(running: Settings) -> None:
    before = load_baseline(BASELINE)
    selection = Selection(ROOT / "eval" / "golden", ids=frozenset(before.rows))
    report = asyncio.run(evaluate(running, selection, get_registry(), quiet))
    assert set(before.rows) == {one.row.id for one in report.measured} and len(before.rows) > 60
    assert list(losses(changes(before, report.measured))) == []
