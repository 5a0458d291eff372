"""The condition of a leading statement answers whether one may, and no other question."""

from __future__ import annotations

import re

import pytest

from civicsetu.answering.composing.answer_with_statements import answer_with_statements
from civicsetu.answering.composing.polar.by_condition import say_condition
from civicsetu.law.yes_no_rules import YesNoCondition
from civicsetu.query.asking import Asking
from tests.answering.composing.mills import ACT, found, index_with, read

NOT_WITHOUT = YesNoCondition(frozenset({"builder"}), "Not without your corn.", (re.compile("key"),))
LAW = "The builder needs your corn to lock the mill."


@pytest.mark.parametrize(
    "question",
    [
        "Can the builder lock the mill?",
        "Can he lock the mill without asking me?",
        "He locked the mill and nobody was told. Is that allowed?",
        "क्या बिल्डर चक्की बंद कर सकता है?",
        "Mill band kar sakta hai kya",
    ],
)
def test_it_is_said_however_one_asks_whether_one_may(question: str) -> None:
    assert say_condition(Asking(question), NOT_WITHOUT, LAW) == NOT_WITHOUT.says


@pytest.mark.parametrize(
    "question",
    [
        "Must the builder open the mill?",
        "Can I lock the mill?",
        "Is it illegal that he locked the mill?",
        "When can the builder lock the mill?",
        "Can the builder lock the mill or the gate?",
        "He says he may lock the mill. Is he right?",
        "Can he lock the mill? Can he sell it?",
        "The builder locked the mill.",
        "Can he refuse to lock the mill?",
        "Can my broker lock the mill?",
        "Can I ask the builder to lock the mill?",
        "My bank asks: can the builder lock the mill?",
        "Can the builder lock the mill and keep the key?",
        "After three years of rent and rain, can somebody at last lock the mill at night?",
        "क्या मैं चक्की बंद कर सकता हूँ?",
    ],
)
def test_nothing_is_said_to_what_asks_something_else(question: str) -> None:
    assert say_condition(Asking(question), NOT_WITHOUT, LAW) == ""


async def test_it_stands_before_the_statement_that_leads_and_settles_nothing_else() -> None:
    index = await index_with()
    question = "Can the builder grind my corn?"
    lead = answer_with_statements(read(question), found(question, (ACT, "1(1)")), index, 3).said[0].statement.id
    stated = answer_with_statements(read(question), found(question, (ACT, "1(1)")), index, 3, conditions={lead: NOT_WITHOUT})
    assert stated.decided is not None and (stated.decided.says, stated.decided.of_lead) == (NOT_WITHOUT.says, True)
    assert not stated.settles, "a silence may still be what was asked for"
    assert answer_with_statements(read(question), found(question, (ACT, "1(1)")), index, 3).decided is None
