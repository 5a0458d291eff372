"""Of what a fee is, by the words of question and statement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.composing.fee_matters import find_fee_matters, is_fee_of_another
from civicsetu.law.statements import Statement, StatementKind

FEE = Statement("hill.fee", "hill_rules", "", StatementKind.AMOUNT, ())


def of(says: str, kind: StatementKind = StatementKind.AMOUNT) -> Statement:
    return replace(FEE, says=says, kind=kind)


@pytest.mark.parametrize(
    ("question", "matters"),
    [
        ("what does it cost to complain against the builder", {"complaint"}),
        ("shikayat ki fees kitni hai", {"complaint"}),
        ("fee to appeal", {"appeal"}),
        ("how much does a broker pay to register", {"broker"}),
        ("which form to extend my registration", {"extension", "project"}),
        ("a broker's registration in the hills, what is the fee and how long is it valid", {"broker"}),
        ("does a broker pay the registration fee of the project", {"broker", "project"}),
        ("how much must I pay?", set()),
    ],
)
def test_a_question_names_what_a_fee_is_of(question: str, matters: set[str]) -> None:
    assert find_fee_matters(question) == matters


@pytest.mark.parametrize(
    ("says", "another"),
    [
        ("In the hills a complaint is made in Form H with a fee of 9 rupees.", False),
        ("In the hills project registration costs 9 rupees.", True),
        ("In the hills an appeal needs a fee of 9 rupees.", True),
        ("The hills keep a tenth of the fee of a builder who withdraws.", True),
        ("The fee is paid at the counter.", False),
        ("A complaint lies with the hill council.", False),
    ],
)
def test_a_fee_of_another_matter_is_known(says: str, another: bool) -> None:
    assert is_fee_of_another(of(says), frozenset({"complaint"})) is another


def test_where_no_matter_is_named_and_of_what_is_no_fee_nothing_is_of_another() -> None:
    appeal = "In the hills an appeal needs a fee of 9 rupees."
    assert not is_fee_of_another(of(appeal), frozenset())
    assert not is_fee_of_another(of(appeal, StatementKind.DUTY), frozenset({"complaint"}))
