"""The second planter: faults of wording, each one change of one statement."""

from __future__ import annotations

import random

import pytest

from civicsetu.evaluation.fidelity.wording_faults import WORDING_PROPOSERS, WordingFaultKind
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import DocumentPath, Statement, StatementKind, StatementPassage


def planted(says: str, kind: WordingFaultKind) -> list[str]:
    passage = StatementPassage(DocumentPath("meadow_act", parse_path("1(1)")), 0, 1, "The fence.")
    one = Statement("m.1", "meadow_act", says, StatementKind.DUTY, (passage,))
    return [propose(random.Random(1)).statement.says for propose in WORDING_PROPOSERS[kind](one)]


@pytest.mark.parametrize(
    ("kind", "says", "faults"),
    [
        (
            WordingFaultKind.PASSIVE,
            "The builder must pay you rent.",
            ["The builder must be paid by the buyer you rent."],
        ),
        (WordingFaultKind.WITHIN, "Answer within a week.", ["Answer after a week."]),
        (WordingFaultKind.BOUND, "It takes at least 3 fences.", ["It takes at most 3 fences."]),
        (
            WordingFaultKind.JOINT,
            "Mend and sweep it if it is old or bent.",
            ["Mend and sweep it if it is old and bent."],
        ),
        (WordingFaultKind.ORDER, "Before noon, mend it.", ["After noon, mend it."]),
        (WordingFaultKind.WORKING_DAYS, "Mend it in 3 working days.", ["Mend it in 3 days."]),
        (WordingFaultKind.RATE, "Pay 5 rupees a day.", ["Pay 5 rupees."]),
        (WordingFaultKind.FACTOR, "Pay 5 lakh rupees.", ["Pay 5 crore rupees."]),
        (WordingFaultKind.STATE, "Mend the fence.", []),
    ],
)
def test_each_kind_changes_its_place(kind: WordingFaultKind, says: str, faults: list[str]) -> None:
    assert planted(says, kind) == faults
