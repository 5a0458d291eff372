"""Which rule carries out a section is looked up and said, with what that rule says; nothing else is taken for it."""

from __future__ import annotations

import pytest

from civicsetu.answering.composing.rules_asked import RulesAsked, find_rules_asked
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.provision_edges import Joined
from civicsetu.law.paths import parse_path
from tests.answering.composing.mills import ACT, NORTH, REGISTRY, SOUTH, index_with, law, names, read

DERIVED = ((NORTH, "2", "5"), (NORTH, "1", "2"), (SOUTH, "1", "2"))


def law_with_rules() -> LawIndex:
    held = law()
    for document, rule, section in DERIVED:
        held.edges.add_derivation(Joined(document, parse_path(rule)), Joined(ACT, parse_path(section)))
    return held


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with(law_with_rules())


def asked(question: str, index: StatementIndex, state: str | None = None) -> RulesAsked | None:
    held = law_with_rules()
    return find_rules_asked(read(question, held, state), index, held, REGISTRY)


@pytest.mark.parametrize(
    "question",
    [
        "Which rule carries out section 5?",
        "Under which state rule is section 5 of the Mill Act put into practice?",
        "Which rules are made under section 5?",
        "section 5 ke liye kaun sa niyam hai",
        "धारा 5 के लिए कौन सा नियम है",
    ],
)
async def test_the_rule_is_named_with_its_provision_and_what_it_says(index: StatementIndex, question: str) -> None:
    found = asked(question, index, "NORTHLAND")
    assert found is not None
    (named,) = found.named
    assert named.text == "In Northland, rule 2 of the Northland Mill Rules carries out section 5 of the Mill Act."
    assert [passage.unit.path for passage in named.passages] == ["2"]
    assert names(found.told) == ["north.2.form"]


async def test_without_a_state_each_state_is_told_and_its_rules_are_not_retold(index: StatementIndex) -> None:
    found = asked("Which state rules implement section 2?", index)
    assert found is not None and found.told == ()
    assert [one.text[: one.text.index(",")] for one in found.named] == ["In Northland", "In Southland"]


@pytest.mark.parametrize(
    "question",
    [
        "What do the rules say about section 5?",
        "What is the fee under section 2?",
        "Which rule sets the fee of a complaint?",
        "Which rule carries out section 3?",
        "Which section does rule 2 carry out?",
    ],
)
async def test_what_does_not_ask_for_a_rule_or_has_none_is_answered_otherwise(
    index: StatementIndex, question: str
) -> None:
    assert asked(question, index, "NORTHLAND") is None


async def test_a_rule_whose_text_is_not_held_is_named_and_said_not_to_be(index: StatementIndex) -> None:
    held = law_with_rules()
    held.edges.add_derivation(Joined(NORTH, parse_path("9")), Joined(ACT, parse_path("5")))
    found = find_rules_asked(read("Which rule carries out section 5?", held, "NORTHLAND"), index, held, REGISTRY)
    assert found is not None
    assert found.named[0].text.endswith("section 5 of the Mill Act; so does rule 9, whose text is not held here.")
    assert [passage.unit.path for passage in found.named[0].passages] == ["2"]
