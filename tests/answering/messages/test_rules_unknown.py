"""A rule that is not held is said not to be; nothing is said of it where one is, or where none is asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.messages.rules_unknown import say_no_rule_is_known
from civicsetu.law.documents import DocumentSpec
from tests.answering.composing.mills import ACT, REGISTRY, read
from tests.answering.composing.test_rules_asked import law_with_rules


def unknown(question: str, state: str | None = None) -> str:
    held = law_with_rules()
    return say_no_rule_is_known(read(question, held, state), held, REGISTRY)


def test_a_state_without_such_a_rule_is_told() -> None:
    told = unknown("Which rule carries out section 3?", "SOUTHLAND")
    assert told == "I know of no rule of Southland that carries out section 3."


@pytest.mark.parametrize(
    ("question", "state"),
    [
        ("Which rule carries out section 5?", "NORTHLAND"),
        ("Which rule carries out section 3?", None),
        ("What is the fee under section 3?", "SOUTHLAND"),
    ],
)
def test_nothing_is_said_of_it_where_a_rule_is_known_or_none_is_asked_for(question: str, state: str | None) -> None:
    assert unknown(question, state) == ""


def test_nothing_is_said_of_the_power_under_which_every_rule_is_made() -> None:
    held = law_with_rules()
    act = DocumentSpec.model_construct(rule_making="3(2)")
    registry = replace(REGISTRY, documents={**REGISTRY.documents, ACT: act})
    asked = "Which rules are made under section 3?"
    assert say_no_rule_is_known(read(asked, held, "SOUTHLAND"), held, REGISTRY) != ""
    assert say_no_rule_is_known(read(asked, held, "SOUTHLAND"), held, registry) == ""
