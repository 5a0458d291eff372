"""Every statement and parameter that ships, against the law; and what their checks would let through."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.evaluation.fidelity.parameter_report import (
    check_parameters,
    make_text_of,
    plant_parameter_faults,
)
from civicsetu.evaluation.fidelity.statement_faults import StatementFaultKind, build_statement_table
from civicsetu.evaluation.fidelity.statement_report import check_statements, load_checked, plant_faults
from civicsetu.evaluation.fidelity.wording_faults import WORDING_PROPOSERS, WordingFaultKind
from tests.corpus.read_once import official_files_read_once

pytestmark = pytest.mark.usefixtures("official_files_read_once")
__all__ = ["official_files_read_once"]


def test_every_statement_says_what_its_law_says() -> None:
    report = check_statements(*load_checked())
    assert report.lines()[1:] == []
    assert report.passed


@pytest.mark.long
def test_planted_faults_are_caught() -> None:
    planted = plant_faults(*load_checked(), count=1200, seed=7)
    every, caught = (
        Counter(one.fault.kind for one in planted),
        Counter(one.fault.kind for one in planted if one.caught),
    )
    share = {kind: caught[kind] / every[kind] for kind in StatementFaultKind if every[kind]}
    table = "\n".join(build_statement_table(planted))
    assert share.pop(StatementFaultKind.CONDITION) >= 0.58, table
    assert min(share.values()) >= 0.97 and sum(share.values()) >= 0.985 * len(share), table


_WORDING_CAUGHT = {
    WordingFaultKind.PASSIVE: 0.98,
    WordingFaultKind.WITHIN: 0.85,
    WordingFaultKind.BOUND: 0.98,
    WordingFaultKind.JOINT: 0.4,
    WordingFaultKind.ORDER: 0.45,
    WordingFaultKind.WORKING_DAYS: 0.5,
    WordingFaultKind.STATE: 0.98,
    WordingFaultKind.RATE: 0.55,
    WordingFaultKind.FACTOR: 0.98,
}


@pytest.mark.long
def test_planted_faults_of_wording_are_caught() -> None:
    planted = plant_faults(*load_checked(), count=1000, seed=7, proposers=WORDING_PROPOSERS)
    every = Counter(one.fault.kind for one in planted)
    caught = Counter(one.fault.kind for one in planted if one.caught)
    table = "\n".join(build_statement_table(planted))
    assert all(caught[kind] >= least * every[kind] for kind, least in _WORDING_CAUGHT.items()), table


def test_every_figure_stands_in_its_provision() -> None:
    assert check_parameters(get_parameters(), make_text_of()).findings == ()


def test_every_figure_stands_in_the_official_text(corpus_dir: Path) -> None:
    assert check_parameters(get_parameters(), make_text_of(corpus_dir)).findings == ()


def test_a_changed_figure_is_caught() -> None:
    planted, caught, missed = plant_parameter_faults(get_parameters(), make_text_of(), 200, 7)
    assert caught >= 0.98 * planted, missed
