"""Several parts make one answer: its kind, its sentences, and what is said of what is declined."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from civicsetu.answering.messages.abstention_messages import not_fully_searched
from civicsetu.answering.part_turn import PartTurn, kind_of
from civicsetu.answering.question import Question
from civicsetu.answering.show_parts import show_parts
from civicsetu.answering.verify import required_whole
from civicsetu.answering.workflow import Workflow, all_declined
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import SearchIncomplete
from civicsetu.law.answers import AnswerKind, Sentence, Support
from civicsetu.settings import AnsweringSettings, Settings
from tests.answering.given import citation
from tests.retrieval.lantern_act import index_of

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
    sentences, citations, parts = show_parts([answered("The hour?", "3(1)"), dog, answered("The fine?", "4")])
    assert [one.text for one in sentences] == ["Section 3(1).", "Not here.", "Section 4."]
    assert [one.citations for one in sentences] == [(0,), (), (1,)]
    assert [one.support for one in sentences] == [Support.VERBATIM, Support.NONE, Support.VERBATIM]
    assert [one.provision for one in citations] == ["3(1)", "4"]
    assert [(one.heading, one.kind, one.sentences) for one in parts] == [
        ("The hour?", A, (0,)), ("My dog?", N, (1,)), ("The fine?", A, (2,)),
    ]  # fmt: skip


def test_no_sentence_is_said_in_two_parts_and_what_would_be_left_empty_has_its_answer_again() -> None:
    both = replace(
        answered("The fine?", "4"),
        sentences=(
            Sentence(text="Section 3(1).", citations=(1,)),
            Sentence(text="Section 4.", citations=(0,)),
        ),
        citations=(citation("4"), citation("3(1)")),
    )
    sentences, citations, parts = show_parts(
        [answered("The hour?", "3(1)"), both, answered("At noon?", "3(1)")]
    )
    assert [one.text for one in sentences] == [
        "Section 3(1).", "Section 4.", "Section 3(1).",
    ]  # fmt: skip
    assert [one.provision for one in citations] == ["3(1)", "4", "3(1)"]
    assert [one.citations for one in sentences] == [(0,), (1,), (2,)] and [one.kind for one in parts] == [
        A,
        A,
        A,
    ]


def test_where_nothing_is_answered_the_reasons_are_told_each_once() -> None:
    dog, cat = turn("My dog?", kind=N, declined="Not here."), turn("My cat?", kind=N, declined="Not here.")
    assert all_declined([dog, cat], "")["declined"] == "Not here."
    assert all_declined([dog, cat], "I hold one law.")["declined"] == "Not here. I hold one law."
    other = replace(cat, declined="Nowhere.")
    told = all_declined([dog, other], "I hold one law.")
    assert told["declined"] == "My dog? Not here.\nMy cat? Nowhere.\nI hold one law." and told["kind"] is N
    assert [one.sentences for one in told["parts"]] == [(), ()]
    assert all_declined([dog, answered("The hour?", "3(1)")], "I hold one law.") == {}


def test_what_was_not_searched_whole_is_asked_again_beside_what_is_answered() -> None:
    found: Any = SimpleNamespace(may_decline=False, degraded=("No words.",))
    lacking = turn("My dog?", kind=N, declined="Not here.", found=found)
    [_, again] = required_whole([answered("The hour?", "3(1)"), lacking])
    assert (again.kind, again.declined) == (C, not_fully_searched())
    with pytest.raises(SearchIncomplete, match="No words"):
        required_whole([lacking, lacking])


async def test_parts_beyond_the_limit_are_asked_for_by_themselves() -> None:
    async def index() -> Any:
        return index_of()

    async def speller() -> Any:
        return str

    settings = Settings(_env_file=None, answering=AnsweringSettings(max_parts=2))  # type: ignore[call-arg]
    retriever: Any = SimpleNamespace(index=index, speller=speller)
    vectors: Any = None
    statements: Any = None
    text = "What does section 211 say? What does section 212 say? What does section 213 say?"
    state = {"question": Question(text, session="s"), "text": text, "earlier": []}
    workflow = Workflow(settings, get_registry(), retriever, vectors, statements)
    ended = await workflow.compiled.ainvoke(state)
    assert [turn.kind for turn in ended["turns"]] == [N, N, C]
    assert [turn.declined.split()[0] for turn in ended["turns"]] == ["The", "The", "I"]
    assert ended["turns"][2].declined == "I answer 2 questions at a time. Please ask this one by itself."
    assert ended["kind"] is C
