"""Among many who ask at once, an answer that belongs to another question is noticed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from civicsetu.evaluation.resilience.different_questions import is_own

QUESTION, OTHER = "Who mills the grain?", "Who shears the sheep?"


def saw(answer: str = "a", question: str = QUESTION, thread: str = "t", *more: tuple[str, dict[str, Any]]) -> Any:
    """A client in conversation `t` whose answer is `a`, and what it was shown."""
    shown = [
        ("new_message", {"id": answer, "threadId": thread, "type": "assistant_message", "name": "CivicSetu", "output": ""}),
        ("element", {"display": "inline", "props": {"question": question}}),
    ]
    return SimpleNamespace(thread="t", events=[(name, data, 0.0) for name, data in (*shown, *more)])


def of(client: Any) -> bool:
    reply: Any = SimpleNamespace(id="a")
    return is_own(client, QUESTION, reply)


def test_an_answer_to_the_own_question_in_the_own_conversation_is_own() -> None:
    assert of(saw())


@pytest.mark.parametrize(
    "client",
    [
        saw(answer="b"),
        saw(question=OTHER),
        saw(thread="u"),
        saw("a", QUESTION, "t", ("element", {"display": "inline", "props": {"question": OTHER}})),
    ],
    ids=["another answer", "another question", "another conversation", "one more question"],
)
def test_what_belongs_to_somebody_else_is_not_own(client: Any) -> None:
    assert not of(client)
