"""Finding is not worse than the run stored in `eval/baselines/retrieval.json`.

There is a test here as soon as golden rows and a stored run are. The law is held as it was for
that run: the starter texts, and the official text of every document that the rows need. Store a
run anew, after looking at what it lost, in a data folder that holds the same, with

    civicsetu eval retrieval --store eval/baselines/retrieval.json
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.setup import ingest_official
from civicsetu.evaluation.baseline import changes, load_baseline, losses
from civicsetu.evaluation.golden import load_golden
from civicsetu.evaluation.kinds import Half
from civicsetu.evaluation.retrieval_eval import Selection, evaluate
from civicsetu.settings import Settings

from ..holding import held_law, quiet

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "eval" / "golden"
BASELINE = ROOT / "eval" / "baselines" / "retrieval.json"


@pytest.fixture(scope="module")
def law_of_the_rows(starters: Settings, corpus_dir: Path) -> Iterator[Settings]:
    """A data folder of its own, with the official texts that gold is in."""
    rows = load_golden(GOLDEN, Half.TUNE, get_registry())
    documents = sorted({place.document for row in rows for place in row.gold})
    official = [key for key in documents if get_registry().document(key).official]
    with held_law(starters) as settings:
        asyncio.run(ingest_official(settings, corpus_dir, official, quiet))
        yield settings


if BASELINE.is_file() and any((GOLDEN / "tune").glob("*.yaml")):

    def test_no_measure_is_significantly_worse(law_of_the_rows: Settings) -> None:
        report = asyncio.run(evaluate(law_of_the_rows, Selection(GOLDEN), get_registry(), quiet))
        assert report.facts.left_out == 0 and report.measured
        assert list(losses(changes(load_baseline(BASELINE), report.measured))) == []
