"""The line on which law was searched, and why, is the same on every front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.messages.scope_line import scope_line
from civicsetu.answering.plain_text import as_plain_text
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import DISCLAIMER, Scope, StateAsked
from civicsetu.law.documents import CENTRAL
from civicsetu.query.scope import scope_of, states_asked
from tests.answering.given import answered

CODES = sorted(get_registry().jurisdictions)
HELD = ("KARNATAKA", "UTTAR_PRADESH")
PLAN = ("by meaning",)


def asked(*told: tuple[str, Any]) -> tuple[StateAsked, ...]:
    return tuple(
        StateAsked(jurisdiction=state, source=source, held=state in (*HELD, CENTRAL))
        for state, source in told
    )


def line(*told: tuple[str, Any], held: Sequence[str] = HELD, matters: bool = True) -> str:
    scope = scope_of(asked(*told), held, get_registry(), matters=matters)
    return scope_line(answered(scope=scope, plan=PLAN), get_registry())


@given(st.sampled_from([None, *CODES]), st.lists(st.sampled_from(CODES)), st.sets(st.sampled_from(CODES)))
def test_every_state_searched_is_named(chosen: str | None, named: list[str], held: set[str]) -> None:
    states = states_asked(chosen, named, (), held)
    codes = [one.jurisdiction for one in states]
    told = scope_line(
        answered(scope=scope_of(states, held, get_registry(), matters=True), plan=PLAN), get_registry()
    )
    assert told.startswith("Searched: the central Act") and told.endswith(".")
    assert all(get_registry().name_of(code) in told for code in codes if code != CENTRAL)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([("KARNATAKA", "named")], "the central Act and the rules of Karnataka (from your question)."),
        ([("KARNATAKA", "chosen")], "the central Act and the rules of Karnataka (chosen by you)."),
        ([("KARNATAKA", "carried")], "the central Act and the rules of Karnataka (from the conversation)."),
        ([("CENTRAL", "chosen")], "the central Act alone (chosen by you)."),
        ([("GOA", "named")], "the central Act alone, for Goa (from your question)."),
        (
            [("KARNATAKA", "named"), ("UTTAR_PRADESH", "named")],
            "the central Act and the rules of Karnataka and Uttar Pradesh (from your question).",
        ),
        (
            [("UTTAR_PRADESH", "chosen"), ("KARNATAKA", "named"), ("GOA", "named")],
            "the central Act and the rules of Uttar Pradesh (chosen by you) and Karnataka (from your question); "
            "the Act alone for Goa (from your question).",
        ),
    ],
)  # fmt: skip
def test_the_line_says_which_law_and_why(told: list[tuple[str, Any]], expected: str) -> None:
    assert line(*told) == f"Searched: {expected}"


def test_asked_nothing_it_says_whose_rules_are_held() -> None:
    assert line() == (
        "Searched: the central Act alone. States add rules of their own; held here: Karnataka and Uttar Pradesh. "
        "Choose your state to search its rules too."
    )
    assert line(held=(CENTRAL,)) == "Searched: the central Act alone."


def test_nothing_is_said_where_the_state_makes_no_difference_or_nothing_was_searched() -> None:
    assert line(("KARNATAKA", "carried"), matters=False) == ""
    early = answered(scope=Scope(states=asked(("GOA", "named")), matters=True))
    assert scope_line(early, get_registry()) == ""
    assert scope_line(answered(), get_registry()) == "", "an answer kept before the field was there"


def test_the_terminal_shows_the_same_line_before_the_disclaimer() -> None:
    scope = scope_of(asked(("KARNATAKA", "named")), HELD, get_registry(), matters=True)
    told = as_plain_text(answered(scope=scope, plan=PLAN))
    assert told.endswith(
        f"\n\nSearched: the central Act and the rules of Karnataka (from your question).\n\n{DISCLAIMER}"
    )
