"""What is offered under an answer: few buttons, and only where another state may answer otherwise."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import Scope
from civicsetu.web.chat.state_choice import describe_scope
from civicsetu.web.chat.suggestions import Suggestion, suggest_for_setting, suggest_wider, write_asked_again

REGISTRY = get_registry()
HELD = ("KARNATAKA", "UTTAR_PRADESH")


def offer(
    *told: tuple[str, str], held: tuple[str, ...] = HELD, matters: bool = True, chosen: Any = None
) -> Suggestion:
    states = [{"jurisdiction": state, "source": source, "held": state in held} for state, source in told]
    scope = Scope.model_validate({"states": states, "states_held": held, "matters": matters})
    return suggest_for_setting(Suggestion(UUID(int=1), "When?", scope), chosen, REGISTRY)


def labels(made: Suggestion) -> list[str]:
    assert len({choice.id for choice in made.choices}) == len(made.choices)
    return [choice.label for choice in made.choices]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([], ["Karnataka", "Uttar Pradesh", "Another state"]),
        ([("KARNATAKA", "named")], ["Not Karnataka?"]),
        ([("GOA", "carried")], ["Not Goa?"]),
        ([("KARNATAKA", "named"), ("GOA", "named")], ["Not Karnataka and Goa?"]),
        ([("KARNATAKA", "named"), ("GOA", "named"), ("KERALA", "named")], ["Not these states?"]),
        ([("KARNATAKA", "chosen")], []),
        ([("CENTRAL", "chosen")], []),
    ],
)
def test_what_stands_under_an_answer(told: list[tuple[str, str]], expected: list[str]) -> None:
    chosen = next((state for state, source in told if source == "chosen" and state != "CENTRAL"), None)
    assert labels(offer(*told, chosen=chosen)) == expected
    assert labels(offer(*told, matters=False, chosen=chosen)) == []


def test_beside_a_chosen_state_the_one_that_was_read_is_all_that_is_meant_or_wrong() -> None:
    both = offer(("UTTAR_PRADESH", "chosen"), ("KARNATAKA", "named"), chosen="UTTAR_PRADESH")
    assert labels(both) == ["Only Karnataka", "Not Karnataka?"]
    assert (both.choices[0].deed, both.choices[0].jurisdiction) == ("ask", "KARNATAKA")
    assert labels(suggest_wider(both, REGISTRY)) == ["All of India", "Uttar Pradesh", "Another state"]


def test_instead_of_a_state_read_wrongly_all_of_india_or_another() -> None:
    wider = suggest_wider(offer(("KARNATAKA", "named")), REGISTRY)
    assert labels(wider) == ["All of India", "Uttar Pradesh", "Another state"]
    assert [(choice.deed, choice.jurisdiction) for choice in wider.choices][:2] == [
        ("ask", "CENTRAL"),
        ("ask", "UTTAR_PRADESH"),
    ]


def test_there_are_few_however_many_states_are_held() -> None:
    many = tuple(code for code in REGISTRY.jurisdictions if code != "CENTRAL")
    assert len(offer(held=many).choices) == 7 and labels(offer(held=many))[-1] == "Another state"


@pytest.mark.parametrize(
    ("told", "chosen", "expected"),
    [
        ([], "GOA", ["Ask again for Goa"]),
        ([("KARNATAKA", "named")], "GOA", ["Ask again for Goa"]),
        ([("KARNATAKA", "named")], "KARNATAKA", ["Not Karnataka?"]),
        ([("KARNATAKA", "named")], None, ["Not Karnataka?"]),
        ([("KARNATAKA", "chosen")], None, ["Ask again for all of India"]),
        ([("CENTRAL", "chosen")], "GOA", ["Ask again for Goa"]),
    ],
)
def test_a_state_chosen_since_is_offered_for_the_last_question(
    told: list[tuple[str, str]], chosen: str | None, expected: list[str]
) -> None:
    assert labels(offer(*told, chosen=chosen)) == expected


def test_the_second_asking_says_for_which_state_it_is() -> None:
    [again] = offer(chosen="GOA").choices
    assert write_asked_again(offer(), again, REGISTRY) == "When?\n(for Goa)"
    india = suggest_wider(offer(("GOA", "named")), REGISTRY).choices[0]
    assert write_asked_again(offer(), india, REGISTRY) == "When?\n(for all of India)"


@pytest.mark.parametrize(
    ("told", "chosen", "expected"),
    [
        ([], None, {"jurisdiction": "All of India"}),
        ([], "GOA", {"jurisdiction": "Goa"}),
        ([("KARNATAKA", "named")], None, {"jurisdiction": "Karnataka"}),
        ([("KARNATAKA", "carried")], None, {"jurisdiction": "Karnataka"}),
        ([("KARNATAKA", "chosen")], "KARNATAKA", {"jurisdiction": "Karnataka"}),
        ([("KARNATAKA", "named")], "GOA", {"jurisdiction": "Goa"}),
        ([("GOA", "chosen"), ("KARNATAKA", "named")], "GOA", {"jurisdiction": "Goa and Karnataka"}),
        ([("CENTRAL", "chosen")], None, {"jurisdiction": "All of India"}),
    ],
)
def test_the_head_says_whose_law_it_is_and_why(
    told: list[tuple[str, str]], chosen: str | None, expected: dict[str, str]
) -> None:
    settings = {"jurisdiction": chosen or "ANYWHERE"}
    assert describe_scope(offer(*told).scope, settings) == expected
