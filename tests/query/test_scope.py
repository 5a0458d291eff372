"""Whose law was asked, why, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.messages.abstention_messages import another_state_may_answer
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import StateAsked
from civicsetu.law.documents import CENTRAL
from civicsetu.query.scope import states_asked
from civicsetu.retrieval.answerability.decision import Reason
from tests.answering.given import understood
from tests.retrieval.lantern_act import index_of

CODES = sorted(get_registry().jurisdictions)
HELD = ("KARNATAKA", "UTTAR_PRADESH")
PLAN = ("by meaning",)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def asked(*told: tuple[str, Any]) -> tuple[StateAsked, ...]:
    return tuple(
        StateAsked(jurisdiction=state, source=source, held=state in (*HELD, CENTRAL))
        for state, source in told
    )


def sources(states: Sequence[StateAsked]) -> dict[str, str]:
    return {one.jurisdiction: one.source for one in states}


@pytest.mark.parametrize(
    ("chosen", "named", "carried", "told"),
    [
        (None, (), (), {}),
        ("CENTRAL", (), (), {}),
        ("GOA", (), (), {"GOA": "chosen"}),
        (None, ("GOA",), ("KERALA",), {"GOA": "named"}),
        (None, (), ("KERALA",), {"KERALA": "carried"}),
        ("GOA", ("GOA", "KERALA"), (), {"GOA": "chosen", "KERALA": "named"}),
    ],
)
def test_a_state_is_chosen_or_named_or_carried(
    chosen: str | None, named: Sequence[str], carried: Sequence[str], told: dict[str, str]
) -> None:
    assert sources(states_asked(chosen, named, carried, HELD)) == told


def test_all_of_india_is_a_choice_only_where_it_is_made_for_itself() -> None:
    [only] = states_asked(CENTRAL, (), (), {CENTRAL}, alone=True)
    assert (only.jurisdiction, only.source, only.held) == (CENTRAL, "chosen", True)


@given(
    st.sampled_from([None, *CODES]), st.lists(st.sampled_from(CODES)), st.lists(st.sampled_from(CODES)),
    st.sets(st.sampled_from(CODES)),
)  # fmt: skip
def test_every_state_is_told_once_and_what_is_named_leaves_nothing_carried(
    chosen: str | None, named: list[str], carried: list[str], held: set[str]
) -> None:
    states = states_asked(chosen, named, carried, held)
    codes = [one.jurisdiction for one in states]
    assert len(codes) == len(set(codes)) and set(named) <= set(codes)
    assert not (named and any(one.source == "carried" for one in states))
    assert all(one.held == (one.jurisdiction in held) for one in states)


@pytest.mark.parametrize(
    ("question", "searched", "reason", "may"),
    [
        ("What does rule 16 say?", False, Reason.RULES_NOT_HELD, True),
        ("What does rule 5 of the Bihar Rules say?", False, Reason.RULES_NOT_HELD, True),
        ("What does section 420 of the Indian Penal Code say?", False, Reason.OTHER_LAW_NAMED, False),
        ("May I fly a spacecraft?", True, Reason.NO_QUESTION, False),
        ("May I fly a spacecraft in Goa?", True, Reason.NO_QUESTION, False),
        ("My landlord in Goa raised the rent", True, Reason.OTHER_LAW, False),
        ("What is the late fee in Goa?", True, Reason.WEAK, True),
        ("What must a promoter pay the Authority for an extension?", True, Reason.WEAK, True),
    ],
)
def test_another_state_is_offered_where_a_state_may_be_what_is_missing(
    index: LawIndex, question: str, searched: bool, reason: Reason, may: bool
) -> None:
    found = understood(question, index)
    assert another_state_may_answer(found, get_registry(), searched=searched, reason=reason) is may
