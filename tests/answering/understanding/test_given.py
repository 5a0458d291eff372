"""What an asker gives beside the question: facts from the closed list, and the provision it is about."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.composing.answer_with_statements import read_asker
from civicsetu.answering.question import Question
from civicsetu.answering.understanding.given import check_facts, put_first, with_given
from civicsetu.errors import InputError, NotFound
from civicsetu.law.statements import Actor
from tests.answering.composing import mills
from tests.answering.composing.mills import ACT, NORTH, REGISTRY


def test_a_fact_that_is_given_counts_more_than_one_that_is_read() -> None:
    read = mills.read("I am a builder. What must I do?")
    assert read_asker(read).party is Actor.PROMOTER
    given_ = with_given(read, check_facts({"party": "allottee", "wants": "leave"}, REGISTRY), None, mills.law())
    asker = read_asker(given_)
    assert asker.party is Actor.ALLOTTEE and asker.facts["wants"] == "leave"


def test_each_part_of_a_post_has_the_facts() -> None:
    read = mills.read("What is a mill? What is the fee?")
    facts = check_facts({"wants": "stay"}, REGISTRY)
    told = with_given(replace(read, parts=(read, read)), facts, None, mills.law())
    assert [one.facts_given for one in told.parts] == [facts, facts] == [told.facts_given, facts]


def test_a_state_among_the_facts_is_the_state_asked_about() -> None:
    facts = check_facts({"state": "northland"}, REGISTRY)
    assert facts == (("state", "NORTHLAND"),)
    assert Question("x", "s", facts=facts).state == "NORTHLAND"
    assert Question("x", "s", facts=facts, jurisdiction="SOUTHLAND").state == "SOUTHLAND", "what is chosen goes before"


@pytest.mark.parametrize("told", [{"shoe": "blue"}, {"party": "king"}, {"party": ""}, {"party": "unknown"}, {"state": "Atlantis"}])
def test_what_is_not_of_the_list_is_refused(told: dict[str, str]) -> None:
    with pytest.raises(InputError):
        check_facts(told, REGISTRY)


@given(told=st.dictionaries(st.text(max_size=12), st.text(max_size=12), max_size=3))
def test_facts_are_checked_or_refused(told: dict[str, str]) -> None:
    try:
        assert len(check_facts(told, REGISTRY)) == len(told)
    except InputError as error:
        assert error.user_message


def test_a_question_about_a_provision_names_it_and_is_no_reply() -> None:
    told = with_given(mills.read("Explain simply"), (), (NORTH, "1"), mills.law())
    assert told.act is None and NORTH in told.documents
    assert [(document, str(one.path)) for document, one in told.references] == [(NORTH, "1")]
    named = with_given(mills.read("What does section 1(1) say of section 2?"), (), (ACT, "2"), mills.law())
    assert [str(one.path) for _, one in named.references] == ["2", "1(1)"]


@pytest.mark.parametrize("about", [(ACT, "99"), (ACT, "1(1"), (ACT, ""), ("no_such_act", "1")])
def test_a_provision_that_is_not_held(about: tuple[str, str]) -> None:
    with pytest.raises(NotFound):
        with_given(mills.read("What?"), (), about, mills.law())


def test_what_was_asked_about_comes_first_and_the_rest_keeps_its_order() -> None:
    found = mills.found("x", (NORTH, "1"), (ACT, "2"), (ACT, "1(2)"), (ACT, "1(1)"))
    [told] = put_first([found], (ACT, "1"), mills.law())
    assert [one.provision for one in told.evidence] == ["1(2)", "1(1)", "1", "2"]
    assert put_first([found], None, mills.law()) == [found]
