"""Which parts a model may write: what was searched, not what is declined for what it is, nor a table of many states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from civicsetu.answering.composing.comparing.compare_states import ComparedCell, ComparedMatter
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafting.write_node import is_optional, is_writable
from civicsetu.law.other_laws import OtherLaw
from civicsetu.retrieval.answerability.decision import Decision, Reason
from tests.answering.writing.mill_writing import part

DECLINED = part(declined="I found no sure answer.")


@pytest.mark.parametrize(
    ("reason", "writes"),
    [
        (Reason.WEAK, True),
        (Reason.UNCLEAR, True),
        (Reason.OTHER_LAW, True),
        (Reason.RULES_NOT_HELD, True),
        (Reason.LEFT_TO_STATE_RULES, True),
        (Reason.WRONGDOING, False),
        (Reason.PREDICTION, False),
    ],
)
def test_what_the_search_was_only_unsure_of_may_be_written(reason: Reason, writes: bool) -> None:
    assert is_writable(replace(DECLINED, decision=Decision("abstain", reason=reason))) is writes


def test_what_its_own_words_lay_to_another_law_is_not_written() -> None:
    known = Decision("abstain", reason=Reason.OTHER_LAW, other_law=next(iter(OtherLaw)), by_words=True)
    assert not is_writable(replace(DECLINED, decision=known))
    assert is_writable(replace(DECLINED, decision=replace(known, by_words=False)))


def test_what_is_left_open_and_an_unsure_part_of_a_post_may_be_written() -> None:
    assert is_writable(replace(DECLINED, decision=Decision("proceed")))
    assert is_writable(replace(DECLINED, decision=Decision("abstain", reason=Reason.WRONGDOING), silence="none.cat"))
    assert not is_writable(DECLINED)
    said_first = replace(part(), preface="The law leaves it open.", decision=Decision("abstain", reason=Reason.WRONGDOING))
    assert is_writable(replace(said_first, silence="none.cat")) and not is_writable(said_first)


def test_what_tells_why_there_is_no_answer_stays_where_nothing_is_written() -> None:
    left_to_rules = replace(DECLINED, decision=Decision("abstain", reason=Reason.LEFT_TO_STATE_RULES))
    unsure = replace(DECLINED, decision=Decision("proceed"))
    told = replace(part(), query=replace(part().query, unasked=True))
    assert [is_optional(one) for one in (left_to_rules, told, unsure, part())] == [True, True, False, False]


def test_a_few_states_side_by_side_are_written_of_and_many_stand_in_a_table() -> None:
    few, most = ("NORTHLAND", "SOUTHLAND"), DRAFTING.compared_states + 1
    assert is_writable(replace(part(), compared=(_matter(few),)))
    assert not is_writable(replace(part(), compared=(_matter([f"STATE{at}" for at in range(most)]),)))


def _matter(states: Sequence[str]) -> ComparedMatter:
    return ComparedMatter("Fee", tuple(ComparedCell(one) for one in states))
