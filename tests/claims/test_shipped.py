"""Every restatement that ships against its official text, where that is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.fidelity.fidelity_report import MOST_EXCEPTED
from civicsetu.evaluation.fidelity.starter_check import check_starters
from civicsetu.law.documents import expand_numbers
from tests.claims.given import restated

_FACTS_A_PROVISION = 25
_SCANNED = "up_rera_rules_2016"
"""Its print is a scan, which takes minutes to recognise."""


def test_the_act_and_rules_are_among_them() -> None:
    assert {"rera_act_2016", "karnataka_rera_rules_2017"} <= set(restated())


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[pytest.mark.long] if key == _SCANNED else []) for key in restated()]
)
def test_the_restatement_says_what_the_law_says(corpus_dir: Path, key: str) -> None:
    (report,) = check_starters(corpus_dir, [key])
    assert report.lines()[1:] == []
    assert report.passed and report.share <= MOST_EXCEPTED
    assert report.facts > _FACTS_A_PROVISION * len(expand_numbers(get_registry().get_document(key).expected))
