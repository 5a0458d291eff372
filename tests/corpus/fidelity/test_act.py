"""The restatement of the Act against the official text, where that is at hand."""

from __future__ import annotations

from pathlib import Path

from civicsetu.corpus.fidelity.report import MOST_EXCEPTED
from civicsetu.evaluation.fidelity import check_starters


def test_the_restatement_says_what_the_act_says(corpus_dir: Path) -> None:
    (report,) = check_starters(corpus_dir, ["rera_act_2016"])
    assert report.lines()[1:] == []
    assert report.passed and report.facts > 4_000
    assert report.share <= MOST_EXCEPTED
