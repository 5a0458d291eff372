"""Which parts a model may write: what was searched, not what is declined for what it is, nor a table of many states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from civicsetu.answering.composing.comparing.compare_states import ComparedCell, ComparedMatter
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafting.write_node import is_writable
from civicsetu.law.other_laws import OtherLaw
from civicsetu.retrieval.answerability.decision import Decision, Reason
from tests.answering.writing.mill_writing import part

DECLINED = part(declined="I found no sure answer.")


@pytest.mark.parametrize(
    ("reason", "writes"),
    [(Reason.WEAK, True), (Reason.UNCLEAR, True), (Reason.OTHER_LAW, True), (Reason.WRONGDOING, False), (Reason.PREDICTION, False)],
)
def test_what_the_search_was_only_unsure_of_may_be_written(reason: Reason, writes: bool) -> None:
    assert is_writable(replace(DECLINED, decision=Decision("abstain", reason=reason))) is writes


def test_what_is_known_to_be_of_another_law_is_not_written() -> None:
    known = Decision("abstain", reason=Reason.OTHER_LAW, other_law=next(iter(OtherLaw)))
    assert not is_writable(replace(DECLINED, decision=known))


def test_a_few_states_side_by_side_are_written_of_and_many_stand_in_a_table() -> None:
    few, most = ("NORTHLAND", "SOUTHLAND"), DRAFTING.compared_states + 1
    assert is_writable(replace(part(), compared=(_matter(few),)))
    assert not is_writable(replace(part(), compared=(_matter([f"STATE{at}" for at in range(most)]),)))


def _matter(states: Sequence[str]) -> ComparedMatter:
    return ComparedMatter("Fee", tuple(ComparedCell(one) for one in states))
