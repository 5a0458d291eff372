"""Faults that must never happen are seen where they happen, and not where they do not."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from civicsetu.evaluation.answers.faults import AnswerFaults, find_faults
from civicsetu.law.answers import Answer, AnswerTable, Sentence, Step, Support, TableCell, TableRow
from tests.answering.given import answered, citation
from tests.evaluation.answers.given import CLOSES, FEE, answering, declining, stating
from tests.retrieval.lantern_act import index_of_states


def faults(answer: Answer, *before: Answer, **row: Any) -> AnswerFaults:
    return find_faults(stating(**row), answer, before, index_of_states())


def test_a_sentence_shown_before_is_a_repeat() -> None:
    first = answering((CLOSES, "3(1)"))
    again = answering((f" {CLOSES.upper()}", "3(1)"), (FEE, "3(2)"))
    assert faults(again, first).repeated == (f" {CLOSES.upper()}",)
    assert faults(again, declining(), first).repeated, "of any earlier turn"
    assert faults(answering((FEE, "3(2)")), first).repeated == ()
    assert faults(again).repeated is None, "there is nothing before it"


def test_what_names_itself_as_said_above_is_no_repeat_and_is_counted() -> None:
    first = answering((CLOSES, "3(1)"))
    again = faults(answering((f"As I said above: {CLOSES}", "3(1)")), first)
    assert again.repeated == () and again.recalled == (f"As I said above: {CLOSES}",)
    assert faults(first).recalled == ()


def test_what_states_no_law_may_be_said_again() -> None:
    limit = Sentence(text="Ask a lawyer.", support=Support.PRACTICAL)
    one = answering((CLOSES, "3(1)"))
    said = one.model_copy(update={"sentences": (limit,)})
    assert faults(said, said).repeated == ()


@pytest.mark.parametrize(
    ("lead", "terms", "wrong"),
    [
        ("Yes, he may ask Rs. 20.", ["not|no", "20"], True),
        ("No, he may not ask Rs. 20.", ["not|no", "20"], False),
        ("No: he may not ask Rs. 20.", ["may|can|yes", "20"], True),
        ("Yes. He may ask Rs. 20.", ["may|can|yes", "20"], False),
        ("Yes, he shuts the gate.", ["Rs 20"], True),
        ("Yes, it is Rs. 20.", ["Rs 20"], False),
        ("No keeper may ask it.", ["Rs 20"], None),
        ("No fee is due for it.", ["Rs 20"], None),
        ("He may ask Rs. 20.", ["no"], None),
        ("Nobody may ask it.", ["yes"], None),
    ],
)
def test_a_yes_that_the_facts_deny_is_wrong(lead: str, terms: list[str], wrong: bool | None) -> None:
    told = faults(answering((lead, "3(2)")), must_state=[{"terms": terms, "lead": True}], asks="may")
    assert told.wrong_yes_no is wrong


@pytest.mark.parametrize(
    ("law", "wrong"),
    [
        ("yes", {"Yes.": False, "Yes, if asked.": False, "No.": True, "Not without consent.": True, "Only if asked.": True}),
        ("no", {"Yes.": True, "Yes, if asked.": True, "No.": False, "Not without consent.": False, "Only if asked.": False}),
        ("depends", {"Yes.": True, "Yes, if asked.": False, "No.": True, "Not without consent.": False}),
    ],
)
def test_a_row_that_tells_what_the_law_says_decides(law: str, wrong: dict[str, bool]) -> None:
    for said, expected in wrong.items():
        answer = answering((FEE, "3(2)"))
        lead = answer.sentences[0].model_copy(update={"yes_or_no": said})
        told = faults(answer.model_copy(update={"sentences": (lead,)}), yes_or_no=law, must_state=[], asks=None)
        assert told.wrong_yes_no is expected, (law, said)
    assert faults(answering((FEE, "3(2)")), yes_or_no=law).wrong_yes_no is None, "it says neither"


def test_a_yes_that_stands_before_the_lead_is_held_against_the_facts() -> None:
    answer = answering((FEE, "3(2)"))
    lead = answer.sentences[0].model_copy(update={"yes_or_no": "Yes."})
    said = answer.model_copy(update={"sentences": (lead,)})
    assert faults(said, must_state=[{"terms": ["no"], "lead": True}], asks="may").wrong_yes_no
    assert faults(said, must_state=[{"terms": ["yes", "20"], "lead": True}], asks="may").wrong_yes_no is False


def test_who_declines_says_neither() -> None:
    assert faults(declining()) == AnswerFaults(None, None, ())


@pytest.mark.parametrize(
    ("text", "path", "numbers"),
    [
        (FEE, "3(2)", ()),
        ("He may ask twenty rupees.", "3(2)", ()),
        ("He may ask 25 rupees.", "3(2)", ("25 rupee",)),
        ("He may ask 20 per cent.", "3(2)", ("20 per cent",)),
        ("He pays up to 100 rupees.", "4", ()),
        ("He pays up to 100 rupees.", "3(2)", ("100 rupee",)),
        ("Under section 4 he pays.", "3(2)", ()),
    ],
)
def test_a_number_that_the_law_cited_lacks_is_seen(text: str, path: str, numbers: tuple[str, ...]) -> None:
    cited = citation(path, quote="The keeper.")
    said = Sentence(text=text, citations=(0,), support=Support.STATEMENT)
    assert faults(answered("How much?", cited, sentences=[said])).numbers == numbers


def test_the_year_in_which_the_law_cited_was_printed_comes_from_nowhere_but_its_print() -> None:
    said = Sentence(text="As printed in 1950; in 1961 it rose.", citations=(0,), support=Support.STATEMENT)
    cited = citation("3(2)", quote="The keeper.").model_copy(update={"text_as_of": date(1950, 3, 1)})
    assert faults(answered("How much?", cited, sentences=[said])).numbers == ("1961",)


def test_numbers_of_steps_and_cells_are_compared_too() -> None:
    cell = TableCell(text="It is 30 rupees.", citations=(0,))
    table = AnswerTable(states=("North", "South"), rows=(TableRow(matter="Fee", cells=(cell, cell)),))
    answer = answering((FEE, "3(2)"), steps=(Step(text="Pay 40 rupees.", citations=(0,)),), table=table)
    assert faults(answer).numbers == ("40 rupee", "30 rupee")
    assert list(faults(answer).describe()) == [
        "not in the law cited: 40 rupee",
        "not in the law cited: 30 rupee",
    ]


def test_a_limit_that_counts_its_links_has_no_figure_of_law() -> None:
    first = answering((CLOSES, "3(1)"))
    more = Sentence(text="The list has 7 more, each behind one of these links:", citations=(0,), support=Support.NONE)
    assert faults(first.model_copy(update={"sentences": (*first.sentences, more)})).numbers == ()
