"""Figures of a run, by hand, and the tables made of them."""

from __future__ import annotations

import pytest

from civicsetu.answering.validating.validate import CRITERIA as JUDGED
from civicsetu.errors import InputError
from civicsetu.evaluation.runs.criteria import CRITERIA, get_criterion, measure_run
from civicsetu.evaluation.runs.summary import build_list, summarise_run
from tests.evaluation.runs.given import a_row, a_run, judgment

ROWS = [
    a_row(
        "a", judgment("format_ok", True), judgment("grounded_claim_rate", True, 1.0, good=3, of=3),
        judgment("retrieval_relevance", True, 0.6), judgment("declines_rightly", True, declined=True, should=True),
        judgment("hallucination_rate", True, 0.0, good=0, of=3),
    ),
    a_row(
        "b", judgment("format_ok", False), judgment("grounded_claim_rate", False, 0.0, good=0, of=1), latency=300.0, at=1
    ),
    a_row(
        "c", judgment("retrieval_relevance", False, 0.2), judgment("declines_rightly", False, declined=True, should=False),
        judgment("hallucination_rate", False, 1.0, good=1, of=1), at=2,
    ),
]  # fmt: skip


def test_shares_means_and_pooled_rates_are_those_counted_by_hand() -> None:
    found = {name: (round(one.value, 3), one.n) for name, one in measure_run(ROWS).items()}
    assert found["format_ok"] == (0.5, 2)
    assert found["grounded_claim_rate"] == (0.75, 4), "three claims of four, not the mean of two rows"
    assert found["hallucination_rate"] == (0.25, 4)
    assert found["retrieval_relevance"] == (0.4, 2)
    assert found["abstain_precision"] == (0.5, 2) and found["abstain_recall"] == (1.0, 1)
    assert found["latency_p50_ms"] == (100, 3) and found["latency_max_ms"] == (300, 3)
    assert "quote_found" not in found, "nothing was judged by it"


def test_a_run_is_told_by_type_and_state_without_words_of_its_questions() -> None:
    summary = summarise_run(a_run(), ROWS)
    told = "\n".join(line for table in summary.tables for line in table.lines())
    assert "What fails, by type" in told and "KARNATAKA" in told and "50 (" in told
    assert list(summary.describe_failures()) == [
        "b: format_ok, grounded_claim_rate", "c: retrieval_relevance, declines_rightly, hallucination_rate",
    ]  # fmt: skip
    assert "lantern" not in told


def test_runs_are_listed_with_what_became_of_them() -> None:
    failed = a_run(gates=({"required": True, "passed": False},))
    lines = "\n".join(build_list([a_run(), failed, a_run(schema_version=9)]).lines())
    assert "unfinished" in lines and "in form 9" in lines


def test_every_rule_of_an_answer_is_a_criterion_of_a_run() -> None:
    assert set(JUDGED) <= set(CRITERIA)
    with pytest.raises(InputError, match="no criterion"):
        get_criterion("beauty")
