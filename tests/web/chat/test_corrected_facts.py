"""A fact corrected by hand: what can be used is kept, what cannot is one sentence."""

from __future__ import annotations

import contextlib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as st

from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import InputError
from civicsetu.law.case_facts import CaseFactType
from civicsetu.web.chat.corrected_facts import check_correction, keep_facts, read_day, read_facts
from civicsetu.web.chat.parts.fact_words import read_fact_words


def check(name: str, value: str | list[str]) -> str:
    return check_correction(name, value, get_registry())


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("party", "promoter", "promoter"),
        ("state", "KARNATAKA", "KARNATAKA"),
        ("as_on", "31 March 2021", "2021-03-31"),
        ("as_on", " 31/03/2021 ", "2021-03-31"),
        ("as_on", "2021-03-31", "2021-03-31"),
        ("as_on", "", ""),
        ("wants", ["stay"], "stay"),
    ],
)
def test_what_can_be_used_is_kept_as_a_code_or_a_day(name: str, value: str | list[str], kept: str) -> None:
    assert check(name, value) == kept


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("as_on", "31 February 2021", "There is no such day; please write it like 31 March 2021."),
        ("as_on", "soon", "There is no such day; please write it like 31 March 2021."),
        ("state", ["KARNATAKA", "GOA"], "Please choose one answer only."),
        ("state", "KARNATAKA, GOA", "Please choose one state of the list."),
        ("state", [], "Please choose one answer only."),
        ("mood", "angry", "That cannot be corrected here; please say it in your question."),
        ("party", "angry", "'angry' is no value of party"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(name: str, value: str | list[str], told: str) -> None:
    with pytest.raises(InputError) as refused:
        check(name, value)
    assert refused.value.user_message.startswith(told) and "\n" not in refused.value.user_message


@given(st.text(max_size=30), st.text(max_size=30))
@run_with(max_examples=80, deadline=None)
def test_any_correction_is_kept_or_refused(name: str, value: str) -> None:
    with contextlib.suppress(InputError):
        assert len(check(name, value)) <= 40


def test_what_a_conversation_keeps_is_read_again_and_nothing_else() -> None:
    settings = {"fact.party": "promoter", "fact.wants": "dance", "fact.as_on": "2021-03-31", "fact.other": "x", "jurisdiction": "GOA"}
    assert read_facts(settings) == (("party", "promoter"),) and read_day(settings) == date(2021, 3, 31)
    assert set(keep_facts(settings)) == {"fact.party", "fact.wants", "fact.as_on"}
    assert read_facts({}) == () and read_day({"fact.as_on": "2021-02-31"}) is None


def test_every_value_that_can_be_corrected_has_words() -> None:
    choices = {
        name: set(fact.values)
        for name, fact in get_case_facts().facts.items()
        if fact.type is CaseFactType.CHOICE and len(fact.values) > 1
    }
    assert {name: set(words) for name, words in read_fact_words().items()} == choices
