"""Several parts make one answer: its kind, its sentences, and what is said of what is declined."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from civicsetu.answering.part_turn import PartTurn, kind_of
from civicsetu.answering.workflow import _all_declined, _required_whole, _shown
from civicsetu.errors import SearchIncomplete
from civicsetu.law.answers import AnswerKind, Sentence, Support
from tests.answering.given import citation

A, P, C, TWO, N = (
    AnswerKind.ANSWER, AnswerKind.PARTIAL, AnswerKind.CLARIFY, AnswerKind.OPTIONS, AnswerKind.ABSTAIN,
)  # fmt: skip


@pytest.mark.parametrize(
    ("kinds", "whole"),
    [
        ([A], A), ([N], N), ([P], P), ([TWO], TWO), ([A, A], A), ([A, N], P), ([N, A, C], P), ([A, P], P),
        ([N, N], N), ([N, C], C), ([TWO, TWO], TWO), ([TWO, A], A), ([TWO, N], P),
    ],
)  # fmt: skip
def test_the_kind_of_the_whole_follows_from_its_parts(kinds: list[AnswerKind], whole: AnswerKind) -> None:
    assert kind_of(kinds) is whole


def turn(heading: str, **changes: Any) -> PartTurn:
    query: Any = SimpleNamespace(heading=heading)
    return replace(PartTurn(query), **changes)


def answered(heading: str, path: str) -> PartTurn:
    sentence = Sentence(text=f"Section {path}.", citations=(0,))
    return turn(heading, kind=A, sentences=(sentence,), citations=(citation(path),))


def test_parts_stand_in_the_askers_order_and_cite_what_is_theirs() -> None:
    dog = turn("My dog?", kind=N, declined="Not here.")
    sentences, citations, parts = _shown([answered("The hour?", "3(1)"), dog, answered("The fine?", "4")])
    assert [one.text for one in sentences] == ["Section 3(1).", "Not here.", "Section 4."]
    assert [one.citations for one in sentences] == [(0,), (), (1,)]
    assert [one.support for one in sentences] == [Support.VERBATIM, Support.NONE, Support.VERBATIM]
    assert [one.provision for one in citations] == ["3(1)", "4"]
    assert [(one.heading, one.kind, one.sentences) for one in parts] == [
        ("The hour?", A, (0,)), ("My dog?", N, (1,)), ("The fine?", A, (2,)),
    ]  # fmt: skip


def test_where_nothing_is_answered_the_reasons_are_told_each_once() -> None:
    dog, cat = turn("My dog?", kind=N, declined="Not here."), turn("My cat?", kind=N, declined="Not here.")
    assert _all_declined([dog, cat])["declined"] == "Not here."
    other = replace(cat, declined="Nowhere.")
    told = _all_declined([dog, other])
    assert told["declined"] == "My dog? Not here.\nMy cat? Nowhere." and told["kind"] is N
    assert [one.sentences for one in told["parts"]] == [(), ()]
    assert _all_declined([dog, answered("The hour?", "3(1)")]) == {}


def test_what_was_not_searched_whole_is_asked_again_beside_what_is_answered() -> None:
    found: Any = SimpleNamespace(may_decline=False, degraded=("No words.",))
    lacking = turn("My dog?", kind=N, declined="Not here.", found=found)
    [_, again] = _required_whole([answered("The hour?", "3(1)"), lacking])
    assert again.kind is C and "again" in again.declined
    with pytest.raises(SearchIncomplete, match="No words"):
        _required_whole([lacking, lacking])
