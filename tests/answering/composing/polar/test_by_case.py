"""What is told fulfils what the leading statement depends on, and no other question is answered by it."""

from __future__ import annotations

import pytest

from civicsetu.answering.composing.polar.by_case import say_by_case
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.yes_no_rules import get_yes_no_conditions
from civicsetu.law.yes_no_rules import YesNoCase
from civicsetu.query.asking import Asking
from civicsetu.query.read_case_facts import read_case_facts

STAY, LEAVE, TAKE = "act.18-1.stay-interest", "act.18-1.refund", "act.19-10.from-when"


def said(statement: str, question: str) -> str:
    case = get_yes_no_conditions()[statement]
    assert isinstance(case, YesNoCase)
    facts = {one.id: one.value for one in read_case_facts(question)}
    return say_by_case(Asking(question), facts, case, get_statements().by_id[statement].says)


@pytest.mark.parametrize(
    ("statement", "question", "word"),
    [
        (STAY, "The tower is two years late and I will stay. Can I claim interest for every month?", "Yes."),
        (STAY, "Builder has not given possession. Can I get interest without cancelling?", ""),
        (STAY, "The tower is two years late. Must I cancel to get interest?", ""),
        (STAY, "The tower is two years late. How much interest can I claim?", ""),
        (STAY, "The tower is two years late. Can I claim interest or compensation?", ""),
        (STAY, "The tower is two years late. Can I claim my rent and interest?", ""),
        (STAY, "The tower is two years late. Will the bank give me interest?", ""),
        (LEAVE, "The tower is two years late. Can I get my full money back?", "Yes."),
        (STAY, "My flat is 2 years late because I stopped paying. Can I claim interest for every month?", ""),
        (LEAVE, "The tower is two years late, I had missed instalments. Can I get my full money back?", ""),
        (LEAVE, "I changed my mind. Can I get my full money back?", ""),
        (LEAVE, "The tower is two years late. Can he deduct a tenth from my full money?", ""),
        (LEAVE, "The tower is two years late and ready now with OC. Can I get my full money back?", ""),
        (TAKE, "Builder wants me to take possession without OC. Must I take it?", "No."),
        (TAKE, "OC nahi hai, builder possession lene bol raha. kya mujhe lena padega?", "No."),
        (TAKE, "There is no OC. Must I pay the registration fee when taking the keys?", ""),
        (TAKE, "Builder wants me to take possession without OC. Should I take it?", ""),
        (TAKE, "The OC has come. Must I take possession?", ""),
    ],
)
def test_the_word_is_said_where_the_facts_are_told_and_that_is_asked(statement: str, question: str, word: str) -> None:
    assert said(statement, question) == word
