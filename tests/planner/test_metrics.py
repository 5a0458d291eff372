"""Coverage, uniqueness and redundancy of what was gathered, each from 0 to 1."""

from __future__ import annotations

from civicsetu.law.planning import AgenticMetrics, Ending, PlannerTrace, Strategy
from civicsetu.planner.budget import Budget
from civicsetu.planner.metrics import measure_gathered
from civicsetu.query.asking import Asking
from civicsetu.settings import PlannerSettings
from tests.planner.given import evidence, lanterns
from tests.retrieval.lantern_act import KARNATAKA, UTTAR_PRADESH

INDEX = lanterns()
TRACE = PlannerTrace(strategy=Strategy.RULES, ended=Ending.EVIDENCE)


def measured(questions: list[str], *gathered: list[object]) -> AgenticMetrics:
    return measure_gathered([Asking(one) for one in questions], gathered, INDEX, TRACE, Budget(PlannerSettings()))  # type: ignore[arg-type]


def test_coverage_counts_words_asked_that_the_evidence_has() -> None:
    assert measured(["penalty elephant"], [evidence("4")]).coverage == 0.5
    assert measured(["penalty"], []).coverage == 0.0


def test_what_two_parts_have_is_not_unique() -> None:
    assert measured(["penalty", "fee"], [evidence("4"), evidence("1")], [evidence("4")]).uniqueness == 0.667


def test_copies_are_redundant_and_other_words_are_not() -> None:
    assert measured(["receipt"], [evidence("3", KARNATAKA), evidence("3", UTTAR_PRADESH)]).redundancy == 1.0
    assert measured(["receipt"], [evidence("3", KARNATAKA), evidence("2(a)")]).redundancy < 0.3


def test_of_nothing_all_are_nothing() -> None:
    metrics = measured([])
    assert (metrics.coverage, metrics.uniqueness, metrics.redundancy) == (0.0, 0.0, 0.0)
    assert metrics.max_calls == PlannerSettings().max_calls
