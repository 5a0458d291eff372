"""What is printed of a judged sheet: harms first, shares with their interval, causes counted."""

from __future__ import annotations

from civicsetu.evaluation.judging.judged_report import build_judged_tables, describe_harms
from civicsetu.evaluation.metrics import Estimate, share
from tests.evaluation.judging.sheets import judged

JUDGED = [
    judged("q01"),
    judged("q02", language="hi", law="part", beside=3),
    judged("q03", law="part", confidence="unfair"),
    judged("p01", form="post", harm="right", why="The time limit is lost."),
    judged("p02", form="post", harm="money", law="wrong", why="Ten times the fee."),
]


def test_harms_come_with_their_reason_money_first() -> None:
    first, money, right = describe_harms(JUDGED)
    assert first == "2 of 5 answers do harm."
    assert money.startswith("p02 (money)") and money.endswith("Ten times the fee.")
    assert right.startswith("p01 (right)") and right.endswith("The time limit is lost.")
    assert describe_harms(JUDGED[:1]) == ["0 of 1 answers do harm."]


def test_good_answers_are_counted_by_form_and_language() -> None:
    tables = {table.title: table for table in build_judged_tables(JUDGED)}
    assert tables["Answers judged"].rows == (("all", 5, 1, 2, share(1, 5)),)
    assert [row[:4] for row in tables["By form of the question"].rows] == [
        ("plain", 3, 1, 0),
        ("post", 2, 0, 2),
    ]
    assert [row[:3] for row in tables["By language"].rows] == [("en", 4, 1), ("hi", 1, 0)]
    assert [row[:3] for row in tables["By kind of answer"].rows] == [("answer", 5, 1)]


def test_causes_are_counted_the_most_frequent_first_and_alone() -> None:
    *causes, unfair = build_judged_tables(JUDGED)[-1].rows
    assert causes[0] == ("law in part", 2, 1, share(2, 5))
    assert ("harm: a right", 1, 1, share(1, 5)) in causes and ("law wrong", 1, 0, share(1, 5)) in causes
    assert len(causes) == 5, "what never happened is left out"
    assert unfair[:2] == ("(confidence unfair)", 1) and isinstance(unfair[3], Estimate)
