"""Verdicts are read strictly, and good means what the rubric says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from civicsetu.errors import InputError
from civicsetu.evaluation.judging.verdicts import ReaderVerdict, empty_verdict, read_judged
from tests.evaluation.judging.sheets import judged, sheet_row, verdict, written


def test_a_sheet_whose_every_answer_is_judged_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", sheet_row(), sheet_row("q02", of=verdict(law="part", why="No day.")))
    assert [(one.row.id, one.verdict.good) for one in read_judged(path)] == [("q01", True), ("q02", False)]


@pytest.mark.parametrize(
    ("changes", "causes"),
    [
        ({}, ()),
        ({"beside": 1, "plain": 5, "todo": "yes", "confidence": "unfair"}, ()),
        ({"law": "wrong"}, ("law wrong",)),
        ({"law": "part"}, ("law in part",)),
        ({"first": "later"}, ("a later sentence answers",)),
        ({"first": "no"}, ("nothing answers",)),
        ({"beside": 2}, ("two or more beside the point",)),
        ({"plain": 3}, ("not plain",)),
        ({"todo": "part"}, ("what to do: in part",)),
        ({"todo": "no"}, ("what to do: not said",)),
        ({"harm": "money", "plain": 1}, ("harm: money", "not plain")),
        ({"harm": "right"}, ("harm: a right",)),
    ],
)
def test_each_fault_keeps_an_answer_from_being_good(changes: dict[str, Any], causes: tuple[str, ...]) -> None:
    told = judged(**changes).verdict
    assert told.causes == causes and told.good is (not causes)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (empty_verdict(), "law is not filled in; it is right or part or wrong."),
        (verdict(law="Right"), "law cannot be 'Right'; it is right or part or wrong."),
        (verdict(todo="n/a"), "todo cannot be 'n/a'; it is not asked or yes or part or no."),
        (verdict(plain=6), "plain cannot be 6; it is a whole number from 1 to 5."),
        (verdict(plain=4.5), "plain cannot be 4.5"),
        (verdict(plain="4"), "plain cannot be '4'"),
        (verdict(beside=-1), "beside cannot be -1; it is a whole number from 0."),
        (verdict(beside=True), "beside cannot be True"),
        (verdict(confidence=None), "confidence is not filled in; it is fair or unfair."),
        (verdict(why=3), "why cannot be 3; it is a text."),
        (verdict(good=True), "a verdict has no field 'good'."),
        ({name: value for name, value in verdict().items() if name != "harm"}, "harm is not filled in"),
        (verdict(harm="money", why=" "), "harm needs its reason in why."),
    ],
)  # fmt: skip
def test_a_missing_or_unknown_value_is_refused_by_its_line(
    tmp_path: Path, told: dict[str, Any], why: str
) -> None:
    path = written(tmp_path / "s.jsonl", sheet_row(), sheet_row("q02", of=told))
    with pytest.raises(InputError) as error:
        read_judged(path)
    assert error.value.user_message.startswith(f"Line 3 of s.jsonl (q02): {why}")


def test_an_empty_verdict_has_every_field() -> None:
    assert list(empty_verdict()) == list(ReaderVerdict.model_fields)
