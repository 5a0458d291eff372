"""Small words that turn a statement round: when, and or or, per what, which days, in which state."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.claims.statements.pair import StatementLaw, StatementPair, read_pair
from civicsetu.claims.statements.small_words import (
    compare_joints,
    compare_rates,
    compare_state,
    compare_times,
    compare_working_days,
)
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import DocumentPath, Statement, StatementKind, StatementPassage
from tests.corpus.laws import divided

FENCE = "The promoter (builder) must mend the fence before the harvest and sweep the path after the fair."
SALE = "A promoter (builder) must not sell a meadow without first fencing the meadow."
BAN = "A promoter (builder) must not sell a meadow unless the fence is mended."
NOTICE = "The promoter (builder) must answer the letter within the notice period."
GATE = "If the gate is rusty or broken, and the promoter knows it, the promoter must mend the gate."
LIST = "A person may complain about a breach of this Act or of the rules and orders made under it."
DELAY = "The promoter (builder) must pay 20 rupees for every day of delay, and a deposit of 90 rupees."
OFFICE = "The Authority keeps the working days of its clerks."
STATES = ("Fenland", "Highland", "Lowland")


def paired(says: str, law: str) -> StatementPair:
    body = f"## 1. Gates.\n\n(1) {law}\n"
    read = StatementLaw(divided(body, profile=STARTER), "section", None, "Lowland", STATES)
    place = DocumentPath("meadow_act", parse_path("1(1)"))
    passage = StatementPassage(place, 0, len(law), law)
    return read_pair(Statement("m.1", "meadow_act", says, StatementKind.DUTY, (passage,)), [], lambda _: read)


@pytest.mark.parametrize(
    ("right", "wrong", "law"),
    [
        (
            "The fence must be mended before the harvest.",
            "The fence must be mended after the harvest.",
            FENCE,
        ),
        ("The path must be swept after the fair.", "The path must be swept before the fair.", FENCE),
        ("Answer the letter within the notice period.", "Answer the letter after the notice period.", NOTICE),
        ("The builder must not sell before fencing.", "The builder must not sell after fencing.", SALE),
        ("The builder may sell after fencing.", "The builder may sell before fencing.", SALE),
        ("Before selling the builder must mend it.", "After selling the builder must mend it.", BAN),
    ],
)
def test_before_after_and_within_are_the_laws(right: str, wrong: str, law: str) -> None:
    assert not list(compare_times(paired(right, law)))
    assert list(compare_times(paired(wrong, law)))


def test_what_a_condition_joins_the_law_joins_so() -> None:
    assert not list(compare_joints(paired("If the gate is rusty or broken, the builder must mend it.", GATE)))
    (told,) = compare_joints(paired("If the gate is rusty and broken, the builder must mend it.", GATE))
    assert told.sentence == "Ours joins by “and”, the law by “or”."


def test_a_list_of_the_law_may_be_said_in_one_row() -> None:
    says = "You may complain if somebody breaks the Act, rules or orders."
    assert not list(compare_joints(paired(says, LIST)))


@pytest.mark.parametrize(
    "says",
    [
        "The builder must pay 20 rupees a day.",
        "The builder must pay 20 rupees for each day, and 90 rupees once.",
        "The daily sum is 20 rupees.",
        "The deposit is 90 rupees.",
    ],
)
def test_a_sum_for_each_day_is_said_so(says: str) -> None:
    assert not list(compare_rates(paired(says, DELAY)))


@pytest.mark.parametrize("says", ["The builder must pay 20 rupees.", "The deposit is 90 rupees a month."])
def test_a_unit_lost_or_added_is_told(says: str) -> None:
    assert len(list(compare_rates(paired(says, DELAY)))) == 1


def test_working_days_are_not_any_days() -> None:
    assert not list(
        compare_working_days(paired("The RERA authority keeps its clerks' working days.", OFFICE))
    )
    assert list(compare_working_days(paired("The RERA authority keeps its clerks' days.", OFFICE)))


def test_another_state_is_told() -> None:
    assert not list(compare_state(paired("In Lowland the builder must answer.", NOTICE)))
    (told,) = compare_state(paired("In Highland the builder must answer.", NOTICE))
    assert told.fact == "Highland"


def test_a_state_that_the_passage_names_may_be_named() -> None:
    law = "This Act holds everywhere except in Highland."
    assert not list(compare_state(paired("The Act does not hold in Highland.", law)))
    assert not list(compare_state(paired("By a notice the Act holds in Highland and in Fenland.", law)))
    assert [one.fact for one in compare_state(paired("The Act does not hold in Fenland.", law))] == [
        "Fenland"
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 9_000),
    st.sampled_from(["day", "week", "month", "year"]),
    st.sampled_from(["a", "per", "each", "every", "for every", "for each"]),
)
def test_a_rate_is_read_however_it_is_said(value: int, unit: str, per: str) -> None:
    law = f"The promoter must pay {value} rupees for every {unit} of delay."
    assert not list(compare_rates(paired(f"The builder must pay {value} rupees {per} {unit}.", law)))
    assert list(compare_rates(paired(f"The builder must pay {value} rupees.", law)))


_WORDS = "the if not or and before after within only must you builder 20 rupees a day Highland , . working days".split()


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=14))
def test_any_row_of_words_is_read_and_agrees_with_itself(words: list[str]) -> None:
    says = " ".join(["Pay", *words])
    for compare in (compare_times, compare_joints, compare_rates, compare_working_days):
        list(compare(paired(says, FENCE)))
    for compare in (compare_joints, compare_rates, compare_state):
        assert not list(compare(paired(says, says)))
