"""How each state came to be asked: read from the question, chosen by hand, carried from the conversation."""

from __future__ import annotations

from typing import Any

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.answers import Answer, Scope, StateAsked
from civicsetu.law.documents import EditionKind
from civicsetu.query.read_question import Query
from tests.answering.given import answered, understood
from tests.retrieval.lantern_act import ACT, OFFICIAL, PLAIN, RULES_PLAIN, index_of, rules, spec


@pytest.fixture(scope="module")
def with_rules() -> LawIndex:
    """The Act and Karnataka's rules under it."""
    return index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        (spec(), EditionKind.OFFICIAL, OFFICIAL),
        (rules(), EditionKind.PLAIN, RULES_PLAIN),
    )


def scoped(*told: tuple[str, Any]) -> Answer:
    states = tuple(StateAsked(jurisdiction=state, source=source, held=True) for state, source in told)
    codes = ("CENTRAL", *(state for state, _ in told if state != "CENTRAL"))
    return answered(jurisdictions=codes, scope=Scope(states=states))


def reasons(found: Query) -> list[tuple[str, str]]:
    return [(one.jurisdiction, one.source) for one in found.asked]


def test_each_state_asked_says_how_it_came_to_be_asked(with_rules: LawIndex) -> None:
    assert reasons(understood("When must the lantern be closed in Bengaluru?", with_rules)) == [
        ("KARNATAKA", "named")
    ]
    both = understood("In Pune?", with_rules, jurisdiction="KARNATAKA")
    assert reasons(both) == [("KARNATAKA", "chosen"), ("MAHARASHTRA", "named")]
    assert [one.held for one in both.asked] == [True, False]
    carried = understood("And the fee?", with_rules, last=scoped(("KARNATAKA", "named")))
    assert reasons(carried) == [("KARNATAKA", "carried")]
    assert reasons(understood("When must the lantern be closed?", with_rules)) == []


def test_asked_for_one_state_alone_what_else_is_named_or_carried_gives_way(with_rules: LawIndex) -> None:
    question = "When must the lantern be closed in Pune?"
    found = understood(question, with_rules, jurisdiction="KARNATAKA", alone=True)
    assert reasons(found) == [("KARNATAKA", "chosen")] and found.jurisdictions == ("CENTRAL", "KARNATAKA")
    last = scoped(("MAHARASHTRA", "named"))
    found = understood("And the fee?", with_rules, last=last, jurisdiction="CENTRAL", alone=True)
    assert reasons(found) == [("CENTRAL", "chosen")] and found.jurisdictions == ("CENTRAL",)
    assert found.documents == (ACT,)


def test_after_all_of_india_was_chosen_a_state_named_before_does_not_come_back(with_rules: LawIndex) -> None:
    last = scoped(("CENTRAL", "chosen")).model_copy(update={"question": "When is it closed in Bengaluru?"})
    assert understood("And the fee?", with_rules, last=last).jurisdictions == ("CENTRAL",)


def test_a_choice_gives_way_to_the_next_choice_and_what_was_named_stays(with_rules: LawIndex) -> None:
    chosen = scoped(("KARNATAKA", "chosen"))
    assert reasons(understood("And the fee?", with_rules, last=chosen, jurisdiction="GOA")) == [
        ("GOA", "chosen")
    ]
    named = scoped(("KARNATAKA", "named"))
    found = understood("And the fee?", with_rules, last=named, jurisdiction="GOA")
    assert reasons(found) == [("GOA", "chosen"), ("KARNATAKA", "carried")]
    assert reasons(understood("And the fee?", with_rules, last=chosen)) == [("KARNATAKA", "carried")]
